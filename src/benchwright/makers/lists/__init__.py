"""Questions with many answers: lists out of a graph, a corpus' own facts, or its tables (QAMPARI, section 2)."""
