"""Strata of verdicts, and where labels are spent."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from benchwright.evaluate.judges.verdict_strata import allocate, verdict_strata
from benchwright.evaluate.measure_values import MeasureValues
from benchwright.evaluate.score_folder import SystemScores

ONE, TWO = "judged-correctness@openai/one", "judged-correctness@openai/two"


def column(name: str, *values: float | None) -> MeasureValues:
    scored = np.array([value is not None for value in values])
    return MeasureValues(name, np.array([value or 0.0 for value in values]), scored)


def test_a_stratum_is_a_pattern_of_verdicts() -> None:
    columns = (column(ONE, 1, 1, 0, None, 1), column(TWO, 1, 0, 0.5, None, 1), column("answer-parts", 1, 1, 0, 1, None))
    found = verdict_strata(SystemScores("mine", "mine", columns), "judged-correctness")
    assert found[3] is None  # no judge has a verdict on it
    says = [one.says for one in found if one is not None]
    assert says == [0.9, 0.5, 0.1, 0.5]  # agreed right, divided, agreed wrong, and one that is missing
    assert len({one.code for one in found if one is not None}) == 4
    assert verdict_strata(SystemScores("mine", "mine", columns), "faithfulness") == (None,) * 5


def test_labels_go_to_the_doubtful_and_to_the_rare_first() -> None:
    given = allocate({"agreed": 800, "divided": 100, "rare": 3}, {}, {"agreed": 0.9, "divided": 0.5, "rare": 0.5}, 50)
    assert sum(given.values()) == 50
    assert given["rare"] == 2
    # By Neyman 800 * 0.3 to 100 * 0.5, of the 48 others: 39.7 and 8.3
    assert given["divided"] in (8, 9)
    labelled = allocate({"agreed": 800, "divided": 100}, {"agreed": [1.0] * 40}, {"agreed": 0.9, "divided": 0.5}, 10)
    assert labelled["divided"] > labelled["agreed"]


@given(
    st.dictionaries(st.sampled_from("abcd"), st.integers(1, 40), min_size=1),
    st.integers(0, 200),
    st.lists(st.floats(0, 1), max_size=5),
)
def test_no_label_is_lost_and_no_stratum_is_overdrawn(sizes: dict[str, int], more: int, some: list[float]) -> None:
    first = min(sizes)
    labels = {first: some[: sizes[first]]}
    given = allocate(sizes, labels, dict.fromkeys(sizes, 0.5), more)
    left = {code: size - len(labels.get(code, ())) for code, size in sizes.items()}
    assert sum(given.values()) == min(more, sum(left.values()))
    assert all(given[code] <= left[code] for code in sizes)
