"""Splits the candidates of a multi-hop question into its two sides (SMMQG, section 3.2).

- two kinds of sources: one kind each;
- three kinds: one of them, drawn at random, against the other two;
- one kind: at random, m // 2 of the m sources on one side and the rest on the other, and the candidates in the same
  proportion, so that each side has a choice.

Which side is about the entity and which leads to it is drawn at random too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from benchwright.makers.written.reply_fields import WriterRefusedError
from benchwright.records import Modalities, Modality

CandidatesByKind = Mapping[Modality, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Side:
    """What one of the two simple questions is written from: candidates, and how many of which kind it needs."""

    wants: Modalities
    candidates: tuple[str, ...]


def split(candidates: CandidatesByKind, wants: Modalities, rng: np.random.Generator) -> tuple[Side, Side]:
    """The sides (about the entity, leading to it). `candidates` are by modality, nearest first; the order
    stays within a side.

    Raises ValueError for a question over one source, WriterRefusedError if there are too few candidates.
    """
    if wants.total < 2:
        raise ValueError("two hops need two sources")
    kinds = [kind for kind in Modality if getattr(wants, kind.value)]
    for kind in kinds:
        count = len(candidates.get(kind, ()))
        if count < getattr(wants, kind.value):
            raise WriterRefusedError("candidates", f"{count} of {kind.value} were found for {wants}")
    sides = (
        _by_chance(candidates[kinds[0]], kinds[0], wants.total, rng)
        if len(kinds) == 1
        else _by_kind(candidates, wants, rng)
    )
    return sides if rng.integers(2) else (sides[1], sides[0])


def _by_kind(candidates: CandidatesByKind, wants: Modalities, rng: np.random.Generator) -> tuple[Side, Side]:
    kinds = [kind for kind in Modality if getattr(wants, kind.value)]
    alone = kinds[int(rng.integers(len(kinds)))]
    others = [kind for kind in kinds if kind is not alone]
    return _side(candidates, wants, [alone]), _side(candidates, wants, others)


def _side(candidates: CandidatesByKind, wants: Modalities, kinds: list[Modality]) -> Side:
    needs = Modalities(**{kind.value: getattr(wants, kind.value) for kind in kinds})
    return Side(needs, tuple(one for kind in kinds for one in candidates[kind]))


def _by_chance(candidates: tuple[str, ...], kind: Modality, total: int, rng: np.random.Generator) -> tuple[Side, Side]:
    needs = total // 2, total - total // 2
    size = min(max(needs[0], round(len(candidates) * needs[0] / total)), len(candidates) - needs[1])
    chosen = sorted(int(place) for place in rng.permutation(len(candidates))[:size])
    rest = [place for place in range(len(candidates)) if place not in chosen]
    one, other = (tuple(candidates[place] for place in places) for places in (chosen, rest))
    return Side(Modalities(**{kind.value: needs[0]}), one), Side(Modalities(**{kind.value: needs[1]}), other)
