"""All questions put to one system, several at a time; every reply is on the disk before it counts.

The log of replies is the checkpoint: the same call asks only what is missing. Its first line pins it to what was asked
of whom; each other line holds one reply and the hash of what was asked, so that only a reply to the very same question
counts. What failed in passing (no connection, no answer in time) is asked again by the next call. What the system
itself made wrong is its answer, and stands unless `retry_failed`.

A system that fails on some questions is counted as failing there. One that fails on the first few in the very same way
is not up, or not what was meant: that ends the call with one line, and nothing is scored.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue

from benchwright.errors import StoppedError, UsageError
from benchwright.evaluate.systems.base import PASSING, Kind, System, SystemReply, Told
from benchwright.evaluate.systems.reading import Reading
from benchwright.files.append_log import AppendLog
from benchwright.files.atomic import make_folder, sha256_bytes
from benchwright.files.locks import file_lock
from benchwright.models.loop import LoopThread
from benchwright.models.stoppable_waits import LOOK
from benchwright.records import Json, dump_line

FIRST = 5
"""Questions that must not all fail in the same way."""
GROUP = 64
"""Replies that are written with one wait for the disk, at most."""
GRACE = 3.0
"""Seconds that questions under way are waited for when the run is stopped; what comes later is asked again."""

_VERSION = 1
_TRANSPORT: frozenset[Kind] = frozenset({"unreachable", "timeout", "torn", "busy", "status", "redirect", "page"})

Read = Callable[[object], Reading]
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Ask:
    """One question: its id, and the JSON object that is sent."""

    id: str
    asked: Json

    @property
    def digest(self) -> str:
        """SHA-256 of what is sent, 32 hex digits."""
        return sha256_bytes(dump_line(self.asked).encode("utf-8", "surrogatepass"))[:32]


@dataclass(frozen=True, slots=True)
class Kept:
    """A reply with what its failure was, and how many hits were cut off."""

    reply: SystemReply
    kind: Kind = ""
    cut: int = 0


@dataclass(frozen=True)
class Collecting:
    """How to ask. `log` is the file of replies (None: nothing is kept), `pin` what it holds replies to; with `again` a
    file that is there is set aside (`<name>.before`) and all is asked anew. `stop` ends it between questions."""

    log: Path | None = None
    pin: Mapping[str, object] = field(default_factory=dict)
    concurrency: int = 8
    again: bool = False
    retry_failed: bool = False
    stop: threading.Event | None = None
    progress: Progress = lambda done, total: None
    notify: Callable[[str], None] = lambda line: None


def collect(system: System, asks: Sequence[Ask], read: Read, how: Collecting) -> tuple[Kept, ...]:
    """A reply to every question, in their order. `read` says what a returned value means.

    Raises StoppedError if it was asked to stop before all were asked (what was answered is written), UsageError for a
    log of something else and for a system that cannot be asked, LockedError if another process writes the same log,
    StorageError if the disk refuses.
    """
    with _opened(how) as (log, known):
        replies: dict[str, Kept] = {}
        for ask in asks:
            kept = known.get(ask.digest)
            if kept is not None and not (kept.kind in PASSING or (how.retry_failed and kept.kind)):
                replies[ask.digest] = kept
        missing = list({ask.digest: ask for ask in asks if ask.digest not in replies}.values())
        total = len({ask.digest for ask in asks})
        if replies:
            how.notify(f"{len(replies)} of {total} replies of {system.name} are from an earlier run; --again asks anew")
        how.progress(len(replies), total)
        if missing:
            answered = any(kept.kind not in PASSING for kept in known.values())
            sentry = _Sentry(system.name, len(missing), how.concurrency, answered)
            with closing(_asked(system, missing, read, how, sentry, log)) as groups:
                for found in groups:
                    replies |= found
                    how.progress(len(replies), total)
        if len(replies) < total:
            raise StoppedError(f"stopped with {len(replies)} of {total} questions asked")
    return tuple(replies[ask.digest] for ask in asks)


@contextmanager
def _opened(how: Collecting) -> Iterator[tuple[AppendLog | None, dict[str, Kept]]]:
    """The log, held by this process alone, and what it says by the hash of what was asked."""
    if how.log is None:
        yield None, {}
        return
    make_folder(how.log.parent)
    with file_lock(how.log.with_name(how.log.name + ".lock"), how.log), AppendLog(how.log) as log:
        if how.again and how.log.exists():
            how.log.replace(how.log.with_name(how.log.name + ".before"))
        yield log, _known(log, how)


def _known(log: AppendLog, how: Collecting) -> dict[str, Kept]:
    """The replies in the log. A new log gets its first line. Raises UsageError for a log of something else."""
    content = AppendLog.scan(log.path)
    pin = {"replies": _VERSION, **how.pin}
    if not content.entries:
        if content.damaged and not content.torn:
            raise UsageError(f"{log.path} is no log of replies", hint="name another folder, or ask --again")
        log.append(pin)
        return {}
    head = content.entries[0]
    if head != pin:
        differs = sorted(name for name in {*pin, *head} if pin.get(name) != head.get(name))
        raise UsageError(
            f"{log.path} holds replies to something else (another {', '.join(differs)})",
            hint="name another folder, or ask --again",
        )
    if content.damaged and not content.torn:
        how.notify(f"{log.path} is damaged behind {len(content.entries) - 1} replies; what stood there is asked again")
    return {
        entry["asked"]: Kept(SystemReply.from_json(entry["reply"]), entry["kind"], entry["cut"])
        for entry in content.entries[1:]
    }


def _asked(
    system: System, missing: Sequence[Ask], read: Read, how: Collecting, sentry: _Sentry, log: AppendLog | None
) -> Generator[dict[str, Kept], None, None]:
    """Ask, and give groups of replies by hash, each when it is written. This thread reads and writes, the loop's waits
    for answers: a slow disk does not lengthen anybody's latency."""
    arrived: SimpleQueue[_Arrival | None] = SimpleQueue()
    halt = threading.Event()
    with LoopThread() as loop:
        asking = loop.submit(_ask_all(system, missing, how, halt, arrived))
        asking.add_done_callback(lambda _: arrived.put(None))
        try:
            while (group := _group(arrived)) is not None:
                kept = [(one.ask, _kept(one.told, read)) for one in group]
                passed = [pair for ask, reply in kept for pair in sentry.look(ask, reply)]
                if log is not None:
                    log.append_many(_entry(ask, reply) for ask, reply in passed)
                for one in group:
                    one.written.get_loop().call_soon_threadsafe(_settle, one.written)
                yield {ask.digest: reply for ask, reply in passed}
        finally:
            halt.set()
        asking.result()
        rest = sentry.end()
        if log is not None:
            log.append_many(_entry(ask, reply) for ask, reply in rest)
        yield {ask.digest: reply for ask, reply in rest}


@dataclass(frozen=True, slots=True)
class _Arrival:
    """What came back to a question. Whoever asked waits for `written` before the next one, so that a kill loses no more
    than are asked at a time."""

    ask: Ask
    told: Told
    written: asyncio.Future[None]


async def _ask_all(
    system: System,
    missing: Sequence[Ask],
    how: Collecting,
    halt: threading.Event,
    arrived: SimpleQueue[_Arrival | None],
) -> None:
    """Put all questions, in order, so many at a time. When the run is stopped, those under way have GRACE to end."""
    left = iter(missing)

    async def ask_on() -> None:
        for ask in left:
            if halt.is_set() or (how.stop is not None and how.stop.is_set()):
                return
            try:
                told = await system.ask(ask.asked)
            except StoppedError:
                return
            written = asyncio.get_running_loop().create_future()
            arrived.put(_Arrival(ask, told, written))
            await written

    tasks = {asyncio.create_task(ask_on()) for _ in range(min(how.concurrency, len(missing)))}
    left_over = GRACE
    try:
        while tasks and left_over > 0:
            timeout = None if how.stop is None else LOOK
            done, tasks = await asyncio.wait(tasks, timeout=timeout, return_when=asyncio.FIRST_EXCEPTION)
            for task in done:
                task.result()
            if how.stop is not None and how.stop.is_set():
                left_over -= LOOK
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
    first = arrived.get()
    if first is None:
        return None
    group = [first]
    while len(group) < GROUP:
        try:
            one = arrived.get_nowait()
        except Empty:
            break
        if one is None:
            arrived.put(None)
            break
        group.append(one)
    return group


def _kept(told: Told, read: Read) -> Kept:
    if told.kind:
        return Kept(SystemReply(seconds=told.seconds, failure=told.failure), told.kind)
    reading = read(told.value)
    return Kept(reading.reply(told.seconds), "malformed" if reading.problem else "", reading.cut)


def _entry(ask: Ask, kept: Kept) -> Json:
    return {"question": ask.id, "asked": ask.digest, "kind": kept.kind, "cut": kept.cut, "reply": kept.reply.to_json()}


class _Sentry:
    """Tells a system that fails on questions from one that is not there. Failures of the first questions are held back
    until something else comes: then they count, and are written. If nothing else comes, UsageError.

    - The first FIRST, or all if there are fewer, that fail alike. Of fewer, and where an earlier call had answers, only
      what lies between us and the system ends it: those few may be the ones that it can't answer.
    - Later, a row of questions that find nobody there: the system has gone.
    """

    def __init__(self, name: str, total: int, concurrency: int, answered: bool) -> None:
        self._name, self._total, self._answered = name, total, answered
        self._gone = max(FIRST, 2 * concurrency)
        self._held: list[tuple[Ask, Kept]] = []
        self._trusted = False
        self._row = 0

    def look(self, ask: Ask, kept: Kept) -> list[tuple[Ask, Kept]]:
        """Take the next reply; what is to be written now. Raises UsageError."""
        self._row = self._row + 1 if kept.kind == "unreachable" else 0
        if self._trusted:
            if self._row >= self._gone:
                raise self._error(kept, f"{self._row} questions in a row")
            return [(ask, kept)]
        self._held.append((ask, kept))
        first = self._held[0][1]
        if not kept.kind or (kept.kind, kept.reply.failure) != (first.kind, first.reply.failure):
            return self._trust()
        if len(self._held) >= FIRST:
            if self._answered and kept.kind != "unreachable":
                return self._trust()
            raise self._error(kept, f"the first {FIRST} questions alike")
        return []

    def end(self) -> list[tuple[Ask, Kept]]:
        """No more will come: what is still to be written. Raises UsageError."""
        if self._held and len(self._held) == self._total and not self._answered:
            kept = self._held[0][1]
            if kept.kind in _TRANSPORT:
                raise self._error(kept, "every question" if self._total > 1 else "the only question")
        return self._trust()

    def _trust(self) -> list[tuple[Ask, Kept]]:
        self._trusted = True
        held, self._held = self._held, []
        return held

    def _error(self, kept: Kept, which: str) -> UsageError:
        colon = ":" if kept.kind == "malformed" and not kept.reply.failure.startswith(_VERBS) else ""
        return UsageError(
            f"{self._name}{colon} {kept.reply.failure} ({which})",
            hint=_HINTS.get(kept.kind, "mend it, then run the same command again"),
        )


_VERBS = ("answered ", "does ")
_HINTS: Mapping[Kind, str] = {
    "unreachable": "start it, or correct its address, then run the same command again",
    "timeout": "give it more time with --timeout, or fewer questions at once with --concurrency",
    "page": "correct the address: this one is a page for people",
    "redirect": "give the address that it leads to",
}
