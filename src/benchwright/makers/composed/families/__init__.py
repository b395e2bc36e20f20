"""Write questions, one family a file: gates, templates, three worked examples from real data."""
