"""Measure retrievers and RAG systems, with `benchwright evaluate retrieval` and `evaluate system`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from benchwright.cli.command_group import CommandGroup
from benchwright.cli.numbers import finite
from benchwright.cli.output import LINE_SECONDS, JsonOption, ProgressLine, note, print_json, say
from benchwright.errors import UsageError

if TYPE_CHECKING:
    from benchwright.evaluate.run_files import Form
    from benchwright.evaluate.score_retrievers import ModalityMode
    from benchwright.evaluate.summary import Summary
    from benchwright.evaluate.ties_and_repeats import Ties
    from benchwright.workflows.evaluation_files import Evaluation

INTERRUPTED = 130

Bench = Annotated[Path, typer.Argument(metavar="BENCH", help="A folder that generate or import has made.")]
Cuts = Annotated[str, typer.Option("--k", metavar="K,K", help="Cut-offs.")]
To = Annotated[
    Path | None, typer.Option("--to", metavar="DIR", help="Where scores and page go (a folder beside BENCH).")
]
CorpusOption = Annotated[
    Path | None, typer.Option("--corpus", metavar="CORPUS", help="The corpus, if it has moved since.")
]
Measures = Annotated[str, typer.Option("--measures", metavar="NAME,NAME", help="Measures (the usual ones).")]
Main = Annotated[str, typer.Option("--main", metavar="NAME", help="The measure that slices and tests are told of.")]
Seed = Annotated[int, typer.Option("--seed", min=0, help="Seed of intervals, tests and the random retriever.")]
Concurrency = Annotated[int, typer.Option("--concurrency", min=1, help="Questions at once, for systems outside.")]
Timeout = Annotated[
    float, typer.Option("--timeout", min=0.1, callback=finite, help="Seconds that one answer may take.")
]
KeyEnv = Annotated[
    str, typer.Option("--key-env", metavar="NAME", help="The variable that holds the token of an address.")
]
Again = Annotated[bool, typer.Option("--again", help="Ask systems outside anew, whatever they have answered before.")]


def retrieval(
    bench: Bench,
    retriever: Annotated[
        list[str], typer.Option("--retriever", "-r", metavar="NAME", help="What to measure; may be given many times.")
    ],
    k: Cuts = "5,10",
    to: To = None,
    corpus: CorpusOption = None,
    measures: Measures = "",
    main: Main = "",
    modality: Annotated[
        str,
        typer.Option("--modality", help="open, known (search only the answer's modalities), or both."),
    ] = "both",
    ties: Annotated[
        str, typer.Option("--ties", help="Order of equal scores: worst (evidence last), or trec (id descending).")
    ] = "worst",
    form: Annotated[
        str, typer.Option("--form", help="Form of the runs and qrels that are left in the folder: trec, or beir.")
    ] = "trec",
    seed: Seed = 13,
    concurrency: Concurrency = 8,
    timeout: Timeout = 60.0,
    key_env: KeyEnv = "",
    again: Again = False,
    as_json: JsonOption = False,
) -> int:
    """Measure retrievers on a benchmark, with intervals, and compare them; leaves a page with all of it.

    A retriever is bm25, dense:ENCODER, clip:MODEL, hybrid(A,B), rerank(A,MODEL), oracle, random, a TREC run file,
    module:function (query, k) or an http address; NAME=... before it names it. Its hits are ids of sources, or chunks
    of its own with their text or place. Systems that the folder has from before stay in the comparison. Exit code 1 if
    one failed on a question.

    \b
    Example:
      benchwright evaluate retrieval bench -r bm25 -r mine=http://127.0.0.1:8000/search
      benchwright evaluate retrieval bench -r bm25 -r "hybrid(bm25,dense:wordllama)" --k 5,10,20
    """
    from benchwright.evaluate.measures.catalogue import parse_cutoffs
    from benchwright.workflows.evaluate import evaluate_retrieval as workflow

    chosen = _one_of("--modality", modality, ("open", "known", "both"))
    order = _one_of("--ties", ties, ("worst", "trec"))
    written = _one_of("--form", form, ("trec", "beir"))
    with progress_lines(as_json) as told:
        done = workflow(
            bench,
            retriever,
            k=parse_cutoffs(k),
            to=to,
            corpus=corpus,
            measures=names(measures),
            main=main,
            modality=cast("ModalityMode", chosen),
            ties=cast("Ties", order),
            form=cast("Form", written),
            seed=seed,
            concurrency=concurrency,
            timeout=timeout,
            key_env=key_env,
            again=again,
            progress=told,
            notify=note,
        )
    return _tell(done, as_json)


def system(
    bench: Bench,
    system: Annotated[
        list[str], typer.Option("--system", "-s", metavar="NAME", help="What to measure; may be given many times.")
    ],
    k: Cuts = "5,10",
    to: To = None,
    corpus: CorpusOption = None,
    measures: Measures = "",
    main: Main = "",
    seed: Seed = 13,
    concurrency: Concurrency = 8,
    timeout: Timeout = 120.0,
    key_env: KeyEnv = "",
    again: Again = False,
    retry_failed: Annotated[
        bool, typer.Option("--retry-failed", help="Ask again what a system failed on for good.")
    ] = False,
    as_json: JsonOption = False,
) -> int:
    """Measure whole RAG systems: answers, citations, retrieval and latency, with intervals.

    A system is module:function (question), or an http address that is posted {"id", "question"} and answers {"answer",
    "contexts", "citations"}; NAME=... before it names it. Every reply is on the disk before it counts, and the same
    command goes on with a stopped run. A question that a system fails on scores 0. Exit code 1 if there is one.

    \b
    Example:
      benchwright evaluate system bench -s mine=http://127.0.0.1:8000/answer
      benchwright evaluate system bench -s my_rag:answer --concurrency 4
    """
    from benchwright.evaluate.measures.catalogue import parse_cutoffs
    from benchwright.workflows.evaluate import evaluate_systems as workflow

    with progress_lines(as_json) as told:
        done = workflow(
            bench,
            system,
            k=parse_cutoffs(k),
            to=to,
            corpus=corpus,
            measures=names(measures),
            main=main,
            seed=seed,
            concurrency=concurrency,
            timeout=timeout,
            key_env=key_env,
            again=again,
            retry_failed=retry_failed,
            progress=told,
            notify=note,
        )
    return _tell(done, as_json)


def _tell(done: Evaluation, as_json: bool) -> int:
    if as_json:
        print_json(done.to_json())
    else:
        tell_summary(done.summary)
        say(f"\npage: {done.page}")
    if done.stopped:
        note("stopped; what was answered is written, and the same command continues")
        return INTERRUPTED
    return 0 if done.whole else 1


def tell_summary(summary: Summary) -> None:
    """The table of a summary: coloured on a terminal, as wide as that is; plain lines of 80 columns else."""
    from benchwright.publish.terminal_table import WIDTH, table_renderable, table_text

    if not sys.stdout.isatty():
        say(table_text(summary).rstrip("\n"))
        return
    from rich.console import Console

    console = Console()
    console.print(table_renderable(summary, max(WIDTH, console.width)))


def names(text: str) -> tuple[str, ...]:
    """`a,b` as names; () of nothing."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _one_of(option: str, value: str, known: Sequence[str]) -> str:
    if value not in known:
        raise UsageError(f"{option} {value!r} is not known", hint=f"choose one of {', '.join(known)}")
    return value


@contextmanager
def progress_lines(quiet: bool) -> Iterator[Callable[[str, int, int], None]]:
    """Tells how far a system is: one line that is written over on a terminal, a line every few seconds else."""
    if quiet:
        yield lambda *_: None
        return
    line = ProgressLine(every=LINE_SECONDS)
    try:
        yield lambda system, done, total: line.show(f"{system}: {done:,} of {total:,} questions")
    finally:
        line.clear()


EVALUATE_GROUP = CommandGroup(
    """Measure retrievers and whole RAG systems on a benchmark, with error bars.

    \b
    Example:
      benchwright evaluate retrieval bench -r bm25 -r dense:wordllama
    """,
    {"retrieval": retrieval, "system": system},
)
