"""Finds attempts that ended without a question because a reply was cut off, and that a larger token limit may save."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from benchwright.models.ledger import LEDGER, Ledger
from benchwright.records import Json, Outcome, Status


def cut_attempts(folder: Path, outcomes: Iterable[Outcome], limits: Mapping[str, int]) -> frozenset[tuple[str, int]]:
    """The cell and number of each attempt that fell for want of a reply that was cut off at fewer tokens than its model
    may write now. `limits` are the token limits that the plan sets, by model."""
    fallen = [one for one in outcomes if one.status is not Status.ACCEPTED and one.calls and not _failed_a_check(one)]
    if not limits or not fallen or not (folder / LEDGER).is_file():
        return frozenset()
    with Ledger.view(folder / LEDGER) as ledger:

        def cut(outcome: Outcome) -> bool:
            rows = [row for row in map(ledger.row, outcome.calls) if row is not None]
            if not any(row.status == "truncated" and row.model in limits for row in rows):
                return False
            calls = [row.call() for row in rows]
            cuts = [call.request for call in calls if call.reply.status == "truncated"]
            answered = [_without_limit(call.request) for call in calls if call.reply.status != "truncated"]
            return any(
                int(request["max_tokens"]) < limits.get(request["model"], 0) and _without_limit(request) not in answered
                for request in cuts
            )

        return frozenset((one.cell, one.number) for one in fallen if cut(one))


def _failed_a_check(outcome: Outcome) -> bool:
    """Whether a check found the question wrong, and did not only lack a verdict."""
    checks = () if outcome.example is None else outcome.example.checks
    return any(check.name == outcome.reason and check.verdict == "fail" for check in checks)


def _without_limit(request: Json) -> Json:
    """A request's content: one that is asked again with more tokens has the same."""
    return {name: value for name, value in request.items() if name != "max_tokens"}
