"""Group questions into slices: all, by style, by modalities, by both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchwright.evaluate.score_folder import ScoredQuestion
from benchwright.evaluate.summary import Slice

LIST = "list"
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, eq=False)
class SliceRows:
    """A slice and the places of its questions, ascending."""

    slice: Slice
    rows: NDArray[np.int64]


def slice_questions(questions: Sequence[ScoredQuestion]) -> tuple[SliceRows, ...]:
    """All questions, then the styles, the modalities and the pairs of both that occur, each in order of its name.

    A kind with one member only says what "all" says, and is left out."""
    everything = np.arange(len(questions), dtype=np.int64)
    styles = [question.style for question in questions]
    kinds = [_kinds(question) for question in questions]
    slices = [SliceRows(Slice("all"), everything)]
    named = sorted(set(styles)) if len(set(styles)) > 1 else []
    slices += [SliceRows(Slice("style", style=name), _where(styles, name)) for name in named]
    groups = sorted(set(kinds), key=_by_size) if len(set(kinds)) > 1 else []
    slices += [SliceRows(Slice("modalities", modalities=name), _where(kinds, name)) for name in groups]
    if named and groups:
        pairs = list(zip(styles, kinds, strict=True))
        for style in named:
            for kind in groups:
                rows = np.array([row for row, pair in enumerate(pairs) if pair == (style, kind)], dtype=np.int64)
                if len(rows):
                    slices.append(SliceRows(Slice("style and modalities", style, kind), rows))
    return tuple(slices)


def _kinds(question: ScoredQuestion) -> str:
    """The modalities that a question is put with. How many sources a list rests on is its own; only their kinds make a
    group: `text` for thirteen passages."""
    if question.style != LIST:
        return question.modalities
    return "+".join(part.lstrip("0123456789") for part in question.modalities.split("+"))


def _where(labels: Sequence[str], name: str) -> NDArray[np.int64]:
    return np.array([row for row, label in enumerate(labels) if label == name], dtype=np.int64)


def _by_size(kind: str) -> tuple[int, str]:
    """One source before two: `text`, then `2text`, `text+table`."""
    return (sum(int(part.rstrip(_LETTERS) or 1) for part in kind.split("+")), kind)
