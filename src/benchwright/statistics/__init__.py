"""Intervals, tests and power. Knows only numbers: no questions, no systems, no files."""
