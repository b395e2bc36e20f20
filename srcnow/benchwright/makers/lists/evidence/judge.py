"""Asks a model whether passages state triples, several statements a call: the checker `judge`.

A search over a whole graph would ask millions of times. So the search gathers all sentences that name both ends
(`checker.NameMatch`), and the maker asks about those of the questions that it makes. A statement without a verdict
counts as not stated.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from benchwright.errors import BenchwrightError, ContextError
from benchwright.makers.lists.evidence.checker import Statement
from benchwright.prompts.asking import Asker
from benchwright.prompts.fence import ShownSource
from benchwright.prompts.prompt import prompt
from benchwright.records import Modality
from benchwright.values import detokenise

AT_ONCE = 8
"""Statements of one call."""


async def judged(statements: Sequence[Statement], asker: Asker, at_once: int = AT_ONCE) -> list[bool | None]:
    """Whether a model (the verifier) says that each statement's passage states it; None where it gave no verdict: a
    reply that could not be read, or that leaves the statement out or gives two verdicts. All calls are sent at the same
    time; one whose context is too small is halved, in a round of its own.

    Raises what models raise, when all calls have ended: one that cannot pass by itself first, else the first in order.
    """
    results: list[bool | None] = [None] * len(statements)
    places = range(len(statements))
    pending = [places[start : start + at_once] for start in places[::at_once]]
    while pending:
        asker.next_round()
        calls = [_batch([statements[place] for place in one], asker) for one in pending]
        ended = await asyncio.gather(*calls, return_exceptions=True)
        faults = [one for one in ended if isinstance(one, BaseException) and not isinstance(one, ContextError)]
        if faults:
            raise min(faults, key=lambda fault: isinstance(fault, BenchwrightError) and fault.retryable)
        halves: list[range] = []
        for listed, verdicts in zip(pending, ended, strict=True):
            if not isinstance(verdicts, BaseException):
                for place, verdict in zip(listed, verdicts, strict=True):
                    results[place] = verdict
            elif len(listed) > 1:
                middle = len(listed) // 2
                halves += [listed[:middle], listed[middle:]]
        pending = halves
    return results


async def _batch(statements: Sequence[Statement], asker: Asker) -> list[bool | None]:
    sources = [
        ShownSource(f"S{number}", Modality.TEXT, one.title, f"{detokenise(one.text)}")
        for number, one in enumerate(statements, 1)
    ]
    lines = "\n".join(f"S{number}: {one.hypothesis}" for number, one in enumerate(statements, 1))
    reply = await asker.ask("verifier", prompt("states"), {"statements": lines}, sources)
    if reply.status != "ok" or not isinstance(reply.data, dict):
        return [None] * len(statements)
    return _verdicts(reply.data.get("verdicts", ()), len(statements))


def _verdicts(rows: Sequence[Any], count: int) -> list[bool | None]:
    by_source: dict[str, set[bool]] = {}
    for row in rows:
        by_source.setdefault(str(row["source"]).strip(), set()).add(bool(row["stated"]))
    listed = (by_source.get(f"S{number}", set()) for number in range(1, count + 1))
    return [next(iter(values)) if len(values) == 1 else None for values in listed]
