"""Documents in, sources out: the corpus folder, and the readers, the chunker and the orchestration that fill it."""
