-- Everything that is told of an id, what decides first: values, records by rank, then mere mentions:
-- in statements, or only as a type.
-- The order is whole, so that lines in another order give the same rows.
WITH unit_labels AS (
    SELECT id, arg_min(label, {'rank': rank, 'label': label}) AS label
    FROM nodes
    WHERE label <> '' AND id IN (SELECT unit FROM "values" WHERE unit <> '')
    GROUP BY id
),
mentioned AS (
    SELECT subject AS id, 2 AS source FROM statements
    UNION ALL SELECT object, 2 FROM statements
    UNION ALL SELECT type, 3 FROM types
    UNION ALL SELECT super, 3 FROM supertypes
)
SELECT id, 0 AS source, -1 AS rank, kind, label, '' AS description, '' AS page, unit
FROM (
    SELECT DISTINCT v.id, v.kind, v.label, coalesce(u.label, v.unit) AS unit
    FROM "values" AS v LEFT JOIN unit_labels AS u ON v.unit = u.id
)
UNION ALL
SELECT id, 1, rank, 'entity', label, description, page, '' FROM nodes
UNION ALL
SELECT DISTINCT id, source, 0, 'entity', '', '', '', '' FROM mentioned
ORDER BY id, source, rank, label, description, page, kind, unit
