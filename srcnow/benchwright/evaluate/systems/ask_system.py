"""Ask a whole system every question of a benchmark."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from benchwright.errors import UsageError
from benchwright.evaluate.gold import Gold
from benchwright.evaluate.runs import Run, RunHit, run_of
from benchwright.evaluate.score_direction import ScoreKind, refuse_rising, score_steps
from benchwright.evaluate.systems.base import AskingOptions, GivenSystem, System, SystemReply
from benchwright.evaluate.systems.collect_replies import PendingQuestion, Read, collect, stands
from benchwright.evaluate.systems.http_endpoint import Endpoint, RequestLimits
from benchwright.evaluate.systems.predictions_file import PredictionsFile, is_predictions
from benchwright.evaluate.systems.python_callable import PythonSystem
from benchwright.evaluate.systems.reply_format import LONGEST_ANSWER, MOST, ReplyLimits, read_reply
from benchwright.evaluate.systems.reply_log import logged_replies
from benchwright.evaluate.systems.span_file import PREFIX, read_span_rows
from benchwright.files.atomic import sha256_bytes

_HEADROOM = 2
"""A reply to any question may hold this many times what the largest question asks for."""


@dataclass(frozen=True, eq=False)
class Replies:
    """What a system returned to a benchmark's questions, in the order of the gold. `unused` counts predictions of a
    file that answer none of them."""

    name: str
    questions: tuple[str, ...]
    replies: tuple[SystemReply, ...]
    scores_are: ScoreKind = ""
    unused: int = 0

    @property
    def failed(self) -> dict[str, str]:
        """What went wrong, by question."""
        return {one: reply.failure for one, reply in zip(self.questions, self.replies, strict=True) if reply.failure}

    def run(self, described: Mapping[str, object] | None = None) -> Run:
        """The contexts as a run, for retrieval measures. UsageError for scores that look like distances."""
        hits = ((one, self._directed(reply.contexts)) for one, reply in zip(self.questions, self.replies, strict=True))
        said = {"scores": self.scores_are} if self.scores_are else {}
        run = run_of(self.name, hits, failed=self.failed, described={**(described or {"system": self.name}), **said})
        refuse_rising(run, self.scores_are)
        rising = int((score_steps(run)[0] > 0).sum())
        counts = {"rising scores": rising, "unused predictions": self.unused}
        return replace(run, notes=count_kinds(self.replies) | {name: count for name, count in counts.items() if count})

    def _directed(self, hits: Sequence[RunHit]) -> Sequence[RunHit]:
        if self.scores_are != "distances":
            return hits
        return [hit if hit.score is None else replace(hit, score=-hit.score) for hit in hits]


def ask_all(
    system: System,
    gold: Gold,
    role: Literal["system", "retriever"],
    parameters: Mapping[str, object],
    questions: Sequence[PendingQuestion],
    read: Read,
    options: AskingOptions,
) -> Replies:
    """The replies of one system to one benchmark. Raises as `collect` does."""
    if not options.timeout > 0:  # NaN is not, either
        raise UsageError(f"the time-out is {options.timeout:g} s", hint="more than 0")
    if options.concurrency < 1:
        raise UsageError(f"the concurrency is {options.concurrency}", hint="at least 1")
    pin = {"benchmark": gold.fingerprint, role: system.identity, "parameters": dict(parameters)}
    log = None if options.folder is None else options.folder / _log_of(system, parameters)
    if not (isinstance(system, PythonSystem) and system.given):
        options = replace(options, resume=True)
    replies = collect(system, questions, read, options, log, pin)
    return Replies(system.name, tuple(one.id for one in questions), replies, options.scores_are)


def _log_of(system: System, parameters: Mapping[str, object]) -> str:
    """The name of the file of a system's replies. One that is asked with other parameters, too (alone for 10 hits,
    within a hybrid for 100), has a file for each."""
    name = " ".join([system.identity, *(f"{name}={value}" for name, value in sorted(parameters.items()))])
    return f"{log_name(name)}.jsonl"


def open_system(spec: str | GivenSystem, options: AskingOptions) -> System:
    """The system that `module:callable`, an address or a file of predictions stands for, or an object that was given.
    Raises UsageError."""
    if isinstance(spec, GivenSystem) and isinstance(spec.target, str):
        return open_system(spec.target, options)
    if isinstance(spec, GivenSystem):
        return PythonSystem(spec, "question", optional=("id",), options=options)
    if re.match(r"https?://", spec, re.IGNORECASE):
        limits = RequestLimits(timeout=options.timeout)
        return Endpoint(spec, keys=options.keys, key_env=options.key_env, bounds=limits, stop=options.stop)
    if spec.startswith(PREFIX):
        return PredictionsFile(spec.removeprefix(PREFIX), partial(read_span_rows, corpus=options.corpus))
    if is_predictions(spec):
        return PredictionsFile(spec)
    if ":" not in spec:
        raise UsageError(
            f"{spec!r} is not a system", hint="name module:callable, http://HOST:PORT/PATH, or a file of predictions"
        )
    return PythonSystem(spec, "question", optional=("id",), options=options)


def ask_system(spec: str | GivenSystem | System, gold: Gold, options: AskingOptions) -> Replies:
    """Ask a system every question. Raises as `collect` does; a question that failed has a reply that says so."""
    system = open_system(spec, options) if isinstance(spec, str | GivenSystem) else spec
    questions = _questions(gold)
    replies = ask_all(system, gold, "system", {}, questions, partial(read_reply, sizes=sizes_of(gold)), options)
    if not isinstance(system, PredictionsFile):
        return replies
    return replace(replies, unused=system.unused(one.request for one in questions))


def stored_replies(spec: str, gold: Gold, options: AskingOptions) -> dict[str, SystemReply]:
    """The replies of a system that need not be asked for, by question: those of a file of predictions, and those that
    an earlier run has kept in `options.folder`. Nothing is sent or written. Raises as `collect` does."""
    system = open_system(spec, options)
    if isinstance(system, PredictionsFile):
        found = ask_system(system, gold, replace(options, folder=None))
        return dict(zip(found.questions, found.replies, strict=True))
    if options.folder is None or options.again:
        return {}
    pin = {"benchmark": gold.fingerprint, "system": system.identity, "parameters": {}}
    kept = logged_replies(options.folder / _log_of(system, {}), pin, options.notify) or {}
    replies = ((one.id, kept.get(one.digest)) for one in _questions(gold))
    return {id: reply for id, reply in replies if reply is not None and stands(reply, options)}


def _questions(gold: Gold) -> list[PendingQuestion]:
    return [PendingQuestion(one.id, {"id": one.id, "question": one.text}) for one in gold]


def sizes_of(gold: Gold) -> ReplyLimits:
    """How much a reply to one of these questions may hold: twice what the largest asks for, and never less than
    usual."""
    answers = sources = characters = 0
    for question in gold:
        listed = (*question.answers, *question.undecided)
        longest = (max(map(len, (one.text, *one.aliases))) for one in listed)
        answers, characters = max(answers, len(listed)), max(characters, sum(longest))
        sources = max(sources, len(question.evidence | question.unjudged))
    most = max(MOST, _HEADROOM * sources)
    return ReplyLimits(max(MOST, _HEADROOM * answers), most, most, max(LONGEST_ANSWER, _HEADROOM * characters))


def count_kinds(replies: Sequence[SystemReply]) -> dict[str, int]:
    """How many replies failed by kind of failure, and how many hits were cut off. Malformed replies are counted with
    the reason of the first."""
    counts: dict[str, int] = {}
    wrong = next((reply.failure for reply in replies if reply.kind == "malformed"), "")
    for reply in replies:
        if reply.kind:
            reason = f"failed: {reply.kind}" + (f", the first: {wrong}" if reply.kind == "malformed" else "")
            counts[reason] = counts.get(reason, 0) + 1
    cut = sum(reply.cut for reply in replies)
    return {**dict(sorted(counts.items())), **({"cut past k": cut} if cut else {})}


def log_name(spec: str) -> str:
    """A file's name for the replies of a system: readable, and one for each."""
    words = re.sub(r"[^A-Za-z0-9]+", "-", spec).strip("-").lower()[:60]
    return f"{words or 'system'}-{sha256_bytes(spec.encode('utf-8', 'surrogatepass'))[:8]}"
