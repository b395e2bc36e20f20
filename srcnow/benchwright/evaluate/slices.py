"""Group questions into slices: all, by style, by modalities, by both, and by each facet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchwright.evaluate.score_folder import ScoredQuestion
from benchwright.evaluate.summary import Slice

LIST = "list"
MOST_VALUES = 20
"""Of a facet with more values only those have slices that have `ENOUGH` questions, the most frequent ones."""
ENOUGH = 10
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, eq=False)
class SliceRows:
    """A slice and the places of its questions, ascending."""

    slice: Slice
    rows: NDArray[np.int64]


def slice_questions(questions: Sequence[ScoredQuestion]) -> tuple[SliceRows, ...]:
    """All questions, then the styles, the modalities and the pairs of both that occur, each in order of its name, then
    the values of each facet.

    A kind with one member only says what "all" says, and is left out."""
    kinds = [(question.style, kinds_of_sources(question.style, question.modalities)) for question in questions]
    styles = sorted({style for style, _ in kinds})
    groups = sorted({group for _, group in kinds}, key=by_size)
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
    return (*(SliceRows(one, _rows(one, kinds)) for one in slices), *_by_facets(questions))


def facets_cut(questions: Sequence[ScoredQuestion]) -> tuple[str, ...]:
    """A remark for each facet of which not every value has a slice."""
    remarks = []
    for name, values in _facet_values(questions).items():
        if len(values) > MOST_VALUES:
            shown = len(_shown(values))
            what = f"slices are the {shown} most frequent" if shown > 1 else f"no {ENOUGH} questions share one"
            remarks.append(f"{name} has {len(values):,} values: {what}")
    return tuple(remarks)


def _facet_values(questions: Sequence[ScoredQuestion]) -> dict[str, Counter[str]]:
    values: dict[str, Counter[str]] = {}
    for question in questions:
        for name, value in question.facets.items():
            values.setdefault(name, Counter())[value] += 1
    return values


def _shown(values: Counter[str]) -> list[str]:
    if len(values) <= MOST_VALUES:
        return list(values)
    ranked = sorted(values.items(), key=lambda one: (-one[1], one[0]))
    return [value for value, count in ranked[:MOST_VALUES] if count >= ENOUGH]


def _by_facets(questions: Sequence[ScoredQuestion]) -> Iterator[SliceRows]:
    for name, values in _facet_values(questions).items():
        shown = sorted(_shown(values), key=_natural)
        if len(shown) < 2 or any(count == len(questions) for count in values.values()):
            continue
        of = np.array([question.facets.get(name, "") for question in questions])
        for value in shown:
            yield SliceRows(Slice(name, value=value), np.flatnonzero(of == value).astype(np.int64))


def _natural(value: str) -> tuple[int, str]:
    """Numbers by their size: `2 to 4` before `10 to 19`."""
    digits = value.split(" ")[0]
    return (int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else 0, value)


def kinds_of_sources(style: str, modalities: str) -> str:
    """The modalities that a question is put with. How many sources a list rests on is its own; only their kinds make a
    group: `text` for thirteen passages."""
    if style != LIST:
        return modalities
    return "+".join(part.lstrip("0123456789") for part in modalities.split("+"))


def _rows(slice_: Slice, kinds: Sequence[tuple[str, str]]) -> NDArray[np.int64]:
    wanted = [slice_.style in ("", style) and slice_.modalities in ("", group) for style, group in kinds]
    return np.flatnonzero(wanted).astype(np.int64)


def by_size(kind: str) -> tuple[int, str]:
    """One source before two: `text`, then `2text`, `text+table`."""
    return (sum(int(part.rstrip(_LETTERS) or 1) for part in kind.split("+")), kind)
