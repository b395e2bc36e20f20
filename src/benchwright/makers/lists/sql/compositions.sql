-- Compositions r2(r1(e)) (QAMPARI, section 2.2) of the starting points in `starts`: a part of all, small enough that
-- its pairs of steps fit into memory. The sizes of the second steps are summed before any answer is told apart, so that
-- what cannot meet the conditions is never joined.
-- Tables: edges(view, given, answer, proven), runs(view, given, size, proven), starts(view, given),
-- views(view, second, relation, side).
WITH hops AS (
    SELECT first.view AS first_view, first.given, second.view, first.answer AS middle, first.proven, second.size,
        CASE WHEN first.proven THEN second.proven ELSE 0 END AS most_proven
    FROM edges AS first
    JOIN starts ON starts.view = first.view AND starts.given = first.given
    JOIN runs AS second ON second.given = first.answer
    JOIN views AS one ON one.view = first.view
    JOIN views AS two ON two.view = second.view AND two.second
    WHERE NOT (one.relation = two.relation AND one.side <> two.side)
),
possible AS (
    SELECT first_view, given, view FROM hops
    GROUP BY first_view, given, view
    HAVING sum(most_proven) >= $min_answers AND max(size) - 1 <= $most_answers
),
pairs AS (
    SELECT hops.first_view, hops.given, hops.view, hops.middle, edges.answer, hops.proven AND edges.proven AS proven
    FROM hops
    JOIN possible ON possible.first_view = hops.first_view AND possible.given = hops.given AND possible.view = hops.view
    JOIN edges ON edges.view = hops.view AND edges.given = hops.middle
    WHERE edges.answer <> hops.given
),
answers AS (
    SELECT first_view, given, view, answer, bool_or(proven) AS proven
    FROM pairs GROUP BY first_view, given, view, answer
),
counted AS (
    SELECT first_view, given, view, count(*) AS size, count(*) FILTER (proven) AS proven
    FROM answers GROUP BY first_view, given, view
    HAVING count(*) FILTER (proven) BETWEEN $min_answers AND $max_answers
       AND count(*) FILTER (proven) >= $validated * count(*) - $slack
),
alone AS (
    SELECT first_view, given, view, max(size) AS size, max(proven) AS proven
    FROM (
        SELECT first_view, given, view, middle, count(*) AS size, count(*) FILTER (proven) AS proven
        FROM pairs GROUP BY first_view, given, view, middle
    )
    GROUP BY first_view, given, view
)
SELECT counted.first_view, counted.given, counted.view, counted.size::INTEGER AS size,
    counted.proven::INTEGER AS proven, alone.size = counted.size OR alone.proven = counted.proven AS single
FROM counted JOIN alone ON alone.first_view = counted.first_view AND alone.given = counted.given
    AND alone.view = counted.view
ORDER BY counted.first_view, counted.given, counted.view
