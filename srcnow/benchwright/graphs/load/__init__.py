"""Load the items of readers into the folder of a graph."""
