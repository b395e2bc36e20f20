"""Figures for papers, as SVG: bars by slice, recall by rank, differences. The same records give the same bytes.

Text stays text (no outlines), so that a paper's own fonts apply; ids come from a fixed salt and no date is written.
Systems are told apart by colour and by marker or hatch: figures are printed in grey, too.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchwright.errors import MissingExtraError
from benchwright.evaluate.summary import ALPHA, Kind, Summary
from benchwright.files.atomic import write_atomic
from benchwright.publish.grid import Grid
from benchwright.publish.numbers import has_end, unit
from benchwright.publish.verdicts import is_real
from benchwright.publish.words import line, short_names

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#4d4d4d")
MARKERS = ("o", "s", "^", "D", "v", "P")
LINES = ("-", "--", ":", "-.")
HATCHES = ("", "////", "....", "xxxx", "----", "++++")
_WIDTH = 6.5
_NAME = 32
_INK, _RULE = "#222222", "#dddddd"
_STYLE: Mapping[str, Any] = {
    "svg.hashsalt": "benchwright",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": _INK,
    "axes.linewidth": 0.8,
    "axes.axisbelow": True,
    "hatch.linewidth": 0.5,
    "legend.frameon": False,
    "text.parse_math": False,
    "text.usetex": False,
}


def figures(summary: Summary) -> Mapping[str, bytes]:
    """The figures by file name without its ending: `style`, `modalities`, `curves`, `differences`; those that the
    summary has nothing for are left out.

    Not for several threads at once: matplotlib keeps its settings for the whole process, and they are changed while a
    figure is drawn (and put back after it)."""
    grid = Grid(summary)
    drawn: dict[str, bytes] = {}
    for name, draw in _DRAWN.items():
        figure = _figure(draw, grid)
        if figure is not None:
            drawn[name] = figure
    return drawn


def write_figures(summary: Summary, folder: Path | str) -> list[Path]:
    """Write each as `<name>.svg` in a folder, and take out those of before that are no more. Raises StorageError, and
    MissingExtraError without matplotlib."""
    drawn, written = figures(summary), []
    for name in _DRAWN:
        path = Path(folder) / f"{name}.svg"
        if name in drawn:
            write_atomic(path, drawn[name])
            written.append(path)
        else:
            path.unlink(missing_ok=True)
    return written


def _figure(draw: Callable[[Figure, Grid], bool], grid: Grid) -> bytes | None:
    """One figure's bytes, drawn without a window and without touching the caller's own settings."""
    try:
        import matplotlib
        from matplotlib.backends.backend_svg import FigureCanvasSVG
        from matplotlib.figure import Figure
    except ImportError as error:
        raise MissingExtraError("drawing figures", "plots") from error

    settings: Any = dict(_STYLE)  # the names that it takes differ between versions
    with matplotlib.rc_context(settings):
        figure = Figure(figsize=(_WIDTH, 3.2), layout="constrained")
        FigureCanvasSVG(figure)
        with warnings.catch_warnings():
            # Text stays text, and whoever shows it has a font for it: that matplotlib's own lacks it is no matter.
            warnings.filterwarnings("ignore", "Glyph .* missing from", UserWarning)
            if not draw(figure, grid):
                return None
            stream = io.BytesIO()
            figure.savefig(stream, format="svg", metadata={"Date": None, "Creator": "benchwright"})
        return stream.getvalue()


def _label(grid: Grid) -> str:
    main = line(grid.summary.main, 40)
    told = unit(grid.summary.main).strip()
    return f"{main} ({told})" if told else main


def _limit(axes: Axes, grid: Grid) -> None:
    if has_end(grid.summary.main):
        axes.set_xlim(0, 1)
    else:
        axes.set_xlim(left=0)


def _bars(kind: Kind) -> Callable[[Figure, Grid], bool]:
    """Bars with intervals, grouped by slice; what has too few questions is pale."""

    def draw(figure: Figure, grid: Grid) -> bool:
        slices = grid.slices(kind)
        if not slices:
            return False
        systems = grid.systems
        names = short_names(systems, _NAME)
        figure.set_size_inches(_WIDTH, 0.9 + len(slices) * (0.25 + 0.17 * len(systems)))
        axes = figure.add_subplot()
        step = 0.8 / len(systems)
        for place, system in enumerate(systems):
            for at, slice_ in enumerate(slices):
                cell = grid.cell(system, grid.summary.main, slice_)
                mean = None if cell is None else cell.estimate.mean
                if cell is None or mean is None:
                    continue
                one, y = cell.estimate, at - 0.4 + step * (place + 0.5)
                axes.barh(
                    y,
                    mean,
                    height=0.86 * step,
                    color=COLOURS[place % len(COLOURS)],
                    alpha=0.3 if cell.few else 0.9,
                    hatch=HATCHES[place % len(HATCHES)],
                    edgecolor="white",
                    linewidth=0,
                )
                if one.low is not None and one.high is not None:
                    axes.plot([one.low, one.high], [y, y], color=_INK, linewidth=0.9, marker="|", markersize=3.5)
        axes.set_yticks(range(len(slices)), [f"{line(one.label, 48)}  (n = {grid.size(one):,})" for one in slices])
        axes.set_ylim(len(slices) - 0.5, -0.5)
        axes.tick_params(axis="y", length=0)
        _limit(axes, grid)
        axes.set_xlabel(_label(grid))
        axes.grid(axis="x", color=_RULE, linewidth=0.6)
        _legend(figure, [names[system] for system in systems])
        return True

    return draw


def _legend(figure: Figure, names: list[str]) -> None:
    from matplotlib.patches import Patch

    patches = [
        Patch(
            facecolor=COLOURS[place % len(COLOURS)],
            hatch=HATCHES[place % len(HATCHES)],
            edgecolor="white",
            linewidth=0,
            label=name,
        )
        for place, name in enumerate(names)
    ]
    figure.legend(handles=patches, loc="outside upper left", ncols=min(3, len(names)), fontsize=8)


def _curves(figure: Figure, grid: Grid) -> bool:
    """Recall by rank, each line named at its end."""
    told = {name: sorted(points) for name, points in grid.summary.curves.items() if len(points) > 1}
    if not told:
        return False
    places = {name: place for place, name in enumerate(grid.systems)}
    names = short_names(list(told), _NAME)
    axes = figure.add_subplot()
    ends: list[tuple[float, str]] = []
    for system, points in told.items():
        place = places.get(system, 0)
        axes.plot(
            [k for k, _ in points],
            [value for _, value in points],
            color=COLOURS[place % len(COLOURS)],
            marker=MARKERS[place % len(MARKERS)],
            linestyle=LINES[place % len(LINES)],
            markersize=4.5,
            linewidth=1.4,
        )
        ends.append((points[-1][1], system))
    ranks = sorted({k for points in told.values() for k, _ in points})
    if ranks[-1] > 15:
        axes.set_xscale("log")
        axes.minorticks_off()
    shown = ranks if len(ranks) <= 12 else [k for k in (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000) if k in ranks]
    axes.set_xticks(shown, [str(k) for k in shown])
    axes.set_ylim(0, 1)
    axes.set_xlabel("hits that are looked at (k)")
    axes.set_ylabel("recall@k")
    axes.grid(axis="y", color=_RULE, linewidth=0.6)
    for value, system, at in _apart(ends):
        axes.annotate(
            names[system],
            (ranks[-1], value),
            xytext=(1.02, at),
            textcoords=axes.get_yaxis_transform(),
            va="center",
            fontsize=8,
            annotation_clip=False,
        )
    return True


def _apart(ends: list[tuple[float, str]], least: float = 0.055) -> list[tuple[float, str, float]]:
    """Where the names stand: at the ends of their lines, at least `least` of the height apart."""
    ordered = sorted(ends)
    places = [value for value, _ in ordered]
    for at in range(1, len(places)):
        places[at] = max(places[at], places[at - 1] + least)
    return [(value, system, place) for (value, system), place in zip(ordered, places, strict=True)]


def _differences(figure: Figure, grid: Grid) -> bool:
    """Differences over all questions with their intervals: filled where they are real, hollow where not shown.
    Those from the bounds only where there are no others: their scale would hide the rest."""
    told = [pair for pair in grid.main_pairs("all") if pair.difference.mean is not None]
    pairs = [pair for pair in told if not grid.bounds & {pair.a, pair.b}] or told
    if not pairs:
        return False
    names = short_names(grid.systems, 24)
    figure.set_size_inches(_WIDTH, 0.9 + 0.28 * len(pairs))
    axes = figure.add_subplot()
    axes.axvline(0, color="#888888", linewidth=0.8, linestyle="--")
    for at, pair in enumerate(pairs):
        one = pair.difference
        if one.low is not None and one.high is not None:
            axes.plot([one.low, one.high], [at, at], color=_INK, linewidth=1, marker="|", markersize=5)
        fill = _INK if is_real(pair) else "white"
        axes.plot([one.mean or 0.0], [at], color=_INK, marker="o", markersize=5, markerfacecolor=fill)
    labels = [f"{names.get(pair.a, pair.a)} − {names.get(pair.b, pair.b)}" for pair in pairs]
    axes.set_yticks(range(len(pairs)), labels)
    axes.set_ylim(len(pairs) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel(f"difference in {_label(grid)}\n(filled: p < {ALPHA} after Holm’s correction)")
    axes.grid(axis="x", color=_RULE, linewidth=0.6)
    return True


_DRAWN: Mapping[str, Callable[[Figure, Grid], bool]] = {
    "style": _bars("style"),
    "modalities": _bars("modalities"),
    "curves": _curves,
    "differences": _differences,
}
