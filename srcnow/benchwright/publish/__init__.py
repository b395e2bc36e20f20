"""Write scores for people: terminal table, report page, figures, LaTeX, CSV; and export benchmarks."""
