"""Handle English by rules and libraries: sentences, plurals, articles, stems, lists."""
