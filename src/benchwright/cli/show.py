"""`benchwright show`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli.output import JsonOption, print_json, say, visible

if TYPE_CHECKING:
    from benchwright.workflows.show import Overview


def show(
    bench: Annotated[Path, typer.Argument(metavar="BENCH", help="A folder that generate has made.")],
    example: Annotated[str, typer.Argument(metavar="[ID]", help="An example's id, or how it begins.")] = "",
    as_json: JsonOption = False,
) -> int:
    """Show a benchmark's quotas and why attempts fell; or one example with its sources and checks.

    \b
    Example:
      benchwright show bench
      benchwright show bench 3f2a
    """
    from benchwright.workflows.show import show as workflow

    if example:
        return _show_example(bench, example, as_json)
    overview = workflow(bench)
    if as_json:
        print_json(overview.to_json())
    else:
        for line in _lines(overview):
            say(line)
    return 0


def _lines(overview: Overview) -> list[str]:
    from benchwright.benchmark.render import funnel_lines

    state = "" if overview.complete else " (not finished: run the same generate command again)"
    lines = [f"{overview.name}: {overview.examples} of {overview.wanted} questions{state}", ""]
    lines += funnel_lines(overview.cells)
    lines += ["", f"attempts logged: {overview.attempts}"]
    for title, counts in (
        ("why attempts fell", overview.reasons),
        ("families", overview.families),
        ("questions on images, by how the image is read", overview.read),
    ):
        if counts:
            lines += ["", f"{title}:", *(f"  {count:5}  {name or 'none'}" for name, count in counts.items())]
    return lines


def _show_example(bench: Path, name: str, as_json: bool) -> int:
    from benchwright.workflows.show import show_example

    example, sources = show_example(bench, name)
    if as_json:
        needed = [*example.sources, *example.distractors]
        print_json(
            {"example": example.to_json(), "sources": [sources[one].to_json() for one in needed if one in sources]}
        )
    elif sys.stdout.isatty():
        from rich.console import Console
        from rich.segment import Segment, Segments

        from benchwright.benchmark.render import example_panel

        console = Console()
        drawn = console.render(example_panel(example, sources))
        console.print(Segments(Segment(visible(piece.text), piece.style) for piece in drawn), end="")
    else:
        from benchwright.benchmark.render import example_text

        say(example_text(example, sources))
    return 0
