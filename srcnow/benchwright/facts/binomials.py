"""Read scientific names behind common ones: "the Karner blue butterfly (Lycaeides melissa samuelis)".

    (Karner blue butterfly, scientific_name, "Lycaeides melissa samuelis")

The common name must be told apart without doubt: it stands after "the", or opens a sentence or an item "(b)", and has
two to four words, for a single one ("wallaby") mostly names a larger group than the species behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from benchwright.english.nouns import is_plural
from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.phrases import fact_at
from benchwright.records import Fact, Modality, Source
from benchwright.values import name_key

_VOCABULARY = Vocabulary.of("benchwright.facts", "binomials")
_EPITHET = r"[a-z]{2,}(?:us|a|um|is|i|ae|ens|ans|os|or|on|x|ys|as)"
_BINOMIAL = re.compile(rf"\(\s*(?P<name>[A-Z][a-z]{{2,}} {_EPITHET}(?: {_EPITHET})?)\s*\)")
_WORD = r"[^\W\d_][\w'’-]*"
_COMMON = rf"(?P<common>{_WORD}(?: {_WORD}){{1,3}}) ?$"
_WITH_ARTICLE = re.compile(rf"\b[Tt]he {_COMMON}")
_OPENING = re.compile(rf"(?:^|[.:;] |\([a-z]\) ){_COMMON}")
_LIFE = re.compile(rf"\b(?:{_VOCABULARY.pattern('life')})\b")
# Words that no common name holds: with one of them the words before the parenthesis are a piece of a sentence.
_NO_NAME = _VOCABULARY.words("no_name")
_REACH = 80
"""How far before the parenthesis the common name may begin, in code points."""


@dataclass(frozen=True, slots=True)
class Binomial:
    """A common name, and where the scientific name stands in the text."""

    common: str
    start: int
    end: int


def binomials_in(text: str) -> Iterator[Binomial]:
    """The pairs of a text, in order."""
    for match in _BINOMIAL.finditer(text):
        reach = max(0, match.start() - _REACH)
        before = text[reach : match.start()]
        name = _WITH_ARTICLE.search(before)
        if name is None and not is_plural(before.rstrip().rpartition(" ")[2]):  # reads badly without an article
            name = _OPENING.search(before)
        if name is None or (reach and name.start() == 0):
            continue
        words = name["common"].split()
        if not any(word.casefold() in _NO_NAME for word in words) and words[0] != match["name"].split()[0]:
            yield Binomial(name["common"], match.start("name"), match.end("name"))


def facts_of_binomials(source: Source) -> Iterator[Fact]:
    """One fact for each common name of a passage, or of an image's caption, that has one scientific name there."""
    if source.modality is Modality.TABLE or not _LIFE.search(source.text):
        return
    pairs = list(binomials_in(source.text))
    names: dict[str, set[str]] = {}
    for pair in pairs:
        names.setdefault(name_key(pair.common), set()).add(source.text[pair.start : pair.end])
    first = {name_key(pair.common): pair for pair in reversed(pairs)}
    for pair in pairs:
        entity = name_key(pair.common)
        if len(names[entity]) > 1 or first[entity] is not pair:
            continue
        yield fact_at(source, "scientific_name", pair.start, pair.end, pair.common, subject_type="species")
