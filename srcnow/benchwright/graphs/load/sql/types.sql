SELECT e.code AS entity, t.code AS type
FROM types AS s JOIN entities AS e ON e.id = s.id JOIN entities AS t ON t.id = s.type
ORDER BY entity, type
