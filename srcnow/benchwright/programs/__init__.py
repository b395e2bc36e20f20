"""Compute derived answers by programs over facts.

`operations` is the closed list of what a program can do, `execution` runs one, `solver` looks for an answer without
seeing the program.
"""
