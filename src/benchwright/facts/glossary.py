"""Read definitions from glossary entries of textbooks and from sentences that introduce a term.

    thigmotropism : directional growth of a plant in response to constant contact ^
    -> definition of "thigmotropism": directional growth of a plant in response to constant contact

    origin : (also, ORI) region of the prokaryotic chromosome where replication begins ^
    -> definition of "origin", alias ORI

An entry is refused when its definition would not lead a reader to the term, or gives the term away: too short or too
long, circular (a word of the definition shares its stem with a word of the term), or a description of a use
("describes ...", "see ...").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from benchwright.english.stems import stem
from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.article_openings import words
from benchwright.facts.phrases import fact_at
from benchwright.records import Fact, Modality, Source
from benchwright.values import detokenise

_VOCABULARY = Vocabulary.of("benchwright.facts", "glossary")
_ENTRY = re.compile(
    r"\s*(?P<term>[^\W_][^:.;?!\n]{0,58}?) : (?P<aside>\((?:also|or|plural|singular"
    r"|abbreviated)\b[^()]*\) )?(?P<definition>\S.*?)\s*\^?\s*$",
    re.DOTALL,
)
_ABBREVIATION = re.compile(r"\s*\((?P<short>(?=[^()\s]*[A-Z])[^()\s]{2,12})\)$")
_ALIAS = re.compile(r"\((?:also|or),? (?:called |known as |written )?(?P<alias>[^()]+)\)")
_VAGUE = re.compile(rf"(?:{_VOCABULARY.pattern('vague')})\b")
# Openings that are vague alone but name a kind when more follows: "type of cell that ..." is fine, "type of X" is not.
_KINDS = re.compile(r"(?:type|kind|form|part|one|condition) (?:of|in which|where) ")
# A whole clause ("cells of one pole are rotated") is no noun phrase and cannot follow "a term for".
_CLAUSE = re.compile(r"\b(?:is|are|was|were|has|have|can|must|may)\b")
_RELATIVE = re.compile(r"\b(?:that|which|who|whose|where|when|whom|as|because|if|while|such|whether|what|how)\b")
_TAIL = re.compile(r"; .*$|\. [A-Z].*$|\s\((?:e\.g\.|for example|such as)[^()]*\)$", re.DOTALL)
_STOP_WORDS = _VOCABULARY.words("stop_words")
SHORTEST, LONGEST = 5, 40
"""Words that a definition may have."""


def gives_away(definition: str, term: str) -> bool:
    """Whether a definition repeats its term: a word of at least four letters with the same stem, or an abbreviation."""
    stems = {stem(word) for word in words(definition)}
    for word in words(term):
        if word in _STOP_WORDS:
            continue
        mine = stem(word)
        if mine in stems:
            return True
        if len(mine) >= 5 and any(
            other.startswith(mine[:6]) or (len(other) >= 5 and mine.startswith(other)) for other in stems
        ):
            return True
    return False


def facts_of_glossary(source: Source) -> Iterator[Fact]:
    """The definition that a glossary entry gives; nothing if the source is no entry or the entry is refused."""
    if source.modality is not Modality.TEXT or " : " not in source.text[:64]:
        return
    match = _ENTRY.match(source.text)
    if match is None:
        return
    term, start, end = match["term"].strip(), match.start("definition"), match.end("definition")
    aliases = []
    short = _ABBREVIATION.search(term)
    if short:
        term = term[: short.start()].strip()
        aliases.append(short["short"])
    others = _ALIAS.match(match["aside"] or "")
    if others:
        aliases.extend(alias.strip() for alias in re.split(r",| or ", others["alias"]) if alias.strip())
    tail = _TAIL.search(source.text, start, end)
    if tail:
        end = tail.start()
    definition = detokenise(source.text[start:end])
    if not is_sound(term, definition, aliases):
        return
    named = tuple(("alias", alias) for alias in aliases)
    types = {"subject_type": "term", "value_type": "text"}
    yield fact_at(source, "definition", start, end, term, value=definition, qualifiers=named, **types)


def is_sound(term: str, definition: str, aliases: Sequence[str] = ()) -> bool:
    """Whether a definition would lead a reader to its term and does not give it away; both without what frames them."""
    count = len(definition.split())
    if not SHORTEST <= count <= LONGEST or len(term.split()) > 5 or "(" in term or term.isnumeric():
        return False
    if definition[0].isupper() and not definition.split()[0].isupper() and "." in definition:
        return False
    if _VAGUE.match(definition) and not (_KINDS.match(definition) and count >= SHORTEST + 3):
        return False
    clause = _CLAUSE.search(definition)
    if clause and not _RELATIVE.search(definition, 0, clause.start()):
        return False
    if definition[0] == "(" or definition.count("(") != definition.count(")") or "?" in definition:
        return False
    return not any(gives_away(definition, name) for name in (term, *aliases))
