"""Write the report of a benchmark: one HTML file that loads nothing, as that of scores (`publish.page`)."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from benchwright.benchmark.corpus_coverage import CorpusCoverage
from benchwright.benchmark.question_costs import Costs
from benchwright.benchmark.store import Benchmark
from benchwright.english.counts import counted
from benchwright.evaluate.effective_size import EffectiveSize
from benchwright.evaluate.questions.near_duplicates import NearDuplicates
from benchwright.evaluate.questions.question_analysis import QuestionAnalysis
from benchwright.evaluate.summary import Summary
from benchwright.publish.benchmark_page.benchmark_views import (
    check_rows,
    cost_view,
    count_grid,
    pair_views,
    quota_rows,
    reason_rows,
    size_rows,
)
from benchwright.publish.benchmark_page.corpus_map import corpus_map
from benchwright.publish.benchmark_page.example_views import ExampleCard, example_card
from benchwright.publish.page.analysis_views import analysis_view
from benchwright.publish.page.inline_images import inline_picture
from benchwright.publish.page.page_templates import render_alone
from benchwright.publish.page.summary_views import Views
from benchwright.publish.safe_text import line
from benchwright.publish.verdicts import Headline, headline, power
from benchwright.records import Example

BYTES = 6_000_000
"""What the examples may take of the page."""


@dataclass(frozen=True, eq=False)
class BenchmarkFindings:
    """What the report tells of a benchmark. `details` has for a reason what is told of the first attempt that fell by
    it; `coverage` is None where the corpus is not there; `evaluations` are summaries by the names of their folders;
    `drawn` are the examples to show; `remarks` say what is missing and why."""

    bench: Benchmark
    attempts: int
    details: Mapping[str, str]
    costs: Costs | None
    analysis: QuestionAnalysis
    near: NearDuplicates
    size: EffectiveSize
    coverage: CorpusCoverage | None = None
    evaluations: Mapping[str, Summary] = field(default_factory=dict)
    drawn: tuple[Example, ...] = ()
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EvaluationView:
    """One evaluation as the report shows it."""

    name: str
    views: Views
    main: str
    headline: Headline
    power: str


def draw_examples(examples: Sequence[Example], most: int, seed: int) -> tuple[Example, ...]:
    """At most so many examples, drawn in turn from each style over each kind of sources, in the benchmark's order."""
    groups: dict[tuple[str, str], list[int]] = {}
    for place, one in enumerate(examples):
        groups.setdefault((one.style, str(one.modalities)), []).append(place)
    draw = random.Random(seed)
    for places in groups.values():
        draw.shuffle(places)
    turns = max(map(len, groups.values()), default=0)
    order = [places[turn] for turn in range(turns) for places in groups.values() if turn < len(places)]
    return tuple(examples[place] for place in sorted(order[:most]))


def benchmark_html(findings: BenchmarkFindings) -> str:
    """The whole page."""
    bench, near = findings.bench, findings.near
    cards, left_out = _cards(findings)
    return render_alone(
        "benchmark.jinja",
        name=line(str(bench.manifest.get("name", "")) or bench.path.resolve().name, 120),
        lead=_lead(findings),
        facts=_facts(findings),
        remarks=[line(one, 1000) for one in findings.remarks],
        complete=bench.complete,
        imported=bench.imported is not None,
        quotas=quota_rows(bench.cells),
        reasons=reason_rows(bench.cells, findings.details),
        spare=max(0, findings.attempts - sum(cell.attempts for cell in bench.cells)),
        grid=count_grid(bench.examples, () if bench.imported is not None else bench.cells),
        cost=cost_view(findings.costs) if findings.costs else None,
        size=findings.size,
        size_rows=size_rows(findings.size),
        map=corpus_map(findings.coverage) if findings.coverage else None,
        analysis=analysis_view(findings.analysis),
        near=near,
        pairs=pair_views(near, bench.examples),
        checks=check_rows(bench.examples),
        evaluations=[_evaluation(name, summary) for name, summary in findings.evaluations.items()],
        cards=cards,
        left_out=left_out,
        styles=list(dict.fromkeys(one.style for one in cards)),
        combinations=list(dict.fromkeys(one.modalities for one in cards)),
    )


def _lead(findings: BenchmarkFindings) -> str:
    bench = findings.bench
    asked = f"{counted(len(bench), 'question')}"
    wanted = f" of {bench.wanted:,}" if bench.wanted > len(bench) else ""
    where = f" over {counted(findings.size.documents, 'document')}" if bench.sources else ""
    if findings.coverage is not None:
        documents = findings.coverage.documents
        where = f" ask about {len(findings.coverage.asked):,} of {counted(len(documents), 'document')}"
    return f"{asked}{wanted}{where}."


def _facts(findings: BenchmarkFindings) -> list[str]:
    bench = findings.bench
    made = f"made by Benchwright {bench.manifest.get('version', '')}".rstrip()
    if bench.imported is not None:
        made = f"imported from {bench.imported.get('format', '')}"
    attempts = [counted(findings.attempts, "attempt")] if findings.attempts else []
    sources = [counted(len(bench.sources), "source") + " in the benchmark"]
    return [line(one, 200) for one in (made, *attempts, *sources)]


def _cards(findings: BenchmarkFindings) -> tuple[list[ExampleCard], int]:
    """The drawn examples, as many as the page has room for, and how many it has not."""
    pictures = lru_cache(maxsize=256)(inline_picture)
    cards: list[ExampleCard] = []
    size = 0
    bench = findings.bench
    for example in findings.drawn:
        card = example_card(example, bench.sources.get, bench.image_path, pictures)
        if size + card.size > BYTES:
            break
        size += card.size
        cards.append(card)
    return cards, len(findings.drawn) - len(cards)


def _evaluation(name: str, summary: Summary) -> EvaluationView:
    views = Views(summary)
    return EvaluationView(line(name, 120), views, views.title(summary.main), headline(summary), power(summary))
