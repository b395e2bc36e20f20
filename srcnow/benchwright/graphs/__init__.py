"""Knowledge graphs: readers of their formats, the load into columns, and the books of relations."""
