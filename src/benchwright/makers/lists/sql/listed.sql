-- The answers of simple queries.
-- Tables: edges(view, given, answer, proven), simples(row, view, given, size, proven).
SELECT simples.row, edges.answer, edges.proven
FROM edges JOIN simples ON simples.view = edges.view AND simples.given = edges.given
