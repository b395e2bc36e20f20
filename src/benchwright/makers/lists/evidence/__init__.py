"""Which statements of a graph a corpus tells, and where: pages, names in sentences, and checkers that read them
(QAMPARI, section 2.1)."""
