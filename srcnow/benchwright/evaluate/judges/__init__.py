"""Judge answers with models: measures that take a reader to decide, each with its prompt and its reasons."""
