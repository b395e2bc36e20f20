"""Answer from the retrieved sources without a model: the sentence or the table cell that shares most with the question.

An honest floor for models, and a way to run the whole evaluation offline. Nothing is fitted to any benchmark: a word
weighs more the fewer of the question's candidates have it (inverse document frequency), and that is all.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchwright.english.sentences import sentences
from benchwright.evaluate.gold import Question
from benchwright.evaluate.runs import RunHit
from benchwright.evaluate.systems.base import SystemReply
from benchwright.programs.telling_stems import telling_stems
from benchwright.records import Source

NAME = "extractive"

_LONGEST = 100_000  # characters of a source that are looked at
_MOST = 5_000  # cells of a table that are looked at


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A possible answer: the source that it is of, its words, and the stems that it is found by: its own, and those of
    what it stands under (a title, the head of its row and of its column)."""

    place: int
    text: str
    stems: frozenset[str]
    about: frozenset[str]


def extract_answer(question: Question, hits: Sequence[RunHit], sources: Sequence[Source]) -> SystemReply:
    """The candidate that shares the words of most weight with the question, and its source as the citation; nothing
    where none shares a word. Of equals the first wins."""
    wanted = telling_stems(question.text)
    candidates = [one for place, source in enumerate(sources) for one in _candidates(place, source)]
    having = Counter(stem for one in candidates for stem in (one.stems | one.about) & wanted)
    weights = {stem: math.log(1 + len(candidates) / count) for stem, count in having.items()}

    def score(one: _Candidate) -> float:
        return sum(sorted(weights[stem] for stem in (one.stems | one.about) & wanted))  # in one order: floats

    best = max(candidates, key=score, default=None)
    if best is None or not score(best):
        return SystemReply(contexts=tuple(hits), citations=() if hits else None)
    return SystemReply((best.text,), best.text, tuple(hits), (best.place,))


def _candidates(place: int, source: Source) -> Iterator[_Candidate]:
    """The cells of a table, the sentences of each line of anything else."""
    title = telling_stems(source.title)
    if source.table is None:
        for text in source.text[:_LONGEST].splitlines():
            for start, end in sentences(text):
                if text[start:end].strip():
                    yield _Candidate(place, text[start:end].strip(), telling_stems(text[start:end]), title)
        return
    headers = [" ".join(cells) for cells in zip(*source.table.header, strict=True)]
    looked_at = 0
    for row in source.table.rows:
        name = row[0] if row else ""
        for column, cell in enumerate(row[1:], 1):
            looked_at += 1
            if looked_at > _MOST:
                return
            header = headers[column] if column < len(headers) else ""
            if cell.strip():
                yield _Candidate(
                    place, _stated(cell, header), frozenset(), title | telling_stems(name) | telling_stems(header)
                )


def _stated(cell: str, header: str) -> str:
    """A cell with what its header says of it, such as its unit: "38.4 (infant mortality, per 1,000 births)"."""
    return f"{cell} ({header})" if header.strip() else cell
