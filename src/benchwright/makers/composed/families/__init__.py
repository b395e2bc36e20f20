"""One family of questions a file: gates, templates, three worked examples from real data."""
