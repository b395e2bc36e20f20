"""Measure the questions of a benchmark or a file: answerability, likeness to references, styles, repetition.

FOLDER/ledger.sqlite          the model's replies: the same command again asks only what is missing
FOLDER/question-scores.json   the scores, and the analysis of the questions
FOLDER/figures/               how they begin, and how far the keywords of some cover others'
FOLDER/judgements.jsonl       what the model said of each question
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path

from benchwright.benchmark.splits import splits_of
from benchwright.benchmark.store import Benchmark
from benchwright.errors import UsageError
from benchwright.evaluate.judges.answerability import PMAN, PMAN_WITHOUT_STEPS
from benchwright.evaluate.questions.answer_keywords import QuestionAnswers
from benchwright.evaluate.questions.judged_questions import QuestionJudgement, judge
from benchwright.evaluate.questions.question_analysis import (
    KEYWORDS,
    AnalysedQuestion,
    QuestionAnalysis,
    analysed_question,
    answer_kind,
    question_analysis,
)
from benchwright.evaluate.questions.question_file import MeasuredQuestion, read_questions
from benchwright.evaluate.questions.question_scores import (
    QuestionScores,
    answerable_shares,
    likeness,
    repeated,
    style_overlap,
)
from benchwright.files.atomic import LOCK, MANIFEST, write_atomic
from benchwright.files.folder_names import beside
from benchwright.files.locks import folder_lock
from benchwright.files.output_paths import refuse_inside_own
from benchwright.files.target_folder import refuse_strangers
from benchwright.models.batch.journal import JOURNAL
from benchwright.models.batch.open_requests import FOLDERS as BATCH_FOLDERS
from benchwright.models.batch.submit import FOLDER as BATCHES
from benchwright.models.ledger.ledger_file import LEDGER, LEDGER_FILES
from benchwright.prompts.asking import Actor
from benchwright.prompts.load import Style, styles
from benchwright.publish.question_figures import write_question_figures
from benchwright.records import Json, dump_line, fields_json
from benchwright.run import Ending
from benchwright.run.item_run import CallOptions, ItemResult, ItemRun
from benchwright.run.report import RunSpending

SCORES, JUDGEMENTS, FIGURES = "question-scores.json", "judgements.jsonl", "figures"
_PARTIAL = frozenset({LOCK, *LEDGER_FILES, JOURNAL, BATCHES, BATCH_FOLDERS})
"""What a killed run leaves before its first scores."""


@dataclass(frozen=True, slots=True)
class QuestionReport:
    """The result of `evaluate_questions`. `refused` counts questions without a verdict by reason; `held_by` says what
    others wait for."""

    path: Path
    model: str
    scores: QuestionScores
    analysis: QuestionAnalysis
    ending: Ending = Ending.FINISHED
    refused: Mapping[str, int] = field(default_factory=dict)
    held_by: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    spent: RunSpending = field(default_factory=RunSpending)

    @property
    def whole(self) -> bool:
        """Whether every question has a verdict."""
        return self.ending is Ending.FINISHED and not self.refused

    def to_json(self) -> Json:
        return {**fields_json(self), "whole": self.whole}


def evaluate_questions(
    path: PathLike[str] | str,
    *,
    judge_model: str = "",
    direct: bool = False,
    overlap: bool = False,
    tokenised: bool = False,
    splits: PathLike[str] | str | None = None,
    to: PathLike[str] | str | None = None,
    options: CallOptions | None = None,
) -> QuestionReport:
    """Measure the questions themselves, of a benchmark or of a file.

    - `judge_model`: a model for the measures that need one. Without it, only the others are computed.
    - `direct`: also ask for answerability in one step, without PMAN's steps.
    - `overlap`: ask which styles fit each question.
    - `splits`: a split of the benchmark. The keywords of its test part are compared with those of its training part.

    Raises BenchmarkError; UsageError for a file that can't be read, a model that can't be used, or a folder `to` that
    holds something else; LockedError while another process writes there; StorageError."""
    if (direct or overlap) and not judge_model:
        raise UsageError("a model has to judge that", hint="name one with --judge")
    source = Path(path)
    questions = read_questions(source)
    analysis = _analysis(source, questions, None if splits is None else Path(splits))
    folder = Path(to) if to else beside(source, "question-scores")
    refuse_inside_own(folder)
    _refuse_strangers(folder)
    with folder_lock(folder):
        judgements: dict[str, QuestionJudgement] = {}
        result = _ask(questions, judgements, judge_model, direct, overlap, folder, options) if judge_model else None
        scores = _scores(questions, judgements, tokenised=tokenised)
        write_atomic(folder / SCORES, dump_line({**scores.to_json(), "analysis": analysis.to_json()}) + "\n")
        write_question_figures(analysis, folder / FIGURES)
        if result is None:
            return QuestionReport(folder, "", scores, analysis)
        write_atomic(folder / JUDGEMENTS, "".join(_line(one, judgements) for one in questions if one.id in judgements))
        return QuestionReport(
            folder,
            judge_model,
            scores,
            analysis,
            result.ending,
            result.refusals,
            result.held_by,
            result.waiting,
            result.spent,
        )


def _analysis(source: Path, questions: tuple[MeasuredQuestion, ...], splits: Path | None) -> QuestionAnalysis:
    if source.is_dir():
        bench = Benchmark.open(source)
        documents = {one.id: one.document for one in questions}
        analysed = [analysed_question(one, documents[one.id]) for one in bench.examples]
        return question_analysis(analysed, None if splits is None else splits_of(splits, bench))
    if splits is not None:
        raise UsageError("only a benchmark has a split", hint="leave --split out")
    rows = []
    for one in questions:
        keywords = one.columns.get(KEYWORDS, "")
        answers = QuestionAnswers(one.question, ((one.answer,),) if one.answer else (), keywords)
        own = {name: value for name, value in one.columns.items() if name != KEYWORDS}
        rows.append(AnalysedQuestion(one.id, answers, {"style": one.style, "answer": answer_kind(answers), **own}))
    return question_analysis(rows)


def _refuse_strangers(folder: Path) -> None:
    """UsageError for a folder that is something else: scores of systems have a file of judgements, too."""
    if (folder / MANIFEST).exists() or not (folder / SCORES).exists():
        refuse_strangers(folder, _PARTIAL)


def _ask(
    questions: tuple[MeasuredQuestion, ...],
    judgements: dict[str, QuestionJudgement],
    model: str,
    direct: bool,
    overlap: bool,
    folder: Path,
    options: CallOptions | None,
) -> ItemResult[str]:
    """Ask about each question that has an answer and sources, and keep what is said in `judgements`."""
    run = ItemRun(folder, options or CallOptions(), "questions")
    actor = Actor(model, run.model(model))
    measures = (PMAN, PMAN_WITHOUT_STEPS) if direct else (PMAN,)
    votes: Mapping[str, Style] = styles() if overlap else {}
    by_id = {one.id: one for one in questions if one.answer and one.source_ids}
    if not by_id:
        raise UsageError(
            "no question has an answer and a passage", hint="a judge needs both: see benchwright evaluate questions -h"
        )

    async def one(id: str) -> str:
        judgements[id], problem = await judge(actor, by_id[id], measures, votes)
        return problem

    return run.ask(list(by_id), one, folder / LEDGER)


def _scores(
    questions: tuple[MeasuredQuestion, ...], judgements: Mapping[str, QuestionJudgement], *, tokenised: bool
) -> QuestionScores:
    asked = {name for one in judgements.values() for name in one.answerable}
    values, referenced, skipped = likeness(questions, tokenised=tokenised)
    return QuestionScores(
        len(questions),
        len({one.document for one in questions}),
        {
            one.name: answerable_shares(questions, judgements, one.name)
            for one in (PMAN, PMAN_WITHOUT_STEPS)
            if one.name in asked
        },
        values,
        referenced,
        style_overlap(questions, judgements) if any(one.styles for one in judgements.values()) else None,
        repeated(questions),
        skipped,
    )


def _line(one: MeasuredQuestion, judgements: Mapping[str, QuestionJudgement]) -> str:
    told = judgements[one.id]
    return dump_line({"id": one.id, "answerable": told.answerable, "styles": told.styles}) + "\n"
