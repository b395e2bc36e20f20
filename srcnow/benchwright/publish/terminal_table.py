"""Print the scores as a table on a terminal, in 80 columns.

One layout serves both ways: lines of pieces, each with a style. `table_text` joins them for files and pipes,
`table_renderable` colours them for a terminal.
"""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from benchwright.english.counts import counted
from benchwright.english.joining import join_and
from benchwright.evaluate.summary import ScoreCell, SliceKind, Summary
from benchwright.publish.corrections import corrections, uncorrected
from benchwright.publish.notes import notes, rough_reasons
from benchwright.publish.number_format import NONE, ROUGH, decimals, estimate, interval, mean, number, probability
from benchwright.publish.safe_text import line, short_names, shortened
from benchwright.publish.verdicts import headline, power, significant_leader, verdict
from benchwright.statistics import Interval

if TYPE_CHECKING:
    from rich.console import RenderableType

WIDTH = 80
CROWN = "*"
FEW = "·"
NAME = 20
TITLE = 10
TITLE_LINES = 6
_PAIR = 16
_GAP = 2
_MARKS = re.compile(r"[^(),:/+\-_ ]*[(),:/+\-_ ]|[^(),:/+\-_ ]+")
_KINDS: tuple[SliceKind, ...] = ("style", "modalities", "style and modalities")

Style = Literal["", "bold", "dim", "green", "heading"]


@dataclass(frozen=True, slots=True)
class StyledText:
    """Some text of one line, and how it stands out."""

    text: str
    style: Style = ""


Line = tuple[StyledText, ...]


def cells_wide(text: str) -> int:
    """How many columns of a terminal a text takes: wide letters take two, marks that sit on others none."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )


def _padded(text: str, width: int, *, right: bool = False) -> str:
    space = " " * max(0, width - cells_wide(text))
    return space + text if right else text + space


def table_text(summary: Summary, width: int = WIDTH) -> str:
    """Plain aligned lines, for files and pipes; no line is longer than `width` columns."""
    return "\n".join("".join(piece.text for piece in one).rstrip() for one in lines(summary, width)) + "\n"


def short_text(summary: Summary, width: int = WIDTH) -> str:
    """The same without slices, pairs and notes: who leads, and every system's scores."""
    printed = [*_opening(summary, width), *_grid_lines(summary, short_names(summary.systems, NAME), width)]
    return "\n".join("".join(piece.text for piece in one).rstrip() for one in printed) + "\n"


def table_renderable(summary: Summary, width: int = WIDTH) -> RenderableType:
    """The same for a terminal, coloured by rich."""
    from rich.text import Text

    styles = {"": "", "bold": "bold", "dim": "dim", "green": "bold green", "heading": "bold underline"}
    out = Text(no_wrap=True)
    for one in lines(summary, width):
        for piece in one:
            out.append(piece.text, style=styles[piece.style])
        out.append("\n")
    out.rstrip()
    return out


def lines(summary: Summary, width: int = WIDTH) -> list[Line]:
    """The whole report, line by line."""
    shorts = short_names(summary.systems, NAME)
    printed = _opening(summary, width)
    printed += _grid_lines(summary, shorts, width)
    printed += _slice_lines(summary, width)
    printed += _pair_lines(summary, short_names(summary.systems, _PAIR), width)
    printed += _corrected_lines(summary, shorts, width)
    printed += _ceiling_lines(summary, shorts, width)
    printed += _closing(summary, shorts, width)
    return printed


def _opening(summary: Summary, width: int) -> list[Line]:
    """What was asked of whom, and who leads, in words."""
    title = f"{shortened(summary.benchmark, width - 40)}: {counted(summary.questions, 'question')}"
    result = headline(summary)
    opening: list[Line] = [(StyledText(f"{title} from {counted(summary.clusters, 'document')}", "bold"),)]
    opening += _wrapped(result.first, width, style="bold")
    return opening + [one for text in result.more for one in _wrapped(text, width)]


def _wrapped(text: str, width: int, *, style: Style = "", indent: str = "", hang: str = "") -> list[Line]:
    cut = textwrap.wrap(line(text), width, initial_indent=indent, subsequent_indent=hang or indent)
    return [(StyledText(one, style),) for one in cut]


def _heading(text: str) -> list[Line]:
    return [(), (StyledText(text, "heading"),)]


def _columns(header: Sequence[str], rows: Sequence[Sequence[StyledText]], width: int) -> list[Line]:
    """Rows of cells as lines under a header, the first column to the left and the others to the right; where they do
    not fit, blocks of columns under each other, each with the first column. Long titles go over several lines."""
    widths = [max(cells_wide(row[place].text) for row in rows) for place in range(len(header))]
    titles = [_title(text, max(wide, TITLE)) for text, wide in zip(header, widths, strict=True)]
    widths = [max(wide, *map(cells_wide, title)) for wide, title in zip(widths, titles, strict=True)]
    printed: list[Line] = []
    start = 1
    while start < len(widths):
        room, end = width - widths[0], start
        while end < len(widths) and (room >= widths[end] + _GAP or end == start):
            room -= widths[end] + _GAP
            end += 1
        printed += [()] if start > 1 else []
        for row in [*_stacked([titles[0], *titles[start:end]], start, len(titles)), *rows]:
            cells = [StyledText(_padded(row[0].text, widths[0]), row[0].style)]
            cells += [
                StyledText(" " * _GAP + _padded(row[place].text, widths[place], right=True), row[place].style)
                for place in range(start, end)
            ]
            printed.append(tuple(cells))
        start = end
    return printed


def _stacked(titles: Sequence[Sequence[str]], start: int, columns: int) -> list[list[StyledText]]:
    """The titles of one block as rows, all ending on the last: the first column's and those from `start` on."""
    tall = max(map(len, titles))
    rows = []
    for at in range(tall):
        row = [StyledText("")] * columns
        for place, title in zip([0, *range(start, columns)], titles, strict=False):
            row[place] = StyledText(title[at - tall] if at >= tall - len(title) else "", "dim")
        rows.append(row)
    return rows


def _title(text: str, width: int) -> list[str]:
    """A title on lines of at most `width`, broken behind a mark where it can be."""
    parts = [""]
    for part in _MARKS.findall(shortened(text, TITLE_LINES * width)):
        if len(parts[-1]) + len(part.rstrip()) > width and parts[-1]:
            parts.append("")
        parts[-1] += part
        while len(parts[-1].rstrip()) > width:
            parts[-1:] = [parts[-1][:width], parts[-1][width:]]
    return [one.rstrip() for one in parts]


def _grid_lines(summary: Summary, shorts: dict[str, str], width: int) -> list[Line]:
    crowns = {measure: significant_leader(summary, measure) for measure in summary.measures}
    rows = []
    for system in summary.listing:
        row = [StyledText(shorts[system])]
        for measure in summary.measures:
            cell = summary.cell(system, measure)
            best = crowns[measure] == system
            text = NONE if cell is None else _estimate(summary, cell.estimate, measure)
            row.append(StyledText(text + (CROWN if best else " "), "green" if best else _style(cell)))
        rows.append(row)
    printed = [
        *_heading("Scores, with 95 % intervals"),
        *_columns(["system", *map(summary.title, summary.measures)], rows, width),
    ]
    legend = []
    if any(crowns.values()):
        legend.append(f"{CROWN} significantly better than the next system")
    if any(summary.doubtful(cell.estimate) for cell in summary.cells if cell.slice.kind == "all"):
        legend.append(f"{ROUGH} the interval is rough")
    if legend:
        printed += _wrapped("; ".join(legend), width, style="dim")
    return printed


def _estimate(summary: Summary, one: Interval, measure: str, *, signed: bool = False) -> str:
    return estimate(one, decimals(summary), measure=measure, signed=signed, doubtful=summary.doubtful(one))


def _style(cell: ScoreCell | None) -> Style:
    return "dim" if cell is None or cell.few or cell.estimate.sureness == "none" else ""


def _slice_lines(summary: Summary, width: int) -> list[Line]:
    """The main measure by style, by modalities and by both; a cell with few questions is greyed and marked. Bounds are
    left out, and of styles by modalities the rows that nothing can be concluded from: the page has them."""
    printed: list[Line] = []
    few = False
    systems = summary.contenders or summary.listing
    header = ["", "n", *systems]
    for kind in _KINDS:
        rows, omitted = [], 0
        for slice_ in summary.slices_of(kind):
            cells = [summary.cell(system, summary.main, slice_) for system in systems]
            if kind == "style and modalities" and all(cell is None or cell.few for cell in cells):
                omitted += 1
                continue
            few = few or any(cell is not None and cell.few for cell in cells)
            texts = [StyledText(_in_slice(summary, cell), _style(cell)) for cell in cells]
            rows.append(
                [StyledText(shortened(slice_.label, 36)), StyledText(f"{summary.size(slice_):,}", "dim"), *texts]
            )
        printed += _heading(f"{line(summary.title(summary.main))} by {kind}") if rows or omitted else []
        printed += _columns(header, rows, width) if rows else []
        if omitted:
            have = "has" if omitted == 1 else "have"
            remark = f"{counted(omitted, 'combination')} {have} too few questions for a conclusion: see the page"
            printed += _wrapped(remark, width, style="dim")
    if summary.facets:
        printed += _wrapped(f"by {join_and(line(one) for one in summary.facets)}: see the page", width, style="dim")
    if few:
        remark = f"{FEW} too few questions or documents alone: drawn towards the mean of the other rows"
        printed += _wrapped(remark, width, style="dim")
    return printed


def _in_slice(summary: Summary, cell: ScoreCell | None) -> str:
    if cell is None:
        return NONE + " "
    if cell.few:
        text = number(cell.shown.mean, decimals(summary), measure=cell.measure)
        return text + (FEW if text != NONE else " ")
    text = mean(cell.estimate, decimals(summary), measure=cell.measure, doubtful=summary.doubtful(cell.estimate))
    if cell.slice.kind != "style and modalities":
        text = f"{text} {interval(cell.estimate, decimals(summary), measure=cell.measure)}".rstrip()
    return text + " "


def _pair_lines(summary: Summary, shorts: dict[str, str], width: int) -> list[Line]:
    """Differences on the main measure over all questions; of the slices those that are real."""
    everywhere = summary.main_pairs("all")
    real = [pair for pair in summary.main_pairs() if pair.slice.kind != "all" and verdict(pair) == "real"]
    if not everywhere:
        return []
    rows, where = list[list[StyledText]](), ""
    for pair in [*everywhere, *real]:
        if pair.slice.kind != "all" and pair.slice.label != where:
            where = pair.slice.label
            rows.append([StyledText(f"in {shortened(where, 32)}", "dim"), StyledText(""), StyledText("")])
        outcome = verdict(pair)
        name = f"{shorts.get(pair.a) or shortened(pair.a, _PAIR)} − {shorts.get(pair.b) or shortened(pair.b, _PAIR)}"
        text = _estimate(summary, pair.difference, pair.measure, signed=True)
        style: Style = "bold" if outcome == "real" else "dim"
        rows.append(
            [StyledText(name), StyledText(text), StyledText(f"{outcome} ({probability(pair.p_corrected)})", style)]
        )
    header = ["", "difference", "(p, corrected)"]
    return [*_heading(f"Differences in {line(summary.title(summary.main))}"), *_columns(header, rows, width)]


def _corrected_lines(summary: Summary, shorts: dict[str, str], width: int) -> list[Line]:
    """Judged scores beside the corrected ones: of all questions, and of slices that could be corrected."""
    printed = list[Line]()
    for measure, found in corrections(summary).items():
        shown = [one for one in found if one.is_shown and one.slice.kind in ("all", *_KINDS[:2])]
        rows = [
            [
                StyledText(shorts.get(one.system, line(one.system))),
                StyledText(shortened(one.slice.label, 22), "dim"),
                StyledText(one.judged),
                StyledText(one.corrected, "bold"),
                StyledText(one.method, "dim"),
            ]
            for one in shown
        ]
        printed += _heading(f"{line(summary.title(measure))}: the share of right answers, corrected")
        printed += _columns(["system", "", "as judged", "corrected", "by"], rows, width)
        for text in uncorrected(found):
            printed += _wrapped(text, width, indent="- ", hang="  ")
    return printed


def _closing(summary: Summary, shorts: dict[str, str], width: int) -> list[Line]:
    """What can be shown, notes, and the names that were cut."""
    printed = list[Line]()
    sentences: list[str] = [text for text in (power(summary), rough_reasons(summary)) if text]
    sentences += [line(one) for one in summary.remarks]
    sentences += [f"{shorts.get(one.system, line(one.system))}: {one.text}" for one in notes(summary)]
    sentences += [f"{short} is {line(name, 2 * WIDTH)}" for name, short in shorts.items() if short != name]
    if sentences:
        printed += _heading("Notes")
        for text in sentences:
            printed += _wrapped(text, width, indent="- ", hang="  ")
    return printed


def _ceiling_lines(summary: Summary, shorts: dict[str, str], width: int) -> list[Line]:
    """What each system would reach over all questions if the modality of the answer were known; bounds are left out."""
    places = decimals(summary)
    confusions = [one for system in summary.contenders if (one := summary.confusion(system)) is not None]
    rows = [
        [StyledText(shorts[one.system]), *map(StyledText, (number(one.open, places), number(one.known, places)))]
        for one in confusions
        if one.open is not None and one.known is not None
    ]
    if not rows:
        return []
    measures = join_and(dict.fromkeys(line(one.measure) for one in confusions))
    printed = _heading(f"{measures} if the modality of the answer were known")
    printed += _columns(["system", "as asked", "if known"], rows, width)
    if any(len(summary.confusions_of(one.system)) > 1 for one in confusions):
        printed += _wrapped("by modalities: see the page", width, style="dim")
    return printed
