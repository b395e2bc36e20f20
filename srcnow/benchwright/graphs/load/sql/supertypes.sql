SELECT e.code AS type, t.code AS super
FROM supertypes AS s JOIN entities AS e ON e.id = s.id JOIN entities AS t ON t.id = s.super
ORDER BY type, super
