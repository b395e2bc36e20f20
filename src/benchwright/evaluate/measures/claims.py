"""Work out what an answer claims: its words without the clauses that claim nothing.

Nothing is claimed by a clause that is denied ("New Delhi is not the largest city", "rather than Fez"), by one that says
that something is unknown ("it is unclear whether"), and by one that names candidates. An answer that abstains ("I could
not find it") does not claim what it mentions or guesses beside that, and what it says before it abstains from the one
thing asked for is not its answer. A denial that repeats the question's own words is none, nor is one inside a value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from benchwright.english.sentences import sentences
from benchwright.english.stems import stem
from benchwright.english.vocabulary import Vocabulary
from benchwright.evaluate.measures.answer_text import AnswerLine, answer_lines
from benchwright.programs.telling_stems import telling_stems

_VOCABULARY = Vocabulary.of("benchwright.evaluate.measures", "claims")


def _words(*keys: str) -> str:
    return "|".join(_VOCABULARY.pattern(key) for key in keys)


_AUXILIARY = re.compile(rf"\b(?:{_words('auxiliaries')})\b|n't\b|'(?:s|re|m)\s+not\b", re.IGNORECASE)
_LEADING_AUXILIARY = re.compile(rf"\s*(?:{_words('auxiliaries')})\b", re.IGNORECASE)
_BORDER = re.compile(rf";|:(?=\s|$)|\s[–—-]+\s|—|,?\s+(?={_words('borders')})(?:{_words('borders')})\b", re.IGNORECASE)
_REPLY = re.compile(rf"\W*(?:{_words('replies')})\b(?=[,.;:!–—-]|\s+[–—-])", re.IGNORECASE)
"""Begins an answer to a question of yes or no: what is denied behind it is a clause of its own."""
_JOIN = re.compile(r",\s+(?:and\s+|so\s+|or\s+)?|\s+and\s+", re.IGNORECASE)
_BRACKET = re.compile(r"\([^()\n]*\)")
_BOUND = re.compile(rf"\b(?:{_words('bounds')})\b", re.IGNORECASE)
_DENIAL = re.compile(
    rf"(?P<verb>(?:\b(?:{_words('auxiliaries')})|'(?:s|re|m))\s+(?:\w+\s+)?not\b|n't\b|\b(?:{_words('denying_verbs')})\b)"
    rf"|(?P<none>\b(?:{_words('none')})\b|\bno\s+(?=[^\W\d_]))|(?P<phrase>\b(?:{_words('phrases')})\b)",
    re.IGNORECASE,
)
_WHOLE = re.compile(rf"\b(?:{_words('unknown', 'untrue', 'candidates')})\b", re.IGNORECASE)
_UNKNOWN = re.compile(rf"\b(?:{_words('unknown')})\b", re.IGNORECASE)
_GUESS = re.compile(rf"\b(?:{_words('guesses')})\b", re.IGNORECASE)
_SIGNALS = _words("phrases", "denying_verbs", "none", "unknown", "untrue", "candidates", "guesses")
_ANY_SIGNAL = rf"n't\b|\b(?:no\s|(?:{_SIGNALS})\b)"
_SIGNAL, _SMALL_SIGNAL = re.compile(_ANY_SIGNAL, re.IGNORECASE), re.compile(_ANY_SIGNAL)
"""Every denial, unknown, candidate and guess has one of these; the second is quicker, for small letters alone."""
_SUBORDINATOR = re.compile(rf"\b(?:{_words('subordinators')})\b", re.IGNORECASE)
_PHRASE_ENDS = re.compile(r"[,)]")
_NEXT_WORD = re.compile(r"\W*(\w+)")
_KNOWING = frozenset(map(stem, _VOCABULARY.words("knowing")))
_VAGUE = _KNOWING | frozenset(map(stem, _VOCABULARY.words("vague")))
_BLANK = "·"
"""Stands for the characters of a bracket in the clause around it."""
_MOST_DENIALS = 20
"""In one clause: one with more claims nothing."""
_REMOVED = " … "
_LEFT_OVER = re.compile(rf"(?:[ ,]*\b(?:{_words('borders')}|and|or))?[ ,]*…[ ]*", re.IGNORECASE)
"""The word that joined a removed clause to what stands before it."""


@dataclass(frozen=True, slots=True)
class Claims:
    """The claimed words of an answer, and which spans of them were items of a marked list."""

    text: str
    items: tuple[tuple[int, int], ...]

    @classmethod
    def of_lines(cls, lines: Sequence[AnswerLine]) -> Claims:
        spans, at = [], 0
        for line in lines:
            if line.is_item:
                spans.append((at, at + len(line.text)))
            at += len(line.text) + 1
        return cls("\n".join(line.text for line in lines), tuple(spans))


class _Clause(NamedTuple):
    """A clause of a line and what of it is void. `abstains` says that it tells of something unknown, `from_asked` that
    this is what the question asks, and `from_all` that it is nothing more special. `leads` says that it introduces what
    stands behind it."""

    line: int
    start: int
    end: int
    leads: bool
    void: tuple[tuple[int, int], ...] = ()
    guesses: bool = False
    abstains: bool = False
    from_asked: bool = False
    from_all: bool = False


def claims_of(answer: str, question: str, values: Sequence[str] = (), *, single: bool = True) -> Claims:
    """What an answer claims. `values` are right ones, which may hold words of denial ("no-cache"); `single` says that
    the question asks for one thing."""
    lines = answer_lines(answer)
    whole = Claims.of_lines(lines)
    if not _may_be_void(whole.text):
        return whole
    may_be_void = [_may_be_void(line.text) for line in lines]
    protected = tuple(filter(_has_denial, values))
    clauses = [
        one
        for at, (line, may_be) in enumerate(zip(lines, may_be_void, strict=True))
        for one in (_clauses(at, line, question, protected) if may_be else _claimed_clauses(at, line))
    ]
    if not any(one.void or one.guesses for one in clauses):
        return whole
    void: list[list[tuple[int, int]]] = [[] for _ in lines]
    abstains = any(one.abstains for one in clauses)
    last = max((at for at, one in enumerate(clauses) if one.from_all or (single and one.from_asked)), default=-1)
    carried = -1  # the line whose clause was denied and leads to what follows
    for at, one in enumerate(clauses):
        follows = carried == one.line or (carried >= 0 and lines[one.line].is_item)
        if at < last or follows or (abstains and one.guesses):
            void[one.line].append((one.start, one.end))
        else:
            void[one.line] += one.void
        denied = bool(one.void) and not one.abstains
        carried = one.line if one.leads and (denied or follows) else carried if follows else -1
    kept = (AnswerLine(_cut(line.text, spans), line.is_item) for line, spans in zip(lines, void, strict=True))
    return Claims.of_lines([line for line in kept if line.text.strip(" …;,.")])


@lru_cache(maxsize=16_384)
def _has_denial(value: str) -> bool:
    return bool(_DENIAL.search(value) or _WHOLE.search(value))


def _may_be_void(text: str) -> bool:
    """Whether a line has a word that makes a clause void or a guess: most lines have none, and need not be parted."""
    signal = _SIGNAL
    if text.isascii():
        signal, text = _SMALL_SIGNAL, text.lower()
    return bool(signal.search(text)) or ("(" in text and bool(signal.search(_flat(text))))


def _flat(text: str) -> str:
    """The text with blanks for what stands in brackets."""
    return text if "(" not in text else _BRACKET.sub(lambda bracket: _BLANK * len(bracket[0]), text)


def _cut(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """The text without those spans."""
    if not spans:
        return text
    pieces, at = [], 0
    for start, end in sorted(spans):
        pieces += [text[at:start], _REMOVED] if start >= at else []
        at = max(at, end)
    return _LEFT_OVER.sub(_REMOVED, "".join([*pieces, text[at:]])).strip()


def _clauses(at: int, line: AnswerLine, question: str, protected: Sequence[str]) -> Iterator[_Clause]:
    """The clauses of a line. What stands in brackets is a clause of its own and part of the one around it."""
    text = line.text
    flat = _flat(text)
    for first, last in sentences(text):
        for start, end in (*_spans(flat, first, last), *_in_brackets(text, first, last)):
            whole = text[start:end] if flat[start:end].strip(_BLANK) == "" else flat[start:end]
            void, unknown = _void(whole, question, protected)
            stems = telling_stems(whole) if void or unknown else frozenset[str]()
            abstains = bool(void) and (unknown or bool(stems & _KNOWING))
            yield _Clause(
                at,
                start,
                end,
                text[end : end + 1] == ":",
                tuple((start + low, start + high) for low, high in void),
                bool(_GUESS.search(whole)),
                abstains,
                abstains and stems - _VAGUE <= telling_stems(question),
                abstains and stems <= _VAGUE,
            )


def _claimed_clauses(at: int, line: AnswerLine) -> Iterator[_Clause]:
    """The clauses of a line that denies and guesses nothing."""
    text, flat = line.text, _flat(line.text)
    for first, last in sentences(text):
        for start, end in (*_spans(flat, first, last), *_in_brackets(text, first, last)):
            yield _Clause(at, start, end, leads=text[end : end + 1] == ":")


def _in_brackets(text: str, first: int, last: int) -> Iterator[tuple[int, int]]:
    return ((one.start() + 1, one.end() - 1) for one in _BRACKET.finditer(text, first, last))


def _spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where the clauses of a sentence stand: parted at borders, and where a new subject and verb follow a verb."""
    begin = start
    if reply := _REPLY.match(text, start, end):
        yield start, reply.end()
        begin = reply.end()
    for border in (*_BORDER.finditer(text, start, end), None):
        stop = border.start() if border else end
        yield from _verbs_apart(text, begin, stop)
        begin = border.end() if border else end


def _verbs_apart(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    joins = [*_JOIN.finditer(text, start, end)]
    bounds = [(start, joins[0].start() if joins else end)]
    bounds += [(join.end(), joins[at + 1].start() if at + 1 < len(joins) else end) for at, join in enumerate(joins)]
    begin, has_verb = start, bool(_AUXILIARY.search(text, *bounds[0]))
    for (_, behind), (low, high) in pairwise(bounds):
        verb = bool(_AUXILIARY.search(text, low, high))
        if has_verb and verb and not _LEADING_AUXILIARY.match(text, low, high):
            yield begin, behind
            begin, has_verb = low, True
        has_verb = has_verb or verb
    if begin < end:
        yield begin, end


def _void(clause: str, question: str, protected: Sequence[str]) -> tuple[list[tuple[int, int]], bool]:
    """What of a clause claims nothing, and whether it says that something is unknown."""
    kept = [span for value in protected for span in _places(value, clause)]
    bounds = [one.span() for one in _BOUND.finditer(clause)]
    whole = next((one for one in _WHOLE.finditer(clause) if not _within(one.span(), kept)), None)
    if whole:
        return [(0, len(clause))], bool(_UNKNOWN.fullmatch(whole[0]))
    void = []
    for denial in _DENIAL.finditer(clause):
        span = denial.span()
        if _within(span, kept) or any(low < span[1] and span[0] < high for low, high in bounds):
            continue
        following = _NEXT_WORD.match(clause, denial.end())
        if following and stem(following[1]) in _denied_words(question):
            continue
        void.append(_scope(clause, denial))
        if void[-1] == (0, len(clause)) or len(void) > _MOST_DENIALS:
            return [(0, len(clause))], False
    return void, False


def _scope(clause: str, denial: re.Match[str]) -> tuple[int, int]:
    """How far a denial reaches: of a verb, over its clause, or over the subordinate one that it stands in; else over
    the words behind it."""
    verbal = denial["verb"] or (denial["none"] and _AUXILIARY.search(clause, 0, denial.start()))
    if not verbal and not (denial["none"] and denial.start() == 0):
        end = _PHRASE_ENDS.search(clause, denial.end())
        return denial.start(), end.start() if end else len(clause)
    inner = [one.start() for one in _SUBORDINATOR.finditer(clause, 0, denial.start())]
    if not inner:
        return 0, len(clause)
    behind = re.compile(r"\s*\S+\s").match(clause, denial.end())
    verb = _AUXILIARY.search(clause, behind.end() if behind else denial.end())
    return inner[-1], verb.start() if verb else len(clause)


def _places(value: str, text: str) -> Iterator[tuple[int, int]]:
    folded, wanted = text.casefold(), value.casefold()
    at = folded.find(wanted)
    while at >= 0:
        yield at, at + len(wanted)
        at = folded.find(wanted, at + len(wanted))


def _within(span: tuple[int, int], spans: Sequence[tuple[int, int]]) -> bool:
    return any(low <= span[0] and span[1] <= high for low, high in spans)


@lru_cache(maxsize=16_384)
def _denied_words(question: str) -> frozenset[str]:
    """The stems of words that the question itself denies."""
    words = (_NEXT_WORD.match(question, denial.end()) for denial in _DENIAL.finditer(question))
    return frozenset(stem(word[1]) for word in words if word)
