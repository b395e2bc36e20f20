"""Group questions into slices: all, by style, by modalities, by both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from benchwright.evaluate.summary import Slice

LIST = "list"
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class SlicedQuestion(Protocol):
    """What is needed of a question."""

    @property
    def style(self) -> str: ...
    @property
    def modalities(self) -> object: ...


@dataclass(frozen=True, eq=False)
class SliceRows:
    """A slice and the places of its questions, ascending."""

    slice: Slice
    rows: NDArray[np.int64]


def slice_questions(questions: Sequence[SlicedQuestion]) -> tuple[SliceRows, ...]:
    """All questions, then the styles, the modalities and the pairs of both that occur, each in order of its name.

    A kind with one member only says what "all" says, and is left out."""
    everything = np.arange(len(questions), dtype=np.int64)
    styles = [question.style for question in questions]
    kinds = [_kinds(question) for question in questions]
    found = [SliceRows(Slice("all"), everything)]
    named = sorted(set(styles)) if len(set(styles)) > 1 else []
    found += [SliceRows(Slice("style", style=name), _where(styles, name)) for name in named]
    told = sorted(set(kinds), key=_by_size) if len(set(kinds)) > 1 else []
    found += [SliceRows(Slice("modalities", modalities=name), _where(kinds, name)) for name in told]
    if named and told:
        pairs = list(zip(styles, kinds, strict=True))
        for style in named:
            for kind in told:
                rows = np.array([row for row, pair in enumerate(pairs) if pair == (style, kind)], dtype=np.int64)
                if len(rows):
                    found.append(SliceRows(Slice("style and modalities", style, kind), rows))
    return tuple(found)


def _kinds(question: SlicedQuestion) -> str:
    """The modalities that a question is put with. How many sources a list rests on is its own; only their kinds make a
    group: `text` for thirteen passages."""
    told = str(question.modalities)
    if question.style != LIST:
        return told
    return "+".join(part.lstrip("0123456789") for part in told.split("+"))


def _where(labels: Sequence[str], name: str) -> NDArray[np.int64]:
    return np.array([row for row, label in enumerate(labels) if label == name], dtype=np.int64)


def _by_size(kind: str) -> tuple[int, str]:
    """One source before two: `text`, then `2text`, `text+table`."""
    return (sum(int(part.rstrip(_LETTERS) or 1) for part in kind.split("+")), kind)
