"""Write the card of a benchmark: a data sheet, a data set card, and the record that each figure in them comes from."""
