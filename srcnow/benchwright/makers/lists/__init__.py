"""Makes list questions, which have many answers, from a graph, from facts or from tables (QAMPARI, section 2).

Data flows through the folders in this order: `knowledge` turns a graph or facts into statements, `queries` finds what
can be asked, `evidence` searches the corpus for sentences that state a triple, `proof` chooses what proves an answer,
`wording` writes the question. `tables` does all of this for tables. `maker.py` fills the cells of a plan.
"""
