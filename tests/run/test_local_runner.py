from __future__ import annotations

import signal
import threading
from collections.abc import Sequence
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from toymaker import NoRepeats, ToyMaker, toy_corpus

from benchwright.corpus.store import Corpus
from benchwright.errors import BenchwrightError, StorageError
from benchwright.records import Outcome, Status
from benchwright.run import Ending, RunProgress, stop_on_interrupt
from benchwright.run.commit import Committer, Quota
from benchwright.run.local_runner import LocalRunner

CELLS = (
    '{"maker":"toy","modalities":"text","style":"information-extraction"}',
    '{"maker":"toy","modalities":"table","style":"numerical"}',
    '{"maker":"toy","modalities":"text+table","style":"compound"}',
)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    return toy_corpus(tmp_path_factory.mktemp("toy"))


def start(counts: Sequence[int] = (6, 4, 5), limit: int = 60) -> Committer:
    quotas = [Quota(cell, count, limit) for cell, count in zip(CELLS, counts, strict=True)]
    return Committer(quotas, [NoRepeats()])


def ids(committer: Committer) -> list[str]:
    return [one.example.id for one in committer.committed if one.example]


def test_one_thread_and_many_commit_the_same(corpus: Corpus) -> None:
    results = []
    for concurrency in (1, 2, 16):
        committer, log = start(), []
        maker = ToyMaker(corpus, pause=0.004)
        result = LocalRunner(maker.attempt, committer, log.extend, concurrency=concurrency).run()
        assert result.ending is Ending.FINISHED
        assert result.attempts == len(log)
        results.append(ids(committer))
    assert len(results[0]) == 15
    assert results[0] == results[1] == results[2]


@pytest.fixture(scope="module")
def outcomes(corpus: Corpus) -> list[Outcome]:
    """What the first attempts come to, in a fixed order. A run's own log would not do to draw from: its order and its
    spares depend on the threads."""
    maker, found = ToyMaker(corpus), []
    for cell in CELLS:
        for number in range(14):
            with suppress(BenchwrightError):
                found.append(maker.attempt(cell, number))
    return found


@given(st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_part_of_the_log_already_there_gives_the_same(
    corpus: Corpus, outcomes: list[Outcome], data: st.DataObject
) -> None:
    maker = ToyMaker(corpus)
    whole, log = start(), list[Outcome]()
    LocalRunner(maker.attempt, whole, log.extend, concurrency=3).run()
    kept = data.draw(st.lists(st.sampled_from(outcomes), unique_by=lambda one: (one.cell, one.number)))
    again, more = start(), list[Outcome]()
    for one in kept:
        again.offer(one)
    LocalRunner(maker.attempt, again, more.extend, concurrency=data.draw(st.sampled_from([1, 4]))).run()
    assert ids(again) == ids(whole)
    made = {(one.cell, one.number) for one in more}
    assert not made & {(one.cell, one.number) for one in kept}


def test_an_attempt_that_fails_in_passing_holds_the_frontier(corpus: Corpus) -> None:
    committer, log = start(), list[Outcome]()
    maker = ToyMaker(corpus, flaky=frozenset({(CELLS[0], 1)}))
    result = LocalRunner(maker.attempt, committer, log.extend, concurrency=2).run()
    assert result.ending is Ending.HELD
    assert result.held_by == ("the line is busy — later",)
    assert (CELLS[0], 1) not in {(one.cell, one.number) for one in log}
    assert all(one.number <= 1 for one in committer.committed)
    assert len(log) > len(committer.committed)  # the others ran ahead

    LocalRunner(ToyMaker(corpus).attempt, committer, log.extend, concurrency=2).run()
    whole = start()
    LocalRunner(ToyMaker(corpus).attempt, whole, lambda _: None).run()
    assert ids(committer) == ids(whole)


def test_a_failure_for_good_is_an_outcome(corpus: Corpus) -> None:
    committer, log = start(), list[Outcome]()
    LocalRunner(ToyMaker(corpus).attempt, committer, log.extend).run()
    failed = [one for one in log if one.status is Status.FAILED]
    assert {(one.reason, one.detail) for one in failed} == {("BenchwrightError", "cannot be read")}


def test_a_bug_is_raised_after_what_was_done_is_written(corpus: Corpus) -> None:
    log: list[Outcome] = []
    maker = ToyMaker(corpus)

    def attempt(cell: str, number: int) -> Outcome:
        if number == 3:
            raise ZeroDivisionError("a bug")
        return maker.attempt(cell, number)

    with pytest.raises(ZeroDivisionError, match="a bug"):
        LocalRunner(attempt, start(), log.extend).run()
    assert len({(one.cell, one.number) for one in log}) == len(log) >= 9


def test_an_outcome_of_another_attempt_is_a_bug(corpus: Corpus) -> None:
    runner = LocalRunner(lambda cell, number: Outcome(cell, number + 1, Status.REFUSED), start(), lambda _: None)
    with pytest.raises(ValueError, match="asked for attempt 0 of"):
        runner.run()


def test_a_full_disk_ends_the_run(corpus: Corpus) -> None:
    def sink(_: Sequence[Outcome]) -> None:
        raise StorageError("cannot write: No space left on device")

    with pytest.raises(StorageError, match="No space left"):
        LocalRunner(ToyMaker(corpus, pause=0.001).attempt, start(), sink, concurrency=4).run()


def test_a_request_to_stop_lets_what_runs_finish(corpus: Corpus) -> None:
    committer, log, stop = start(), list[Outcome](), threading.Event()
    maker = ToyMaker(corpus)

    def attempt(cell: str, number: int) -> Outcome:
        if number >= 2:
            stop.set()
        return maker.attempt(cell, number)

    result = LocalRunner(attempt, committer, log.extend, concurrency=2, stop=stop).run()
    assert result.ending is Ending.STOPPED
    assert 6 <= len(log) <= 12
    assert result.attempts == len(log)


def test_ctrl_c_asks_once_and_insists_the_second_time() -> None:
    stop = threading.Event()
    with stop_on_interrupt(stop):
        signal.raise_signal(signal.SIGINT)
        assert stop.is_set()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_progress_is_told_and_ends_with_the_whole(corpus: Corpus) -> None:
    told: list[RunProgress] = []
    committer = start()
    result = LocalRunner(ToyMaker(corpus).attempt, committer, lambda _: None, on_progress=told.append).run()
    assert told[-1].attempts == result.attempts
    assert sum(state.committed for state in told[-1].cells) == 15


def test_attempts_run_ahead_no_further_than_the_acceptance_rate_asks(corpus: Corpus) -> None:
    """A quota of 15 at six in ten needs about 25 attempts: the spares stay below what is under way at the end."""
    committer, log = start(), list[Outcome]()
    LocalRunner(ToyMaker(corpus).attempt, committer, log.extend, concurrency=1).run()
    assert committer.spares <= 2
