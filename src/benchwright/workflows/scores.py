"""What both evaluations share: a benchmark opened with its corpus, and the folder that scores are left in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchwright.benchmark.store import EXAMPLES, PLAN, Benchmark
from benchwright.corpus.descriptions import described, read_descriptions
from benchwright.corpus.store import Corpus
from benchwright.errors import BenchmarkError, CorpusError, MissingExtraError, StoppedError, UsageError
from benchwright.evaluate.found import Found
from benchwright.evaluate.gold import Gold, gold_of
from benchwright.evaluate.runfiles import Form
from benchwright.evaluate.runs import Run
from benchwright.evaluate.store import (
    ROWS,
    Scores,
    SystemScores,
    What,
    is_scores,
    load_scores,
    scored_questions,
)
from benchwright.evaluate.summarise import summarise
from benchwright.evaluate.summary import Summary
from benchwright.files.atomic import is_leftover, write_atomic, write_json
from benchwright.plan import read_plan
from benchwright.publish.csvfile import csv_text
from benchwright.publish.disagreements import disagreements, spreads
from benchwright.publish.figures import write_figures
from benchwright.publish.latex import latex
from benchwright.publish.page import write_page
from benchwright.records import Json

PAGE = "report.html"
SUMMARY = "summary.json"
FIGURES = "figures"
RUNS = "runs"
REPLIES = "replies"
QRELS: Mapping[Form, str] = {"trec": "qrels.trec", "beir": "qrels.tsv"}
_BEGUN = frozenset({REPLIES, RUNS, ROWS, *QRELS.values(), ".lock"})  # what a stopped evaluation may leave


@dataclass(frozen=True, eq=False)
class Ground:
    """What systems are measured on: a benchmark, the corpus that it was made of, and what it wants found."""

    bench: Benchmark
    corpus: Corpus
    gold: Gold

    @classmethod
    def open(cls, bench: Path | str, corpus: Path | str | None = None) -> Ground:
        """Open a benchmark and its corpus: the one that its plan names, or `corpus`.

        Raises BenchmarkError for a benchmark without questions or over a corpus that has changed, CorpusError.
        """
        opened = Benchmark.open(bench)
        if not opened.examples:
            raise BenchmarkError(f"{opened.path} has no questions", hint=f"see why: benchwright show {opened.path}")
        plan = read_plan(opened.path / PLAN)
        try:
            found = Corpus.open(Path(corpus) if corpus else plan.corpus_path)
        except CorpusError as error:
            if corpus:
                raise
            raise CorpusError(
                f"the corpus of {opened.path} is not where its plan says: {error}",
                hint="say where it is with --corpus",
            ) from error
        if found.fingerprint != opened.pins.corpus:
            raise CorpusError(
                f"{found.path} is not the corpus that {opened.path} was made of, or it has changed since",
                hint="put it back as it was, or generate the benchmark anew",
            )
        if plan.descriptions is not None:
            found = described(found, read_descriptions(found, plan.descriptions))
        digest = str(opened.manifest["files"][EXAMPLES]["sha256"])
        return cls(opened, found, gold_of(opened.manifest["name"], digest, opened.examples, found))


@dataclass(frozen=True, eq=False)
class Evaluation:
    """What an evaluation came to. `failed` says by system how many questions it failed on; `stopped`
    whether it was stopped before all systems were measured."""

    path: Path
    scores: Scores
    summary: Summary
    failed: Mapping[str, int] = field(default_factory=dict)
    stopped: bool = False

    @property
    def page(self) -> Path:
        """The page of this evaluation."""
        return self.path / PAGE

    @property
    def whole(self) -> bool:
        """Whether every system that was asked for answered every question."""
        return not self.stopped and not any(self.failed.values())

    def to_json(self) -> Json:
        return {
            "scores": str(self.path),
            "page": str(self.page),
            "stopped": self.stopped,
            "failed": dict(self.failed),
            "summary": self.summary.to_json(),
        }


def scores_folder(bench: Path | str, to: Path | str | None, kind: str) -> Path:
    """Where scores go: `to`, or beside the benchmark. UsageError if that folder is something else, files of the user's
    included (a page written among them could take the place of theirs), or damaged."""
    folder = Path(to) if to else Path(bench).with_name(f"{Path(bench).resolve().name}-{kind}")
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is no folder", hint="choose another --to")
    if is_scores(folder):
        load_scores(folder)  # damaged ones are told of before anything is asked, not after
    elif folder.exists():
        strangers = sorted(one.name for one in folder.iterdir() if one.name not in _BEGUN and not is_leftover(one.name))
        if strangers:
            raise UsageError(
                f"{folder} holds something else ({strangers[0]})", hint="choose a new or empty folder for --to"
            )
    return folder


@dataclass(frozen=True, eq=False)
class Measured:
    """One system as it was measured: its hits, what they find, and its scores."""

    run: Run
    found: Found
    system: SystemScores


def conclude(
    folder: Path,
    ground: Ground,
    kind: What,
    settings: Mapping[str, Any],
    measured: Sequence[Measured],
    *,
    main: str,
    remarks: Sequence[str] = (),
    seed: int,
    stopped: bool,
    notify: Callable[[str], None],
) -> Evaluation:
    """Write rows and manifest, and everything that people read, all of the same records: of what was measured now, and
    of earlier systems of the same settings (`notify` is told of others, which are replaced). `main` is the measure that
    slices and tests are told of. The caller holds the folder's lock. Raises StoppedError if there is nothing to tell
    yet."""
    gold, now = ground.gold, [one.system for one in measured]
    scores = Scores(gold.name, gold.fingerprint, kind, settings, scored_questions(gold), tuple(now))
    before = load_scores(folder) if is_scores(folder) else None
    scores = scores.joined(before)
    if not scores.systems:
        raise StoppedError("stopped before any system was done", hint="the same command goes on")
    if before is not None and before.systems and not scores.is_of(before):
        names = ", ".join(one.name for one in before.systems)
        notify(f"{folder} had scores of {names}, of other questions or measured in another way: they are replaced")
    scores.save(folder)
    summary = summarise(scores, main=main, seed=seed, remarks=(*remarks, *length_remarks(scores.systems)))
    write_json(folder / SUMMARY, summary.to_json())
    write_atomic(folder / "scores.csv", csv_text(summary))
    write_atomic(folder / "table.tex", latex(summary))
    try:
        write_figures(summary, folder / FIGURES)
    except MissingExtraError as error:
        notify(error.line())
    values = {one.name: found for one in scores.systems if (found := one.measure(main)) is not None}
    runs = {one.run.name: one.run for one in measured}
    founds = {one.run.name: one.found for one in measured}
    shown = disagreements(gold, values, founds, runs, ground.corpus, bounds=scores.bounds)
    differing = int((spreads(gold, values, scores.bounds) > 0).sum())
    write_page(summary, shown, folder / PAGE, differing=differing)
    failed = {one.name: len(one.failed) for one in now if one.failed}
    return Evaluation(folder, scores, summary, failed, stopped)


def main_measure(asked: str, measures: Sequence[str], usual: str) -> str:
    """The measure that slices and tests are told of: the one asked for, else the usual one, else the first. UsageError
    for one that is not measured."""
    if asked and asked not in measures:
        raise UsageError(f"{asked!r} is not among the measures", hint=f"measured are: {', '.join(measures)}")
    return asked or (usual if usual in measures else measures[0])


def refuse_repeats(names: Sequence[str]) -> None:
    """UsageError if two systems have one name."""
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"two systems are called {name!r}", hint="give one another name: other=...")


def length_remarks(systems: Sequence[SystemScores]) -> tuple[str, ...]:
    """What a reader of the table must know where a system has chunks of its own."""
    if not any(one.described.get("chunks") for one in systems):
        return ()
    told = [
        f"{one.described['characters']:,.0f} with {one.name} (first {one.described['depth']})"
        for one in systems
        if "characters" in one.described
    ]
    return (
        "Systems that cut texts otherwise are compared by what they return, and longer pieces hold more: characters "
        f"returned for a question, on average: {', '.join(told)}.",
    )
