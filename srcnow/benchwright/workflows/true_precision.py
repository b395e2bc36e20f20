"""Hold systems' answers against the answers that people found missing: their precision, and what it truly is.

Precision against the benchmark counts a right answer that is missing there as wrong. Over the questions that people
searched, it is computed with the missing answers as well (QAMPARI, section 4.4: 36.0 against 67.3 for one reader).
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from benchwright.benchmark.store import Benchmark
from benchwright.errors import UsageError
from benchwright.evaluate.answers_file import read_answers
from benchwright.evaluate.measures.answers import listed_answers, set_scores
from benchwright.evaluate.score_folder import is_scores
from benchwright.files.folder_names import beside
from benchwright.records import Answer, JsonRecord
from benchwright.review.completeness import Completeness
from benchwright.statistics import Interval, mean_intervals


@dataclass(frozen=True, slots=True)
class TruePrecision(JsonRecord):
    """One system's precision over the questions that people searched and it answered: against the answers of the
    benchmark, and with those that people found."""

    system: str
    precision: Interval
    true: Interval

    def line(self) -> str:
        """`my rag: precision 36.0%, 67.3% [58.1%, 75.4%] with the missing answers, over 30 questions`."""
        ends = (
            "" if self.true.low is None or self.true.high is None else f" [{self.true.low:.1%}, {self.true.high:.1%}]"
        )
        return (
            f"{self.system}: precision {self.precision.mean or 0.0:.1%}, {self.true.mean or 0.0:.1%}{ends} with the "
            f"missing answers, over {self.true.n:,} questions"
        )


def true_precisions(
    found: Completeness | None, benchmark: Path, scores: Path | str | None
) -> tuple[TruePrecision, ...]:
    """The precision of each system in a folder of `scores` (by default the one beside the benchmark, if there is one).
    None where nobody has searched. UsageError for a folder without scores, BenchmarkError for one that is none."""
    if found is None:
        return ()
    bench = Benchmark.open(benchmark)
    folder = beside(bench.path, "system-scores") if scores is None else Path(scores)
    if not is_scores(folder):
        if scores is None:
            return ()
        raise UsageError(f"{folder} holds no scores", hint="name the folder of scores of systems")
    examples = {one.id: one for one in bench}
    missing = {one.example: tuple(map(Answer, one.missing)) for one in found.questions if one.example in examples}
    values: dict[str, list[tuple[float, float]]] = defaultdict(list)
    clusters: dict[str, list[str]] = defaultdict(list)
    for given in read_answers(folder):
        if given.question not in missing:
            continue
        example = examples[given.question]
        whole = (*example.answers, *missing[given.question])
        before, true = (
            set_scores(listed_answers((given.answer,), gold, example.question), gold).precision
            for gold in (example.answers, whole)
        )
        values[given.system].append((before, true))
        first = bench.sources[example.sources[0]].document if example.sources else example.id
        clusters[given.system].append(first)
    return tuple(_of_system(name, values[name], clusters[name]) for name in sorted(values))


def _of_system(name: str, values: list[tuple[float, float]], documents: list[str]) -> TruePrecision:
    places = {document: place for place, document in enumerate(dict.fromkeys(documents))}
    precision, true = mean_intervals(values, [places[one] for one in documents])
    return TruePrecision(name, precision, true)
