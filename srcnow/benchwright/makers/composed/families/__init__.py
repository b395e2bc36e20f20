"""Write questions, one family per file: gates, templates and three worked examples from real data."""
