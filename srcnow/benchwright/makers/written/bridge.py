"""Finds the entity that two hops meet in, and what else sources tell of it, without asking a model.

Names are found as whole words, in the singular or the plural, without what stands in parentheses behind them, and by
the other name that a source itself puts in parentheses: "the Network Time Protocol (NTP)".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from benchwright.checks.leak import told_by
from benchwright.english.nouns import plural, singular
from benchwright.english.sentences import sentences
from benchwright.records import Modality, Source
from benchwright.retrieval.word_index import holds
from benchwright.values import Quantity, bare_name, normalise, parse

_LONGEST_ALIAS = 5
"""Words in parentheses that may be another name; more are a remark."""
_NUMBERED = re.compile(r"^\d+(?:\.\d+)*\.?\s+")
"""The number of a heading: "4.8.2. "."""
_FOUND_BY_CHANCE = 100
"""Bare numbers below this stand in most passages, as numbers of something else: that proves nothing."""


@dataclass(frozen=True, slots=True)
class Bridge:
    """An entity, and all forms of its name."""

    name: str
    forms: tuple[str, ...]

    @classmethod
    def of(cls, name: str, sources: Iterable[Source]) -> Bridge:
        """The entity of this name as these sources name it."""
        bare = bare_name(name)
        own = [name, bare, singular(bare), plural(singular(bare))]
        aliases = [alias for source in sources for alias in _aliases(bare, _words(source))]
        return cls(name, tuple(dict.fromkeys(form for form in (*own, *aliases) if form)))

    def stands_in(self, source: Source) -> bool:
        """Whether the source names it in its title, its headings, its words, its caption, or the line on what it is
        about."""
        return self.is_named_in(_words(source))

    def is_named_in(self, text: str) -> bool:
        return any(holds(text, form) for form in self.forms)

    def is_told(self, words: str, source: Source) -> bool:
        """Whether a source tells a value or a description of the entity: in one sentence or row that names it, or
        anywhere where the source's title or last heading is its name. Elsewhere the same words may be of other things.
        """
        value = parse(words)
        if isinstance(value, Quantity) and not value.unit and abs(value.number) < _FOUND_BY_CHANCE:
            return False
        forms = {normalise(form) for form in self.forms}
        bearing = (_NUMBERED.sub("", name) for name in (source.title, *source.place.headings[-1:]))
        about = any(normalise(bare_name(name)) in forms for name in bearing)
        return any(
            (about or self.is_named_in(piece)) and (holds(piece, words) or told_by(piece, value, whole=True))
            for piece in _pieces(source)
        )


def _words(source: Source) -> str:
    return "\n".join((source.title, *source.place.headings, source.text, source.about))


def _pieces(source: Source) -> Iterator[str]:
    yield source.title
    if source.modality is Modality.TEXT:
        for start, end in sentences(source.text):
            yield source.text[start:end]
    else:
        yield from source.text.splitlines()


def _aliases(name: str, text: str) -> Iterator[str]:
    for match in re.finditer(rf"(?<!\w){re.escape(name)} \(([^()]+)\)", text, re.IGNORECASE):
        if len(match[1].split()) <= _LONGEST_ALIAS and any(map(str.isalpha, match[1])):
            yield match[1].strip()
