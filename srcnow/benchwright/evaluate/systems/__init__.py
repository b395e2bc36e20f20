"""Ask external systems: a question goes out, an answer with contexts or a failure comes back.

    {"id", "question"}  ->  {"answer": "..." | ["...", ...] | null,
                             "contexts": [{"source"?, "document"?, "start"?, "end"?, "page"?, "text"?, "score"?}, ...],
                             "citations": [place in contexts, from 0, or the id of a source, ...]?}

A system is a Python callable or an HTTP endpoint. Knows no gold answers and no measures.
"""
