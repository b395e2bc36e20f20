"""Finds, without a model, which sources go together in a question, and why."""
