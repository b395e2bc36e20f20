"""Test whether the values of one sample tend to be larger than another's: Mann-Whitney U (SMMQG, section 5.2)."""

from __future__ import annotations

from collections.abc import Sequence


def mann_whitney_p(one: Sequence[float], other: Sequence[float]) -> float | None:
    """The two-sided p-value; ties are corrected for. It is exact for small samples without ties, else by the normal
    approximation. None where a sample is empty."""
    if not one or not other:
        return None
    if len({*one, *other}) == 1:
        return 1.0
    from scipy.stats import mannwhitneyu

    return float(mannwhitneyu(one, other, alternative="two-sided").pvalue)
