-- The relations of the statements, with what is told of them, what decides first.
SELECT s.relation AS id, coalesce(r.rank, 0) AS rank, coalesce(r.label, '') AS label
FROM (SELECT DISTINCT relation FROM statements) AS s
LEFT JOIN relations AS r ON r.id = s.relation
ORDER BY id, rank, label
