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
    kinds = [(question.style, _kinds(question)) for question in questions]
    styles = sorted({style for style, _ in kinds})
    groups = sorted({group for _, group in kinds}, key=_by_size)
    styles, groups = (named if len(named) > 1 else [] for named in (styles, groups))
    slices = [
        Slice("all"),
        *(Slice("style", style) for style in styles),
        *(Slice("modalities", "", group) for group in groups),
        *(
            Slice("style and modalities", style, group)
            for style in styles
            for group in groups
            if (style, group) in kinds
        ),
    ]
    return tuple(SliceRows(one, _rows(one, kinds)) for one in slices)


def _kinds(question: ScoredQuestion) -> str:
    """The modalities that a question is put with. How many sources a list rests on is its own; only their kinds make a
    group: `text` for thirteen passages."""
    if question.style != LIST:
        return question.modalities
    return "+".join(part.lstrip("0123456789") for part in question.modalities.split("+"))


def _rows(slice_: Slice, kinds: Sequence[tuple[str, str]]) -> NDArray[np.int64]:
    wanted = [slice_.style in ("", style) and slice_.modalities in ("", group) for style, group in kinds]
    return np.flatnonzero(wanted).astype(np.int64)


def _by_size(kind: str) -> tuple[int, str]:
    """One source before two: `text`, then `2text`, `text+table`."""
    return (sum(int(part.rstrip(_LETTERS) or 1) for part in kind.split("+")), kind)
