"""Compose questions from facts by rule, without a model (the maker `derive`).

family.py     what a family of questions is
families/     one file a family: gates, templates, three worked examples
compose.py    words that several families need: lists, units, sentences
order.py      one seeded permutation of everything that a cell can ask
pipeline.py   an attempt: seed -> draft -> checks -> outcome
"""
