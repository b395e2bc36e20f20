"""Sources as vectors, and who is near whom. Knows sources, and nothing of facts and questions."""
