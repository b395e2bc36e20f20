-- How many pairs of answers the join of each simple query with all others means. Tables: listed(row, answer, proven).
WITH asked AS (
    SELECT answer, count(*) AS queries FROM listed GROUP BY answer
)
SELECT listed.row, sum(asked.queries)::BIGINT AS pairs
FROM listed JOIN asked ON asked.answer = listed.answer
GROUP BY listed.row
ORDER BY listed.row
