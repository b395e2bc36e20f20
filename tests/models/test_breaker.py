"""A model that answers nothing: asked less and less often, and given up at last."""

from __future__ import annotations

from services import failure, refusal

from benchwright.models.breaker import Breaker


def broken(breaker: Breaker, now: float = 0.0) -> str | None:
    """Twelve failures of two calls."""
    return [breaker.failed("openai/m", now, call % 2, False, failure()) for call in range(12)][-1]


def test_it_opens_at_the_twelfth_failure_and_doubles_its_waits() -> None:
    breaker = Breaker()
    assert [breaker.failed("openai/m", 0, call % 2, False, failure()) for call in range(11)] == [None] * 11
    assert breaker.delay(0) == 0.0
    assert breaker.failed("openai/m", 0, 0, False, failure()) == (
        "openai/m does not answer: 12 failures in a row, next try in 2 s (the last one: a failure: server)"
    )
    assert breaker.delay(0.5) == 1.5
    waits, now = [], 0.0
    for _ in range(7):
        wait = breaker.delay(now)
        assert wait is not None
        waits.append(wait)
        now += wait
        assert breaker.delay(now) == 0.0
        assert breaker.sent()
        assert breaker.delay(now) is None  # one at a time
        breaker.failed("openai/m", now, 0, True, failure())
    assert waits == [2, 4, 8, 16, 32, 60, 60]


def test_it_closes_at_the_first_answer_and_says_so() -> None:
    breaker = Breaker()
    broken(breaker)
    assert breaker.answered("openai/m", 37.0) == "openai/m answers again, after 37 s"
    assert breaker.delay(37.0) == 0.0
    assert breaker.answered("openai/m", 38.0) is None


def test_one_call_alone_does_not_open_it() -> None:
    breaker = Breaker()
    assert [breaker.failed("openai/m", 0, 7, False, failure()) for _ in range(40)] == [None] * 40
    assert not breaker.down


def test_what_was_in_flight_when_it_opened_does_not_lengthen_the_wait() -> None:
    breaker = Breaker()
    broken(breaker)
    assert breaker.failed("openai/m", 1, 5, False, failure()) is None
    assert breaker.delay(1) == 1.0


def test_a_burst_of_refusals_does_not_open_it_but_ten_seconds_of_them_do() -> None:
    breaker = Breaker()
    assert [breaker.failed("openai/m", 1, call, False, refusal()) for call in range(64)] == [None] * 64
    assert breaker.failed("openai/m", 10.9, 3, False, refusal()) is None
    line = breaker.failed("openai/m", 11, 3, False, refusal(), pause=20)
    assert line is not None
    assert "66 failures in a row, next try in 20 s" in line
    assert breaker.delay(11) == 20


def test_it_gives_up_after_its_patience_and_sooner_if_nobody_is_there() -> None:
    def given_up(kind: str, billed: bool) -> float:
        breaker, now = Breaker(), 0.0
        for call in range(12):
            breaker.failed("openai/m", now, call, False, failure(kind, billed))
        while not breaker.given_up:
            now += breaker.delay(now) or 0.0
            assert breaker.sent()
            breaker.failed("openai/m", now, 0, True, failure(kind, billed))
        return now

    assert given_up("server", False) == 602  # 2 + 4 + 8 + 16 + 32 + 9 x 60
    assert given_up("reset", True) == 602
    assert given_up("reset", False) == 62


def test_the_error_of_a_model_that_was_given_up() -> None:
    breaker = Breaker(patience=1)
    broken(breaker)
    breaker.sent()
    assert breaker.failed("openai/m", 240, 0, True, failure()) == (
        "openai/m has not answered for 4 min: it is given up for this run"
    )
    error = breaker.error("openai/m")
    assert str(error) == "openai/m has not answered for 4 min (the last failure: a failure: server)"
    assert (error.kind, error.retryable, error.billed) == ("server", True, False)
