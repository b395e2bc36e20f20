"""Check questions: one check a file, each a function from a `Candidate` and the `CorpusFacts` to a `Check`.

modalities   the sources are exactly of the kinds that the cell asks for
style        the program's shape supports the style
correct      the program, executed over values read again from the sources' own spans, gives the answer
unique       what the question describes fits one thing only, and no source says otherwise
needed       no source can be left out, and no other kind of source tells the same (the blind solver)
leak         the question does not give its answer away
readable     the question reads as one: whole, self-contained, free of traces of the machine
duplicate    not asked before (in commit order; `duplicate.DuplicateIndex`)
"""
