"""Choose the sources that answers are given from: the gold sources, none, or the first k hits of a retriever.

A retriever is asked for more hits than an answerer is shown (`DEPTH`), so that evidence below the cut-off can be told
from evidence that was not found at all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from benchwright.corpus.store import Corpus
from benchwright.errors import UsageError
from benchwright.evaluate.gold import Question
from benchwright.evaluate.match import resolve_ids
from benchwright.evaluate.match.hit_texts import HitTexts
from benchwright.evaluate.retrievers.base import Query, RetrieverContext
from benchwright.evaluate.retrievers.spec import labelled, open_retriever
from benchwright.evaluate.runs import Run, RunHit
from benchwright.evaluate.systems.base import GivenSystem, given_systems
from benchwright.records import Modality, Place, Source

GOLD, NONE = "gold", "none"
DEPTH = 50
"""Hits of each question that a retriever is asked for, beyond those that are shown."""
MOST = 100
"""Sources that an answerer may be shown, of one question: hybrid search and rerankers look no deeper."""

_HINT = "write gold, none, or a retriever and a number of sources, such as bm25:5"


@dataclass(frozen=True, slots=True)
class SourceChoice:
    """Where the sources come from: `gold`, `none`, or the first `k` hits of a retriever (`spec`, as its user wrote or
    gave it). `label` is what tables show."""

    label: str
    spec: str | GivenSystem
    k: int = 0

    @classmethod
    def of(cls, given: str | tuple[object, int]) -> SourceChoice:
        """Read what a user wrote or gave. Raises UsageError."""
        if not isinstance(given, str):
            return cls._of_object(given)
        text = given
        whole = text.strip()
        if whole in (GOLD, NONE):
            return cls("no sources" if whole == NONE else GOLD, whole)
        spec, colon, number = whole.rpartition(":")
        if not colon or not number.strip().isdecimal() or not spec.strip():
            raise UsageError(f"{whole!r} does not say how many sources are shown", hint=_HINT)
        k = _shown(int(number), whole)
        name, _ = labelled(spec)
        return cls(f"{name or spec}:{k}", spec, k)

    @classmethod
    def _of_object(cls, given: object) -> SourceChoice:
        if not (isinstance(given, tuple) and len(given) == 2 and type(given[1]) is int):
            raise UsageError(
                f"a {type(given).__name__} does not say how many sources are shown", hint="write (retriever, 5)"
            )
        (retriever,) = given_systems(given[0])
        name = retriever if isinstance(retriever, str) else retriever.name
        return cls(f"{name}:{_shown(given[1], name)}", retriever, given[1])


def _shown(k: int, name: str) -> int:
    if not 1 <= k <= MOST:
        raise UsageError(f"{name!r} shows {k:,} sources", hint=f"choose from 1 to {MOST}")
    return k


@dataclass(frozen=True, eq=False)
class ChosenSources:
    """The sources of each question by its id, best first, as hits and as an answerer sees them. `run` are all hits of
    the retriever, None for gold sources and for none; `failed` says by question what went wrong with it."""

    choice: SourceChoice
    hits: Mapping[str, tuple[RunHit, ...]]
    sources: Mapping[str, tuple[Source, ...]]
    run: Run | None = None
    failed: Mapping[str, str] = field(default_factory=dict)


def choose_sources(
    choices: Sequence[SourceChoice],
    questions: Sequence[Question],
    context: RetrieverContext,
    progress: Callable[[str, int, int], None],
) -> dict[SourceChoice, ChosenSources]:
    """The sources of the questions for each choice. All retrievers are opened before any is asked, and each is asked
    once, however many cut-offs it is chosen with. Raises what opening and asking raise."""
    specs = dict.fromkeys(one.spec for one in choices if one.k)
    opened = {spec: open_retriever(spec, context) for spec in specs}
    depths = {spec: max(DEPTH, *(one.k for one in choices if one.spec == spec)) for spec in specs}
    queries = [Query(one.id, one.text) for one in questions]
    runs = {}
    for spec, retriever in opened.items():

        def report(done: int, total: int, name: str = retriever.name) -> None:
            progress(name, done, total)

        runs[spec] = resolve_ids(retriever.retrieve(queries, depths[spec], report), context.corpus)
    chosen = {}
    for one in choices:
        if one.k:
            chosen[one] = _retrieved(one, runs[one.spec], questions, context.corpus)
        else:
            chosen[one] = _given(one, questions, context.corpus)
    return chosen


def _given(choice: SourceChoice, questions: Sequence[Question], corpus: Corpus) -> ChosenSources:
    """The first gold set of each question in the order of the ids, or nothing."""
    ids = {
        one.id: sorted(name for name in one.gold_sets[0] if name in corpus)
        if choice.spec == GOLD and one.gold_sets
        else []
        for one in questions
    }
    return ChosenSources(
        choice,
        {question: tuple(RunHit(name) for name in names) for question, names in ids.items()},
        {question: tuple(map(corpus.source, names)) for question, names in ids.items()},
    )


def _retrieved(choice: SourceChoice, run: Run, questions: Sequence[Question], corpus: Corpus) -> ChosenSources:
    """The best hits of each question: by score, equal scores in the order of the run."""
    texts = HitTexts(run, corpus)
    hits: dict[str, tuple[RunHit, ...]] = {}
    sources: dict[str, tuple[Source, ...]] = {}
    for question in questions:
        rows = sorted(range(*run.hits(question.id).indices(len(run))), key=lambda row: -run.scores[row])[: choice.k]
        chunks = [run.chunks[row] if run.chunks else None for row in rows]
        hits[question.id] = tuple(
            RunHit(str(run.sources[row]), chunk=chunk) for row, chunk in zip(rows, chunks, strict=True)
        )
        sources[question.id] = tuple(
            corpus.source(str(run.sources[row]))
            if str(run.sources[row]) in corpus
            else Source("", Modality.TEXT, chunk.document if chunk else "", texts[row], Place(""))
            for row, chunk in zip(rows, chunks, strict=True)
        )
    return ChosenSources(choice, hits, sources, run, run.failed)
