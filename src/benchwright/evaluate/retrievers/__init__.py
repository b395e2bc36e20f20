"""Questions -> runs: the retrievers of this package by name, run files, callables, endpoints."""
