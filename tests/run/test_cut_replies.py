"""Which attempts are made again with a larger token limit: those that fell for want of a reply, and no others."""

from dataclasses import replace
from pathlib import Path

import pytest
from handmade import EXAMPLES

from benchwright.models import Message, Reply, Request
from benchwright.models.ledger import LEDGER, Ledger
from benchwright.records import Check, Outcome, Status
from benchwright.records.examples import Verdict
from benchwright.run.cut_replies import cut_attempts

MODEL = "openai/m"
ASKED = Request(MODEL, (Message.of("user", "Write."),), "write", max_tokens=1_000)
JUDGED = replace(ASKED, messages=(Message.of("user", "Judge."),))
CUT, WHOLE = Reply("{", "truncated"), Reply("{}", data={})


def chosen(folder: Path, calls: list[tuple[Request, Reply]], limit: int = 12_000, **fields: object) -> bool:
    ledger = Ledger.open(folder / LEDGER)
    ledger.put_all(calls)
    ledger.close()
    keys = tuple(request.key for request, _ in calls)
    outcome = Outcome("cell", 7, Status.REJECTED, "unscored", calls=keys)
    found = cut_attempts(folder, [replace(outcome, **fields)], {MODEL: limit})  # type: ignore[arg-type]
    assert found in (frozenset(), {("cell", 7)})
    return bool(found)


def test_an_attempt_that_fell_for_want_of_a_cut_reply(tmp_path: Path) -> None:
    longer = replace(ASKED, max_tokens=2_000)
    refused = {"status": Status.REFUSED, "reason": "unparsed"}
    assert chosen(tmp_path, [(ASKED, CUT), (longer, CUT)], **refused)
    assert not chosen(tmp_path, [(ASKED, CUT), (longer, CUT)], limit=1_000, **refused)


def test_an_attempt_whose_cut_reply_was_had_in_full(tmp_path: Path) -> None:
    longer = replace(ASKED, max_tokens=2_000)
    assert not chosen(tmp_path, [(ASKED, CUT), (longer, WHOLE), (JUDGED, WHOLE)])
    assert not chosen(tmp_path, [(ASKED, CUT), (longer, Reply("no", "refused"))], status=Status.REFUSED)


@pytest.mark.parametrize(("verdict", "again"), [("fail", False), ("unscored", True)])
def test_an_attempt_that_a_check_found_wrong(tmp_path: Path, verdict: Verdict, again: bool) -> None:
    fallen = replace(EXAMPLES[0], checks=(Check("leak", verdict),))
    assert chosen(tmp_path, [(ASKED, WHOLE), (JUDGED, CUT)], reason="leak", example=fallen) is again
