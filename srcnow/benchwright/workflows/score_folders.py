"""Find the scores of a benchmark: the folders that were named, or those that lie beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchwright.benchmark.store import Benchmark
from benchwright.errors import UsageError
from benchwright.evaluate.score_folder import Scores, is_scores, load_scores
from benchwright.evaluate.summarise import SEED, summarise
from benchwright.evaluate.summary import Summary
from benchwright.files.bounded import read_json
from benchwright.files.folder_names import beside
from benchwright.workflows.evaluation_files import SUMMARY


@dataclass(frozen=True, eq=False)
class ScoreFolder:
    """A folder of scores of a benchmark's questions."""

    path: Path
    scores: Scores
    main: str

    @property
    def name(self) -> str:
        return self.path.resolve().name

    def summary(self) -> Summary:
        """The summary of the scores, made again from their rows."""
        return summarise(self.scores, main=self.main, seed=SEED)


def score_folders(
    bench: Benchmark, named: Sequence[Path | str] = ()
) -> tuple[tuple[ScoreFolder, ...], tuple[str, ...]]:
    """The folders, and a remark for each one beside the benchmark that was left out.

    Named folders must hold scores of questions of this benchmark. Without any, folders beside it whose names begin with
    its own (`bench-scores`, `bench-system-scores`, `bench-test-scores`) are taken. Raises UsageError.
    """
    if named:
        return tuple(_read(Path(one), bench) for one in named), ()
    folders, remarks = [], []
    pattern = beside(bench.path, "")
    for path in sorted(pattern.parent.iterdir()):
        if path.name.startswith(pattern.name) and is_scores(path):
            try:
                folders.append(_read(path, bench))
            except UsageError as error:
                remarks.append(f"Left out: {error}.")
    return tuple(folders), tuple(remarks)


def _read(path: Path, bench: Benchmark) -> ScoreFolder:
    scores = load_scores(path)
    known = {one.id for one in bench.examples}
    strange = sum(one.id not in known for one in scores.questions)
    if strange or not scores.questions:
        raise UsageError(
            f"{path} has scores of {strange:,} questions that {bench.path} does not have",
            hint="name the scores of this benchmark, or evaluate again",
        )
    whole = scores.fingerprint == bench.examples_digest
    if not whole and len(scores.questions) == len(known):
        raise UsageError(f"{path} has scores of an earlier state of {bench.path}", hint="evaluate again")
    return ScoreFolder(path, scores, _main(path, scores))


def _main(path: Path, scores: Scores) -> str:
    """The measure that the evaluation reports first."""
    try:
        main = str(read_json(path / SUMMARY).get("main", ""))
    except (OSError, ValueError, AttributeError):
        main = ""
    return main if main in scores.measures else next(iter(scores.measures), "")
