"""Write the report of a benchmark: one HTML file that loads nothing from the network."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchwright.benchmark.corpus_coverage import corpus_coverage
from benchwright.benchmark.question_costs import costs, read_call_costs
from benchwright.benchmark.store import Benchmark
from benchwright.corpus.store import Corpus
from benchwright.errors import BenchmarkError, CorpusError, PlanError, UsageError
from benchwright.evaluate.effective_size import effective_size
from benchwright.evaluate.questions.near_duplicates import near_duplicates
from benchwright.evaluate.questions.question_analysis import analysed_question, question_analysis
from benchwright.evaluate.target import corpus_of_benchmark, gold_of_benchmark
from benchwright.files.atomic import write_atomic
from benchwright.files.command_lines import command_line
from benchwright.files.folder_names import beside
from benchwright.files.output_paths import check_output_file
from benchwright.publish.benchmark_page import BenchmarkFindings, benchmark_html, draw_examples
from benchwright.records import JsonRecord
from benchwright.retrieval.encoders import get_encoder
from benchwright.workflows.score_folders import score_folders
from benchwright.workflows.show import attempt_details

EXAMPLES_DRAWN = 30
SEED = 13
_PAGE = b"<!doctype html"
"""How every report begins."""
_ENCODER = "wordllama"
"""That of the report, whatever the plan's is: it is offline and takes no time."""


@dataclass(frozen=True, slots=True)
class BenchmarkReport(JsonRecord):
    """The result of `report`: the file, the number of examples in it, the folders of scores in it, and what is missing
    and why."""

    path: Path
    questions: int
    examples: int
    scores: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


def report(
    bench: Path | str,
    to: Path | str | None = None,
    *,
    scores: Sequence[Path | str] = (),
    corpus: Path | str | None = None,
    examples: int = EXAMPLES_DRAWN,
    seed: int = SEED,
) -> BenchmarkReport:
    """Write the HTML report of a benchmark to the file `to` (default: BENCH-report.html beside it).

    It shows quotas, reasons for rejections, questions by style and modalities, a map of the corpus, the effective
    sample size, costs, first words, near-duplicates, checks and sample questions.

    - `examples`: how many questions are shown with their sources, drawn with `seed`.
    - `scores`: folders with scores of this benchmark (default: those beside it).
    - `corpus`: the corpus, if it isn't where the plan says. Without a corpus, the report has no map.

    Raises BenchmarkError; UsageError for scores of another benchmark, and if the file at `to` isn't a web page;
    CorpusError if `corpus` isn't the corpus of the benchmark; StorageError."""
    opened = Benchmark.open(bench)
    if not opened.examples:
        raise BenchmarkError(f"{opened.path} has no questions", hint=f"see why: {command_line('show', opened.path)}")
    target = Path(to) if to else beside(opened.path, "report.html")
    _refuse_other_file(target)
    folders, remarks = score_folders(opened, scores)
    found, problem = _corpus(opened, corpus)
    outcomes = opened.outcomes()
    gold = gold_of_benchmark(opened)
    findings = BenchmarkFindings(
        bench=opened,
        attempts=len(outcomes),
        details=attempt_details(outcomes, {reason for cell in opened.cells for reason in cell.reasons}),
        costs=costs(outcomes, opened.examples, read_call_costs(opened.path)),
        analysis=question_analysis(
            [analysed_question(one, question.cluster) for one, question in zip(opened.examples, gold, strict=True)]
        ),
        near=near_duplicates(opened.examples, get_encoder(_ENCODER)),
        size=effective_size(
            (one.cluster for one in gold), [(f"{one.name}, {one.main}", one.scores, one.main) for one in folders]
        ),
        coverage=corpus_coverage(opened.examples, found) if found is not None and len(found) else None,
        evaluations={one.name: one.summary() for one in folders},
        drawn=draw_examples(opened.examples, examples, seed),
        remarks=(*remarks, *([problem] if problem else [])),
    )
    write_atomic(target, benchmark_html(findings))
    return BenchmarkReport(
        target, len(opened), len(findings.drawn), tuple(str(one.path) for one in folders), findings.remarks
    )


def _refuse_other_file(target: Path) -> None:
    """UsageError for a path where no new file may be, and for a file that is no web page: the report would take the
    place of a user's file."""
    check_output_file(target, replace=True)
    if not target.is_file():
        return
    try:
        with target.open("rb") as file:
            start = file.read(len(_PAGE))
    except OSError as error:
        raise UsageError(f"{target} cannot be replaced: {error.strerror}", hint="choose another --to") from error
    if start and start.lower() != _PAGE:
        raise UsageError(f"{target} is not a report", hint="choose another --to, such as report.html")


def _corpus(bench: Benchmark, named: Path | str | None) -> tuple[Corpus | None, str]:
    """The corpus of a benchmark, or why there is none. CorpusError only for one that was named."""
    try:
        return corpus_of_benchmark(bench, named), ""
    except (CorpusError, PlanError) as error:
        if named:
            raise
        return None, f"There is no map of the corpus, because {error}."
