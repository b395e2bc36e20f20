"""Read what abbreviations stand for: "Hypertext Transfer Protocol (HTTP)" and "HTTP (Hypertext Transfer Protocol)".

The long form is found as Schwartz and Hearst do (A simple algorithm for identifying abbreviation definitions in
biomedical text, PSB 2003, section 2): the letters of the short form are looked for from right to left in the words
before the bracket, and its first letter has to begin a word. Stricter than there: the short form must look like one
(two capitals, or a capital and a digit), every word of the long form that carries weight must give a letter, and no
clause may end inside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.open.context import OpenSubject, open_fact
from benchwright.records import Fact, Source, Span

_BRACKET = re.compile(r"[(\[](?P<inside>[^()\[\]\n]{2,80})[)\]]")
_SHORT = re.compile(r"(?=[^a-z]*[A-Z])(?=(?:.*[A-Z\d]){2})[A-Za-z\d][\w&/.-]{0,9}[A-Za-z\d]")
_TRAILING_SHORT = re.compile(r"(?:^|(?<=[\s“\"(]))([A-Za-z\d][\w&/.-]{0,9}[A-Za-z\d])\s*$")
_ROMAN = re.compile(r"[IVXLC]+|[A-Z]\d+|\d+[A-Z]?")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_CLAUSE = re.compile(r"[.,;:!?()\[\]{}=<>|/\\\n\"“”]")
_SMALL = Vocabulary.of("benchwright.facts.open", "abbreviations").words("small")
_LONGEST_WORDS = 10
_LETTERS_A_WORD = 30
CONFIDENCE = 0.97
"""Of 90 drawn from five sites and a textbook, 88 were right."""


def facts_of_abbreviations(source: Source) -> Iterator[Fact]:
    """One `long_form` for each abbreviation that the passage writes out; of two that differ none."""
    seen: dict[str, list[tuple[int, int]]] = {}
    for short, start, end in _pairs(source.text):
        seen.setdefault(short, []).append((start, end))
    for short, places in seen.items():
        forms = {" ".join(_WORD.findall(source.text[start:end].casefold())) for start, end in places}
        if len(forms) == 1:
            start, end = places[0]
            subject = OpenSubject(short, "abbreviation", type="term")
            span = Span(source.id, "text", start, end)
            yield open_fact(source, "long_form", subject, source.text[start:end], span, "term", confidence=CONFIDENCE)


def _pairs(text: str) -> Iterator[tuple[str, int, int]]:
    """(short form, start and end of its long form) for each bracket that gives one."""
    for match in _BRACKET.finditer(text):
        inside = match["inside"].strip()
        head = re.split(r"[,;]", inside, maxsplit=1)[0].strip()
        if _is_short(head):
            words = min(len(head) + 5, 2 * len(head), _LONGEST_WORDS)
            first = max(0, match.start() - _LETTERS_A_WORD * words)
            before = text[first : match.start()].rstrip(" \t\n'’”\"")
            start = _long_form(head, before, words)
            if start is not None:
                yield head, first + start, first + len(before)
            continue
        short = _TRAILING_SHORT.search(text, max(0, match.start() - 14), match.start())
        if short is None or not _is_short(short[1]) or _CLAUSE.search(inside):
            continue
        if _long_form(short[1], inside, _LONGEST_WORDS) == 0:
            at = match.start("inside") + match["inside"].index(inside)
            yield short[1], at, at + len(inside)


def _is_short(text: str) -> bool:
    return bool(_SHORT.fullmatch(text)) and not _ROMAN.fullmatch(text)


def _long_form(short: str, text: str, words: int) -> int | None:
    """Where the last words of a text begin that the letters of a short form stand for; None if none do."""
    spans = [match.span() for match in _WORD.finditer(text)][-words:]
    clause = max((match.end() for match in _CLAUSE.finditer(text)), default=0)
    letters = [letter for letter in short.casefold() if letter.isalnum()]
    if short.endswith("s") and short[:-1].isupper():
        letters.pop()
    at, low = len(text), text.casefold() if text.isascii() else "".join(one.lower()[:1] or one for one in text)
    for position in range(len(letters) - 1, -1, -1):
        at = low.rfind(letters[position], clause, at)
        while position == 0 and at > 0 and low[at - 1].isalnum():
            at = low.rfind(letters[0], clause, at)
        if at == -1:
            return None
    starts = [start for start, _ in spans if start <= at]
    while len(starts) > 1 and starts[-2] >= clause and low[starts[-2]] == letters[0]:
        starts.pop()  # of "universal unique identifier" the first word gives the first letter
    return next((start for start in (*starts[-1:], at) if _fits(short, letters, low, spans, start)), None)


def _fits(short: str, letters: list[str], low: str, spans: list[tuple[int, int]], at: int) -> bool:
    """Whether the words from `at` on are a long form: not too many, each of weight gives a letter."""
    inside = [low[start:stop] for start, stop in spans if start >= at]
    weighty = [word for word in inside if word not in _SMALL]
    if len(inside) < 2 or not weighty or inside[0] in _SMALL:
        return False
    if not len(weighty) <= len(letters) < 2 * len(weighty):  # "Enterprise Linux" is half of what EPEL stands for
        return False
    if short.casefold() in inside or len(" ".join(inside)) <= len(short) + 2:
        return False
    return _each_gives_a_letter(weighty, letters)


def _each_gives_a_letter(words: list[str], letters: list[str]) -> bool:
    """Whether each word begins with the next letter, or with one further on: no word is passed over."""
    at = 0
    for word in words:
        while at < len(letters) and letters[at] != word[0]:
            at += 1
        if at == len(letters):
            return False
        at += 1
    return True
