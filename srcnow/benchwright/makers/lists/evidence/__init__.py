"""Finds the sentences of a corpus that state the triples of a graph (QAMPARI, section 2.1)."""
