"""Items of a reader -> the folder of a graph: parts with marks, then one merge. Knows no formats."""
