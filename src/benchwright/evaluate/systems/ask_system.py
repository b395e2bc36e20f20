"""A benchmark's questions put to a whole system, named as on the command line."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from benchwright.errors import UsageError
from benchwright.evaluate.gold import Gold
from benchwright.evaluate.runs import Run, run_of
from benchwright.evaluate.systems.base import System, SystemReply
from benchwright.evaluate.systems.collect_replies import Collecting, Kept, PendingQuestion, Progress, collect
from benchwright.evaluate.systems.http_endpoint import Endpoint, RequestLimits
from benchwright.evaluate.systems.python_callable import PythonSystem
from benchwright.evaluate.systems.reply_format import LONGEST_ANSWER, MOST, ReplyLimits, read_reply
from benchwright.files.atomic import sha256_bytes
from benchwright.models.keys import Keys

_ROOM = 2
"""As many times what the largest question has may be returned to any."""


@dataclass(frozen=True)
class Asking:
    """How a system outside is asked. `folder` is where its replies are kept, so that the same call asks only what is
    missing; with `again` all is asked anew, with `retry_failed` also what failed for good. `timeout` is in seconds, for
    one question; `key_env` names the variable of the key that an endpoint is sent."""

    folder: Path | None = None
    concurrency: int = 8
    timeout: float = 60.0
    keys: Keys = field(default_factory=lambda: Keys({}))
    key_env: str = ""
    again: bool = False
    retry_failed: bool = False
    stop: threading.Event | None = None
    progress: Progress = lambda done, total: None
    notify: Callable[[str], None] = lambda line: None

    def bounds(self) -> RequestLimits:
        return RequestLimits(timeout=self.timeout)

    def collecting(self, system: System, gold: Gold, what: str, parameters: Mapping[str, object]) -> Collecting:
        """The way to collect the replies of one system to one benchmark. `what` is asked: `system`, `retriever`."""
        if not self.timeout > 0:  # what is no number is not, either
            raise UsageError(f"the time-out is {self.timeout:g} s", hint="more than 0")
        if self.concurrency < 1:
            raise UsageError(f"the concurrency is {self.concurrency}", hint="at least 1")
        pin = {"benchmark": gold.fingerprint, what: system.name, "parameters": dict(parameters)}
        # One that is asked for other things, too (alone for 10 hits, within a hybrid for 100), has a file for each.
        asked = " ".join([system.name, *(f"{name}={value}" for name, value in sorted(parameters.items()))])
        log = None if self.folder is None else self.folder / f"{log_name(asked)}.jsonl"
        return Collecting(
            log, pin, self.concurrency, self.again, self.retry_failed, self.stop, self.progress, self.notify
        )


@dataclass(frozen=True, eq=False)
class Replies:
    """What a system said to a benchmark's questions, in the order of the gold."""

    name: str
    questions: tuple[str, ...]
    replies: tuple[SystemReply, ...]
    kinds: Mapping[str, int] = field(default_factory=dict)
    """How many questions failed, by kind of failure."""

    @property
    def failed(self) -> dict[str, str]:
        """What went wrong, by question."""
        return {one: reply.failure for one, reply in zip(self.questions, self.replies, strict=True) if reply.failure}

    def run(self) -> Run:
        """The contexts as a run, for retrieval measures."""
        hits = ((one, reply.contexts) for one, reply in zip(self.questions, self.replies, strict=True))
        return run_of(self.name, hits, failed=self.failed, notes=dict(self.kinds), described={"system": self.name})


def open_system(spec: str, asking: Asking) -> System:
    """The system that `module:callable` or an address stands for. Raises UsageError."""
    if re.match(r"https?://", spec, re.IGNORECASE):
        return Endpoint(spec, keys=asking.keys, key_env=asking.key_env, bounds=asking.bounds(), stop=asking.stop)
    if ":" not in spec:
        raise UsageError(f"{spec!r} is no system", hint="name module:callable, or http://HOST:PORT/PATH")
    return PythonSystem(spec, "question", optional=("id",), keys=asking.keys, timeout=asking.timeout)


def ask_system(spec: str | System, gold: Gold, asking: Asking) -> Replies:
    """Ask a system every question. Raises as `collect` does; a question that failed has a reply that says so."""
    system = open_system(spec, asking) if isinstance(spec, str) else spec
    asks = [PendingQuestion(one.id, {"id": one.id, "question": one.text}) for one in gold]
    read = partial(read_reply, sizes=sizes_of(gold))
    kept = collect(system, asks, read, asking.collecting(system, gold, "system", {}))
    return Replies(system.name, tuple(ask.id for ask in asks), tuple(one.reply for one in kept), count_kinds(kept))


def sizes_of(gold: Gold) -> ReplyLimits:
    """How much a reply to one of these questions may hold: twice what the largest asks for, and never less than
    usual."""
    answers = sources = characters = 0
    for question in gold:
        listed = (*question.answers, *question.undecided)
        longest = (max(map(len, (one.text, *one.aliases))) for one in listed)
        answers, characters = max(answers, len(listed)), max(characters, sum(longest))
        sources = max(sources, len(question.evidence | question.unjudged))
    most = max(MOST, _ROOM * sources)
    return ReplyLimits(max(MOST, _ROOM * answers), most, most, max(LONGEST_ANSWER, _ROOM * characters))


def count_kinds(kept: Sequence[Kept]) -> dict[str, int]:
    """How many failed by what kind of failure, and how many hits were cut off. Of replies that could not be read it is
    said what was wrong with the first."""
    counts: dict[str, int] = {}
    wrong = next((one.reply.failure for one in kept if one.kind == "malformed"), "")
    for one in kept:
        if one.kind:
            reason = f"failed: {one.kind}" + (f", the first: {wrong}" if one.kind == "malformed" else "")
            counts[reason] = counts.get(reason, 0) + 1
    cut = sum(one.cut for one in kept)
    return {**dict(sorted(counts.items())), **({"cut past k": cut} if cut else {})}


def log_name(spec: str) -> str:
    """A file's name for the replies of a system: readable, and one for each."""
    words = re.sub(r"[^A-Za-z0-9]+", "-", spec).strip("-").lower()[:60]
    return f"{words or 'system'}-{sha256_bytes(spec.encode('utf-8', 'surrogatepass'))[:8]}"
