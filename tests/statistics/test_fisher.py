"""Fisher's exact test: the printed tables of SMMQG's human study."""

from __future__ import annotations

import pytest

from benchwright.statistics.fisher import fisher_p


@pytest.mark.parametrize(
    ("hits", "other", "p"),
    [  # of 60 questions each: SMMQG, table 15
        (60, 52, 0.006),  # source relevance, information extraction against single modality
        (58, 52, 0.09),  # answerability
        (57, 48, 0.025),  # answer correctness
        (55, 51, 0.39),  # source relevance, multi-hop against compose
        (60, 51, 0.003),  # answerability; answer correctness is as above
        (60, 60, 1.0),
        (59, 56, 0.36),  # style: the paper prints 0.44, which its percentages do not give
    ],
)
def test_published_values_are_met(hits: int, other: int, p: float) -> None:
    assert fisher_p(hits, 60, other, 60) == pytest.approx(p, abs=0.005 if p > 0.03 else 0.0005)
    assert fisher_p(other, 60, hits, 60) == pytest.approx(fisher_p(hits, 60, other, 60))


def test_counts_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="between 0 and their total"):
        fisher_p(3, 2, 0, 4)
