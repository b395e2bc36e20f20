"""Show a benchmark in a web browser, with `benchwright browse`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli.options import BenchArgument
from benchwright.cli.output import note, say
from benchwright.cli.report import ScoresOption
from benchwright.english.counts import counted

if TYPE_CHECKING:
    from benchwright.publish.browse.browse_server import BrowseServer


def browse(
    bench: BenchArgument,
    scores: ScoresOption = None,
    corpus: Annotated[
        Path | None, typer.Option("--corpus", help="The corpus, if it is not where the plan says.")
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port on 127.0.0.1 (default: any free one).")] = 0,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the page in the default web browser.")] = False,
) -> int:
    """Look at a benchmark in a web browser: filter and search its questions, and see each one with its sources.

    The page of a question shows its sources with the evidence marked, its hops, checks, model calls and their cost, and
    the answers of systems. Rejected attempts can be filtered by reason. Only programs on this machine can reach the
    server. If the benchmark changes, it is read again. Ctrl-C ends the server.

    \b
    Example:
      benchwright browse bench
      benchwright browse bench --scores bench-system-scores --port 8080 --open
    """
    from benchwright.workflows.browse import browse as workflow

    def ready(server: BrowseServer) -> None:
        say(f"{bench}: {counted(len(server.browsed.bench), 'question')} at {server.url} (Ctrl-C ends the server)")
        if open_browser:
            import webbrowser

            webbrowser.open(server.url)

    workflow(bench, scores=scores or (), corpus=corpus, port=port, ready=ready)
    note("ended")
    return 0
