"""Prepare the sections of a benchmark's report: quotas, reasons, styles by modalities, cost, checks, pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchwright.benchmark.cell_report import CellReport
from benchwright.benchmark.question_costs import CostRow, Costs
from benchwright.english.counts import counted
from benchwright.evaluate.effective_size import EffectiveSize
from benchwright.evaluate.questions.near_duplicates import NearDuplicates
from benchwright.evaluate.slices import by_size, kinds_of_sources
from benchwright.models.call_costs import dollars
from benchwright.publish.number_format import NONE
from benchwright.publish.safe_text import line
from benchwright.records import Example

_NAME = 80
_TEXT = 400
_STEPS = 10
NO_SOURCE = "no source"
"""How questions are called that name no source, as those of some imported benchmarks."""


@dataclass(frozen=True, slots=True)
class QuotaRow:
    """One cell: how far it is filled (in per cent too), what its attempts were, and why it has no more."""

    label: str
    filled: str
    percent: float
    attempts: str
    why: str


@dataclass(frozen=True, slots=True)
class ReasonRow:
    """Why attempts gave no question: how many, in per cent of all attempts, and what is told of the first."""

    name: str
    number: str
    share: str
    percent: float
    sample: str


@dataclass(frozen=True, slots=True)
class CountGrid:
    """Questions by style and modalities: `rows` of a style and its cells, each (number, quota, step of the scale)."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[tuple[str, str, int], ...]], ...]


@dataclass(frozen=True, slots=True)
class CostView:
    """What the models' calls took: the whole in a sentence, and rows by style, cell and prompt."""

    told: str
    tables: tuple[tuple[str, tuple[tuple[str, ...], ...]], ...]
    prompts: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class NearPairView:
    """Two questions that are near to each other."""

    questions: tuple[tuple[str, str], tuple[str, str]]
    cosine: str
    repeats: bool


def quota_rows(cells: Sequence[CellReport]) -> tuple[QuotaRow, ...]:
    """The cells in the order of the plan."""
    return tuple(
        QuotaRow(
            line(cell.label, _NAME),
            f"{cell.committed:,} of {cell.quota:,}",
            round(100 * min(1.0, cell.committed / cell.quota), 1) if cell.quota else 0.0,
            f"{cell.attempts:,} of {cell.available:,}",
            line(cell.why, _TEXT),
        )
        for cell in cells
    )


def reason_rows(cells: Sequence[CellReport], details: Mapping[str, str]) -> tuple[ReasonRow, ...]:
    """How the attempts of all cells ended: with a question, or why not, most frequent first."""
    reasons: Counter[str] = Counter()
    for cell in cells:
        reasons.update(cell.reasons)
    accepted = sum(cell.committed for cell in cells)
    whole = max(1, reasons.total() + accepted)
    ranked = sorted(reasons.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(
        ReasonRow(
            line(name, _NAME),
            f"{number:,}",
            f"{number / whole:.1%}",
            round(100 * number / whole, 1),
            line(details.get(name, ""), _TEXT),
        )
        for name, number in [("accepted", accepted), *ranked]
    )


def count_grid(examples: Sequence[Example], cells: Sequence[CellReport]) -> CountGrid:
    """How many questions there are of each style over each kind of sources."""
    counts = Counter((one.style, kinds_of_sources(one.style, str(one.modalities))) for one in examples)
    quotas = {cell.label: cell.quota for cell in cells}
    styles = list(dict.fromkeys(style for style, _ in counts))
    kinds = sorted({kind for _, kind in counts}, key=by_size)
    most = max(counts.values(), default=1)

    def cell(style: str, kind: str) -> tuple[str, str, int]:
        number = counts[style, kind]
        if not number:
            return "", "", -1
        quota = quotas.get(f"{style} {kind}")
        return f"{number:,}", f"of {quota:,}" if quota else "", min(_STEPS - 1, _STEPS * number // most)

    return CountGrid(
        tuple(line(one, _NAME) or NO_SOURCE for one in kinds),
        tuple((line(style, _NAME), tuple(cell(style, kind) for kind in kinds)) for style in styles),
    )


def cost_view(costs: Costs) -> CostView:
    """What the questions cost."""
    total = costs.total
    parts = [
        f"{counted(total.spent.calls, 'call')}, {total.tokens:,} tokens, {total.spent.price}{total.spent.lost_words}.",
        *_each(total),
    ]
    if total.counted:
        parts.append(f"{total.counted:,} of the tokens were counted from words, because services told none.")
    if costs.pending.calls:
        parts.append(f"Attempts that have not ended took {counted(costs.pending.calls, 'more call')}.")
    tables = (("Style", costs.styles), ("Cell", costs.cells))
    return CostView(
        " ".join(parts),
        tuple((title, tuple(_cost_row(row) for row in rows)) for title, rows in tables if len(rows) > 1),
        tuple((line(name, _NAME), f"{n:,}", f"{total.tokens_of[name]:,}") for name, n in total.purposes.items()),
    )


def _each(row: CostRow) -> list[str]:
    if row.calls_per_accepted is None or row.tokens_per_accepted is None:
        return []
    price = "" if row.usd_per_accepted is None else f" and {dollars(row.usd_per_accepted)}"
    return [f"A question takes {row.calls_per_accepted:.1f} calls, {row.tokens_per_accepted:,.0f} tokens{price}."]


def _cost_row(row: CostRow) -> tuple[str, ...]:
    calls, tokens = row.calls_per_accepted, row.tokens_per_accepted
    return (
        line(row.label, _NAME),
        f"{row.accepted:,} of {row.attempts:,}",
        f"{row.spent.calls:,}",
        f"{row.tokens:,}",
        row.spent.price,
        NONE if calls is None else f"{calls:.1f}",
        NONE if tokens is None else f"{tokens:,.0f}",
        NONE if not row.accepted else dollars(row.usd_per_accepted),
    )


def check_rows(examples: Sequence[Example]) -> tuple[tuple[str, ...], ...]:
    """Each check: its name, how many questions passed, failed and have no verdict, and who judged."""
    verdicts = Counter((check.name, check.verdict) for one in examples for check in one.checks)
    judges: dict[str, dict[str, None]] = {}
    for one in examples:
        for check in one.checks:
            judges.setdefault(check.name, {})[check.by] = None
    return tuple(
        (
            line(name, _NAME),
            *(f"{verdicts[name, verdict]:,}" for verdict in ("pass", "fail", "unscored")),
            line(", ".join(sorted(filter(None, by))), _NAME),
        )
        for name, by in judges.items()
    )


def pair_views(near: NearDuplicates, examples: Sequence[Example]) -> tuple[NearPairView, ...]:
    """The nearest pairs with their words."""
    by_id = {one.id: one for one in examples}

    def told(id: str) -> tuple[str, str]:
        return line(by_id[id].question, _TEXT), line(by_id[id].answer, 160)

    return tuple(
        NearPairView((told(one.first), told(one.second)), f"{one.cosine:.2f}", one.repeats) for one in near.pairs
    )


def size_rows(size: EffectiveSize) -> tuple[tuple[str, str, str], ...]:
    """Where the correlation comes from, the correlation, and the effective number of questions."""
    return tuple(
        (line(one.measured, _NAME) or "assumed", f"{one.correlation:.2f}", f"{one.questions:,.0f}") for one in size.rows
    )
