"""Give the scores of an evaluation as tables for Python: means with intervals, and scores by question."""

from __future__ import annotations

from html import escape

import pyarrow as pa

from benchwright.errors import UsageError
from benchwright.evaluate.score_folder import Scores
from benchwright.evaluate.summary import ALL, NAMED_KINDS, ScoreCell, Summary

_NUMBERS = ("mean", "low", "high", "pooled", "pooled_low", "pooled_high")
COLUMNS = pa.schema(
    [
        *((name, pa.string()) for name in ("system", "measure", "style", "modalities", "facet", "value")),
        *((name, pa.int64()) for name in ("n", "clusters")),
        *((name, pa.float64()) for name in _NUMBERS),
        ("sureness", pa.string()),
        ("few", pa.bool_()),
        ("judge", pa.string()),
    ]
)
"""The columns of means. Those of scores.csv, and `pooled` with its interval: what the page shows of slices with few
questions, null for others."""


def means_table(summary: Summary, by: str = "all") -> pa.Table:
    """One row a system, measure and slice of the kind `by`: `all`, `style`, `modalities`, `style and modalities`, a
    facet, or "" for every slice there is. UsageError for a kind that this summary has not."""
    kinds = list(dict.fromkeys(cell.slice.kind for cell in summary.cells))
    if by and by not in kinds and by not in NAMED_KINDS:
        raise UsageError(f"these scores have no slices by {by!r}", hint=f"there are: {', '.join(kinds)}")
    rows = [_row(cell, summary) for cell in summary.cells if by in ("", cell.slice.kind)]
    return pa.Table.from_pylist(rows, COLUMNS)


def question_scores_table(scores: Scores) -> pa.Table:
    """One row a system and question: its id, style, modalities and document, and a column for each measure, null where
    it is not scored. `failure` says what went wrong with the question, null for nothing."""
    columns: dict[str, list[object]] = {
        name: [] for name in ("system", "question", "style", "modalities", "document", *scores.measures, "failure")
    }
    for system in scores.systems:
        values = {name: system.measure(name) for name in scores.measures}
        for place, question in enumerate(scores.questions):
            columns["system"].append(system.name)
            columns["question"].append(question.id)
            columns["style"].append(question.style)
            columns["modalities"].append(question.modalities)
            columns["document"].append(question.cluster)
            for name, one in values.items():
                known = one is not None and bool(one.scored[place])
                columns[name].append(float(one.values[place]) if one is not None and known else None)
            columns["failure"].append(system.failed.get(question.id))
    kinds = {name: pa.float64() if name in scores.measures else pa.string() for name in columns}
    return pa.table({name: pa.array(column, kinds[name]) for name, column in columns.items()})


def means_html(summary: Summary) -> str:
    """Systems by measures over all questions, each mean with its interval. All texts are escaped."""
    head = "".join(f"<th>{escape(summary.title(one))}</th>" for one in summary.measures)
    rows = []
    for system in summary.listing:
        cells = (summary.cell(system, measure, ALL) for measure in summary.measures)
        rows.append(f"<tr><th>{escape(system)}</th>{''.join(f'<td>{_shown(cell)}</td>' for cell in cells)}</tr>")
    return f"<table><tr><th></th>{head}</tr>{''.join(rows)}</table>"


def _shown(cell: ScoreCell | None) -> str:
    if cell is None or cell.shown.mean is None:
        return ""
    one = cell.shown
    interval = "" if one.low is None or one.high is None else f" ({one.low:.3f} to {one.high:.3f})"
    return f"{one.mean:.3f}{interval}"


def _row(cell: ScoreCell, summary: Summary) -> dict[str, object]:
    own, pooled, part = cell.estimate, cell.pooled, cell.slice
    numbers = (own.mean, own.low, own.high, *((pooled.mean, pooled.low, pooled.high) if pooled else (None,) * 3))
    return {
        "system": cell.system,
        "measure": cell.measure,
        "style": part.style,
        "modalities": part.modalities,
        "facet": part.kind if part.value else "",
        "value": part.value,
        "n": own.n,
        "clusters": own.clusters,
        **dict(zip(_NUMBERS, numbers, strict=True)),
        "sureness": own.sureness,
        "few": cell.few,
        "judge": summary.judges.get(cell.measure, ""),
    }
