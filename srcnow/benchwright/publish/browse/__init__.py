"""Show a benchmark in a web browser, from a server on this machine: lists, one question, and systems beside it."""
