"""Two benchmarks out of the built-in documents, from nothing to checked questions, without a network."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchwright.benchmark.store import Benchmark
from benchwright.corpus.store import Corpus
from benchwright.demo import corpora
from benchwright.errors import PlanError
from benchwright.records import Example, Json, Source
from benchwright.run import Ending
from benchwright.workflows.facts import ensure_facts
from benchwright.workflows.generate import GenerateReport, generate
from benchwright.workflows.ingest import ingest

QUESTIONS = {"countries": 120, "biology": 20}


@dataclass(frozen=True, slots=True)
class DemoPart:
    """One of the built-in corpora and what was made of it. `facts` is how many were read. Without a `report` nothing
    could be made of it, and `problem` says why."""

    name: str
    corpus: Path
    sources: int
    facts: int
    wanted: int
    report: GenerateReport | None
    problem: str = ""

    @property
    def examples(self) -> int:
        return self.report.examples if self.report else 0

    @property
    def stopped(self) -> bool:
        return self.report is not None and self.report.ending is Ending.STOPPED

    def to_json(self) -> Json:
        return {
            "name": self.name,
            "corpus": str(self.corpus),
            "sources": self.sources,
            "facts": self.facts,
            "wanted": self.wanted,
            "report": self.report.to_json() if self.report else None,
            "problem": self.problem,
        }


@dataclass(frozen=True, slots=True)
class Shown:
    """A question to show, with the sources that it needs, in their order."""

    bench: Path
    example: Example
    sources: tuple[Source, ...]

    def to_json(self) -> Json:
        return {"benchmark": str(self.bench), "example": self.example.to_json()}


@dataclass(frozen=True, slots=True)
class DemoReport:
    """What the demo came to. A stopped demo lacks the parts that it did not come to."""

    parts: tuple[DemoPart, ...]
    shown: tuple[Shown, ...]

    @property
    def examples(self) -> int:
        return sum(part.examples for part in self.parts)

    @property
    def stopped(self) -> bool:
        return any(part.stopped for part in self.parts)

    @property
    def filled(self) -> bool:
        """Whether all the questions that were asked for are there."""
        return all(part.report is not None and part.report.filled for part in self.parts)

    def to_json(self) -> Json:
        return {
            "examples": self.examples,
            "filled": self.filled,
            "parts": [part.to_json() for part in self.parts],
            "shown": [one.to_json() for one in self.shown],
        }


def demo(
    to: Path | str = "runs",
    *,
    questions: dict[str, int] | None = None,
    tell: Callable[[str], None] = lambda _: None,
    stop: threading.Event | None = None,
) -> DemoReport:
    """Ingest the built-in corpora into `to`/corpora, and generate `to`/demo-countries and `to`/demo-biology.

    `questions` is how many from which corpus; those not named are left out. `tell` is told what is going on, a line at
    a time. Calling it again continues, and does nothing twice. Raises what `ingest` and `generate` raise.
    """
    folder = Path(to)
    wanted = QUESTIONS if questions is None else questions
    parts: list[DemoPart] = []
    for name, documents in corpora().items():
        if name in wanted:
            parts.append(_part(name, documents, folder, wanted[name], tell, stop))
            if parts[-1].stopped:
                break
    return DemoReport(tuple(parts), _shown([part.report.path for part in parts if part.report]))


def _part(
    name: str, documents: Path, folder: Path, count: int, tell: Callable[[str], None], stop: threading.Event | None
) -> DemoPart:
    place = folder / "corpora" / name
    tell(f"{name}: reading the documents")
    ingest(documents, place)
    corpus = Corpus.open(place)
    tell(f"{name}: reading facts from {len(corpus)} sources")
    facts, _ = ensure_facts(corpus)
    tell(f"{name}: composing {count} questions from {len(facts):,} facts, and proving each")
    try:
        report = generate(place, folder / f"demo-{name}", n=count, stop=stop)
    except PlanError as error:  # no family covers it: the other corpus is worth showing all the same
        return DemoPart(name, place, len(corpus), len(facts), count, None, str(error))
    return DemoPart(name, place, len(corpus), len(facts), count, report)


def _shown(benches: Iterable[Path], number: int = 3) -> tuple[Shown, ...]:
    """The questions that show most: each the one that adds most styles, kinds of sources and corpora not shown yet,
    the first of equals."""
    pool: list[tuple[Example, Benchmark]] = []
    for path in benches:
        bench = Benchmark.open(path)
        pool += [(example, bench) for example in bench.examples]
    seen: set[str] = set()
    chosen: list[Shown] = []
    while pool and len(chosen) < number:
        example, bench = max(pool, key=lambda pair: len(_traits(*pair) - seen))
        pool.remove((example, bench))
        seen |= _traits(example, bench)
        chosen.append(Shown(bench.path, example, _needed(example, bench)))
    return tuple(chosen)


def _traits(example: Example, bench: Benchmark) -> set[str]:
    """What is worth seeing about an example; several sources count more than one."""
    kinds = {name for name, count in example.modalities.to_json().items() if count}
    several = {f"several: {example.modalities}"} if example.modalities.total > 1 else set()
    return {example.style, example.family, str(bench.path), *kinds, *several}


def _needed(example: Example, bench: Benchmark) -> tuple[Source, ...]:
    sources: Sequence[Source | None] = [bench.sources.get(name) for name in example.sources]
    return tuple(source for source in sources if source is not None)


__all__ = ["QUESTIONS", "DemoPart", "DemoReport", "Shown", "demo"]
