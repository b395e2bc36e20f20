"""Write an evaluation to its folder: scores, summary, tables, figures and the report page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from os import PathLike
from pathlib import Path
from typing import Any

import pyarrow as pa

from benchwright.benchmark.splits import part_of_split
from benchwright.english.counts import counted
from benchwright.errors import MissingExtraError, StoppedError
from benchwright.evaluate.answers_file import GIVEN_ANSWERS, given_answers, write_answers
from benchwright.evaluate.circularity import circularity
from benchwright.evaluate.diagnosis.cause_report import CauseReport, cause_report
from benchwright.evaluate.diagnosis.diagnose import with_causes
from benchwright.evaluate.judges.certificate_file import Certificate
from benchwright.evaluate.judges.corrected_scores import corrected_scores
from benchwright.evaluate.judges.judged_examples import judged_examples
from benchwright.evaluate.judges.judgements_file import JUDGEMENTS, read_judgements, write_judgements
from benchwright.evaluate.questions.question_analysis import analysed_question, question_analysis
from benchwright.evaluate.run_files import Form
from benchwright.evaluate.score_folder import (
    ROWS,
    EvaluationKind,
    Scores,
    is_scores,
    load_scores,
    scored_questions,
)
from benchwright.evaluate.score_retrievers import RetrievalSettings, SystemResult
from benchwright.evaluate.score_systems import SystemSettings
from benchwright.evaluate.summarise import summarise
from benchwright.evaluate.summary import Summary
from benchwright.evaluate.systems.base import SystemReply
from benchwright.evaluate.target import EvaluationTarget
from benchwright.files.atomic import write_atomic, write_json
from benchwright.files.folder_names import beside
from benchwright.files.output_paths import refuse_inside_own
from benchwright.files.target_folder import refuse_strangers
from benchwright.models.base import json_bytes
from benchwright.models.batch.journal import JOURNAL
from benchwright.models.batch.open_requests import FOLDERS as BATCH_FOLDERS
from benchwright.models.batch.submit import FOLDER as BATCHES
from benchwright.models.ledger.ledger_file import LEDGER_FILES
from benchwright.publish.csv_table import csv_text
from benchwright.publish.disagreements import disagreements, evidence_sources, shown_of, spreads
from benchwright.publish.figures import write_figures
from benchwright.publish.latex_table import latex
from benchwright.publish.page import write_page
from benchwright.publish.question_figures import write_question_figures
from benchwright.publish.score_tables import means_html, means_table, question_scores_table
from benchwright.records import Json
from benchwright.workflows.facts import known_facts
from benchwright.workflows.judging import JudgedResults, JudgingReport

PAGE = "report.html"
SUMMARY = "summary.json"
FIGURES = "figures"
RUNS = "runs"
REPLIES = "replies"
ANSWERS = "answers"
"""The answers that were given here, a file of predictions for each system."""
CAUSES_FILE = "causes.jsonl"
QRELS: Mapping[Form, str] = {"trec": "qrels.trec", "beir": "qrels.tsv"}
_PARTIAL = frozenset(
    {REPLIES, ANSWERS, RUNS, ROWS, *QRELS.values(), ".lock", JUDGEMENTS, GIVEN_ANSWERS}
    | {*LEDGER_FILES, JOURNAL, BATCHES, BATCH_FOLDERS}
)
"""What a stopped evaluation may leave."""


@dataclass(frozen=True, eq=False, repr=False)
class Evaluation:
    """The result of an evaluation.

    - `summary`: the numbers of the HTML report. `scores`: the scores of each question.
    - `causes`: why answers are wrong.
    - `failed`: for each system, the number of questions on which it failed.
    - `stopped`: whether the evaluation was interrupted before all systems were measured and judged.
    - `judging`: how the judging went; None without judges.
    - `measured`: the systems of this call. The folder may also have systems from earlier calls."""

    path: Path
    scores: Scores
    summary: Summary
    causes: CauseReport = field(default_factory=CauseReport)
    failed: Mapping[str, int] = field(default_factory=dict)
    stopped: bool = False
    judging: JudgingReport | None = None
    measured: tuple[str, ...] = ()

    def __fspath__(self) -> str:
        """The folder, so that an evaluation may be given wherever scores are."""
        return str(self.path)

    @property
    def page(self) -> Path:
        """The HTML report."""
        return self.path / PAGE

    @property
    def whole(self) -> bool:
        """Whether every system answered every question, and every answer was judged."""
        return not self.stopped and not any(self.failed.values()) and (self.judging is None or self.judging.whole)

    def to_arrow(self, by: str = "all") -> pa.Table:
        """Mean scores with their intervals, one row for each system and measure: over all questions, or for each slice
        of `by` (`style`, `modalities`, `style and modalities`, a facet, or "" for every kind of slice). Raises
        UsageError for an unknown kind."""
        return means_table(self.summary, by)

    def to_pandas(self, by: str = "all") -> Any:
        """`to_arrow` as a `pandas.DataFrame`. MissingExtraError without pandas."""
        return _pandas(self.to_arrow(by), "to_pandas")

    def questions_to_arrow(self) -> pa.Table:
        """The scores of each question, one row for each system and question. Measures that don't apply are null."""
        return question_scores_table(self.scores)

    def questions_to_pandas(self) -> Any:
        """`questions_to_arrow` as a `pandas.DataFrame`. MissingExtraError without pandas."""
        return _pandas(self.questions_to_arrow(), "questions_to_pandas")

    def __repr__(self) -> str:
        """`<Evaluation bench-scores: 2 systems, 45 questions, recall@10: bm25 0.810, mine 0.720>`."""
        summary = self.summary
        means = ((name, summary.mean(name, summary.main)) for name in summary.listing)
        failed = {name: f" (failed on {counted(count, 'question')})" for name, count in self.failed.items()}
        listed = ", ".join(
            f"{name} {'-' if mean is None else f'{mean:.3f}'}{failed.get(name, '')}" for name, mean in means
        )
        systems = f"{len(summary.systems)} system{'' if len(summary.systems) == 1 else 's'}"
        return f"<Evaluation {self.path}: {systems}, {summary.questions} questions, {summary.main}: {listed}>"

    def _repr_html_(self) -> str:
        """What notebooks show: systems by measures, and where the page is. All texts are escaped."""
        failed = "".join(f"<p>{escape(name)} failed on {count} questions</p>" for name, count in self.failed.items())
        return f"{means_html(self.summary)}{failed}<p>{escape(str(self.page))}</p>"

    def to_json(self) -> Json:
        return {
            "scores": str(self.path),
            "page": str(self.page),
            "stopped": self.stopped,
            "failed": dict(self.failed),
            **({} if self.judging is None else {"judging": self.judging.to_json()}),
            "summary": self.summary.to_json(),
            **_causes_json(self.causes),
        }


def _pandas(table: pa.Table, what: str) -> Any:
    try:
        import pandas  # noqa: F401  (pyarrow would name no way to install it)
    except ImportError as error:
        raise MissingExtraError(what, "frames") from error
    return table.to_pandas()


def scores_folder(bench: PathLike[str] | str, to: Path | str | None, kind: str, split: str = "") -> Path:
    """Where scores go: `to`, or beside the benchmark; those of a part of a split, or by its parts, do not take the
    place of those of the whole. UsageError if that folder is something else, files of the user's
    included (a page written among them could take the place of theirs), or damaged."""
    part = f"{part_of_split(split)[1] or 'split'}-" if split else ""
    folder = Path(to) if to else beside(Path(bench), f"{part}{kind}")
    refuse_inside_own(folder)
    if is_scores(folder):
        load_scores(folder)  # damaged scores are refused before anything is asked, not after
    else:
        refuse_strangers(folder, _PARTIAL)
    return folder


def diagnosed(
    results: Iterable[SystemResult], target: EvaluationTarget, *, judged_later: bool
) -> Iterator[SystemResult]:
    """Systems with the causes of their wrong answers, each as it comes. Unless judges read the replies later, only the
    answers are kept of them, and of hits what the page shows: the contexts of many systems would fill the memory until
    the scores are written."""
    facts = known_facts(target.corpus)
    for result in results:
        one = with_causes(result, target, facts)
        if not judged_later:
            bare = {id: SystemReply(reply.answers, failure=reply.failure) for id, reply in one.replies.items()}
            one = replace(one, replies=bare, run=shown_of(one.run, one.matches))
        yield one


def conclude(
    folder: Path,
    target: EvaluationTarget,
    kind: EvaluationKind,
    settings: RetrievalSettings | SystemSettings,
    results: Sequence[SystemResult],
    *,
    remarks: Sequence[str] = (),
    seed: int,
    stopped: bool,
    notify: Callable[[str], None],
    certificates: Mapping[str, Certificate] | None = None,
    judged: JudgedResults | None = None,
) -> Evaluation:
    """Write scores and manifest, and everything that people read, all from the same records: of these results, and of
    earlier systems with the same settings (`notify` is called when others are replaced). `judged` has the verdicts of
    judges, `certificates` theirs by column. The caller holds the folder's lock. Raises StoppedError if there are no
    results yet."""
    gold, now = target.gold, [one.scores for one in results]
    scores = Scores(
        gold.name,
        gold.fingerprint,
        kind,
        settings.to_json(),
        scored_questions(gold),
        tuple(now),
        dict(certificates or {}),
    )
    before = load_scores(folder) if is_scores(folder) else None
    scores = scores.joined(before)
    if not scores.systems:
        raise StoppedError("stopped before any system was done", hint="the same command goes on")
    if before is not None and before.systems and not scores.is_of(before):
        names = ", ".join(one.name for one in before.systems)
        notify(f"{folder} had scores of {names}, of other questions or measured in another way: they are replaced")
    scores.save(folder)
    if judged is not None:
        write_judgements(folder, judged.judged, [one.name for one in scores.systems])
    given = [one for result in results for one in given_answers(result.run.name, result.replies)]
    answers = write_answers(folder, given, [one.name for one in scores.systems]) if kind == "system" else ()
    circular = [one.sentence for one in circularity(target.examples, scores)]
    summary = summarise(scores, main=settings.main, seed=seed, remarks=(*remarks, *circular))
    summary = replace(summary, corrected=corrected_scores(scores, answers))
    causes = cause_report(scores, gold, summary)
    write_json(folder / SUMMARY, {**summary.to_json(), **_causes_json(causes)})
    _write_causes(scores, folder)
    write_atomic(folder / "scores.csv", csv_text(summary))
    write_atomic(folder / "table.tex", latex(summary))
    write_figures(summary, folder / FIGURES)
    analysis = question_analysis(
        [analysed_question(one, question.cluster) for one, question in zip(target.examples, gold, strict=True)],
        target.parts,
        target.bench.examples,
    )
    write_question_figures(analysis, folder / FIGURES)
    values = {one.name: column for one in scores.systems if (column := one.measure(settings.main)) is not None}
    runs = {one.run.name: one.run for one in results}
    matches = {one.run.name: one.matches for one in results}
    chosen = disagreements(gold, values, matches, runs, target.corpus, bounds=scores.bounds)
    differing = int((spreads(gold, values, scores.bounds) > 0).sum())
    shown = judged_examples(read_judgements(folder), scores.measures, gold, answers)
    mistaken = {id: evidence_sources(gold.questions[gold.position[id]], target.corpus) for id in causes.example_ids}
    write_page(
        summary,
        chosen,
        folder / PAGE,
        differing=differing,
        causes=causes,
        judged=shown,
        analysis=analysis,
        mistaken=mistaken,
    )
    failed = {one.name: len(one.failed) for one in now if one.failed}
    report = judged.report if judged else None
    return Evaluation(folder, scores, summary, causes, failed, stopped, report, tuple(one.name for one in now))


def _causes_json(causes: CauseReport) -> Json:
    return {"causes": causes.to_json()} if causes.shares or causes.fixes else {}


def _write_causes(scores: Scores, folder: Path) -> None:
    """One line for each wrong answer of any system; no file if there are none."""
    lines = [
        {"system": system.name, "question": id, **finding.to_json()}
        for system in scores.systems
        for id, finding in system.causes.items()
    ]
    if lines or (folder / CAUSES_FILE).exists():
        write_atomic(folder / CAUSES_FILE, b"".join(json_bytes(one) + b"\n" for one in lines))
