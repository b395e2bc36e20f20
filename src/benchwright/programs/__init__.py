"""Programs over facts: what a derived answer was computed by. Knows facts and values, but no questions and no wording.

`operations` is the closed list of what a program can do, `execution` runs one, `solver` looks for an answer without
seeing the program.
"""
