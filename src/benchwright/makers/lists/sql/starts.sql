-- Starting points of compositions r2(r1(e)), and how many pairs of steps each of them means: sums, nothing is joined
-- but counts. Steps with more answers than a question may have are left out, for they can be in none.
-- Tables: edges(view, given, answer, proven), runs(view, given, size, proven), views(view, first, second).
WITH starts AS (
    SELECT runs.view, given FROM runs JOIN views ON views.view = runs.view AND views.first
    WHERE size BETWEEN $min_answers AND $first_hop
),
onward AS (
    SELECT given AS middle, sum(size) AS pairs
    FROM runs JOIN views ON views.view = runs.view AND views.second
    WHERE size <= $most_answers + 1
    GROUP BY given
)
SELECT starts.view, starts.given, coalesce(sum(onward.pairs), 0)::BIGINT AS pairs
FROM starts
JOIN edges ON edges.view = starts.view AND edges.given = starts.given
LEFT JOIN onward ON onward.middle = edges.answer
GROUP BY starts.view, starts.given
ORDER BY starts.view, starts.given
