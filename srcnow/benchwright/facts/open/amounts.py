"""Read one amount or day from a sentence with a plain subject and a plain verb.

    "Returns are accepted within 30 days of delivery."     ->  (returns, amount:accepted within, "30 days")
    "The G64 Pro has a capacity of 350 g."                 ->  (the G64 Pro, amount:has a capacity of, "350 g")
    "Version 3.2 was released on 4 May 2021."              ->  (Version 3.2, amount:released on, "4 May 2021")

There is no parser: the words between the subject and the value must be an auxiliary with a participle, or a verb of a
closed list, and prepositions. Conditions, denials, limits, hedges other than "about", comparisons and second values are
refused. What follows the value, at most a phrase with a preposition, is a qualifier.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchwright.english.nouns import is_plural
from benchwright.english.sentences import sentences
from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.open.context import OpenSubject, open_fact
from benchwright.records import Fact, Source, Span
from benchwright.values import Date, Quantity, unit_named
from benchwright.values.occurrences import find_values

_VOCABULARY = Vocabulary.of("benchwright.facts.open", "amounts")
_VERBS = _VOCABULARY.pattern("verbs")
_PARTICIPLES = rf"(?:\w{{2,}}ed|{_VOCABULARY.pattern('participles')})"
_PREPOSITIONS = _VOCABULARY.pattern("prepositions")
_REFUSED = re.compile(rf"\b(?:{_VOCABULARY.pattern('refused')})\b|n['’]t\b|[;:?!()\[\]{{}}=“”\"]")
_NO_SUBJECT = _VOCABULARY.words("no_subject")
_NO_HEAD = _VOCABULARY.words("no_head")
_INSIDE = re.compile(rf"\b(?:{_VOCABULARY.pattern('no_noun')})\b|,")
_NUMERALS = _VOCABULARY.pattern("numerals")

_QUICK = re.compile(rf"\d|\b(?:{_NUMERALS})\b")
_BEFORE_PARTICIPLE = (
    "is|are|was|were|has been|have been|had been|(?:must|will|can|may|should|has to|have to) be|"
    "(?:is|are|was|were) (?:first|last|originally|officially)"
)
_PREDICATE = re.compile(
    rf"(?P<subject>[A-Z0-9]\S*(?: \S+){{0,7}}?) (?P<verb>"
    rf"(?:(?:{_BEFORE_PARTICIPLE}) {_PARTICIPLES}|is|are|was|were|{_VERBS})"
    rf"(?: (?:back|up|out|down|open|closed|due|free|every))?(?: (?:{_PREPOSITIONS}))?"
    rf"|(?:has|have|had) an? (?:[a-z-]+ ){{1,3}}of|has|have|had)"
)
_TAIL = re.compile(
    r"(?: (?P<tail>(?:long|wide|high|tall|deep|thick|old|away|ago|each|of|after|from|before|in)\b"
    r"(?: (?!and\b|so\b)[\w'’-]+)*))?"
    r"(?:,? (?:and [a-z]|so that )[^;]*)?\."
)
_ITEM_LABEL = re.compile(
    r"(?:\d{1,3}(?:\.\d{1,3})*[.)]|\d{1,2}(?:\.\d{1,2})+|\((?:\d{1,3}|[a-z]|[ivx]{1,5})\)|(?:[a-z]|[ivx]{1,5})\)) +"
    r"(?=[A-Z])"
)
"""The number or letter of a clause or an item of a list: "3.1 The", "2. The", "(a) The"."""
_BE = re.compile(rf"(?:is|are|was|were|has been|have been|had been) (?=\w)(?!(?:{_PREPOSITIONS})$)")
_BARE = ("is", "are", "was", "were")
_SETTING = re.compile(r"(?:After|At|Before|During|For|If|In|Under|When|While) ")
"""Begins a sentence that says where or when the next one holds: "In winter, the lake is frozen. The water is 4°C."."""
_BEFORE_YEARS = ("in", "since", "of", "by", "until", "from", "before", "after")
CONFIDENCE = 0.97
"""Of all 32 that twelve sets of documents gave, 31 were right."""


def facts_of_amounts(source: Source) -> Iterator[Fact]:
    """The facts of a passage's sentences; none for a subject and predicate that it gives two values."""
    text = source.text
    if not _QUICK.search(text):
        return
    facts: dict[tuple[str, str], list[Fact]] = {}
    defined = [entry.body for entry in source.entries if entry.kind == "definition"]
    setting = False
    for start, end in sentences(text):
        bound = _follows_in_item(text, start) or any(low <= start < high for low, high in defined)
        fact = None if setting or bound else _fact(source, start, end)
        setting = _SETTING.match(text, start) is not None
        if fact is not None:
            facts.setdefault((fact.entity, fact.relation), []).append(fact)
    yield from (same[0] for same in facts.values() if len({fact.value for fact in same}) == 1)


def _follows_in_item(text: str, start: int) -> bool:
    """Whether a sentence stands behind another one in an item of a list: it holds for what that item is about."""
    paragraph = text.rfind("\n\n", 0, start) + 1
    line, end = text.rfind("\n", 0, start) + 1, (text + "\n\n").find("\n\n", start)
    return line < start and "\n" in text[paragraph + 1 : end]


def _fact(source: Source, start: int, end: int) -> Fact | None:
    _, _, sentence = source.text[start:end].rpartition("\n\n")  # without a heading before it
    sentence = _without_label(sentence, source.text, end - len(sentence))
    start = end - len(sentence)
    plain = 12 < len(sentence) < 200 and sentence.endswith(".") and _QUICK.search(sentence) and "\n" not in sentence
    if not plain or _REFUSED.search(sentence[:1].lower() + sentence[1:]):
        return None
    values = find_values(sentence)
    for low, high, value in values:
        match, tail = _PREDICATE.fullmatch(sentence, 0, max(low - 1, 0)), _TAIL.fullmatch(sentence, high)
        if match is None or tail is None:
            continue
        behind = tail.end("tail") if tail["tail"] else high
        others = [place for place in values if match.end("subject") <= place[0] < behind and place[0] != low]
        (kind, unit), verb = _kind(value, match["verb"]), match["verb"]
        of = (tail["tail"] or "").startswith("of ")
        # "Employees have 25 days of leave" is whole with its tail only; "the pressure is 5 mm of mercury" is no length.
        partial = not of if verb in ("has", "have", "had") else of and verb in _BARE and kind != "percent"
        if others or not kind or partial or not _is_subject(match["subject"]):
            return None
        hedged = isinstance(value, Quantity) and value.hedge
        extra = (("predicate", verb), ("tail", tail["tail"] or ""), ("approximate", "yes" if hedged else ""))
        return open_fact(
            source,
            f"amount:{_BE.sub('', verb).casefold()}",
            OpenSubject(_small(match["subject"], source.text)),
            sentence[low:high],
            Span(source.id, "text", start + low, start + high),
            kind,
            unit=unit,
            confidence=CONFIDENCE,
            extra=extra,
        )
    return None


def _without_label(sentence: str, text: str, start: int) -> str:
    """A sentence of `text` without the number of its clause or item. "" where the number may be a part of the name
    ("1. FC Nürnberg", with no other item beside it), and for items behind a colon: they hold for what stands there."""
    line = text.rfind("\n", 0, start) + 1
    label = _ITEM_LABEL.match(text, line)
    if label is None or label.end() < start or line < start < label.end():
        return sentence
    others = [other for other in text.split("\n") if _ITEM_LABEL.match(other) and not other.startswith(label[0])]
    rest = sentence[label.end() - start :]
    before = [other for other in text[:line].split("\n") if other.strip() and not _ITEM_LABEL.match(other)]
    led = bool(before) and before[-1].rstrip().endswith(":")
    return rest if not led and (others or _small(rest, text) != rest) else ""


def _kind(value: object, verb: str) -> tuple[str, str]:
    """The type of a value, and its unit; "" for one that a sentence cannot be asked for: a bare number, a range, a
    limit."""
    if isinstance(value, Date):
        dated = value.precision == "day" or verb.split()[-1] in _BEFORE_YEARS
        return ("year" if value.precision == "year" else "date", "") if dated and not value.decade else ("", "")
    if not isinstance(value, Quantity) or value.hedge not in ("", "about") or value.upper is not None:
        return "", ""
    known = unit_named(value.unit)
    if known is None:
        return "", ""
    money, counted = known.dimension.startswith("money"), known.dimension.startswith("count")
    kind = "percent" if value.unit == "percent" else "money" if money else "count" if counted else "quantity"
    return kind, value.unit


def _is_subject(text: str) -> bool:
    """Whether a subject is one noun phrase that can be understood alone."""
    words = text.casefold().split()
    if words[0] in _NO_SUBJECT or words[-1] in _NO_HEAD or _INSIDE.search(" ".join(words)) or words[-1].endswith("ly"):
        return False
    return any(len(word) > 2 and word.isalpha() for word in words) and not text.endswith(("'s", "’s"))


def _small(subject: str, text: str) -> str:
    """A subject as it stands inside a sentence: its article, or a word that the text writes small, in small letters."""
    first, space, rest = subject.partition(" ")
    small = first in ("The", "A", "An")
    if first[1:].islower() and not small:
        named = re.search(rf"(?<=[a-z,] ){re.escape(first)}\b", text)
        small = bool(re.search(rf"\b{re.escape(first.lower())}\b", text)) or (not named and is_plural(first))
    return (first.lower() if small else first) + space + rest
