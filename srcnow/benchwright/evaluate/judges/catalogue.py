"""List the judged measures by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from benchwright.errors import UsageError
from benchwright.evaluate.judges.claims import ANSWER_RELEVANCE, CITATION_SUPPORT, CONTEXT_RECALL, FAITHFULNESS
from benchwright.evaluate.judges.correctness import CORRECTNESS, REFERENCE_CORRECTNESS
from benchwright.evaluate.judges.judged_measure import JudgedMeasure
from benchwright.evaluate.judges.nugget_recall import NUGGET_RECALL
from benchwright.registry import suggestion

JUDGED: Mapping[str, JudgedMeasure] = {
    one.name: one
    for one in (
        CORRECTNESS,
        REFERENCE_CORRECTNESS,
        FAITHFULNESS,
        ANSWER_RELEVANCE,
        CITATION_SUPPORT,
        CONTEXT_RECALL,
        NUGGET_RECALL,
    )
}
"""Every judged measure, in the order of tables."""

USUAL = ("judged-correctness", "faithfulness")
"""What a judge is asked for if nothing is named: whether the answer is right, and whether it keeps to its contexts."""


def judged_measures(names: Iterable[str]) -> tuple[JudgedMeasure, ...]:
    """The measures of these names, each once, in the order of tables; the usual ones if none is named. UsageError for a
    name that there is not."""
    wanted = list(names) or list(USUAL)
    for name in wanted:
        if name not in JUDGED:
            raise UsageError(f"there is no judged measure {name!r}", hint=suggestion(name, JUDGED))
    return tuple(one for name, one in JUDGED.items() if name in wanted)
