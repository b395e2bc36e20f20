"""Count which modalities a retriever returns where another one is wanted (WebQA, appendix D)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import numpy as np

from benchwright.evaluate.matched_run import MatchedRun
from benchwright.evaluate.measure_values import MeasureValues
from benchwright.evaluate.runs import Run
from benchwright.evaluate.summary import ModalityConfusion
from benchwright.records import Modality

UNKNOWN = "unknown"
"""What chunks and unknown sources count as: their modality is not known."""


def modality_confusion(
    matches: MatchedRun,
    run: Run,
    modality_of: Callable[[str], Modality | None],
    k: int,
    *,
    open_values: MeasureValues,
    known_values: MeasureValues | None = None,
) -> tuple[ModalityConfusion, ...]:
    """For each combination of modalities that questions want (in order of their first question, and over all of them
    last, as `all`): the shares of modalities among the first k hits of these questions, and the mean of a measure as it
    was asked (`open_values`) and as it is if only the wanted modalities are searched (`known_values`).

    `shares` add up to 1, or are {} where nothing was returned. A measure that scores no question of a group is None.
    ValueError for k below 1.
    """
    if k < 1:
        raise ValueError("a cut-off is at least 1")
    groups: dict[str, list[int]] = {}
    for place, question in enumerate(matches.gold):
        groups.setdefault(str(question.modalities), []).append(place)
    if len(groups) > 1:
        groups["all"] = list(range(len(matches.gold)))
    rows: list[ModalityConfusion] = []
    for wanted, places in groups.items():
        counts: Counter[str] = Counter()
        for place in places:
            for hit in matches.hits[matches.ranks(place, k)]:
                modality = modality_of(str(run.sources[hit]))
                counts[UNKNOWN if modality is None else modality.value] += 1
        kinds = [*(kind.value for kind in Modality), *([UNKNOWN] if counts[UNKNOWN] else [])]
        rows.append(
            ModalityConfusion(
                system=matches.name,
                k=k,
                wanted=wanted,
                questions=len(places),
                shares={kind: counts[kind] / counts.total() for kind in kinds} if counts.total() else {},
                measure=open_values.measure,
                open=_mean(open_values, places),
                known=None if known_values is None else _mean(known_values, places),
            )
        )
    return tuple(rows)


def _mean(values: MeasureValues, places: list[int]) -> float | None:
    at = np.array(places, dtype=np.int64)
    at = at[values.scored[at]]
    return float(values.values[at].mean()) if len(at) else None
