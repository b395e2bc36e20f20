"""Indexes the lines of a corpus that hold a cue of a relation, to find which pages mention some words.

Every text is read once. Only lines with a cue that may be asked for are kept: four bytes for each stem of such a line.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from benchwright.corpus.store import Corpus
from benchwright.retrieval.word_index import words_of

_STEM = 6
_LINE = re.compile(r"\n+|(?<=[.!?;])\s")


@dataclass(frozen=True, eq=False)
class MentionLines:
    """Lines and sentences, numbered as they were read. `places` are the numbers of those that hold a stem, ascending;
    `source` the place in `owners` of what each line was read from; `owners` the things that each source is about."""

    places: Mapping[str, array[int]]
    source: array[int]
    owners: Sequence[tuple[str, ...]]

    @classmethod
    def of(cls, corpus: Corpus, sources: Mapping[str, tuple[str, ...]], cues: Collection[str]) -> MentionLines:
        """The lines of these sources (with the things that each is about) that hold the stem of a cue."""
        wanted = frozenset(cues)
        places: dict[str, array[int]] = {}
        source = array("i")
        for number, id in enumerate(sources):
            for line in _LINE.split(corpus.source(id).text):
                stems = frozenset(stem_of(word) for word in words_of(line))
                if stems & wanted:
                    for stem in stems:
                        places.setdefault(stem, array("i")).append(len(source))
                    source.append(number)
        return cls(places, source, tuple(sources.values()))

    def about(self, needles: Sequence[str], cues: Collection[str]) -> set[str]:
        """The things with a line that holds all the needles and one of the cues, all of them as stems."""
        lines = {line for cue in cues for line in self.places.get(cue, ())}
        for needle in sorted(set(needles), key=lambda one: len(self.places.get(one, ()))):
            lines.intersection_update(self.places.get(needle, ()))
            if not lines:
                break
        return {owner for number in {self.source[line] for line in lines} for owner in self.owners[number]}


def stem_of(word: str) -> str:
    """What the forms of a word have in common, roughly: its first letters."""
    return word[:_STEM].rstrip("s") if len(word) > 3 else word
