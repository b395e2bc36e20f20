"""Put judged scores beside the corrected ones, and say why others are not corrected."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from benchwright.evaluate.summary import CorrectionMethod, Slice, Summary
from benchwright.publish.number_format import NONE, decimals, estimate
from benchwright.publish.safe_text import line, shortened

_METHODS: dict[CorrectionMethod, str] = {"labels": "labels", "errors": "trials", "": ""}
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class Correction:
    """A judged score and the corrected one, as they are shown; `why` says why it is rough, or not corrected."""

    system: str
    slice: Slice
    judged: str
    corrected: str
    method: str
    why: str

    @property
    def is_shown(self) -> bool:
        """Whether it has a row: over all questions always, in a slice where it is corrected."""
        return self.corrected != NONE or self.slice.kind == "all"


def corrections(summary: Summary) -> dict[str, list[Correction]]:
    """By measure, for every system and slice: all questions first, then as the summary has its slices."""
    found: dict[str, list[Correction]] = defaultdict(list)
    places = decimals(summary)
    for one in summary.corrected:
        cell = summary.cell(one.system, one.measure, one.slice)
        if cell is None or one.system not in summary.systems:
            continue
        known = f"{one.known:,} " if one.method else ""
        shown = estimate(one.estimate, places, measure=one.measure) if one.method else NONE
        found[one.measure].append(
            Correction(
                one.system,
                one.slice,
                estimate(cell.estimate, places, measure=one.measure),
                shown,
                known + _METHODS[one.method],
                line(one.estimate.why, _LONGEST),
            )
        )
    return found


def uncorrected(found: Sequence[Correction]) -> list[str]:
    """A sentence for each reason why scores are not corrected, with the slices that it holds for."""
    reasons: dict[str, dict[str, None]] = defaultdict(dict)
    for one in found:
        if one.corrected == NONE:
            reasons[one.why][one.slice.label] = None
    return [f"not corrected: {shortened('; '.join(labels), _LONGEST)} ({why})" for why, labels in reasons.items()]
