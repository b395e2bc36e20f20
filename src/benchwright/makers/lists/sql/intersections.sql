-- Intersections of two simple queries (QAMPARI, section 2.2): answers proven in both, counted. Those whose first query
-- stands between $begin and $last, so that what is counted at once fits into memory.
-- Tables: listed(row, answer, proven), simples(row, view, given, size, proven), ways(view, relation, side).
WITH shared AS (
    SELECT one.row AS first, two.row AS second, count(*) FILTER (one.proven AND two.proven) AS size, count(*) AS whole
    FROM listed AS one JOIN listed AS two ON one.answer = two.answer AND one.row < two.row
    WHERE one.row BETWEEN $begin AND $last AND two.row > $begin
    GROUP BY one.row, two.row
    HAVING count(*) FILTER (one.proven AND two.proven) BETWEEN $min_answers AND $max_answers
)
SELECT shared.first, shared.second, shared.size::INTEGER AS size
FROM shared
JOIN simples AS one ON one.row = shared.first
JOIN simples AS two ON two.row = shared.second
JOIN ways AS way_one ON way_one.view = one.view
JOIN ways AS way_two ON way_two.view = two.view
WHERE shared.size < least(one.proven, two.proven)  -- neither contains the other in what is proven,
  AND shared.whole < least(one.size, two.size)     -- nor in the graph
  AND NOT (one.given = two.given AND way_one.relation = way_two.relation AND way_one.side = way_two.side)
ORDER BY shared.first, shared.second
