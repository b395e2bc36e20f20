-- Statements in codes, those that stand there twice behind each other.
SELECT r.code AS relation, o.code AS object, s.code AS subject
FROM statements AS t
JOIN relation_codes AS r ON r.id = t.relation
JOIN entities AS s ON s.id = t.subject
JOIN entities AS o ON o.id = t.object
ORDER BY relation, object, subject
