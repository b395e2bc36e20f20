"""Turns a graph or the facts of a corpus into statements, and into the ways to ask for them."""
