"""Scores -> what people read: tables, a page, figures, LaTeX, CSV. Measures nothing."""
