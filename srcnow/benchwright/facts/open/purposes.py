"""Decide what the purpose of an entry is: a phrase ("the port to listen on") or a predicate ("sets the port").

    "Allows adding ignored files"        what it does
    "This sets the prefix"               what it does: "sets the prefix"
    "The port to listen on"              what it is
    "Calls of this form are supported"   no purpose: a sentence with a subject of its own tells of something else
    "The list L contains the roots"      no purpose, for the same reason

Readers and the makers of questions ask here, so that they agree. The verbs are data.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from benchwright.english.verbs import third_person
from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.open.entries import Range, first_sentence
from benchwright.values import words_of

_VOCABULARY = Vocabulary.of("benchwright.facts.open", "purposes")
_PLAIN = _VOCABULARY.row("verbs")
VERBS: Mapping[str, str] = {form: third_person(verb) for verb in _PLAIN for form in (verb, third_person(verb))}
"""The verbs with which a reference says what an entry does, in both forms, and their third person."""

KINDS = Vocabulary.of("benchwright.facts.open", "attributes").row("kinds")
"""What entries are called behind their name: "the flask command"."""

_THIRD = frozenset(VERBS.values())
_NO_PURPOSE = re.compile(rf"(?:{_VOCABULARY.pattern('no_purpose')})(?!\w)", re.IGNORECASE)
_FINITE = re.compile(rf"\b(?:{_VOCABULARY.pattern('finite')})(?!\w)", re.IGNORECASE)
_SUBORDINATE = re.compile(rf"\b(?:{_VOCABULARY.pattern('subordinate')})\b|[(\[]", re.IGNORECASE)
_IN_BRACKETS = re.compile(r" ?\([^()]*\)| ?\[[^\[\]]*\]")
_OBJECT_FOLLOWS = re.compile(rf"\b([a-z]+) (?!(?:{_VOCABULARY.pattern('behind_nouns')})\b)(?=[a-z])", re.IGNORECASE)
"""A word that a noun, an article or an adjective follows."""
_THIS = re.compile(r"This (?:(?P<kind>(?:\w+ )?(?:KINDS)) )?".replace("KINDS", "|".join(KINDS)))
_NEXT_LINE = re.compile(rf"(?<=[a-z)]) (?=(?:{_VOCABULARY.pattern('opens_sentence')}) [a-z])")
"""Where a sentence begins behind a line without a stop."""
_OTHER_LABEL = re.compile(r"[A-Z][a-z]+: ")
_KIND = re.compile(rf"(?:{'|'.join(KINDS)}) ")
_THING = re.compile(r"(?:An?|The) ")
_DOES = re.compile(r"[.;]? (?:It|This(?: \w+)?) (?!is |was |has |does )[a-z]+s ")
_FEWEST_WORDS, _MOST_WORDS = 3, 40


def main_clause(text: str) -> str:
    """The words before the first clause that is about them, without what stands in brackets."""
    return _SUBORDINATE.split(_IN_BRACKETS.sub("", text), maxsplit=1)[0]


def is_clause(text: str) -> bool:
    """Whether a text has a finite verb of its own: "calls are supported", but not "calls that are supported"."""
    return _FINITE.search(main_clause(text)) is not None


def is_purpose(text: str) -> bool:
    """Whether a text is a phrase, or begins with its verb."""
    rest = main_clause(text).partition(" ")[2]
    acts = begins_with_verb(text)
    if not text.strip() or _NO_PURPOSE.match(text) or _FINITE.search(rest) or (not acts and is_clause(text)):
        return False
    return acts or not any(word.lower() in _THIRD for word in _OBJECT_FOLLOWS.findall(rest))


def begins_with_verb(text: str) -> bool:
    """Whether a text begins with what something does: "use the cache", but not "use of the cache"."""
    words = words_of(text)
    return words[:1] != [] and words[0] in VERBS and words[1:2] != ["of"]


def begins_with_this(text: str, form: str) -> bool:
    """Whether a sentence begins with "This option sets" or "This sets": the question says which one it is."""
    words = words_of(text)
    at = 2 if words[1:2] == [form] else 1
    return words[:1] == ["this"] and not _THIRD.isdisjoint(words[at : at + 1])


def purpose_range(text: str, start: int, end: int, names: tuple[str, ...]) -> Range | None:
    """Where the purpose stands in a text about an entry: its first sentence, without the entry's name or "this option"
    before its verb. None if that is no purpose."""
    sentence = first_sentence(text, start, end)
    if sentence is None:
        return None
    start, end = sentence
    if (line := _NEXT_LINE.search(text, start, end)) is not None:
        end = line.start()
    for name in names:
        if text.startswith(f"{name} ", start, end):
            start += len(name) + 1
        elif text.startswith(f"The {name} ", start, end) and (kind := _KIND.match(text, start + len(name) + 5, end)):
            start = kind.end()
    value = text[start:end]
    if not _FEWEST_WORDS <= len(value.split()) <= _MOST_WORDS or "?" in value or _OTHER_LABEL.match(value):
        return None  # "Stability: 1 - Experimental"
    if (this := _THIS.match(value)) is not None:
        if not this["kind"] and words_of(value)[1] not in _THIRD:
            return None
        start += this.end()
        value = text[start:end]
    if not is_purpose(value) or (len(value.split()) <= _FEWEST_WORDS and any(name in value for name in names)):
        return None
    if _THING.match(value) and _DOES.match(text[end:].partition("\n")[0]):
        return None  # what it is, and only the next sentence says what it does
    return start, end
