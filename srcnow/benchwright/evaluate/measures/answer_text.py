"""Read an answer's lines without their markup: citations, emphasis, links, headings, code marks, markers of lists; a
table is read row by row, each cell behind the name of its column.

`1.` and `a.` are markers only where they count on from the first of at least two: "1. FC Köln" and "E. coli" are names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from string import ascii_lowercase
from typing import NamedTuple

from benchwright.english.stems import stem
from benchwright.english.vocabulary import Vocabulary
from benchwright.values.names import find_words

_VOCABULARY = Vocabulary.of("benchwright.evaluate.measures", "answer_text")
_QUOTES = str.maketrans("‘’ʼ“”", "'''\"\"")
_TEXTS_HELD = 256
"""Texts whose words are kept: one answer is read for several things."""
_SPACES = re.compile(r"[^\S\n\r\x0b\x0c\x85\u2028\u2029]{2,}")
_LINES = re.compile(r"[\n\r\x0b\x0c\x85\u2028\u2029]+")
_LINK = re.compile(r"\[([^\[\]\n]{1,200})\]\([^()\s]{1,500}\)")
_CITATION = re.compile(
    r"[ \t]*(?:\[\^?\d{1,3}(?:\s?[,;–-]\s?\^?\d{1,3})*\]|【[^【】\n]{1,80}】"
    rf"|\[(?:{_VOCABULARY.pattern('cited')})\b[^\[\]\n]{{0,80}}\])"
    r"|(?<=[^\W\d_]{4})[¹²³⁰⁴-⁹]+|(?<=[.,;!?)])[¹²³⁰⁴-⁹]+",
    re.IGNORECASE,
)
_EMPHASIS = re.compile(r"(?<![\w*])(\*{1,3})(?=[^\s*])([^*\n]{0,300}[^\s*])\1(?![\w*])")
_FENCE = re.compile(r"^ ?```.*$", re.MULTILINE)
_BULLET = re.compile(r"\s*(?:#{1,6}|>|[-*•–·])\s+")
_MARKER = re.compile(r"\s*\(?(\d{1,3}|[a-z]|[A-Z](?=\)))[.)]\s+")
_INNER_MARKER = re.compile(r"(?:^|(?<=[\s,;:]))\(?(\d{1,3}|[a-z])[.)]\s+(?=\S)")
_MARKER_ENDS = re.compile(r"[.)]\s")
_RULE = re.compile(r"\s*\|?[\s:|-]*-[\s:|-]*\|?\s*")


_FALLING = re.compile(rf"\b(?:{_VOCABULARY.pattern('falling')})\b", re.IGNORECASE)
_SMALL_FALLING = re.compile(rf"\b(?:{_VOCABULARY.pattern('falling')}|minus)\b")
_FALL = re.compile(
    rf"\b(?:{_VOCABULARY.pattern('falling')})\b(?:\s+[^\W\d]+){{0,5}}?\s+(?:by|of|at)\s+(?:[^\W\d]+\s+)?(?=\d)|\bminus\s+(?=\d)",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")
_NONE = re.compile(r"\bnone(?: of them)?(?=\s*(?:[.,;!]|$))", re.IGNORECASE)
_NO = re.compile(r"\b(?:none of (?:the|these|those)|no)\s+(?=(?P<of>[^\W\d_]+))", re.IGNORECASE)
_LOSS = re.compile(rf"\b(?:{_VOCABULARY.pattern('losses')})\b", re.IGNORECASE)
_LOSS_OF = re.compile(rf"\b(?:{_VOCABULARY.pattern('losses')})\s+of\s+(?:[^\W\d]+\s+)?(?=[$€£¥]?\d)", re.IGNORECASE)
_IN_BRACKETS = re.compile(r"(?:(?<=^)|(?<=\bis )|(?<=\bwas ))\(([$€£¥]?\d[\d.,]*(?: ?[^\W\d_]+)?)\)")


StemmedWord = tuple[str, int, int]
"""A word's stem, and where the word stands."""


@lru_cache(maxsize=_TEXTS_HELD)
def stemmed_words(text: str) -> tuple[StemmedWord, ...]:
    """The stems of a text's words with their places."""
    return tuple((stem(word), start, end) for word, start, end in find_words(text))


@lru_cache(maxsize=_TEXTS_HELD)
def stems_of(text: str) -> frozenset[str]:
    """The stems of a text's words."""
    return frozenset(stem(word) for word, _, _ in find_words(text))


class AnswerLine(NamedTuple):
    """A line of an answer; `is_item` says that it was marked as an item of a list."""

    text: str
    is_item: bool = False


def with_signs(answer: str, question: str, *, negative: bool = False) -> str:
    """The answer with the signs of amounts that it tells in words: "is shrinking by 0.35%" is -0.35%. That is no sign
    where the question asks how much something fell. Where the question has a `negative` value, so are "a loss of $5"
    and accountants' brackets around an amount: "($5)"."""
    if _may_tell_of_fall(answer) and not _asks_of_fall(question):
        answer = _FALL.sub(lambda fall: f"{fall[0]}-", answer)
    if negative and not _LOSS.search(question):
        answer = _IN_BRACKETS.sub(r"-\1", _LOSS_OF.sub(lambda loss: f"{loss[0]}-", answer))
    return answer


def with_zeros(answer: str, question: str) -> str:
    """The answer to a count that is 0 with that number for "none" and for "no" before a word of the question. Before
    another word it may say that nothing is known ("no information")."""
    asked = stems_of(question)
    answer = _NONE.sub("0", answer)
    return _NO.sub(lambda none: "0 " if stem(none["of"]) in asked else none[0], answer)


def _may_tell_of_fall(answer: str) -> bool:
    """Whether an answer may tell in words that something fell: most have none of them, and small letters are quicker to
    look through."""
    if not _DIGIT.search(answer):
        return False  # the sign of nothing
    return not answer.isascii() or _SMALL_FALLING.search(answer.lower()) is not None


@lru_cache(maxsize=16_384)
def _asks_of_fall(question: str) -> bool:
    return bool(_FALLING.search(question))


@lru_cache(maxsize=4096)
def answer_lines(answer: str) -> tuple[AnswerLine, ...]:
    """The lines of an answer that have words, without markup."""
    plain = answer.isascii()
    text = _SPACES.sub(" ", answer if plain else answer.translate(_QUOTES))
    if "`" in text:
        text = _FENCE.sub("", text)
    if "[" in text:
        text = _LINK.sub(lambda link: "" if link[1].isdigit() else link[1], text)
    if not plain or "[" in text:
        text = _CITATION.sub("", text)
    text = text.replace("`", "")
    if "*" in text:
        text = _EMPHASIS.sub(r"\2", text)
    lines = [line for line in _LINES.split(text) if line.strip()]
    lines = list(_without_tables(lines)) if "|" in text else lines
    found: list[AnswerLine] = []
    for line in _unmarked(lines):
        if len(_MARKER_ENDS.findall(line.text)) > 1:  # else it counts nothing
            found += _inner_items(line)
        else:
            found.append(line)
    return tuple([line for line in found if line.text])


def _unmarked(lines: Sequence[str]) -> Iterator[AnswerLine]:
    counted = _counts_on([match for line in lines if (match := _MARKER.match(line))])
    for line in lines:
        bullet = _BULLET.match(line)
        rest = line[bullet.end() :] if bullet else line
        marker = _MARKER.match(rest) if counted else None
        is_item = bool(marker or (bullet and bullet[0].strip()[0] not in "#>"))
        yield AnswerLine(rest[marker.end() if marker else 0 :].strip(), is_item)


def _inner_items(line: AnswerLine) -> Iterator[AnswerLine]:
    """The items of a line that counts them: "(1) Argentina, (2) Brazil and (3) Chile"."""
    markers = list(_INNER_MARKER.finditer(line.text))
    if not _counts_on(markers):
        yield line
        return
    yield AnswerLine(line.text[: markers[0].start()].strip(), line.is_item)
    for at, marker in enumerate(markers):
        last = at + 1 == len(markers)
        item = line.text[marker.end() : len(line.text) if last else markers[at + 1].start()].strip(" ,;")
        joined = re.search(r"[\s,;]+(?:and|or)$", item)
        yield AnswerLine(item[: joined.start()] if joined else item, is_item=True)


def _counts_on(markers: Sequence[re.Match[str]]) -> bool:
    """Whether markers are 1, 2, 3 or a, b, c, two at least."""
    if len(markers) < 2:
        return False
    numbers = [int(one[1]) if one[1].isdigit() else ascii_lowercase.index(one[1].casefold()) + 1 for one in markers]
    return numbers == list(range(1, len(numbers) + 1))


def _without_tables(lines: Sequence[str]) -> Iterator[str]:
    """Rows of a Markdown table as lines: "Population: Panama 4,536,008, Mexico 130,739,927"."""
    header: list[str] = []
    for at, line in enumerate(lines):
        if line.count("|") < 2 and not (header and "|" in line):
            header = []
            yield line
        elif at + 1 < len(lines) and _RULE.fullmatch(lines[at + 1]) and "|" in lines[at + 1]:
            header = _cells(line)
        elif not _RULE.fullmatch(line):
            cells = _cells(line)
            named = [f"{name} {cell}".strip() for name, cell in zip(header[1:], cells[1:], strict=False)]
            yield f"{cells[0]}: {', '.join(named)}" if named else ", ".join(cells)


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().strip("|").split("|")]
