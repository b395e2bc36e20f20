"""Compute measures, one family a file: hits or answers and the gold give a value a question."""
