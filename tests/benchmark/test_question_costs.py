"""What questions cost, by hand: shared calls count once, what is not known is not 0."""

from __future__ import annotations

from pathlib import Path

from calls import reply, request

from benchwright.benchmark.question_costs import costs, read_call_costs
from benchwright.models.base import Text, Usage
from benchwright.models.call_costs import CallCost, CallSum
from benchwright.models.ledger import LEDGER, Ledger
from benchwright.records import Answer, Example, Modalities, Origin, Outcome, Status

HOP = '{"maker":"smmqg","modalities":"2text","style":"multi-hop"}'
PLAIN = '{"maker":"smmqg","modalities":"text","style":"information-extraction"}'
OTHER = '{"maker":"smmqg","modalities":"table","style":"information-extraction"}'


def call(key: str, purpose: str, usd: float | None = 0.5) -> CallCost:
    return CallCost(key, purpose, "openai/x", "ok", Usage(100, 10), usd)


CALLS = {
    one.key: one
    for one in (
        call("a", "entity"),
        call("b", "write"),
        call("c", "verify"),
        call("d", "write"),
        call("e", "write", None),
        call("z", "entity", 2.0),
    )
}


def example(cell: str, number: int) -> Example:
    origin = Origin("smmqg", cell, number, 13)
    return Example(f"e{number}", "?", (Answer("x"),), "s", Modalities(1), ("s",), (), "", "", (), origin)


OUTCOMES = [
    Outcome(HOP, 0, Status.ACCEPTED, calls=("a", "b", "c")),
    Outcome(HOP, 1, Status.REJECTED, calls=("a", "d", "gone")),
    Outcome(PLAIN, 0, Status.REFUSED, calls=("e",)),
    Outcome(OTHER, 0, Status.ACCEPTED, calls=("b",)),
]


def test_what_was_paid_for_what_was_got() -> None:
    found = costs(OUTCOMES, [example(HOP, 0), example(OTHER, 0)], CALLS)
    assert found is not None
    hop, plain, table = (row for key in (HOP, PLAIN, OTHER) for row in found.cells if row.name == key)
    assert (hop.attempts, hop.accepted, hop.spent.lost, hop.label) == (2, 1, 1, "multi-hop 2text")
    assert hop.spent == CallSum(calls=4, input=400, output=40, usd=2.0, lost=1)  # "a" counts once
    assert hop.purposes == {"write": 2, "entity": 1, "verify": 1}
    assert (hop.calls_per_accepted, hop.usd_per_accepted) == (5.0, None)  # what the lost call took is not known
    assert (hop.tokens, hop.tokens_per_accepted) == (440, None)
    assert hop.tokens_of == {"write": 220, "entity": 110, "verify": 110}
    assert hop.reasons == {"rejected:": 1}
    assert (plain.calls_per_accepted, plain.usd_per_accepted, plain.spent.known_usd) == (None, None, None)
    assert (table.calls_per_accepted, table.usd_per_accepted) == (1.0, 0.5)
    assert [row.name for row in found.styles] == ["information-extraction", "multi-hop"]
    assert found.styles[0].spent == CallSum(calls=2, input=200, output=20, usd=0.5, unpriced=1)
    # "b" is both cells' call, and one of the whole
    assert found.total.spent == CallSum(calls=5, input=500, output=50, usd=2.0, unpriced=1, lost=1)
    assert (found.total.attempts, found.total.accepted, found.total.calls_per_accepted) == (4, 2, 3.0)
    assert found.total.usd_per_accepted is None
    assert found.pending == CallSum(calls=1, input=100, output=10, usd=2.0)
    assert found.to_json()["total"]["usd"] is None


def test_attempts_without_models_cost_nothing_and_say_nothing() -> None:
    assert costs([Outcome(HOP, 0, Status.ACCEPTED)], [], {}) is None


def test_tokens_that_no_service_told_are_counted_from_the_words(tmp_path: Path) -> None:
    asked = request(1)
    told, untold = reply(1, usage=Usage(70, 30)), reply(2, usage=Usage(known=False))
    other = request(2)
    with Ledger.open(tmp_path / LEDGER) as ledger:
        ledger.put_all([(asked, told), (other, untold)])
    found = read_call_costs(tmp_path)
    assert found[asked.key].counted == 0
    words = sum(
        -(-len(part.text.encode()) // 4) for one in other.messages for part in one.parts if isinstance(part, Text)
    )
    assert found[other.key].counted == words + -(-len(untold.text.encode()) // 4)
    row = costs([Outcome(PLAIN, 0, Status.ACCEPTED, calls=(asked.key, other.key))], [example(PLAIN, 0)], found)
    assert row is not None
    assert row.total.tokens_per_accepted == 100 + row.total.counted == 100 + found[other.key].counted
