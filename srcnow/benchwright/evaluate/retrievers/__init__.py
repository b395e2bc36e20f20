"""Run retrievers: those of this package by name, run files, callables and endpoints."""
