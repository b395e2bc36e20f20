"""Finds every query that the plan allows, and its answers."""
