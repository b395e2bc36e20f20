"""Test whether two shares of different items differ: Fisher's exact test (Fisher 1922; SMMQG, section 5.2)."""

from __future__ import annotations


def fisher_p(hits: int, total: int, other_hits: int, other_total: int) -> float:
    """The exact two-sided p-value of `hits` of `total` items against `other_hits` of `other_total` others: the chance
    of all tables with the same margins that are no likelier than this one. ValueError for counts that do not fit."""
    if not (0 <= hits <= total and 0 <= other_hits <= other_total):
        raise ValueError("hits lie between 0 and their total")
    from scipy.stats import fisher_exact

    table = [[hits, total - hits], [other_hits, other_total - other_hits]]
    return min(1.0, float(fisher_exact(table).pvalue))
