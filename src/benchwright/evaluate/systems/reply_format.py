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
from typing import Any

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
_REPLY = ("answer", "contexts", "citations")
_CONTEXT = ("source", "document", "start", "end", "page", "text", "score")


@dataclass(frozen=True, slots=True)
class ReplyLimits:
    """How much a reply may hold: `answers`, `contexts` and `citations` in number, `characters` of all answers."""

    answers: int = MOST
    contexts: int = MOST
    citations: int = MOST
    characters: int = LONGEST_ANSWER


class _WrongError(ValueError):
    """Not of the form asked for; the words are the message."""


def read_reply(value: object, sizes: ReplyLimits | None = None) -> SystemReply:
    """What a system returned to a question: an object with `answer`, `contexts` and perhaps `citations`, none larger
    than `sizes` say."""
    most = sizes or ReplyLimits()
    try:
        if not isinstance(value, dict):
            raise _WrongError(
                f'the reply is {_shown(value)}, and is to be an object: {{"answer": ..., "contexts": [...]}}'
            )
        _check_names(value, _REPLY, "")
        for name in ("answer", "contexts"):
            if name not in value:
                wanted = "null where there is none" if name == "answer" else "[] where there are none"
                raise _WrongError(f"{name} is missing: {wanted}")
        answers = _answers(value["answer"], most)
        contexts = _hits(value["contexts"], "contexts", bare="text", most=most.contexts)
        citations = _citations(value.get("citations"), contexts, most.citations)
    except _WrongError as error:
        return SystemReply(failure=str(error), kind="malformed")
    return SystemReply(answers, "; ".join(answers), contexts, citations)


def read_hits(value: object, k: int) -> SystemReply:
    """What a retriever returned to a query: hits, best first, or an object that has them as `hits`. A hit is a context
    as a system returns it, the id of a source, or a pair of id and score. Those past the `k`-th are cut."""
    try:
        if isinstance(value, dict):
            _check_names(value, ("hits",), "")
            if "hits" not in value:
                raise _WrongError("hits is missing: [] where there are none")
            value = value["hits"]
        hits = _hits(value, "hits", bare="source", most=MOST)
    except _WrongError as error:
        return SystemReply(failure=str(error), kind="malformed")
    return SystemReply(contexts=hits[:k], cut=max(0, len(hits) - k))


def _answers(value: object, most: ReplyLimits) -> tuple[str, ...]:
    if value is None:
        return ()
    if isinstance(value, str):
        listed = [_text(value, "answer", most.characters)]
    elif isinstance(value, list | tuple):
        _check_count(value, "answer", most.answers)
        listed = [_string(one, f"answer[{place}]", most.characters) for place, one in enumerate(value)]
        if sum(map(len, listed)) > most.characters:
            raise _WrongError(f"answer has more than {most.characters:,} characters in all")
    else:
        raise _WrongError(f"answer is {_shown(value)}, and is to be a string, a list of strings or null")
    return tuple(one for one in listed if one.strip())


def _hits(value: object, name: str, *, bare: str, most: int) -> tuple[RunHit, ...]:
    """`bare` says what a plain string among them is: a text, or the id of a source."""
    if not isinstance(value, list | tuple):
        raise _WrongError(f"{name} is {_shown(value)}, and is to be a list")
    _check_count(value, name, most)
    hits: list[RunHit] = []
    length = 0
    for place, one in enumerate(value):
        at = f"{name}[{place}]"
        if isinstance(one, str) and bare == "text":
            hit = RunHit(chunk=TextChunk(_some(_text(one, at, LONGEST_TEXT), at)))
        elif isinstance(one, str):
            hit = RunHit(_some(_text(one, at, LONGEST_NAME), at))
        elif isinstance(one, list | tuple) and bare == "source":
            hit = _pair(one, at)
        elif isinstance(one, dict):
            hit = _context(one, at)
        else:
            wanted = "an object or a text" if bare == "text" else "the id of a source, [id, score] or an object"
            raise _WrongError(f"{at} is {_shown(one)}, and is to be {wanted}")
        length += len(hit.chunk.text) if hit.chunk else 0
        if length > LONGEST_TEXT:
            raise _WrongError(f"{name} has more than {LONGEST_TEXT:,} characters of text in all")
        hits.append(hit)
    return tuple(hits)


def _pair(value: list[Any] | tuple[Any, ...], at: str) -> RunHit:
    if len(value) != 2:
        raise _WrongError(f"{at} has {len(value)} items, and is to be a pair of id and score")
    return RunHit(_some(_string(value[0], f"{at}[0]", LONGEST_NAME), f"{at}[0]"), _number(value[1], f"{at}[1]"))


def _context(value: Mapping[Any, Any], at: str) -> RunHit:
    """A source's id, else a chunk: text, or a place in a document."""
    _check_names(value, _CONTEXT, f"{at}.")
    score = _number(value["score"], f"{at}.score") if value.get("score") is not None else None
    names = {
        name: _string(value[name], f"{at}.{name}", longest) if value.get(name) is not None else ""
        for name, longest in (("source", LONGEST_NAME), ("document", LONGEST_NAME), ("text", LONGEST_TEXT))
    }
    places = {
        name: _place(value[name], f"{at}.{name}") if value.get(name) is not None else None
        for name in ("start", "end", "page")
    }
    start, end, page = places["start"], places["end"], places["page"]
    if (start is None) != (end is None):
        lone, other = ("start", "end") if end is None else ("end", "start")
        raise _WrongError(f"{at} has {lone} and no {other}")
    if start is not None and end is not None and end <= start:
        raise _WrongError(f"{at}.end is {end}, and is to be greater than start, {start}")
    if names["source"]:
        return RunHit(names["source"], score)
    if start is not None and not names["document"]:
        raise _WrongError(f"{at} has start and end, and no document that they are places of")
    if not names["text"].strip() and (not names["document"] or (start is None and page is None)):
        raise _WrongError(f"{at} says nothing: it needs source, text, or document with start and end or page")
    return RunHit("", score, TextChunk(names["text"], names["document"], start, end, page))


def _citations(value: object, contexts: tuple[RunHit, ...], most: int) -> tuple[int, ...] | None:
    """Places in the contexts. Whatever is cited that is not there has a place of its own behind the last, so that it
    counts as cited, and can't be right."""
    if value is None:
        return None
    if not isinstance(value, list | tuple):
        raise _WrongError(f"citations is {_shown(value)}, and is to be a list")
    _check_count(value, "citations", most)
    places: dict[object, int] = {}
    for place, hit in enumerate(contexts):
        if hit.source:
            places.setdefault(hit.source, place)
    beyond = len(contexts)
    cited: list[int] = []
    for at, one in enumerate(value):
        if isinstance(one, str):
            key: object = _text(one, f"citations[{at}]", LONGEST_NAME)
        elif not isinstance(one, bool) and isinstance(one, Integral):
            key = _place(one, f"citations[{at}]")
            if isinstance(key, int) and key < len(contexts):
                places[key] = key
        else:
            raise _WrongError(
                f"citations[{at}] is {_shown(one)}, and is to be a place in contexts, from 0, or the id of a source"
            )
        if key not in places:
            places[key] = beyond
            beyond += 1
        cited.append(places[key])
    return tuple(dict.fromkeys(cited))


def _check_names(value: Mapping[Any, Any], names: tuple[str, ...], prefix: str) -> None:
    """A name that is nearly a known one, where that one is missing, is a slip, and would otherwise lose what it
    holds."""
    missing = [name for name in names if name not in value]
    for name in value:
        if missing and isinstance(name, str) and name not in names and len(name) <= _QUOTED:
            near = get_close_matches(name, missing, n=1, cutoff=0.8)
            if near:
                raise _WrongError(f"{prefix}{name} is not known: did you mean {near[0]!r}?")


def _check_count(value: list[Any] | tuple[Any, ...], name: str, most: int) -> None:
    if len(value) > most:
        raise _WrongError(f"{name} has {len(value):,} items, and may have {most:,}")


def _some(text: str, at: str) -> str:
    if not text.strip():
        raise _WrongError(f"{at} is empty")
    return text


def _string(value: object, at: str, longest: int) -> str:
    if not isinstance(value, str):
        raise _WrongError(f"{at} is {_shown(value)}, and is to be a string")
    return _text(value, at, longest)


def _text(value: str, at: str, longest: int) -> str:
    if len(value) > longest:
        raise _WrongError(f"{at} has {len(value):,} characters, and may have {longest:,}")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise _WrongError(f"{at} holds half of a character (a lone surrogate)") from None
    return str.__str__(value)  # of a subclass (numpy's, an enumeration's) the plain string


def _number(value: object, at: str) -> float:
    if isinstance(value, bool) or not isinstance(value, Real):
        raise _WrongError(f"{at} is {_shown(value)}, and is to be a number")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise _WrongError(f"{at} is {number}, and is to be a finite number")
    return number


def _place(value: object, at: str) -> int:
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise _WrongError(f"{at} is {_shown(value)}, and is to be a whole number")
    place = int(value)
    if not 0 <= place < FURTHEST:
        raise _WrongError(f"{at} is {'negative' if place < 0 else 'too large'}, and is to be a whole number from 0")
    return place


def _shown(value: object) -> str:
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
