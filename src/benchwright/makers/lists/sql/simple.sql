-- Simple queries r(e) that meet the conditions (QAMPARI, section 2.1).
-- Tables: edges(view, given, answer, proven), views(view, simple).
SELECT edges.view, given, count(*)::INTEGER AS size, (count(*) FILTER (proven))::INTEGER AS proven
FROM edges JOIN views ON views.view = edges.view AND views.simple
GROUP BY edges.view, given
HAVING count(*) FILTER (proven) BETWEEN $min_answers AND $max_answers
   AND count(*) FILTER (proven) >= $validated * count(*) - $slack
ORDER BY edges.view, given
