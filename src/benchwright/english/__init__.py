"""English by rules and well-kept libraries: sentences, plurals, articles, stems. Knows no relation and no question."""
