"""Show a benchmark in a web browser, from a server on this machine that reads it again when it changes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from benchwright.benchmark.store import Benchmark
from benchwright.errors import BenchmarkError, CorpusError, PlanError
from benchwright.evaluate.run_files import read_run
from benchwright.evaluate.runs import Run
from benchwright.evaluate.score_folder import Scores
from benchwright.evaluate.systems.ask_system import log_name
from benchwright.evaluate.target import corpus_of_benchmark
from benchwright.files.command_lines import command_line
from benchwright.publish.browse.browse_server import BrowseServer
from benchwright.publish.browse.snapshot import BrowsedBenchmark, SnapshotKeeper, watched_files
from benchwright.publish.browse.system_answers import ScoredSystems
from benchwright.workflows.evaluate import RUN_ENDING
from benchwright.workflows.evaluation_files import RUNS
from benchwright.workflows.score_folders import ScoreFolder, score_folders


def browse(
    bench: Path | str,
    *,
    scores: Sequence[Path | str] = (),
    corpus: Path | str | None = None,
    port: int = 0,
    ready: Callable[[BrowseServer], None] = lambda server: print(server.url),
) -> None:
    """Serve the pages of a benchmark on this machine until the program is interrupted.

    The pages list, filter and search questions and failed attempts. The page of a question shows its sources, evidence,
    hops, checks, model calls and costs, and the answers of systems.

    - `scores`: folders with scores of this benchmark (default: those beside it).
    - `corpus`: the corpus, which shows the sources of rejected questions. It is needed only if it isn't where the plan
      says.
    - `port`: 0 takes any free port.
    - `ready`: is called with the address when the server listens (default: print the address).

    Raises BenchmarkError, and UsageError for scores of another benchmark or a port that can't be used."""
    with browse_server(bench, scores=scores, corpus=corpus, port=port) as server:
        ready(server)
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            return


def browse_server(
    bench: Path | str, *, scores: Sequence[Path | str] = (), corpus: Path | str | None = None, port: int = 0
) -> BrowseServer:
    """The same as a context manager: the server listens in a thread of its own as long as the context is open."""
    opened = Benchmark.open(bench)
    folders, _ = score_folders(opened, scores)

    def read(stamp: str) -> BrowsedBenchmark:
        return _read(Path(bench), scores, corpus, stamp)

    return BrowseServer(SnapshotKeeper(read, watched_files(opened.path, [one.path for one in folders])), port)


def _read(bench: Path, scores: Sequence[Path | str], corpus: Path | str | None, stamp: str) -> BrowsedBenchmark:
    """Everything that is shown of a benchmark, as its files are now."""
    opened = Benchmark.open(bench)
    folders, left_out = score_folders(opened, scores)
    remarks = list(left_out)
    try:
        found = corpus_of_benchmark(opened, corpus)
    except (CorpusError, PlanError) as error:
        if corpus:
            raise
        found = None
        remarks.append(f"Sources of rejected questions are not shown: {error}.")
    systems = [ScoredSystems.read(one.path, one.scores, one.main, _runs(one)) for one in folders]
    browsed = BrowsedBenchmark.of(opened, systems, found, stamp, remarks)
    if not browsed.index.entries:
        raise BenchmarkError(
            f"{opened.path} has no questions and no attempts", hint=f"see: {command_line('show', opened.path)}"
        )
    return browsed


def _runs(folder: ScoreFolder) -> dict[str, Run]:
    """The run files that an evaluation of retrievers wrote, by system. Retrievers that return chunks have none."""
    return {name: read_run(path, name) for name, path in _run_files(folder.path, folder.scores)}


def _run_files(folder: Path, scores: Scores) -> list[tuple[str, Path]]:
    named = [
        (one.name, folder / RUNS / f"{log_name(one.name)}{ending}")
        for one in scores.systems
        for ending in RUN_ENDING.values()
    ]
    return [(name, path) for name, path in named if path.is_file()]
