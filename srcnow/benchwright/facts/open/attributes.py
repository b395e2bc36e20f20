"""Read what sentences say of a reference entry: its default, its type, since when it exists, its allowed values.

    Default: 8MB       (default: 8MB)       The default is 8MB.       ... and defaults to 8MB.
    Type: integer      New in version 3.2.  Valid values are a, b and c.  Required.

A value counts only if it ends where its sentence or bracket ends, and if no condition stands beside it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from benchwright.english.sentences import sentences
from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.codes import has_leading_zero
from benchwright.facts.open.entries import Range, is_code
from benchwright.facts.open.purposes import purpose_range
from benchwright.values import Quantity, parse

_VOCABULARY = Vocabulary.of("benchwright.facts.open", "attributes")
LABELS = _VOCABULARY.texts("labels")
"""The relation that each label names."""

TYPE = re.compile(rf"(?:{_VOCABULARY.pattern('types')})", re.IGNORECASE)
"""A type as it stands in brackets behind a name, or alone in the first line."""

_LABEL = re.compile(rf"(?P<label>{'|'.join(sorted(LABELS, key=len, reverse=True))})\s*:\s*(?=\S)", re.IGNORECASE)
_DEFAULT = re.compile(
    r"(?:\bdefaults? (?:value )?(?:is|to)|(?<=[(\[])default(?: value)?(?: is)?)[:=]? (?P<v>[^\n;()\[\]]{1,60}?)"
    r"(?=[.;]?\s*$|[.;]\s|[)\]])",
    re.IGNORECASE,
)
_SINCE = re.compile(
    r"(?:New|Added|Introduced|Available) (?:in|since)(?: version| release)? (?P<v>v?\d(?:[\w.]*\w)?+)(?=[.;)]|\s*$)"
)
_ALLOWED = re.compile(
    r"(?:(?:allowed|valid|possible|permitted|accepted|supported|legal) (?:values|choices|settings)(?: for \w+)? are:?"
    r"|^(?:\w+ ){0,4}?(?:can|may|must|should) be (?:one of|either):?) (?P<v>[^\n.;]{3,160}?)(?=[.;]?\s*$|[.;]\s)",
    re.IGNORECASE,
)
_BRACKET_BEHIND = re.compile(r"(?P<name>\S+) [(\[]$")
_REQUIRED = re.compile(r"\(?(?P<v>required|optional|mandatory)\)?[.;]?", re.IGNORECASE)
_BESIDE = re.compile(rf"\b(?:{_VOCABULARY.pattern('conditions')})\b", re.IGNORECASE)
_NO_VALUE = re.compile(rf"(?:{_VOCABULARY.pattern('no_value')})\b", re.IGNORECASE)
_SUBJECT_BEFORE = re.compile(rf"(?:^|[,;(\[]|\b(?:{_VOCABULARY.pattern('before')}))\s*$", re.IGNORECASE)
_JOINS = re.compile(r",?\s+(?:and|or)\s+|,\s*")

_QUOTES = "\"'“”‘’`"
_MOST_WORDS = {"default": 6, "type": 6, "since": 3, "allowed": 25, "required": 1}
_LONGEST_ITEM = 2

Attribute = tuple[str, Range]
"""A relation, and where its value stands."""


def attributes(
    text: str, start: int, end: int, names: tuple[str, ...], *, has_purpose: bool = False, takes_value: bool = True
) -> Iterator[Attribute]:
    """What the lines of an entry's body say of it, the purpose among them: the first sentence that is no attribute,
    unless the body has told it before. A label that stands there twice tells of two things. Of an entry that
    `takes_value` not, "(default: x)" tells what holds without it."""
    told = Counter(LABELS[label["label"].casefold()] for label in _LABEL.finditer(text, start, end))
    several = {relation for relation, count in told.items() if count > 1 and relation != "purpose"}
    found = _attributes(text, start, end, names, has_purpose=has_purpose, takes_value=takes_value)
    return (attribute for attribute in found if attribute[0] not in several)


def _attributes(
    text: str, start: int, end: int, names: tuple[str, ...], *, has_purpose: bool, takes_value: bool
) -> Iterator[Attribute]:
    for line in re.finditer(r"[^\n]+", text[start:end]):
        first, last = start + line.start(), start + line.end()
        if " " not in line[0] and is_code(line[0]):
            return  # another thing begins
        if TYPE.fullmatch(line[0]):
            yield "type", (first, last)
            continue
        label = _LABEL.match(text, first, last)
        if label is not None:
            yield from labelled(text, label["label"], (label.end(), last))
            has_purpose = has_purpose or LABELS[label["label"].casefold()] == "purpose"
            continue
        for at, (low, high) in enumerate(sentences(text, first, last)):
            if at and (label := _LABEL.match(text, low, high)) and LABELS[label["label"].casefold()] != "purpose":
                yield from labelled(text, label["label"], (label.end(), high))
                continue
            found = list(_in_sentence(text, low, high, names, takes_value=takes_value))
            yield from found
            whole = found and all(relation in ("since", "required") or span[0] - low < 24 for relation, span in found)
            if at == 0 and not has_purpose and not (whole and found[0][0] != "allowed"):
                has_purpose = True
                if (purpose := purpose_range(text, low, high, names)) is not None:
                    yield "purpose", purpose


def labelled(text: str, label: str, body: Range) -> Iterator[Attribute]:
    """What stands behind a label: the value of the relation that it names, and other labels in the same line."""
    relation = LABELS[label.casefold()]
    if relation == "purpose":
        if (purpose := purpose_range(text, *body, ())) is not None:
            yield relation, purpose
        return
    following = next((one for one in _LABEL.finditer(text, *body) if text[one.start() - 2 : one.start()] == ". "), None)
    end = following.start() if following else body[1]
    line = next(iter(re.finditer(r"[^\n]+", text[body[0] : end])), None)
    if line is None:
        return
    value = next(sentences(text, body[0], body[0] + line.end()), None)
    if value is not None and (span := value_range(text, *value, relation)):
        yield relation, span
    if following is not None:
        yield from labelled(text, following["label"], (following.end(), body[1]))


def _in_sentence(text: str, start: int, end: int, names: tuple[str, ...], *, takes_value: bool) -> Iterator[Attribute]:
    sentence = text[start:end]
    low = sentence.casefold()
    if "default" in low and not _BESIDE.search(sentence):
        for match in _DEFAULT.finditer(sentence):
            before = sentence[: match.start()]
            other = _BRACKET_BEHIND.search(before)
            if other and is_code(other["name"]) and other["name"] not in names:
                continue  # "the interval specified with rate_time_unit (default: 60s)"
            about = before.rstrip().endswith(names) or (
                _SUBJECT_BEFORE.search(before) and (takes_value or "value" in match[0].casefold())
            )
            if about and (span := value_range(text, start + match.start("v"), start + match.end("v"), "default")):
                yield "default", span
    if since := _SINCE.match(sentence):
        yield "since", (start + since.start("v"), start + since.end("v"))
    allowed = _ALLOWED.search(sentence) if "values" in low or "be one of" in low or "be either" in low else None
    if (
        allowed
        and _is_row(allowed["v"])
        and (span := value_range(text, start + allowed.start("v"), start + allowed.end("v"), "allowed"))
    ):
        yield "allowed", span
    if required := _REQUIRED.fullmatch(sentence):
        yield "required", (start + required.start("v"), start + required.end("v"))


def _is_row(value: str) -> bool:
    """Whether words are values in a row ("seek, raw or none"), and no clause."""
    items = _JOINS.split(value)
    return len(items) > 1 and not _BESIDE.search(value) and all(len(item.split()) <= _LONGEST_ITEM for item in items)


def value_range(text: str, start: int, end: int, relation: str) -> Range | None:
    """Where the value stands without quotes and stop; None for words that are no value, or that go on."""
    value = text[start:end].strip()
    start = text.index(value, start) if value else start
    start += len(value) - len(value.lstrip("= "))
    value = value.lstrip("= ").rstrip(".;,: ")
    if len(value) > 1 and value[0] in _QUOTES and value[-1] in _QUOTES and not any(q in value[1:-1] for q in _QUOTES):
        inner = value[1:-1].rstrip(".,").rstrip()
        value, start = inner.lstrip(), start + 1 + len(inner) - len(inner.lstrip())
    value = value.removesuffix(" by default")
    words = value.split()
    if not words or len(words) > _MOST_WORDS[relation] or _NO_VALUE.match(value):
        return None
    if any(value.count(one) != value.count(other) for one, other in ("()", "[]", "{}", "“”")):
        return None
    if relation == "default" and (_BESIDE.search(value) or ("," in value and len(words) > 3)):
        return None
    return start, start + len(value)


def default_type(value: str) -> tuple[str, str]:
    """The value type and the unit of a default."""
    parsed = parse(value, "number")
    if not isinstance(parsed, Quantity) or parsed.upper is not None or parsed.hedge or has_leading_zero(value):
        return "text", ""
    if parsed.unit:
        return "quantity", parsed.unit
    return ("count", "") if parsed.number == parsed.number.to_integral_value() and "." not in value else ("text", "")
