"""Documents are read in confined worker processes: what a document can do ends with the process that reads it.

`pool.py` is the way in; `child.py` is the program that each process runs.

This module imports none of them, so that a child is confined before it loads anything large.
"""
