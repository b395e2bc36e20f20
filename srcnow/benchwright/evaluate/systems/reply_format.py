"""Read what a system returned, strictly: it has the required form, or one line says what is wrong.

The line names the member, the value and what is wanted: `contexts[3].score is "high", and is to be a number`. Nothing
is guessed and nothing repaired; unknown members are ignored, unless they look like a misspelling of a known one. Sizes
are bounded, for replies come from outside; the bounds grow with what a benchmark asks for.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from numbers import Integral, Real
from typing import Any, Literal

from benchwright.english.articles import with_article
from benchwright.evaluate.runs import RunHit, TextChunk
from benchwright.evaluate.systems.base import SystemReply

MOST = 1_000
"""Answers, contexts and citations of a reply, each; more where a question of the benchmark has more."""
LONGEST_ANSWER = 100_000
"""Characters of an answer, and of all answers of a list together; more where a question's own are longer."""
LONGEST_TEXT = 10_000_000
"""Characters of all contexts together."""
LONGEST_NAME = 2_000
"""Characters of a source's id or a document's name."""
FURTHEST = 2**53
"""Places in a document, and pages, are smaller."""

_QUOTED = 60  # characters of a value that a message shows
_CONTEXT = ("source", "document", "start", "end", "page", "text", "score")


@dataclass(frozen=True, slots=True)
class ReplyLimits:
    """How much a reply may hold: `answers`, `contexts` and `citations` in number, `characters` of all answers."""

    answers: int = MOST
    contexts: int = MOST
    citations: int = MOST
    characters: int = LONGEST_ANSWER


class _WrongError(ValueError):
    """Not of the form asked for; the words are the message. `fault` is the same without the value."""

    def __init__(self, message: str, fault: str = "") -> None:
        super().__init__(message)
        self.fault = fault or message


@dataclass(frozen=True, slots=True)
class _ReplyPart:
    """A part of what came back, and its path: `contexts[3].score`."""

    value: Any
    path: str

    def refusal(self, wanted: str) -> _WrongError:
        return _WrongError(f"{self.path} is {_quoted(self.value)}, and is to be {wanted}", f"{self.path}: not {wanted}")

    def items(self, most: int) -> list[_ReplyPart]:
        """The items of a list of at most so many."""
        if not isinstance(self.value, list | tuple):
            raise self.refusal("a list")
        if len(self.value) > most:
            raise _WrongError(f"{self.path} has {len(self.value):,} items, and may have {most:,}")
        return [_ReplyPart(one, f"{self.path}[{place}]") for place, one in enumerate(self.value)]

    def text(self, longest: int, *, filled: bool = False) -> str:
        """A string of at most so many characters; with `filled` it may not be blank."""
        if not isinstance(self.value, str):
            raise self.refusal("a string")
        if len(self.value) > longest:
            raise _WrongError(f"{self.path} has {len(self.value):,} characters, and may have {longest:,}")
        try:
            self.value.encode()
        except UnicodeEncodeError:
            raise _WrongError(f"{self.path} holds half of a character (a lone surrogate)") from None
        if filled and not self.value.strip():
            raise _WrongError(f"{self.path} is empty")
        return str.__str__(self.value)  # of a subclass (numpy's, an enumeration's) the plain string

    def number(self) -> float:
        if isinstance(self.value, bool) or not isinstance(self.value, Real):
            raise self.refusal("a number")
        try:
            number = float(self.value)
        except OverflowError:
            number = math.inf
        if not math.isfinite(number):
            raise _WrongError(f"{self.path} is {number}, and is to be a finite number")
        return number

    def place(self) -> int:
        if isinstance(self.value, bool) or not isinstance(self.value, Integral):
            raise self.refusal("a whole number")
        place = int(self.value)
        if not 0 <= place < FURTHEST:
            size = "negative" if place < 0 else "too large"
            raise _WrongError(f"{self.path} is {size}, and is to be a whole number from 0")
        return place


def _members(value: Mapping[Any, Any], names: tuple[str, ...], prefix: str = "") -> dict[str, _ReplyPart]:
    """The members of these names. A name that is nearly one of them, where that one is missing, is a slip, and would
    otherwise lose its value."""
    missing = [name for name in names if name not in value]
    for name in value:
        if missing and isinstance(name, str) and name not in names and len(name) <= _QUOTED:
            near = get_close_matches(name, missing, n=1, cutoff=0.8)
            if near:
                raise _WrongError(f"{prefix}{name} is not known: did you mean {near[0]!r}?")
    return {name: _ReplyPart(value[name], f"{prefix}{name}") for name in names if name in value}


def read_reply(value: object, sizes: ReplyLimits | None = None) -> SystemReply:
    """What a system returned to a question: an object with `answer`, `contexts` and perhaps `citations`, none larger
    than `sizes` say."""
    most = sizes or ReplyLimits()
    try:
        if not isinstance(value, dict):
            raise _ReplyPart(value, "the reply").refusal('an object: {"answer": ..., "contexts": [...]}')
        members = _members(value, ("answer", "contexts", "citations"))
        for name, nothing in (("answer", "null where there is none"), ("contexts", "[] where there are none")):
            if name not in members:
                raise _WrongError(f"{name} is missing: {nothing}")
        answers = _answers(members["answer"], most)
        contexts = _hits(members["contexts"], most.contexts, bare="text")
        citations = _citations(members.get("citations"), contexts, most.citations)
    except _WrongError as error:
        return SystemReply(failure=str(error), kind="malformed", fault=error.fault)
    return SystemReply(answers, "; ".join(answers), contexts, citations)


def read_hits(value: object, k: int) -> SystemReply:
    """What a retriever returned to a query: hits, best first, or an object that has them as `hits`. A hit is a context
    as a system returns it, the id of a source, or a pair of id and score. Those past the `k`-th are cut."""
    part = _ReplyPart(value, "hits")
    try:
        if isinstance(value, dict):
            members = _members(value, ("hits",))
            if "hits" not in members:
                raise _WrongError("hits is missing: [] where there are none")
            part = members["hits"]
        hits = _hits(part, MOST, bare="source")
    except _WrongError as error:
        return SystemReply(failure=str(error), kind="malformed", fault=error.fault)
    return SystemReply(contexts=hits[:k], cut=max(0, len(hits) - k))


def _answers(part: _ReplyPart, most: ReplyLimits) -> tuple[str, ...]:
    if part.value is None:
        return ()
    if not isinstance(part.value, str | list | tuple):
        raise part.refusal("a string, a list of strings or null")
    parts = [part] if isinstance(part.value, str) else part.items(most.answers)
    listed = [one.text(most.characters) for one in parts]
    if sum(map(len, listed)) > most.characters:
        raise _WrongError(f"answer has more than {most.characters:,} characters in all")
    return tuple(one for one in listed if one.strip())


def _hits(part: _ReplyPart, most: int, *, bare: Literal["text", "source"]) -> tuple[RunHit, ...]:
    """`bare` says what a plain string among them is: a text, or the id of a source."""
    hits: list[RunHit] = []
    length = 0
    for one in part.items(most):
        if isinstance(one.value, dict):
            hit = _context(one)
        elif isinstance(one.value, str) and bare == "text":
            hit = RunHit(chunk=TextChunk(one.text(LONGEST_TEXT, filled=True)))
        elif isinstance(one.value, str):
            hit = RunHit(one.text(LONGEST_NAME, filled=True))
        elif isinstance(one.value, list | tuple) and bare == "source":
            if len(one.value) != 2:
                raise _WrongError(f"{one.path} has {len(one.value)} items, and is to be a pair of id and score")
            source, score = one.items(2)
            hit = RunHit(source.text(LONGEST_NAME, filled=True), score.number())
        else:
            raise one.refusal(
                "an object or a text" if bare == "text" else "the id of a source, [id, score] or an object"
            )
        length += len(hit.chunk.text) if hit.chunk else 0
        if length > LONGEST_TEXT:
            raise _WrongError(f"{part.path} has more than {LONGEST_TEXT:,} characters of text in all")
        hits.append(hit)
    return tuple(hits)


def _context(part: _ReplyPart) -> RunHit:
    """A source's id, else a chunk: text, or a place in a document."""
    at = part.path
    members = {name: one for name, one in _members(part.value, _CONTEXT, f"{at}.").items() if one.value is not None}
    score = members["score"].number() if "score" in members else None
    source, document, text = (
        members[name].text(longest) if name in members else ""
        for name, longest in (("source", LONGEST_NAME), ("document", LONGEST_NAME), ("text", LONGEST_TEXT))
    )
    start, end, page = (members[name].place() if name in members else None for name in ("start", "end", "page"))
    if (start is None) != (end is None):
        lone, other = ("start", "end") if end is None else ("end", "start")
        raise _WrongError(f"{at} has {lone} and no {other}")
    if start is not None and end is not None and end <= start:
        raise _WrongError(f"{at}.end is {end}, and is to be greater than start, {start}")
    if source:
        return RunHit(source, score)
    if start is not None and not document:
        raise _WrongError(f"{at} has start and end, and no document that they are places of")
    if not text.strip() and (not document or (start is None and page is None)):
        raise _WrongError(f"{at} says nothing: it needs source, text, or document with start and end or page")
    return RunHit("", score, TextChunk(text, document, start, end, page))


def _citations(part: _ReplyPart | None, contexts: tuple[RunHit, ...], most: int) -> tuple[int, ...] | None:
    """Places in the contexts. Whatever is cited that is not there has a place of its own behind the last, so that it
    counts as cited, and can't be right."""
    if part is None or part.value is None:
        return None
    places: dict[object, int] = {}
    for place, hit in enumerate(contexts):  # a plain string may be the id of a source, too
        name = hit.source or (hit.chunk.text if hit.chunk and not hit.chunk.document else "")
        if name:
            places.setdefault(name, place)
    places |= {place: place for place in range(len(contexts))}
    beyond = len(contexts)
    cited: list[int] = []
    for one in part.items(most):
        if isinstance(one.value, str):
            key: object = one.text(LONGEST_NAME)
        elif not isinstance(one.value, bool) and isinstance(one.value, Integral):
            key = one.place()
        else:
            raise one.refusal("a place in contexts, from 0, or the id of a source")
        if key not in places:
            places[key] = beyond
            beyond += 1
        cited.append(places[key])
    return tuple(dict.fromkeys(cited))


def _quoted(value: object) -> str:
    """A value for a message: short ones as JSON has them, of others what they are."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        clean = "".join(letter if letter.isprintable() else " " for letter in value[:_QUOTED])
        return f'"{clean}{"..." if len(value) > _QUOTED else ""}"'
    if isinstance(value, float) or (isinstance(value, int) and abs(value) < 10**15):
        return f"{float(value):g}" if isinstance(value, float) else str(int(value))
    for kind, word in ((int, "a long number"), (dict, "an object"), (list, "a list"), (tuple, "a list")):
        if isinstance(value, kind):
            return word
    name = type(value).__name__
    return with_article(name)
