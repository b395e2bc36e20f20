"""Attempts that wait elsewhere: started there, never cancelled while a call may be paid for, told to stop."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import Future

import pytest
from toymaker import NoRepeats, ToyMaker, toy_corpus

from benchwright.corpus.store import Corpus
from benchwright.errors import ModelUsageError, PendingError, StoppedError
from benchwright.models.loop import LoopThread
from benchwright.records import Outcome
from benchwright.run import Ending
from benchwright.run.commit import Committer, Quota
from benchwright.run.local_runner import LocalRunner

CELLS = (
    '{"maker":"toy","modalities":"text","style":"information-extraction"}',
    '{"maker":"toy","modalities":"table","style":"numerical"}',
    '{"maker":"toy","modalities":"text+table","style":"compound"}',
)


def start() -> Committer:
    return Committer([Quota(cell, count, 60) for cell, count in zip(CELLS, (6, 4, 5), strict=True)], [NoRepeats()])


def ids(committer: Committer) -> list[str]:
    return [one.example.id for one in committer.committed if one.example]


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    return toy_corpus(tmp_path_factory.mktemp("toy"))


class Waits:
    """Toy attempts as coroutines, each after a short sleep; after `halt` they end as pending."""

    def __init__(self, loop: LoopThread, maker: ToyMaker, cells: tuple[str, ...] = CELLS) -> None:
        self.loop, self.maker, self.cells = loop, maker, cells
        self.halted = threading.Event()
        self.mine: set[Future[Outcome]] = set()
        self.under_way = self.most = self.finished = 0

    async def attempt(self, cell: str, number: int) -> Outcome:
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        await asyncio.sleep(0.002 * (1 + number % 3))
        self.under_way -= 1
        self.finished += 1
        if self.halted.is_set():
            raise StoppedError("stopped")
        return self.maker.attempt(cell, number)

    def start(self, cell_key: str, number: int) -> Future[Outcome] | None:
        if cell_key not in self.cells:
            return None
        future = self.loop.submit(self.attempt(cell_key, number))
        self.mine.add(future)
        return future

    def started(self, future: Future[Outcome]) -> bool:
        return future in self.mine

    def halt(self) -> None:
        self.halted.set()


def test_waiting_attempts_commit_what_threads_commit(corpus: Corpus) -> None:
    plain, mixed = start(), start()
    LocalRunner(ToyMaker(corpus).attempt, plain, lambda _: None).run()
    with LoopThread() as loop:
        waits = Waits(loop, ToyMaker(corpus), CELLS[:2])
        runner = LocalRunner(ToyMaker(corpus).attempt, mixed, lambda _: None, concurrency=8, waiting=waits)
        assert runner.run().ending is Ending.FINISHED
    assert ids(mixed) == ids(plain)
    assert waits.most > 2
    assert waits.finished == len(waits.mine)  # spares under way at the end were let finish, not cut off


def test_what_only_the_user_can_mend_ends_the_run(corpus: Corpus) -> None:
    log: list[Outcome] = []
    maker = ToyMaker(corpus)

    def attempt(cell: str, number: int) -> Outcome:
        if number == 2:
            raise ModelUsageError("no key", hint="set it")
        return maker.attempt(cell, number)

    with pytest.raises(ModelUsageError, match="no key"):
        LocalRunner(attempt, start(), log.extend).run()
    assert all(one.number < 3 for one in log)
    assert log


def test_pending_attempts_hold_the_run_and_are_told(corpus: Corpus) -> None:
    maker = ToyMaker(corpus)

    def attempt(cell: str, number: int) -> Outcome:
        if number == 1:
            raise PendingError("its calls are elsewhere")
        return maker.attempt(cell, number)

    result = LocalRunner(attempt, start(), lambda _: None).run()
    assert result.ending is Ending.HELD
    assert set(result.held_by) == {"its calls are elsewhere"}


def test_a_limit_bounds_the_attempts_and_a_pilot_their_numbers(corpus: Corpus) -> None:
    log: list[Outcome] = []
    limited = LocalRunner(ToyMaker(corpus).attempt, start(), log.extend, limit=5).run()
    assert (limited.ending, limited.attempts, len(log)) == (Ending.LIMITED, 5, 5)
    pilot: list[Outcome] = []
    result = LocalRunner(ToyMaker(corpus).attempt, start(), pilot.extend, per_cell=2).run()
    assert result.ending is Ending.LIMITED
    assert sorted((one.cell, one.number) for one in pilot) == sorted((cell, n) for cell in CELLS for n in (0, 1))
