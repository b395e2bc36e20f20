"""Chooses the evidence of answers, has judges read it, and finds answers that are undecided."""
