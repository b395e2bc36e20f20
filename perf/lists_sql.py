"""Write the list queries of `perf/lists.py` as plain SQL, its peers."""

from __future__ import annotations

PLAIN = """
WITH listed AS (
    SELECT simples.row, edges.answer
    FROM edges JOIN simples ON simples.view = edges.view AND simples.given = edges.given
    WHERE edges.proven
),
shared AS (
    SELECT one.row AS first, two.row AS second, count(*) AS size
    FROM listed AS one JOIN listed AS two ON one.answer = two.answer AND one.row < two.row
    GROUP BY one.row, two.row HAVING count(*) >= $least
)
SELECT count(*) FROM shared JOIN simples AS one ON one.row = first JOIN simples AS two ON two.row = second
WHERE shared.size < least(one.proven, two.proven)
"""

SIZES = """
WITH runs AS (SELECT view, given, count(*) AS size FROM edges GROUP BY view, given),
onward AS (SELECT given, sum(size) AS pairs FROM runs WHERE size <= $most + 1 GROUP BY given)
SELECT edges.view, edges.given, coalesce(sum(onward.pairs), 0)::BIGINT AS pairs
FROM runs JOIN edges ON edges.view = runs.view AND edges.given = runs.given
LEFT JOIN onward ON onward.given = edges.answer
WHERE runs.size BETWEEN $least AND $first_hop
GROUP BY edges.view, edges.given ORDER BY edges.view, edges.given
"""

BOUNDED = """
WITH runs AS (SELECT view, given, count(*) AS size FROM edges GROUP BY view, given),
hops AS (
    SELECT one.view AS first_view, one.given, runs.view, one.answer AS middle, runs.size
    FROM edges AS one
    JOIN starts ON starts.view = one.view AND starts.given = one.given
    JOIN runs ON runs.given = one.answer
    JOIN ways AS first ON first.view = one.view
    JOIN ways AS second ON second.view = runs.view
    WHERE NOT (first.relation = second.relation AND first.side <> second.side)
),
possible AS (
    SELECT first_view, given, view FROM hops GROUP BY ALL HAVING sum(size) >= $least AND max(size) - 1 <= $most
),
answers AS (
    SELECT DISTINCT hops.first_view, hops.given, hops.view, edges.answer
    FROM hops
    JOIN possible USING (first_view, given, view)
    JOIN edges ON edges.view = hops.view AND edges.given = hops.middle
    WHERE edges.answer <> hops.given
)
SELECT count(*) FROM (
    SELECT first_view, given, view FROM answers GROUP BY ALL HAVING count(*) BETWEEN $least AND $most_answers
)
"""
