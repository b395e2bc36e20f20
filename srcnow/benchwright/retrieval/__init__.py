"""Search over sources: vectors, neighbours, BM25, ranked lists, seeds and candidates."""
