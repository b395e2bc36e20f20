"""Use a run file as a retriever: nothing is searched, the file's hits are taken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchwright.errors import UsageError
from benchwright.evaluate.retrievers.base import Progress, Query, Retriever, RetrieverContext, retrievers
from benchwright.evaluate.run_files import read_run, run_name
from benchwright.evaluate.runs import Run
from benchwright.evaluate.score_direction import ScoreKind, refuse_rising


@dataclass(frozen=True, eq=False)
class RunFileRetriever:
    """The whole run of a file, for any queries. Hits of other questions and beyond k are counted where all runs are
    matched."""

    path: Path
    name: str
    scores_are: ScoreKind = ""
    restricts: bool = False

    def retrieve(self, queries: Sequence[Query], k: int, progress: Progress) -> Run:
        run = read_run(self.path, self.name)
        if self.scores_are == "distances":
            run = replace(run, scores=-run.scores)
        refuse_rising(run, self.scores_are)
        progress(len(queries), len(queries))
        said = {"scores": self.scores_are} if self.scores_are else {}
        return replace(run, described={**run.described, "retriever": f"run:{self.path.name}", **said})


@retrievers.register("run")
def open_run(arguments: tuple[str, ...], context: RetrieverContext) -> Retriever:
    """A run file by its path; named as the file without its endings."""
    path = Path(arguments[0])
    if not path.is_file():
        raise UsageError(f"there is no run file {path}", hint="check the path")
    return RunFileRetriever(path, run_name(path), context.asking.scores_are)
