"""Divide a system's answers into strata by the verdicts on them, so that labels can be drawn from each.

Labels tell most where verdicts are rare or disagree. A stratum is one pattern of verdicts (right, wrong, none). Its
code does not tell people what the judges said, so that they judge by themselves.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchwright.evaluate.measures.catalogue import parse_measure
from benchwright.evaluate.measures.part_scores import PARTS
from benchwright.evaluate.score_folder import SystemScores

CERTAIN, DOUBTFUL = 0.1, 0.5
"""How often people are taken to disagree with verdicts that agree, and with others, before anything is labelled. The
labels that there are count beside two that say so."""
_ASSUMED = 2.0
FEWEST = 2
"""Labels of each stratum: below that nothing is known of its spread."""


@dataclass(frozen=True, slots=True)
class VerdictStratum:
    """A pattern of verdicts. `says` is the share of right answers that it makes likely, before labels."""

    code: str
    says: float


def verdict_strata(system: SystemScores, stem: str) -> tuple[VerdictStratum | None, ...]:
    """The stratum of each question's answer, by the judged columns of the measure `stem` and by `answer-parts`; all
    None where no judge has a column of that measure. An answer that no judge has a verdict on is in none."""
    judges = [one for one in system.values if (read := parse_measure(one.measure)).judge and read.family.stem == stem]
    parts = system.measure(PARTS)
    columns = [*judges, *([parts] if parts is not None else [])]
    found: list[VerdictStratum | None] = []
    for place in range(len(columns[0].values) if judges else 0):
        votes = [bool(one.values[place] > 0.5) if one.scored[place] else None for one in columns]
        if all(vote is None for vote in votes[: len(judges)]):
            found.append(None)
            continue
        named = ";".join(f"{one.measure}={vote}" for one, vote in zip(columns, votes, strict=True))
        kinds = set(votes) - {None}
        doubt = CERTAIN if len(kinds) == 1 and len(votes) > 1 and None not in votes else DOUBTFUL
        says = 1 - doubt if kinds == {True} else doubt
        found.append(VerdictStratum(hashlib.sha256(named.encode()).hexdigest()[:8], says))
    return tuple(found) if judges else (None,) * len(system.values[0].values)


def allocate(
    sizes: Mapping[str, int], labels: Mapping[str, Sequence[float]], says: Mapping[str, float], more: int
) -> dict[str, int]:
    """How many of `more` labels each stratum gets. `sizes` counts its answers, `labels` are those it has, `says` what
    is likely before. First each has `FEWEST`, the most doubtful first; then each label goes where it lowers the
    variance of the stratified mean most (Neyman 1934)."""
    codes = sorted(sizes)
    total = sum(sizes.values())
    counts = {code: len(labels.get(code, ())) for code in codes}
    right = {code: sum(labels.get(code, ())) + _ASSUMED * says[code] for code in codes}
    shares = {code: right[code] / (counts[code] + _ASSUMED) for code in codes}
    spread = {code: (sizes[code] / total) ** 2 * shares[code] * (1 - shares[code]) for code in codes}
    given = dict.fromkeys(codes, 0)

    def gain(code: str) -> tuple[bool, float]:
        have = counts[code] + given[code]
        return have < FEWEST, spread[code] if have < FEWEST else spread[code] * (1 / have - 1 / (have + 1))

    for _ in range(more):
        open_ = [code for code in codes if counts[code] + given[code] < sizes[code]]
        if not open_:
            break
        given[max(open_, key=gain)] += 1
    return given


def codes_of(strata: Sequence[VerdictStratum | None]) -> NDArray[np.object_]:
    """The code of each answer's stratum, "" for none."""
    return np.array(["" if one is None else one.code for one in strata], dtype=np.object_)
