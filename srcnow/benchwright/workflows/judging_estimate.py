"""Forecast what judges will cost: build each request, send nothing, and count stored replies as free.

Where a system's answer is not there yet, its question's reference answer stands for it, over the sources that the
system will be shown, or over the question's own where nobody knows these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory

from benchwright.benchmark.store import PLAN
from benchwright.errors import UsageError
from benchwright.evaluate.gold import Question
from benchwright.evaluate.judges.judge_case import CaseReader
from benchwright.evaluate.judges.judge_replies import judge_replies
from benchwright.evaluate.match import resolve_ids
from benchwright.evaluate.retrievers.spec import labelled, refuse_repeated_names
from benchwright.evaluate.runs import RunHit
from benchwright.evaluate.systems.ask_system import Replies, open_system, stored_replies
from benchwright.evaluate.systems.base import AskingOptions, SystemReply
from benchwright.evaluate.target import EvaluationTarget
from benchwright.files.locks import folder_lock
from benchwright.models import Request
from benchwright.models.keys import Keys
from benchwright.models.ledger import LEDGER
from benchwright.plan import read_settings
from benchwright.records import JsonRecord
from benchwright.run.call_forecast import use_of_requests
from benchwright.run.forecast import NO_USE, ResourceUse
from benchwright.run.item_run import CallOptions, ItemRun
from benchwright.run.unsent import UnsentDispatch
from benchwright.workflows.evaluation_files import REPLIES, scores_folder
from benchwright.workflows.judging import Judging, JudgingOptions

ASSUMED_OF_ANSWERS = (
    "an answer that is not there yet is as long as the reference answer, over the question's own sources if nobody "
    "knows what it will be shown"
)


@dataclass(frozen=True, slots=True)
class JudgingEstimate(JsonRecord):
    """What judging takes: `answers` are the pairs of an answer and a judge, `unanswered` those whose answer is not
    there yet, and `judged` those that need no call more; `use` is what the others take. A repeated or repaired reply is
    not foreseen."""

    answers: int
    unanswered: int
    judged: int
    use: ResourceUse = NO_USE


@dataclass(frozen=True, slots=True)
class ExpectedReplies:
    """The replies of one system: those that are there, and one that stands for each of the questions `unanswered`."""

    replies: Replies
    unanswered: frozenset[str]


def expected_replies(
    name: str,
    questions: Iterable[Question],
    known: Mapping[str, SystemReply],
    hits: Callable[[Question], Sequence[RunHit]],
) -> ExpectedReplies:
    """The replies of a system to some questions. `hits` says what the sources of an answer will be."""
    silent = bool(known) and not any(reply.contexts for reply in known.values())
    mute = bool(known) and not any(reply.citations is not None for reply in known.values())
    found: dict[str, SystemReply] = {}
    for question in questions:
        contexts = () if silent else tuple(hits(question))
        # The name keeps the answers of two systems apart: equal ones would share their calls.
        answer = f"{'; '.join(one.text for one in question.answers)} ({name})"
        likely = SystemReply((answer,), answer, contexts, None if mute else (0,) if contexts else ())
        found[question.id] = known.get(question.id, likely)
    return ExpectedReplies(Replies(name, tuple(found), tuple(found.values())), frozenset(set(found) - set(known)))


def unsent(calls: CallOptions) -> tuple[CallOptions, UnsentDispatch]:
    """The options of a run that sends nothing, and what will hold its requests."""
    dispatch = UnsentDispatch()
    quiet = replace(calls, dispatch=dispatch, caps=None, batch_dir=None, batch=None, batch_attach="", progress=None)
    return quiet, dispatch


def estimate_judging(
    judging: Judging, folder: Path, target: EvaluationTarget, systems: Sequence[ExpectedReplies]
) -> JudgingEstimate:
    """What the judges will take for the answers of these systems, over the ledger in `folder`."""
    seed = read_settings(target.bench.path / PLAN).seed
    calls, dispatch = unsent(judging.calls)
    readers = {one.replies.name: _reader(one.replies, target, seed) for one in systems}
    likely: dict[str, Request] = {}
    with TemporaryDirectory() as scratch:
        ledger = folder / LEDGER if (folder / LEDGER).is_file() else Path(scratch) / LEDGER
        judged = judge_replies(
            readers,
            target,
            judging.panel,
            ItemRun(folder, calls, "answers"),
            ledger,
            seed,
            lambda requests: likely.update((one.key, one) for one in requests),
        )
    chosen = frozenset(judging.panel.questions(target.gold))
    unanswered = len(judging.panel.judges) * sum(len(one.unanswered & chosen) for one in systems)
    new = {one.key: one for one in dispatch.requests} | likely
    answers = len(judged.judgements) + len(judged.run.held)
    use = use_of_requests(new.values(), judging.calls.settings)
    return JudgingEstimate(answers, unanswered, len(judged.judgements), use)


def _reader(replies: Replies, target: EvaluationTarget, seed: int) -> CaseReader:
    by_question = dict(zip(replies.questions, replies.replies, strict=True))
    return CaseReader(target.corpus, resolve_ids(replies.run(), target.corpus), by_question, seed)


def estimate_systems(
    bench: PathLike[str] | str,
    systems: Sequence[str],
    judging: JudgingOptions,
    *,
    to: Path | str | None = None,
    corpus: PathLike[str] | str | None = None,
    split: str = "",
    seed: int = 13,
    asking: AskingOptions | None = None,
) -> JudgingEstimate:
    """What judges will take for the answers of systems: for those that are stored or stand in a file of predictions,
    and for those that are still to be asked for. Neither systems nor judges are asked. Raises as `evaluate_systems`
    does."""
    if not judging.judges:
        raise UsageError("--estimate says what judges will take, and none is named", hint="add --judge openai/NAME")
    folder = scores_folder(bench, to, "system-scores", split)
    judges = Judging.prepared(judging, folder, seed)
    target = EvaluationTarget.open(bench, corpus, split)
    options = replace(asking or AskingOptions(keys=Keys.load()), folder=folder / REPLIES)
    with folder_lock(folder):
        expected = predicted_replies(systems, target, options)
        return estimate_judging(judges, folder, target, expected)


def predicted_replies(specs: Sequence[str], target: EvaluationTarget, options: AskingOptions) -> list[ExpectedReplies]:
    """The replies of systems that are named as in `evaluate_systems`."""
    named = [(label or open_system(spec, options).name, spec) for label, spec in map(labelled, map(str.strip, specs))]
    refuse_repeated_names([name for name, _ in named])
    return [
        expected_replies(name, target.gold, stored_replies(spec, target.gold, options), _gold_hits)
        for name, spec in named
    ]


def _gold_hits(question: Question) -> tuple[RunHit, ...]:
    return tuple(map(RunHit, sorted(question.gold_sets[0]))) if question.gold_sets else ()
