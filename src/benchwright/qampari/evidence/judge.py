"""The checker `judge`: a model is asked whether a passage states a triple, several statements a call.

A search over a whole graph would ask millions of times, so it only gathers candidates (`candidates`, which reads by
words and lets most through); the maker asks about those of the questions that it makes. What could not be scored is not
stated.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchwright.errors import ContextError
from benchwright.graphs.relations import RelationBook
from benchwright.prompts.asking import Asker
from benchwright.prompts.fence import Shown
from benchwright.prompts.prompt import prompt
from benchwright.qampari.evidence.checker import Statement
from benchwright.qampari.evidence.lexical import Lexical
from benchwright.records import Modality
from benchwright.values import detokenise

AT_ONCE = 8
"""Statements of one call."""
CANDIDATE = 0.3
"""The score of `lexical` from which a sentence is a candidate."""


def candidates(book: RelationBook) -> Lexical:
    """The checker of the search whose places a model has still to judge."""
    return Lexical(book, threshold=CANDIDATE)


async def judged(statements: Sequence[Statement], asker: Asker, at_once: int = AT_ONCE) -> list[bool | None]:
    """Whether a model (the verifier) says that each statement's passage states it; None where it gave no verdict: a
    reply that could not be read, or that leaves the statement out or gives two verdicts. Raises what models raise,
    but for a context that is too small: then a batch is halved."""
    found: list[bool | None] = []
    for start in range(0, len(statements), at_once):
        found += await _batch(statements[start : start + at_once], asker)
    return found


async def _batch(statements: Sequence[Statement], asker: Asker) -> list[bool | None]:
    shown = [
        Shown(f"S{number}", Modality.TEXT, one.title, f"{detokenise(one.text)}")
        for number, one in enumerate(statements, 1)
    ]
    told = "\n".join(f"S{number}: {one.hypothesis}" for number, one in enumerate(statements, 1))
    try:
        reply = await asker.ask("verifier", prompt("states"), {"statements": told}, shown)
    except ContextError:
        if len(statements) == 1:
            return [None]
        half = len(statements) // 2
        return [*await _batch(statements[:half], asker), *await _batch(statements[half:], asker)]
    if reply.status != "ok" or not isinstance(reply.data, dict):
        return [None] * len(statements)
    return _verdicts(reply.data.get("verdicts", ()), len(statements))


def _verdicts(rows: Sequence[Any], count: int) -> list[bool | None]:
    given: dict[str, set[bool]] = {}
    for row in rows:
        given.setdefault(str(row["source"]).strip(), set()).add(bool(row["stated"]))
    verdicts: list[bool | None] = []
    for number in range(1, count + 1):
        said = given.get(f"S{number}", set())
        verdicts.append(next(iter(said)) if len(said) == 1 else None)
    return verdicts
