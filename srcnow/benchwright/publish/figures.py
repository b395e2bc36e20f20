"""Draw figures for papers as SVG: bars by slice, recall by rank, differences between systems."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from benchwright.evaluate.summary import ALPHA, SliceKind, Summary
from benchwright.files.atomic import write_atomic
from benchwright.publish.colours import COLOURS, HATCHES, RULE
from benchwright.publish.geometry import Axis, axis, round_up
from benchwright.publish.line_chart import line_chart
from benchwright.publish.number_format import has_end, unit
from benchwright.publish.safe_text import line as on_one_line
from benchwright.publish.safe_text import short_names
from benchwright.publish.svg import INK, drawing, element, label, line

_WIDTH = 624
_BAR, _GAP = 16, 12


def figures(summary: Summary) -> Mapping[str, str]:
    """The figures by file name without its ending: `style`, `modalities`, `curves`, `differences`; those that the
    summary has nothing for are left out."""
    return {name: figure for name, draw in _DRAWN.items() if (figure := draw(summary))}


def write_figures(summary: Summary, folder: Path | str) -> list[Path]:
    """Write each as `<name>.svg` in a folder, and remove earlier ones that there are no longer. Raises StorageError."""
    drawn, written = figures(summary), []
    for name in _DRAWN:
        path = Path(folder) / f"{name}.svg"
        if name in drawn:
            write_atomic(path, drawn[name])
            written.append(path)
        else:
            path.unlink(missing_ok=True)
    return written


def _measure(summary: Summary) -> str:
    name, seconds = on_one_line(summary.title(summary.main), 60), unit(summary.main).strip()
    return f"{name} ({seconds})" if seconds else name


def _room(labels: list[str]) -> float:
    """About how wide labels at the left are."""
    return 12 + 6.6 * max(map(len, labels))


def _ticks(scale: Axis, left: float, top: float, floor: float) -> list[str]:
    """Vertical rules with labels below them, from `left` to the right edge."""
    parts: list[str] = []
    for percent, text in scale.ticks:
        x = left + (_WIDTH - 20 - left) * percent / 100
        parts += [line(x, top, x, floor, RULE), label(x, floor + 14, text, "middle")]
    return parts


def _bars(kind: SliceKind) -> Callable[[Summary], str]:
    """Bars with intervals, grouped by slice; a bar of too few questions is pale."""

    def draw(summary: Summary) -> str:
        slices, systems = summary.slices_of(kind), summary.listing
        if not slices:
            return ""
        names = short_names(systems, 32)
        labels = [f"{on_one_line(one.label, 48)}  (n = {summary.size(one):,})" for one in slices]
        left, top = _room(labels), 16.0 + 18 * ((len(systems) + 2) // 3)
        cells = [[summary.cell(system, summary.main, one) for system in systems] for one in slices]
        ends = [cell.estimate.high or cell.estimate.mean or 0.0 for row in cells for cell in row if cell is not None]
        most = 1.0 if has_end(summary.main) else round_up(max(ends, default=1.0))
        group = _BAR * len(systems) + _GAP
        floor = top + group * len(slices)
        scale = Axis(most, tuple((20.0 * step, f"{most * step / 5:g}") for step in range(6)))

        def x(value: float) -> float:
            return left + (_WIDTH - 20 - left) * min(1.0, value / most)

        parts = [_pattern(place) for place in range(len(systems))]
        for place, system in enumerate(systems):
            column, row_top = 8 + (place % 3) * 200, 8.0 + 18 * (place // 3)
            parts += [*_box(place, column, row_top, 18, 10), label(column + 24, row_top + 9, names[system])]
        parts += _ticks(scale, left, top, floor)
        for number, (row, text) in enumerate(zip(cells, labels, strict=True)):
            start = top + group * number + _GAP / 2
            parts.append(label(left - 8, start + (group - _GAP) / 2 + 4, text, "end"))
            for place, cell in enumerate(row):
                if cell is None or cell.shown.mean is None:
                    continue
                y, one = start + _BAR * place, cell.shown
                parts += _box(place, left, y + 1, x(cell.shown.mean) - left, _BAR - 2, pale=cell.few)
                if one.low is not None and one.high is not None:
                    parts.append(_whisker(x(one.low), x(one.high), y + _BAR / 2))
        parts.append(label((left + _WIDTH) / 2, floor + 32, _measure(summary), "middle"))
        return drawing(_WIDTH, floor + 42, f"{_measure(summary)} by {kind}", parts)

    return draw


def _pattern(place: int) -> str:
    hatch = element("path", d=HATCHES[place % len(HATCHES)], stroke="white", stroke_width=1.2, stroke_linecap="round")
    return element("pattern", hatch, id=f"hatch-{place}", width=6, height=6, patternUnits="userSpaceOnUse")


def _box(place: int, x: float, y: float, width: float, height: float, *, pale: bool = False) -> list[str]:
    """A system's colour, and its hatch above it."""
    shape: dict[str, float] = {"x": x, "y": y, "width": width, "height": height, "opacity": 0.3 if pale else 0.9}
    fills = [COLOURS[place % len(COLOURS)], *([f"url(#hatch-{place})"] if HATCHES[place % len(HATCHES)] else [])]
    return [element("rect", fill=fill, **shape) for fill in fills]


def _whisker(low: float, high: float, y: float) -> str:
    path = f"M{low:.1f} {y:.1f}H{high:.1f}M{low:.1f} {y - 3:.1f}V{y + 3:.1f}M{high:.1f} {y - 3:.1f}V{y + 3:.1f}"
    return element("path", d=path, stroke=INK, fill="none")


def _curves(summary: Summary) -> str:
    """Recall by rank, each line named at its end."""
    places = {name: place for place, name in enumerate(summary.listing)}
    return line_chart(summary.curves, "Recall by rank", "recall@k", "number of hits (k)", places=places)


def _differences(summary: Summary) -> str:
    """Differences over all questions with their intervals: filled where they are real, hollow where not shown.
    Those from the bounds only where there are no others: their scale would hide the rest."""
    every = [pair for pair in summary.main_pairs("all") if pair.difference.mean is not None]
    pairs = [pair for pair in every if not {pair.a, pair.b}.intersection(summary.bounds)] or every
    if not pairs:
        return ""
    names = short_names([*summary.listing, *(name for pair in pairs for name in (pair.a, pair.b))], 24)
    labels = [f"{names[pair.a]} − {names[pair.b]}" for pair in pairs]
    scale, left, top = axis([pair.difference for pair in pairs]), _room(labels), 10.0
    floor = top + 27 * len(pairs)

    def x(value: float) -> float:
        return left + (_WIDTH - 20 - left) * scale.at(value) / 100

    parts = [*_ticks(scale, left, top, floor), line(x(0), top, x(0), floor, "#888888", stroke_dasharray="4 3")]
    for number, (pair, text) in enumerate(zip(pairs, labels, strict=True)):
        one, y = pair.difference, top + 27 * (number + 0.5)
        parts.append(label(left - 8, y + 4, text, "end"))
        if one.low is not None and one.high is not None:
            parts.append(_whisker(x(one.low), x(one.high), y))
        fill = INK if pair.real else "white"
        parts.append(element("circle", cx=x(one.mean or 0.0), cy=y, r=4, stroke=INK, fill=fill))
    middle = (left + _WIDTH) / 2
    parts.append(label(middle, floor + 32, f"difference in {_measure(summary)}", "middle"))
    parts.append(label(middle, floor + 46, f"(filled: p < {ALPHA} after correction)", "middle"))
    return drawing(_WIDTH, floor + 54, f"Differences in {_measure(summary)}", parts)


_DRAWN: Mapping[str, Callable[[Summary], str]] = {
    "style": _bars("style"),
    "modalities": _bars("modalities"),
    "curves": _curves,
    "differences": _differences,
}
