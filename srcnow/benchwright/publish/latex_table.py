r"""Write the main table as LaTeX: systems by measures, bold only where a lead is real.

The text is a whole `table` environment to be put in with `\input`. It needs the package booktabs and nothing else.

"""

from __future__ import annotations

from collections.abc import Sequence

from benchwright.english.counts import counted
from benchwright.evaluate.summary import ALPHA, Summary
from benchwright.publish.number_format import MINUS, NONE, ROUGH, decimals, interval, mean, unit
from benchwright.publish.safe_text import line, shortened
from benchwright.publish.verdicts import power, significant_leader

MEASURES_ACROSS = 4
_LONGEST = 40

_ESCAPES = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "’": "'",
    "–": "--",
    "—": "---",
    "…": r"\ldots{}",
    MINUS: "$-$",
}


def escaped(text: str) -> str:
    """Any text as LaTeX that prints it."""
    return "".join(_ESCAPES.get(letter, letter) for letter in line(text))


def latex(summary: Summary) -> str:
    """The table; several blocks of rows under each other where there are more measures than fit across a page."""
    places = decimals(summary)
    groups = [
        summary.measures[start : start + MEASURES_ACROSS] for start in range(0, len(summary.measures), MEASURES_ACROSS)
    ]
    across = max((len(group) for group in groups), default=1)
    out = [
        r"% needs \usepackage{booktabs}",
        r"\begin{table}",
        r"  \centering\small",
        rf"  \caption{{{_caption(summary)}}}",
        rf"  \begin{{tabular}}{{l{'r' * across}}}",
        r"    \toprule",
    ]
    for place, group in enumerate(groups):
        out += [r"    \midrule"] if place else []
        out.append(_row(["System", *(_measure(summary.title(one), one) for one in group)], across))
        out.append(r"    \midrule")
        best = {measure: significant_leader(summary, measure) for measure in group}
        for system in summary.listing:
            numbers, around = [], []
            for measure in group:
                cell = summary.cell(system, measure)
                value = (
                    NONE
                    if cell is None
                    else mean(
                        cell.estimate, places, measure=measure, doubtful=summary.doubtful(cell.estimate)
                    ).removesuffix(unit(measure))
                )
                cell_text = escaped(value.removeprefix(ROUGH))
                cell_text = rf"\textbf{{{cell_text}}}" if best[measure] == system else cell_text
                numbers.append(cell_text + (r"$^{\dagger}$" if value.startswith(ROUGH) else ""))
                inside = "" if cell is None else escaped(interval(cell.estimate, places, measure=measure))
                around.append(rf"{{\scriptsize {inside}}}" if inside else "")
            out += [_row([escaped(shortened(system, _LONGEST)), *numbers], across), _row(["", *around], across)]
    out += [r"    \bottomrule", r"  \end{tabular}", r"\end{table}"]
    return "\n".join(out) + "\n"


def _row(cells: Sequence[str], across: int) -> str:
    filled = [*cells, *[""] * (across + 1 - len(cells))]
    return f"    {' & '.join(filled)} \\\\"


def _measure(title: str, measure: str) -> str:
    seconds = unit(measure).strip()
    return f"{escaped(title)} ({seconds})" if seconds else escaped(title)


def _caption(summary: Summary) -> str:
    size = f"{counted(summary.questions, 'question')} from {counted(summary.clusters, 'document')}"
    rough = any(cell.slice.kind == "all" and summary.doubtful(cell.estimate) for cell in summary.cells)
    sentences = [
        f"{summary.benchmark}: {size}. Means with 95 % bootstrap intervals by document.",
        f"Bold: better than the next system in a paired permutation test after correction (p < {ALPHA}).",
        power(summary),
    ]
    dagger = r" $^{\dagger}$~The interval is rough." if rough else ""
    return escaped(" ".join(filter(None, sentences))) + dagger
