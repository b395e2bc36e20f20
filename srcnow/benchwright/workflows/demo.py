"""Make the demo: two benchmarks from the built-in documents, and the scores of three retrievers on them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from benchwright.benchmark.store import Benchmark
from benchwright.corpus.store import Corpus
from benchwright.demo import corpora, recorded_answers, recorded_judgements, recorded_plans, recordings
from benchwright.demo import plans as built_in_plans
from benchwright.evaluate.judges.judge_replies import column
from benchwright.evaluate.measures.part_scores import PARTS
from benchwright.files.atomic import write_atomic
from benchwright.files.locks import folder_lock
from benchwright.files.output_paths import refuse_inside_own
from benchwright.makers.composed.coverage import uncovered
from benchwright.models.ledger import LEDGER, Ledger
from benchwright.plan import read_plan
from benchwright.records import Example, Json, Source, fields_json
from benchwright.run import Ending, RunProgress
from benchwright.run.dispatch import RecordedDispatch
from benchwright.run.item_run import CallOptions
from benchwright.run.report import GenerateReport
from benchwright.workflows.evaluate import evaluate_retrieval, evaluate_systems
from benchwright.workflows.evaluation_files import Evaluation, scores_folder
from benchwright.workflows.facts import ensure_facts
from benchwright.workflows.generate import generate
from benchwright.workflows.ingest import ingest
from benchwright.workflows.judging import JudgingOptions

RETRIEVERS = ("bm25", "dense:wordllama", "hybrid(bm25,dense:wordllama)")
"""What the demo measures: search by words, by meaning, and both fused."""

JUDGED = ("judged-correctness", "faithfulness")
RECORDED_ANSWERS = 10
"""What the recorded judge decided, and of how many answers."""

Watch = Callable[[], AbstractContextManager[Callable[[RunProgress], None]]]
"""Opens a display of a run's progress, and closes it."""


def _unwatched() -> AbstractContextManager[Callable[[RunProgress], None]]:
    return nullcontext(lambda _: None)


@dataclass(frozen=True, slots=True)
class DemoPart:
    """One of the built-in corpora and what was made of it by the plan at `plan`. `facts` is how many were read;
    `written_by` names the model of a recorded run, "" where no model wrote."""

    name: str
    corpus: Path
    plan: Path
    sources: int
    facts: int
    report: GenerateReport
    written_by: str = ""

    @property
    def examples(self) -> int:
        return self.report.examples

    @property
    def stopped(self) -> bool:
        return self.report.ending is Ending.STOPPED

    @property
    def filled(self) -> bool:
        """Whether every quota is filled that a family can ask anything for in this corpus."""
        ended = self.report.ending is Ending.FINISHED
        return ended and all(cell.committed >= cell.quota for cell in self.report.cells if cell.available)

    @property
    def wanted(self) -> int:
        """The sum of those quotas."""
        return sum(cell.quota for cell in self.report.cells if cell.available)

    def to_json(self) -> Json:
        return {**fields_json(self), "wanted": self.wanted, "filled": self.filled}


@dataclass(frozen=True, slots=True)
class SampleQuestion:
    """A question to show, with the sources that it needs, in their order."""

    bench: Path
    example: Example
    sources: tuple[Source, ...]

    def to_json(self) -> Json:
        return {"benchmark": str(self.bench), "example": self.example.to_json()}


@dataclass(frozen=True, slots=True)
class DemoReport:
    """What the demo came to. A stopped demo lacks the parts that it did not come to. `uncovered` names by style the
    combinations of sources that no family of questions covers, whatever the corpus. `evaluations` are what BM25, dense
    search and both together score on each; of a recorded demo also what a judge said of some answers."""

    parts: tuple[DemoPart, ...]
    shown: tuple[SampleQuestion, ...]
    uncovered: Mapping[str, tuple[str, ...]]
    evaluations: tuple[Evaluation, ...] = ()

    @property
    def examples(self) -> int:
        return sum(part.examples for part in self.parts)

    @property
    def stopped(self) -> bool:
        return any(part.stopped for part in self.parts)

    @property
    def filled(self) -> bool:
        """Whether all the questions that could be asked for are there."""
        return all(part.filled for part in self.parts)

    @property
    def fresh(self) -> bool:
        """Whether anything was made: False when an earlier call had made it all."""
        return any(part.report.attempts for part in self.parts)

    def to_json(self) -> Json:
        return {**fields_json(self), "examples": self.examples, "filled": self.filled, "fresh": self.fresh}


def demo(
    to: Path | str = "runs",
    *,
    plans: Mapping[str, Path] | None = None,
    recorded: bool = False,
    tell: Callable[[str], None] = lambda _: None,
    watch: Watch = _unwatched,
    stop: threading.Event | None = None,
) -> DemoReport:
    """Ingest the built-in corpora into `to`/corpora, and generate `to`/demo-countries and `to`/demo-biology by the
    plans `to`/countries.yaml and `to`/biology.yaml, which are written anew each time.

    `plans` are other plans by the corpora's names; a corpus without one is left out. With `recorded` a model writes and
    judges, whose replies come with the package: its run is made again out of them, by `to`/recorded-countries.yaml into
    `to`/recorded-countries, and for biology alike. `tell` is told what is going on,
    a line at a time, and `watch` shows how far the questions are. Calling it again continues, and does nothing twice.
    Raises what `ingest` and `generate` raise.
    """
    folder = Path(to)
    refuse_inside_own(folder / "corpora")
    chosen = plans or (recorded_plans() if recorded else built_in_plans())
    parts: list[DemoPart] = []
    for name, documents in corpora().items():
        if name in chosen:
            replies = recordings()[name] if recorded else None
            parts.append(_part(name, documents, chosen[name], replies, folder, tell, watch, stop))
            if parts[-1].stopped:
                break
    empty = {} if recorded else {style: tuple(map(str, listed)) for style, listed in uncovered().items()}
    shown = _shown([part.report.path for part in parts])
    evaluations = [_evaluated(part, tell, stop) for part in parts if part.examples and not part.stopped]
    evaluations += [
        _judged(part, tell, stop) for part in parts if recorded and part.name == "countries" and part.filled
    ]
    return DemoReport(tuple(parts), shown, empty, tuple(evaluations))


def _evaluated(part: DemoPart, tell: Callable[[str], None], stop: threading.Event | None) -> Evaluation:
    tell(f"{part.name}: measuring {', '.join(RETRIEVERS)}")
    return evaluate_retrieval(part.report.path, RETRIEVERS, stop=stop)


def _judged(part: DemoPart, tell: Callable[[str], None], stop: threading.Event | None) -> Evaluation:
    """The scores of the recorded answers, with what the model said of them as a judge."""
    tell(f"{part.name}: judging made-up answers, out of recorded replies of {part.written_by}")
    scores = scores_folder(part.report.path, None, "system-scores")
    with folder_lock(scores), Ledger.open(scores / LEDGER) as ledger:
        ledger.import_lines(recorded_judgements())
    calls = CallOptions(dispatch=RecordedDispatch(scores))
    return evaluate_systems(
        part.report.path,
        [f"made-up={recorded_answers()}"],
        measures=(PARTS,),
        main=column(JUDGED[0], part.written_by),
        judging=JudgingOptions((part.written_by,), JUDGED, RECORDED_ANSWERS, calls=calls),
        stop=stop,
    )


def _part(
    name: str,
    documents: Path,
    plan: Path,
    replies: Path | None,
    folder: Path,
    tell: Callable[[str], None],
    watch: Watch,
    stop: threading.Event | None,
) -> DemoPart:
    place = folder / "corpora" / name
    bench, copy = folder / f"demo-{name}", folder / f"{name}.yaml"
    if replies is not None:
        bench, copy = folder / f"recorded-{name}", folder / f"recorded-{name}.yaml"
    tell(f"{name}: reading the documents")
    ingest(documents, place)
    write_atomic(copy, plan.read_bytes())
    corpus = Corpus.open(place)
    tell(f"{name}: reading facts from {len(corpus)} sources")
    facts, _ = ensure_facts(corpus)
    if replies is None:
        tell(f"{name}: composing questions from {len(facts):,} facts by {copy}, and proving each")
    else:
        tell(f"{name}: making the run of {copy} again, out of recorded replies of {read_plan(copy).writer}")
        with folder_lock(bench), Ledger.open(bench / LEDGER) as ledger:
            ledger.import_lines(replies)
    with watch() as progress:
        report = generate(copy, bench, recorded=replies is not None, progress=progress, stop=stop)
    writer = "" if replies is None else read_plan(copy).writer
    return DemoPart(name, place, copy, len(corpus), len(facts), report, writer)


def _shown(benches: Iterable[Path], number: int = 3) -> tuple[SampleQuestion, ...]:
    """The questions that show most: each the one that adds most styles, kinds of sources and corpora not shown yet,
    the first of equals."""
    pool: list[tuple[Example, Benchmark]] = []
    for path in benches:
        bench = Benchmark.open(path)
        pool += [(example, bench) for example in bench.examples]
    seen: set[str] = set()
    chosen: list[SampleQuestion] = []
    while pool and len(chosen) < number:
        # a corpus not shown yet counts twice: a small one would never have its turn
        example, bench = max(pool, key=lambda pair: len(_traits(*pair) - seen) + (str(pair[1].path) not in seen))
        pool.remove((example, bench))
        seen |= _traits(example, bench)
        chosen.append(SampleQuestion(bench.path, example, _needed(example, bench)))
    return tuple(chosen)


def _traits(example: Example, bench: Benchmark) -> set[str]:
    """What is worth seeing about an example; several sources count more than one."""
    kinds = {name for name, count in example.modalities.to_json().items() if count}
    several = {f"several: {example.modalities}"} if example.modalities.total > 1 else set()
    return {example.style, example.family, str(bench.path), *kinds, *several}


def _needed(example: Example, bench: Benchmark) -> tuple[Source, ...]:
    sources: Sequence[Source | None] = [bench.sources.get(name) for name in example.sources]
    return tuple(source for source in sources if source is not None)


__all__ = ["DemoPart", "DemoReport", "SampleQuestion", "Watch", "demo"]
