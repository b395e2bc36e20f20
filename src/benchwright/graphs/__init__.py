"""Knowledge graphs -> triples in integer columns, beside the facts of a corpus. Knows no questions."""
