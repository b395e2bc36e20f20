"""Answer a benchmark's questions by models or by extraction, from chosen sources, and score the answers.

The ledger in the scores folder is the checkpoint: the same call again sends only what has no reply yet. Each model with
each choice of sources is a system of its own, beside those of `evaluate system`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory

from benchwright.errors import UsageError
from benchwright.evaluate.answerers.collected_replies import AnsweringSystem, CollectedReplies, answering_systems
from benchwright.evaluate.answerers.extractive import NAME as EXTRACTIVE
from benchwright.evaluate.answerers.model_answerer import ModelAnswerer
from benchwright.evaluate.answerers.source_choice import choose_sources
from benchwright.evaluate.diagnosis.cause_report import ANSWERER, SOURCES
from benchwright.evaluate.gold import drawn_questions
from benchwright.evaluate.list_arguments import refuse_single
from benchwright.evaluate.match import match_run
from benchwright.evaluate.retrievers.base import RetrieverContext
from benchwright.evaluate.retrievers.spec import refuse_repeated_names
from benchwright.evaluate.score_retrievers import SystemProgress, SystemResult
from benchwright.evaluate.score_systems import SystemSettings, score_replies, score_systems
from benchwright.evaluate.systems.ask_system import log_name, sizes_of
from benchwright.evaluate.systems.base import AskingOptions
from benchwright.evaluate.target import EvaluationTarget
from benchwright.files.atomic import write_atomic
from benchwright.files.locks import folder_lock
from benchwright.models.base import json_bytes
from benchwright.models.callable_model import ModelInput, model_names
from benchwright.models.keys import Keys
from benchwright.models.ledger import LEDGER
from benchwright.prompts.asking import Actor
from benchwright.records import Json, JsonRecord, fields_json
from benchwright.run import Ending
from benchwright.run.call_forecast import use_of_requests
from benchwright.run.forecast import ResourceUse
from benchwright.run.item_run import CallOptions, ItemRun
from benchwright.run.report import RunSpending
from benchwright.workflows.evaluation_files import ANSWERS, REPLIES, Evaluation, conclude, diagnosed, scores_folder
from benchwright.workflows.judging import Judging, JudgingOptions
from benchwright.workflows.judging_estimate import (
    JudgingEstimate,
    estimate_judging,
    expected_replies,
    predicted_replies,
    unsent,
)


@dataclass(frozen=True, eq=False)
class AnswersReport:
    """The result of `evaluate_answers`.

    - `evaluation`: the scores of the systems that answered every question; None if there are none.
    - `answered`: the number of answered questions by system, out of `asked`.
    - `refused`: replies without an answer, counted by reason.
    - `held_by`, `waiting`: what the other questions wait for."""

    path: Path
    ending: Ending
    asked: int
    answered: Mapping[str, int]
    evaluation: Evaluation | None = None
    refused: Mapping[str, int] = field(default_factory=dict)
    held_by: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    spent: RunSpending = field(default_factory=RunSpending)

    @property
    def whole(self) -> bool:
        """Whether every system answered every question."""
        return self.ending is Ending.FINISHED and self.evaluation is not None and self.evaluation.whole

    def to_json(self) -> Json:
        fields = fields_json(replace(self, evaluation=None))
        evaluation = {} if self.evaluation is None else self.evaluation.to_json()
        del fields["evaluation"]
        return {"scores": fields.pop("path"), **fields, **evaluation, "whole": self.whole}


@dataclass(frozen=True, slots=True)
class AnswersSetup:
    """Which models answer, from which sources, and how their answers are measured.

    - `answerers`: models (names or callables), or `extractive`, which needs no model.
    - `sources`: what each answerer is shown: `gold`, `none`, or a retriever with a number of hits, such as `bm25:5`;
      `(retriever, 5)` if the retriever is an object. Every answerer is combined with every choice of sources.
    - `predictions`: files of answers that were made elsewhere.
    - `limit`: ask at most this many questions, drawn with the seed. A larger limit asks the same questions and more.
    - `to`: the folder for scores (default: BENCH-system-scores beside the benchmark).
    - `split`: a file written by `benchwright split`; `FILE:PART` evaluates that part only."""

    answerers: Sequence[ModelInput] = ()
    sources: Sequence[str | tuple[object, int]] = ()
    predictions: Sequence[str] = ()
    pages: bool = False
    limit: int | None = None
    k: Sequence[int] = (10,)
    measures: Sequence[str] = ()
    main: str = ""
    seed: int = 13
    to: Path | str | None = None
    corpus: PathLike[str] | str | None = None
    split: str = ""


def evaluate_answers(
    bench: PathLike[str] | str,
    setup: AnswersSetup,
    options: CallOptions | None = None,
    *,
    asking: AskingOptions | None = None,
    judging: JudgingOptions | None = None,
    progress: SystemProgress = lambda *_: None,
) -> AnswersReport:
    """Let models answer the questions of a benchmark, and write scores, tables and an HTML report.

    - `options`: how models are called, and what they may spend.
    - `asking`: how external retrievers are called.
    - `judging`: models that judge the answers, within what is left of the budget.

    Raises UsageError if something can't be asked or measured, LockedError while another process evaluates in the same
    folder, and the errors of `Benchmark.open`."""
    call = options or CallOptions()
    with _opened(bench, setup, call, asking, progress, judging) as opened:
        results = opened.predicted()
        result = opened.run.ask(
            opened.collected.open, lambda item: opened.collected.ask(item, opened.models), opened.folder / LEDGER
        )
        opened.check()
        opened.collected.refuse(result.refused)
        results += [_scored(one, opened) for one in opened.collected.whole]
        report = AnswersReport(
            opened.folder,
            result.ending,
            len(opened.collected.questions),
            {one.name: opened.collected.count(one) for one in opened.collected.systems.values()},
            refused=result.refusals,
            held_by=result.held_by,
            waiting=result.waiting,
            spent=result.spent,
        )
        if not results:
            return report
        results = list(diagnosed(results, opened.target, judged_later=True))
        stopped = result.ending is Ending.STOPPED
        judged = None if stopped else opened.judges.judge(opened.folder, opened.target, results, result.spent)
        if judged is not None:
            results, stopped = judged.results, judged.report.ending is Ending.STOPPED
        opened.check()
        evaluation = conclude(
            opened.folder,
            opened.target,
            "system",
            opened.settings,
            results,
            remarks=opened.remarks(),
            seed=setup.seed,
            stopped=stopped,
            notify=call.notify,
            certificates=opened.judges.certificates,
            judged=judged,
        )
        return replace(report, evaluation=evaluation)


@dataclass(frozen=True, slots=True)
class AnswersEstimate(JsonRecord):
    """What answering will take: `asked` answers of models, to which the ledger has `kept` replies, and what the others
    use. `judging` is what the judges of all answers take, None without any."""

    asked: int
    kept: int
    use: ResourceUse
    judging: JudgingEstimate | None = None


def estimate_answers(
    bench: PathLike[str] | str,
    setup: AnswersSetup,
    options: CallOptions | None = None,
    *,
    asking: AskingOptions | None = None,
    judging: JudgingOptions | None = None,
    progress: SystemProgress = lambda *_: None,
) -> AnswersEstimate:
    """What `evaluate_answers` would ask of models and of judges, without sending anything: each request is made and
    measured. A repeated or repaired reply is not foreseen. Raises as `evaluate_answers`."""
    call, dispatch = unsent(options or CallOptions())
    with _opened(bench, setup, call, asking, progress, judging) as opened:
        collected, folder = opened.collected, opened.folder
        items = collected.open
        with TemporaryDirectory() as scratch:
            ledger = folder / LEDGER if (folder / LEDGER).is_file() else Path(scratch) / LEDGER
            result = opened.run.ask(items, lambda item: collected.ask(item, opened.models), ledger)
        use = use_of_requests(dispatch.requests, call.settings)
        found = AnswersEstimate(len(items), len(items) - len(result.held), use)
        if not opened.judges.panel.judges:
            return found
        collected.refuse(result.refused)
        expected = predicted_replies(setup.predictions, opened.target, opened.asking)
        expected += [
            expected_replies(name, collected.questions.values(), collected.known(name), collected.hits_of(name))
            for name in collected.systems
        ]
        return replace(found, judging=estimate_judging(opened.judges, folder, opened.target, expected))


@dataclass(frozen=True, eq=False)
class _OpenedAnswers:
    """A benchmark that is about to be answered: everything is open, the sources are chosen, no model was asked."""

    folder: Path
    target: EvaluationTarget
    settings: SystemSettings
    setup: AnswersSetup
    run: ItemRun
    models: Mapping[str, ModelAnswerer]
    collected: CollectedReplies
    predicted: Callable[[], list[SystemResult]]
    check: Callable[[], None]
    judges: Judging
    asking: AskingOptions

    def remarks(self) -> tuple[str, ...]:
        """What a reader of the scores must know."""
        asked, all_questions = len(self.collected.questions), len(self.target.gold)
        drawn = f"{asked:,} of {all_questions:,} questions were asked, drawn by seed {self.setup.seed}."
        return (*self.target.gold.remarks(), *((drawn,) if asked < all_questions else ()))


@contextmanager
def _opened(
    bench: PathLike[str] | str,
    setup: AnswersSetup,
    call: CallOptions,
    asking: AskingOptions | None,
    progress: SystemProgress,
    judging: JudgingOptions | None = None,
) -> Iterator[_OpenedAnswers]:
    refuse_single(answerers=setup.answerers, sources=setup.sources, predictions=setup.predictions)
    call = call.with_callables(setup.answerers)
    systems = answering_systems(model_names(setup.answerers), setup.sources, pages=setup.pages)
    if not systems and not setup.predictions:
        raise UsageError("nobody is named who answers", hint="name a model, or: --answerer extractive")
    if setup.limit is not None and setup.limit < 1:
        raise UsageError(f"limit must be at least 1, not {setup.limit}", hint="leave it out to ask all questions")
    folder = scores_folder(bench, setup.to, "system-scores", setup.split)
    target = EvaluationTarget.open(bench, setup.corpus, setup.split)
    if setup.pages and not target.corpus.pages:
        raise UsageError(f"{target.corpus.path} has no page images", hint="ingest the documents with --pages")
    judges = Judging.prepared(judging, folder, setup.seed)
    settings = SystemSettings.of(target, setup.k, setup.measures, setup.main, judges.panel.columns)
    questions = drawn_questions(target.gold.questions, setup.limit, setup.seed)
    run = ItemRun(folder, call, "answers")
    limits = sizes_of(target.gold)
    models = {
        name: ModelAnswerer(Actor(name, run.model(name)), target.corpus, limits, call.has_vision(name), setup.pages)
        for name in dict.fromkeys(one.by for one in systems if one.by != EXTRACTIVE)
    }
    with folder_lock(folder) as lock:
        outside = replace(
            asking or AskingOptions(keys=Keys.load()),
            folder=folder / REPLIES,
            stop=call.stop,
            notify=call.notify,
            check=lock.check,
            resume=False,
        )

        def predicted() -> list[SystemResult]:
            if not setup.predictions:
                return []
            results = list(score_systems(setup.predictions, outside, target, settings, progress))
            refuse_repeated_names([*(one.scores.name for one in results), *(one.name for one in systems)])
            return results

        context = RetrieverContext(target.corpus, target.gold, setup.seed, outside)
        choices = list(dict.fromkeys(one.choice for one in systems))
        collected = CollectedReplies(systems, questions, choose_sources(choices, questions, context, progress))
        collected.extract()
        yield _OpenedAnswers(
            folder, target, settings, setup, run, models, collected, predicted, lock.check, judges, outside
        )


def _scored(system: AnsweringSystem, opened: _OpenedAnswers) -> SystemResult:
    """The scores of a system, with the ranks of its retriever; its answers are written as predictions."""
    collected, target = opened.collected, opened.target
    replies = collected.of(system)
    lines = [
        {"id": one, "question": collected.questions[one].text, "answer": list(reply.answers), **reply.to_json()}
        for one, reply in zip(replies.questions, replies.replies, strict=True)
        if not reply.failure  # where a file has no prediction, a system has failed
    ]
    for one in lines:
        for name in ("answers", "text", "seconds", "failure"):
            del one[name]
    path = opened.folder / ANSWERS / f"{log_name(system.name)}.jsonl"
    write_atomic(path, b"".join(json_bytes(one) + b"\n" for one in lines))
    result = score_replies(system.name, replies, target, opened.settings)
    run = collected.chosen[system.choice].run
    deeper = None if run is None else match_run(run, target.gold, target.corpus, strict=False)
    described = {**result.scores.described, ANSWERER: system.by, SOURCES: system.choice.label}
    return replace(result, scores=replace(result.scores, described=described), deeper=deeper, sources_known=True)
