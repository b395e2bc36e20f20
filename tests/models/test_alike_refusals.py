"""Refusals that are alike end a run only where they stand in a row in the order of sending."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pacing import Desk
from services import Service

from benchwright.errors import ModelUsageError, RequestError
from benchwright.models import Reply, Request
from benchwright.models.alike_refusals import FIRST_REFUSALS, REFUSALS_IN_A_ROW, AlikeRefusals

ODD = RequestError("m refused the request (400): odd", refusal="400 odd")


def in_a_row(ends: list[str | None]) -> bool:
    """Whether the requests, in the order of sending, hold too many alike refusals in a row."""
    answered, last, count = False, "", 0
    for end in ends:
        if end is None:
            answered, count = True, 0
        elif end:
            count, last = (count + 1 if end == last else 1), end
            if count >= (REFUSALS_IN_A_ROW if answered else FIRST_REFUSALS):
                return True
    return False


@given(st.lists(st.sampled_from([None, "", "400 a", "400 a", "400 a", "400 b"]), max_size=60), st.randoms())
def test_the_order_of_arrival_changes_nothing(ends: list[str | None], rng: random.Random) -> None:
    refusals = AlikeRefusals()
    arrivals = list(enumerate(ends))
    rng.shuffle(arrivals)
    for number, end in arrivals:
        refusals.ended(number, end)
        refusals.ended(number, "")  # what it ended with first counts
    if in_a_row(ends):
        with pytest.raises(ModelUsageError, match="refused alike"):
            refusals.check()
    else:
        refusals.check()


def test_refusals_that_overtake_replies_do_not_end_a_run() -> None:
    """One request in three is refused at once, and replies take a second."""

    def answer(request: Request, now: float) -> Reply | RequestError:
        return ODD if int(request.text[1:]) % 3 == 1 else Reply("yes")

    replies, _ = Desk(Service(answer), limit=64).ask(200)
    assert {type(reply) for reply in replies} == {Reply, RequestError}


def test_nothing_more_is_sent_once_the_first_requests_were_refused_alike() -> None:
    desk = Desk(Service(lambda request, now: ODD), limit=1)
    replies, _ = desk.ask(50)
    assert [type(reply) for reply in replies[:FIRST_REFUSALS]] == [RequestError, RequestError, ModelUsageError]
    assert {type(reply) for reply in replies[FIRST_REFUSALS:]} == {ModelUsageError}
    assert len(desk.service.sent) == FIRST_REFUSALS


def test_an_account_that_ends_later_ends_the_run_too() -> None:
    desk = Desk(Service(lambda request, now: ODD if len(desk.service.sent) > 20 else Reply("yes")), limit=1)
    replies, _ = desk.ask(100)
    assert [type(reply) for reply in replies].count(Reply) == 20
    assert len(desk.service.sent) == 20 + REFUSALS_IN_A_ROW
    assert type(replies[-1]) is ModelUsageError
