"""One measure family a file: what was found or said, against the gold -> a value a question. Knows no statistics."""
