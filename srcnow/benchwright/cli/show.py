"""Show a benchmark or one of its examples, with `benchwright show`."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from benchwright.cli.options import JsonOption
from benchwright.cli.output import print_json, print_report, say
from benchwright.english.counts import counted
from benchwright.errors import ReadError, UsageError
from benchwright.publish.safe_text import line as on_one_line
from benchwright.publish.safe_text import visible

if TYPE_CHECKING:
    from rich.console import Console

    from benchwright.benchmark.question_costs import CostRow, Costs
    from benchwright.cli.terminal_pictures import PictureProtocol
    from benchwright.records import Json
    from benchwright.workflows.show import ExampleView, ImportSummary, Overview


COUNTED = "{calls:,} calls told no tokens: {tokens:,} were counted from their words, without pictures"
DETAIL = 160
"""Characters of a detail that stand beside a reason."""


def show(
    bench: Annotated[Path, typer.Argument(metavar="BENCH", help="A benchmark folder.")],
    example: Annotated[str, typer.Argument(metavar="[ID]", help="An example's id, or the beginning of one.")] = "",
    picture: Annotated[str, typer.Option(help="Image display: auto, kitty, iterm, sixel, blocks, path.")] = "auto",
    as_json: JsonOption = False,
) -> int:
    """Show a benchmark's quotas, rejections and cost, or one example with its sources, checks and calls.

    If the plan names a log of users' questions (`queries`), the benchmark's questions are compared with it.

    \b
    Example:
      benchwright show bench
      benchwright show bench 3f2a
    """
    from benchwright.cli.terminal_pictures import PROTOCOLS
    from benchwright.workflows.show import show as workflow

    if picture not in ("auto", *PROTOCOLS):
        raise UsageError(f"--picture cannot be {picture!r}", hint=f"choose auto, {', '.join(PROTOCOLS)}")
    if example:
        return _show_example(bench, example, as_json, picture)
    print_report(workflow(bench), _lines, as_json=as_json)
    return 0


def _lines(overview: Overview) -> list[str]:
    from benchwright.benchmark.render import funnel_lines, over_lines

    if overview.imported is not None:
        return _imported_lines(overview, overview.imported)
    state = "" if overview.complete else " (not finished: run the same generate command again)"
    lines = [f"{overview.name}: {overview.examples} of {overview.wanted} questions{state}"]
    lines += [*_review_lines(overview), ""]
    lines += funnel_lines(overview.cells)
    over = over_lines(overview.cells)
    lines += ["", *over] if over else []
    lines += ["", f"attempts logged: {overview.attempts}"]
    for title, counts in (
        ("rejected and failed attempts, by reason", overview.reasons),
        ("families", overview.families),
        ("questions on images, by reading method", overview.read),
    ):
        if counts:
            lines += ["", f"{title}:"]
            lines += [
                f"  {count:5}  {name or 'none'}{_sample(overview.details.get(name, ''))}"
                for name, count in counts.items()
            ]
    for title, line in (
        ("seed sources", _sampling_line),
        ("given answers", _list_line),
        ("list questions", _list_line),
    ):
        drawn = {wants: report for wants, report in (overview.sampling or {}).items() if _drawn_from(report) == title}
        if drawn:
            lines += ["", f"{title}:", *(f"  for {wants}: {line(report)}" for wants, report in drawn.items() if report)]
    if overview.costs:
        lines += _cost_lines(overview.costs)
    if overview.queries is not None:
        from benchwright.cli.style import comparison_lines

        lines += ["", *comparison_lines(overview.queries)]
    elif overview.queries_problem:
        lines += ["", f"not compared with the users' questions: {overview.queries_problem}"]
    return lines


def _review_lines(overview: Overview) -> list[str]:
    """What people decided about the questions: `revision 1: 19 accepted, 1 rejected`."""
    review = overview.review or {}
    told = ", ".join(f"{count:,} {verdict}" for verdict, count in review.items() if verdict != "number")
    return [f"revision {review['number']}: {told}"] if review else []


def _sample(detail: str) -> str:
    """The detail of the first attempt with a reason, on the reason's line."""
    shortened = on_one_line(detail, DETAIL)
    return f" (such as: {shortened})" if shortened else ""


def _imported_lines(overview: Overview, imported: ImportSummary) -> list[str]:
    state = "" if overview.complete else " (not finished: run the same import again)"
    split = f", split {imported.split}" if imported.split else ""
    lines = [f"{overview.name}: {overview.examples:,} questions, imported ({imported.format}{split}){state}"]
    lines += _review_lines(overview)
    if imported.modalities:
        lines += ["", "questions by modalities of their evidence:"]
        lines += [f"  {count:5}  {modalities or 'none named'}" for modalities, count in imported.modalities.items()]
    for title, counts in (("dropped", imported.dropped), ("left out by the format", imported.left_out)):
        if counts:
            lines += ["", f"{title} (each is listed in {overview.path / 'drops.jsonl'}):"]
            lines += [f"  {count:5}  {reason}" for reason, count in counts.items()]
    return lines


def _drawn_from(report: Json) -> str:
    """What the attempts of a cell with this report start from."""
    return "seed sources" if "effective" in report else "given answers" if "pairs" in report else "list questions"


def _sampling_line(report: Json) -> str:
    """How evenly the run drew seed sources."""
    from benchwright.retrieval.seeds import Approximation

    return (
        f"{report['sources']:,} sources, effective number {report['effective']:,.0f} "
        f"(temperature {report['beta']:g})"
        + (f"; {Approximation.from_json(report['approximation'])}" if "approximation" in report else "")
    )


def _list_line(report: Json) -> str:
    """The pairs, queries or tables that a cell's questions come from, and the reasons for those left out, the most
    frequent first."""
    if "pairs" in report:
        line = f"{report['pairs']:,} pairs"
    elif "tables" in report:
        line = f"from {report['tables']:,} tables"
    else:
        line = f"from {report['kept']:,} queries about {report['relations']:,} relations of {report['knowledge']}"
        if report.get("typed", report["relations"]) != report["relations"]:
            line += f" ({report['typed']:,} by type)"
        if report.get("share", 1.0) < 1.0:
            line += f" ({report['share']:.1%} of the starting points were used)"
    left_out = sorted(report.get("left_out", {}).items(), key=lambda item: (-item[1], item[0]))
    if left_out:
        line += f"; left out: {', '.join(f'{count:,} {reason}' for reason, count in left_out)}"
    return line


def _cost_lines(costs: Costs) -> list[str]:
    """The cost of the questions: in total, by style, by cell and by prompt."""
    lines = ["", f"cost: {costs.total.spent}", f"  {_cost_of(costs.total)}"]
    if costs.pending.calls:
        lines.append(f"  plus pending attempts: {costs.pending}")
    for title, rows in (("style", costs.styles), ("cell", costs.cells)):
        if len(rows) > 1:
            lines.append(f"by {title}:")
            lines += [f"  {row.label}: {_cost_of(row)}" for row in rows]
    lines.append("by prompt:")
    questions = costs.total.accepted
    for purpose, count in costs.total.purposes.items():
        tokens = costs.total.tokens_of[purpose]
        each = f"; per question {count / questions:.1f} calls, {tokens / questions:,.0f} tokens" if questions else ""
        lines.append(f"  {count:5}  {purpose}{each}")
    if costs.total.counted:
        lines.append(f"  {COUNTED.format(calls=costs.total.spent.uncounted, tokens=costs.total.counted)}")
    return lines


def _cost_of(row: CostRow) -> str:
    from benchwright.models.call_costs import dollars

    share = f" ({row.accepted / row.attempts:.0%})" if row.attempts else ""
    counts = f"{row.accepted:,} accepted of {row.attempts:,} attempts{share}, {counted(row.spent.calls, 'call')}"
    fell = ", ".join(f"{count} {reason}" for reason, count in row.reasons.items())
    why = f"; {fell}" if fell else ""
    if row.calls_per_accepted is None or row.tokens_per_accepted is None:
        return f"{counts}, {row.tokens:,} tokens, {row.spent.price}{row.spent.lost_words}{why}"
    each = f"{row.calls_per_accepted:.1f} calls, {row.tokens_per_accepted:,.0f} tokens, {dollars(row.usd_per_accepted)}"
    return f"{counts}; per question {each}{why}"


def _show_example(bench: Path, name: str, as_json: bool, picture: str) -> int:
    from benchwright.workflows.show import show_example

    view = show_example(bench, name)
    if as_json:
        print_json(view.to_json())
    elif sys.stdout.isatty():
        _draw(view, picture)
    else:
        from benchwright.benchmark.render import example_text

        say(example_text(view.example, view.sources, view.calls))
        for line in _lost(view):
            say(line)
    return 0


def _lost(view: ExampleView) -> list[str]:
    """What the sum of the calls does not have."""
    are = "is" if view.lost == 1 else "are"
    line = f"{counted(view.lost, 'call')} of this attempt {are} no longer in the ledger: cost unknown"
    return [line] if view.lost else []


def _draw(view: ExampleView, picture: str) -> None:
    """The example on a terminal: panels, and under an image's panel the picture."""
    from rich.console import Console
    from rich.segment import Segment, Segments

    from benchwright.benchmark.render import example_parts
    from benchwright.cli.terminal_pictures import choose_protocol

    console = Console()
    way = cast("PictureProtocol", picture)
    if picture == "auto":
        way = choose_protocol(os.environ, colours=console.color_system in ("256", "truecolor"))
    for source, part in example_parts(view.example, view.sources, view.calls):
        rendered = console.render(part)
        console.print(Segments(Segment(visible(piece.text), piece.style) for piece in rendered), end="")
        if source is not None and source.image is not None and way != "path":
            _picture(console, view.picture(source), way)
    for line in _lost(view):
        say(line)


def _picture(console: Console, path: Path, way: PictureProtocol) -> None:
    """Show the picture, or say why not."""
    from benchwright.cli.terminal_pictures import escape_sequence, half_blocks, load

    try:
        picture = load(path)
    except ReadError as error:
        say(f"no picture: {error}")
        return
    if way == "blocks":
        console.print(half_blocks(picture), end="")
    elif way != "path":
        console.file.write(escape_sequence(picture, way))
        console.file.flush()
