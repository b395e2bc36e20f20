-- Aliases, and labels that other records or inputs told: each with whether it is the label itself.
WITH told AS (
    SELECT id, name, true AS alias FROM names
    UNION ALL SELECT id, label, false FROM nodes WHERE label <> ''
)
SELECT e.code AS entity, t.name, e.label = t.name AS own, bool_or(t.alias) AS alias
FROM told AS t JOIN entities AS e ON e.id = t.id
GROUP BY e.code, t.name, e.label
ORDER BY entity, t.name
