"""Put all questions to one system, several at a time; every reply is on the disk before it counts.

The log of replies is the checkpoint: the same call asks only what is missing. Its first line names the system and the
benchmark; each other line holds one reply and the hash of what was asked, so that only a reply to the very same
question counts. Passing failures (no connection, no answer in time) are asked again by the next call. Other failures
are the system's answer, and stand unless `retry_failed`. An `again` that was stopped goes on until `end_again`.

A system that fails on some questions is counted as failing there. One that fails on the first few in the very same way
is not up, or not what was meant: that ends the call with one line, and nothing is scored.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from queue import SimpleQueue

from benchwright.errors import StoppedError, UsageError
from benchwright.evaluate.systems.base import PASSING, AskingOptions, FailureKind, RawReply, System, SystemReply
from benchwright.evaluate.systems.reply_log import open_log
from benchwright.files.append_log import AppendLog
from benchwright.files.atomic import sha256_bytes
from benchwright.models.loop import LoopThread
from benchwright.models.stoppable_waits import LOOK
from benchwright.records import Json, dump_line
from benchwright.run import stop_on_interrupt

FIRST = 5
"""Questions that must not all fail in the same way."""
GROUP = 64
"""Replies that are written with one wait for the disk, at most."""
GRACE = 3.0
"""Seconds that questions under way are waited for when the run is stopped; what comes later is asked again."""

_TRANSPORT: frozenset[FailureKind] = frozenset({"unreachable", "timeout", "torn", "busy", "status", "redirect", "page"})

Read = Callable[[object], SystemReply]


@dataclass(frozen=True, slots=True)
class PendingQuestion:
    """One question: its id, and the JSON object that is sent."""

    id: str
    request: Json

    @property
    def digest(self) -> str:
        """SHA-256 of the request, 32 hex digits."""
        return sha256_bytes(dump_line(self.request).encode("utf-8", "surrogatepass"))[:32]


def collect(
    system: System,
    questions: Sequence[PendingQuestion],
    read: Read,
    options: AskingOptions,
    log: Path | None,
    pin: Mapping[str, object],
) -> tuple[SystemReply, ...]:
    """A reply to every question, in their order. `read` turns a returned value into a reply. `log` is the file of
    replies (None: none), `pin` says what it holds replies to.

    Raises StoppedError if it was stopped, by `options.stop` or Ctrl-C, before all were asked (the replies so far are
    written), UsageError for a log
    of something else and for a system that cannot be asked, LockedError if another process writes the same log,
    StorageError if the disk refuses.
    """
    with _stoppable(options) as options, open_log(log, pin, options) as (opened, earlier):
        replies: dict[str, SystemReply] = {}
        for question in questions:
            reply = earlier.get(question.digest)
            if reply is not None and stands(reply, options):
                replies[question.digest] = reply
        missing = list({one.digest: one for one in questions if one.digest not in replies}.values())
        total = len({question.digest for question in questions})
        if replies:
            earlier_run = (
                "--again, which goes on where it stopped" if options.again else "an earlier run; --again asks anew"
            )
            options.notify(f"{len(replies)} of {total} replies of {system.name} are from {earlier_run}")
        options.progress(len(replies), total)
        if missing:
            answered = any(reply.kind not in PASSING for reply in earlier.values())
            sentry = _Sentry(system.name, len(missing), options.concurrency, answered)
            with closing(_ask_missing(system, missing, read, options, sentry, opened)) as groups:
                for group in groups:
                    replies |= group
                    options.progress(len(replies), total)
        if len(replies) < total:
            raise StoppedError(f"stopped with {len(replies)} of {total} questions asked")
    return tuple(replies[question.digest] for question in questions)


def stands(reply: SystemReply, options: AskingOptions) -> bool:
    """Whether an earlier reply counts, and its question is not asked again."""
    return not (reply.kind in PASSING or (options.retry_failed and reply.kind))


@contextmanager
def _stoppable(options: AskingOptions) -> Iterator[AskingOptions]:
    """The options with an event that ends the run: the caller's own, else one that Ctrl-C sets."""
    if options.stop is not None:
        yield options
        return
    stop = threading.Event()
    with stop_on_interrupt(stop):
        yield replace(options, stop=stop)


def _ask_missing(
    system: System,
    missing: Sequence[PendingQuestion],
    read: Read,
    options: AskingOptions,
    sentry: _Sentry,
    log: AppendLog | None,
) -> Generator[dict[str, SystemReply], None, None]:
    """Ask, and give groups of replies by hash, each when it is written. This thread reads and writes, the loop's waits
    for answers: a slow disk does not lengthen anybody's latency."""
    arrived: SimpleQueue[_Arrival | None] = SimpleQueue()
    halt = threading.Event()
    with LoopThread() as loop:
        asking = loop.submit(_ask_all(system, missing, options, halt, arrived))
        asking.add_done_callback(lambda _: arrived.put(None))
        try:
            while (group := _group(arrived)) is not None:
                replies = [(one.question, _reply(one.raw, read)) for one in group]
                options.check()
                written = _write([pair for question, reply in replies for pair in sentry.look(question, reply)], log)
                for one in group:
                    one.written.get_loop().call_soon_threadsafe(_settle, one.written)
                yield written
        finally:
            halt.set()
        asking.result()
        yield _write(sentry.end(), log)


def _write(replies: Sequence[tuple[PendingQuestion, SystemReply]], log: AppendLog | None) -> dict[str, SystemReply]:
    """Write replies to the log; they are given by hash."""
    if log is not None:
        log.append_many(_entry(question, reply) for question, reply in replies)
    return {question.digest: reply for question, reply in replies}


@dataclass(frozen=True, slots=True)
class _Arrival:
    """The reply to a question. Its task waits for `written` before it asks the next one, so that a kill loses no more
    replies than are in flight."""

    question: PendingQuestion
    raw: RawReply
    written: asyncio.Future[None]


async def _ask_all(
    system: System,
    missing: Sequence[PendingQuestion],
    options: AskingOptions,
    halt: threading.Event,
    arrived: SimpleQueue[_Arrival | None],
) -> None:
    """Put all questions, in order, so many at a time. When the run is stopped, those under way have GRACE to end."""
    waiting = iter(missing)

    async def ask_on() -> None:
        for question in waiting:
            if halt.is_set() or (options.stop is not None and options.stop.is_set()):
                return
            try:
                raw = await system.ask(question.request)
            except StoppedError:
                return
            written = asyncio.get_running_loop().create_future()
            arrived.put(_Arrival(question, raw, written))
            await written

    tasks = {asyncio.create_task(ask_on()) for _ in range(min(options.concurrency, len(missing)))}
    grace = GRACE
    try:
        while tasks and grace > 0:
            timeout = None if options.stop is None else LOOK
            done, tasks = await asyncio.wait(tasks, timeout=timeout, return_when=asyncio.FIRST_EXCEPTION)
            if errors := [error for task in done if (error := task.exception()) is not None]:
                raise errors[0]
            if options.stop is not None and options.stop.is_set():
                grace -= LOOK
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await system.close()


def _settle(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)


def _group(arrived: SimpleQueue[_Arrival | None]) -> list[_Arrival] | None:
    """What has arrived, at least one; None when no more will."""
    group: list[_Arrival] = []
    while not group or (len(group) < GROUP and not arrived.empty()):
        one = arrived.get()
        if one is None:
            arrived.put(None)
            return group or None
        group.append(one)
    return group


def _reply(raw: RawReply, read: Read) -> SystemReply:
    if raw.kind:
        return SystemReply(seconds=raw.seconds, failure=raw.failure, kind=raw.kind)
    return replace(read(raw.value), seconds=raw.seconds)


def _entry(question: PendingQuestion, reply: SystemReply) -> Json:
    return {
        "question": question.id,
        "asked": question.digest,
        "kind": reply.kind,
        "cut": reply.cut,
        "reply": reply.to_json(),
    }


class _Sentry:
    """Distinguishes a system that fails on questions from one that is not up. Failures of the first questions are held
    back until another kind of reply comes: then they count, and are written. If none comes, UsageError.

    - The first FIRST, or all if there are fewer, that fail alike. Of fewer, and where an earlier call had answers, only
      what lies between us and the system ends it: those few may be the ones that it can't answer.
    - A file without a prediction for any of them. That it lacks the first few says nothing of the others.
    - Later, a row of questions without a connection: the system has gone.
    """

    def __init__(self, name: str, total: int, concurrency: int, answered: bool) -> None:
        self._name, self._total, self._answered = name, total, answered
        self._gone = max(FIRST, 2 * concurrency)
        self._pending: list[tuple[PendingQuestion, SystemReply]] = []
        self._trusted = False
        self._row = 0

    def look(self, question: PendingQuestion, reply: SystemReply) -> list[tuple[PendingQuestion, SystemReply]]:
        """Take the next reply; what is to be written now. Raises UsageError."""
        self._row = self._row + 1 if reply.kind == "unreachable" else 0
        if self._trusted:
            if self._row >= self._gone:
                raise self._error(reply, f"{self._row} questions in a row")
            return [(question, reply)]
        self._pending.append((question, reply))
        first = self._pending[0][1]
        if not reply.kind or (reply.kind, _fault(reply)) != (first.kind, _fault(first)):
            return self._trust()
        if len(self._pending) >= FIRST and reply.kind != "missing":
            if self._answered and reply.kind != "unreachable":
                return self._trust()
            raise self._error(reply, f"the first {FIRST} questions alike")
        return []

    def end(self) -> list[tuple[PendingQuestion, SystemReply]]:
        """No more will come: what is still to be written. Raises UsageError."""
        if self._pending and len(self._pending) == self._total and not self._answered:
            reply = self._pending[0][1]
            if reply.kind in _TRANSPORT or reply.kind == "missing":
                raise self._error(reply, "every question" if self._total > 1 else "the only question")
        return self._trust()

    def _trust(self) -> list[tuple[PendingQuestion, SystemReply]]:
        self._trusted = True
        pending, self._pending = self._pending, []
        return pending

    def _error(self, reply: SystemReply, which: str) -> UsageError:
        colon = ":" if reply.kind == "malformed" and not reply.failure.startswith(_VERBS) else ""
        return UsageError(
            f"{self._name}{colon} {reply.failure} ({which})",
            hint=_HINTS.get(reply.kind, "mend it, then run the same command again"),
        )


def _fault(reply: SystemReply) -> str:
    """What is wrong, the same for all replies in which it is."""
    return "" if reply.kind == "missing" else reply.fault or reply.failure


_VERBS = ("answered ", "does ")
_HINTS: Mapping[FailureKind, str] = {
    "unreachable": "start it, or correct its address, then run the same command again",
    "timeout": "give it more time with --timeout, or fewer questions at once with --concurrency",
    "page": "correct the address: this one is a page for people",
    "missing": "each prediction needs the id or the words of a question of this benchmark",
    "redirect": "give the address that it leads to",
}
