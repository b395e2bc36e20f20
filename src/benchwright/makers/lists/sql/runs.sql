-- Every view and given with answers, and how many: what `starts` and `compositions` ask again and again.
-- Tables: edges(view, given, answer, proven).
SELECT view, given, count(*)::INTEGER AS size, (count(*) FILTER (proven))::INTEGER AS proven
FROM edges GROUP BY view, given
