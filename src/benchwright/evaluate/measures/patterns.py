"""What rank measures see of a run: at which places gold is found, and how much of it there is.

No measure at a cut-off looks at anything else: not at ids, not at the hits that are not gold, not at what comes behind
the last find. So questions with one pattern are one, and are judged once. Knows no measure.

Where one hit finds several sources at once (a chunk that spans them), cut-offs go on counting hits: the run is cut
behind k hits, what one hit finds is put one behind the other (higher grades first), and the longer list judged whole.
So recall@1 of a first chunk that holds all the evidence is 1, and nothing exceeds 1: no list of that length is better
than the ideal one. Such a question has a pattern a cut-off.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from benchwright.evaluate.found import Found
from benchwright.evaluate.gold import Question
from benchwright.evaluate.ranking import GRADES, Gains, grade
from benchwright.evaluate.runs import Longs

SPAN = GRADES + 1
NOTHING = -1
"""The number of the pattern in which nothing is found."""

Pattern = tuple[bytes, tuple[int, ...]]
"""`place * SPAN + grade` of what is found, as int64, places from 0 and ascending; and the grades of what is missed."""


@dataclass(eq=False)
class Sheet:
    """Different patterns that are cut alike. With `cut` 0 the cut-offs are a measure's own; else these are lists that
    were cut behind `cut` hits and have come out `length` long."""

    cut: int = 0
    length: int = 0
    patterns: dict[Pattern, int] = field(default_factory=dict)

    def number(self, gains: bytes, missed: tuple[int, ...]) -> int:
        """The number of a pattern, a new one if it is new."""
        return self.patterns.setdefault((gains, missed), len(self.patterns)) if gains else NOTHING


@dataclass(eq=False)
class Use:
    """Which questions show which patterns of a sheet; a question with several gold sets shows several."""

    sheet: Sheet
    questions: list[int] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)

    def add(self, question: int, number: int) -> None:
        self.questions.append(question)
        self.numbers.append(number)


@dataclass(frozen=True, slots=True)
class Patterns:
    """Of a run: `hits` is what precision sees (evidence of any gold set), `sets` and `cuts` what the others see, each
    gold set by itself. `hits` and `sets` share a sheet."""

    hits: Use
    sets: Use
    cuts: tuple[Use, ...]


def patterns(found: Found, cutoffs: Iterable[int]) -> Patterns:
    """The patterns of every question that has a gold set, down to the largest cut-off."""
    wanted = sorted(set(cutoffs))
    depth = wanted[-1]
    whole = Sheet()
    hits, sets = Use(whole), Use(whole)
    cuts: dict[tuple[int, int], Use] = {}
    done = _plain(found, depth, hits, sets)
    for place in np.flatnonzero(~done).tolist():
        question = found.gold.questions[place]
        first, end = int(found.starts[place]), int(found.starts[place + 1])
        end = min(end, first + depth)
        (relevant,) = np.nonzero(found.relevant[first:end])
        if question.gold_sets:
            hits.add(place, whole.number((relevant * SPAN + 1).astype(np.int64).tobytes(), ()))
        finds = [(row - first, found.gains[row]) for row in range(first, end) if found.gains[row]]
        for gold_set in question.gold_sets:
            here = list(_within(question, gold_set, finds))
            found_sources = {source for _, gained in finds for source in gained if source in gold_set}
            if all(len(grades) == 1 for _, grades in here):
                sets.add(place, whole.number(*_pattern(question, gold_set, here, found_sources)))
                continue
            for cutoff in wanted:
                kept = [(rank, grades) for rank, grades in here if rank < cutoff]
                seen = {source for rank, gained in finds if rank < cutoff for source in gained if source in gold_set}
                length = cutoff + sum(len(grades) - 1 for _, grades in kept)
                use = cuts.setdefault((cutoff, length), Use(Sheet(cutoff, length)))
                use.add(place, use.sheet.number(*_pattern(question, gold_set, kept, seen)))
    return Patterns(hits, sets, tuple(cuts.values()))


def _within(
    question: Question, gold_set: frozenset[str], finds: Iterable[tuple[int, tuple[str, ...]]]
) -> Iterator[tuple[int, list[int]]]:
    """The hits that find sources of one gold set, and the grades of these, highest first."""
    for rank, gained in finds:
        grades = sorted((grade(question.grades, source) for source in gained if source in gold_set), reverse=True)
        if grades:
            yield rank, grades


def _pattern(
    question: Question, gold_set: frozenset[str], finds: Iterable[tuple[int, Sequence[int]]], seen: set[str]
) -> Pattern:
    coded: list[int] = []
    behind = 0  # how much further back a find stands for what hits before it found beyond one source
    for rank, grades in finds:
        coded.extend((rank + behind + more) * SPAN + one for more, one in enumerate(grades))
        behind += len(grades) - 1
    missed = sorted((grade(question.grades, source) for source in gold_set - seen), reverse=True)
    return np.array(coded, dtype=np.int64).tobytes(), tuple(missed)


def _plain(found: Found, depth: int, hits: Use, sets: Use) -> NDArray[np.bool_]:
    """Enter the questions with one gold set of a run that names sources, by far the most of most runs, by columns; say
    which these are."""
    count = len(found.gold)
    if not isinstance(found.gains, Gains):
        return np.zeros(count, dtype=np.bool_)
    plain = np.fromiter((len(question.gold_sets) == 1 for question in found.gold), np.bool_, count)
    (rows,) = np.nonzero(found.relevant)
    asked = np.searchsorted(found.starts, rows, side="right") - 1
    places = rows - found.starts[asked]
    kept = (places < depth) & plain[asked]
    rows, asked, places = rows[kept], asked[kept], places[kept]
    coded: Longs = places * SPAN + found.gains.grades[rows]
    bounds = np.searchsorted(asked, np.arange(count + 1)).tolist()
    sheet = sets.sheet
    for place, question in enumerate(found.gold):
        if not plain[place]:
            continue
        gains = coded[bounds[place] : bounds[place + 1]]
        (gold_set,) = question.gold_sets
        if not question.grades:
            missed = (1,) * (len(gold_set) - len(gains))
        else:
            left = sorted((grade(question.grades, source) for source in gold_set), reverse=True)
            for one in (gains % SPAN).tolist():
                left.remove(one)
            missed = tuple(left)
        number = sheet.number(gains.tobytes(), missed)
        sets.add(place, number)
        hits.add(place, number)
    return plain
