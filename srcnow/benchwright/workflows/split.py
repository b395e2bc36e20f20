"""Split any benchmark over train, dev and test: by document, source, entity or relation, at random or adversarially."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any

from benchwright.benchmark.question_split import QuestionSplit, SplitQuestion, split_questions
from benchwright.benchmark.splits import DEV, PARTS, TEST, TRAIN, split_file, write_splits
from benchwright.benchmark.store import PLAN, Benchmark
from benchwright.errors import UsageError
from benchwright.evaluate.questions.answer_keywords import QuestionAnswers
from benchwright.evaluate.questions.question_analysis import question_answers
from benchwright.evaluate.questions.shortcuts import answered_by, fit_shortcut
from benchwright.evaluate.slices import LIST
from benchwright.files.command_lines import command_line
from benchwright.files.folder_names import beside
from benchwright.plan import read_settings
from benchwright.records import Example, Json, JsonRecord
from benchwright.registry import suggestion

SHARES: Mapping[str, float] = {DEV: 0.1, TEST: 0.1}
"""Of the questions, where no size is named; the rest is for training."""
NAMELESS = "names-no-"
"""Why a question is in no part, before what it does not name."""


_OWN_WORDS = {TRAIN: TRAIN, DEV: DEV, "val": DEV, "validation": DEV, TEST: TEST}
"""The words of published data sets for parts (WebQA: `val`)."""


@dataclass(frozen=True, slots=True)
class PartSize:
    """The size of a part: a `number` of questions, or a `share` of all. `cell` limits it to a style, modalities or both
    (`multi-hop, text+table`); "" stands for all questions."""

    part: str
    cell: str
    share: float | None = None
    number: int | None = None

    @classmethod
    def parse(cls, text: str) -> PartSize:
        """Read `test=100`, `test=0.2`, `test=20%` or `test:multi-hop=30`. Raises UsageError for anything else."""
        name, _, amount = text.rpartition("=")
        part, _, cell = name.partition(":")
        if part not in PARTS:
            raise UsageError(f"--size {text} is not PART=N", hint=f"write --size test=100; {suggestion(part, PARTS)}")
        plain = amount.removesuffix("%")
        if amount.isascii() and amount.isdecimal() and len(amount) < 10:
            return cls(part, cell.strip(), number=int(amount))
        if plain.isascii() and len(plain) < 10 and plain.replace(".", "", 1).isdecimal():
            share = float(plain) / (100 if amount.endswith("%") else 1)
            if share <= 1:
                return cls(part, cell.strip(), share=share)
        raise UsageError(f"--size {text}: {amount!r} is no size", hint="write a number (100) or a share (0.2 or 20%)")


@dataclass(frozen=True, slots=True)
class SplitReport(JsonRecord):
    """The result of `split`: questions by part and cell, questions that were left out by reason, and the clusters of
    linked questions. `short` counts how many questions a part lacks. A shortcut is learned from the training questions;
    the report has the share of dev and test questions that it answers."""

    path: Path
    by: tuple[str, ...]
    adversarial: bool
    parts: Mapping[str, Mapping[str, int]]
    left_out: Mapping[str, int]
    short: Mapping[str, int]
    clusters: int
    largest: int
    cut: int
    shortcut: Mapping[str, float] = field(default_factory=dict)

    @property
    def whole(self) -> bool:
        """Whether every requested part has all its questions."""
        return not self.short and all(cells for cells in self.parts.values())


def split(
    bench: PathLike[str] | str,
    to: Path | str | None = None,
    *,
    by: Sequence[str] = (),
    sizes: Sequence[PartSize] = (),
    adversarial: bool = False,
    published: bool = False,
    seed: int | None = None,
    replace: bool = False,
) -> SplitReport:
    """Split a benchmark into parts, and write the ids of each part to the file `to` (default: BENCH-splits.json beside
    it).

    - `by`: what no two parts may share: `document`, `source`, `entity` or `relation`.
    - `adversarial`: keep questions out of the test part that a shortcut answers: the most frequent answer to questions
      with the same first words.
    - `published`: use the parts of the imported data set.
    - `seed`: by default, the seed of the plan.

    Every style and combination of modalities keeps its share in each part, as far as `by` allows. Raises UsageError for
    sizes that the benchmark doesn't have, for questions without anything to split by, and for options that a published
    split doesn't take; BenchmarkError; PlanError."""
    opened = Benchmark.open(bench)
    target = split_file(to or beside(opened.path, "splits.json"), replace=replace)
    for name in by:
        if name not in SHARED:
            raise UsageError(f"questions cannot be split by {name!r}", hint=suggestion(name, SHARED))
    if published and (by or sizes or adversarial):
        raise UsageError("a published split has parts of its own", hint="leave out --by, --size and --adversarial")
    seed = read_settings(opened.path / PLAN).seed if seed is None else seed
    answers = {one.id: question_answers(one) for one in opened.examples}
    easy = _easy(answers) if adversarial else frozenset()
    nameless: dict[str, str] = {}
    questions = []
    for example in opened.examples:
        found = {kind: frozenset(SHARED[kind](example, opened)) for kind in by}
        lacking = next((kind for kind, names in found.items() if not names), None)
        if lacking:
            nameless[example.id] = f"{NAMELESS}{lacking}"
            continue
        shared = frozenset(f"{kind}\0{name}" for kind, names in found.items() for name in names)
        questions.append(SplitQuestion(example.id, _cell(example), shared, example.id in easy))
    if not questions:
        what = next(iter(nameless.values())).removeprefix(NAMELESS) if nameless else ""
        raise UsageError(
            f"no question of {opened.path} names its {what}" if what else f"{opened.path} has no questions",
            hint="split it by something else: --by document" if what else f"see: {command_line('show', opened.path)}",
        )
    if published:
        made = _published(opened)
        named = {part for part, ids in made.parts.items() if ids}
        written: Json = {"published": True}
    else:
        made = split_questions(questions, _sizes(questions, sizes), seed)
        named = {TRAIN, *(one.part for one in sizes)} if sizes else {*PARTS}
        written = {"seed": seed, "by": list(by), "sizes": made.wanted, "adversarial": adversarial}
    write_splits(target, written, made.parts, {**made.left_out, **nameless}, opened)
    cell_of = {one.id: one.cell for one in questions}.__getitem__
    reasons = Counter((*made.left_out.values(), *nameless.values()))
    cells = Counter(one.cell for one in questions)
    short: dict[str, int] = {}
    for one in sizes:
        held = sum(cell_of(id) in _members(one.cell, cells) for id in made.parts[one.part])
        if one.number is not None and held < one.number:
            short[f"{one.part}:{one.cell}" if one.cell else one.part] = one.number - held
    return SplitReport(
        target,
        tuple(by),
        adversarial,
        {part: dict(sorted(Counter(map(cell_of, made.parts[part])).items())) for part in PARTS if part in named},
        dict(sorted(reasons.items())),
        short,
        made.clusters,
        made.largest,
        made.cut,
        _shortcut(made.parts, answers),
    )


def _published(bench: Benchmark) -> QuestionSplit:
    """The parts that the questions of an imported data set are in, by its own word for them. UsageError if none is."""
    where = {}
    for one in bench.examples:
        word = one.columns.get("split") or str((one.derivation or {}).get("part", ""))
        where[one.id] = _OWN_WORDS.get(word, "")
    if not any(where.values()):
        raise UsageError(f"{bench.path} does not say which split a question is of", hint="leave out --published")
    parts = {part: tuple(id for id, own in where.items() if own == part) for part in PARTS}
    return QuestionSplit(parts, {id: f"{NAMELESS}part" for id, own in where.items() if not own}, {})


def _cell(example: Example) -> str:
    """Style and modalities, as slices name them; lists differ in how many sources they need, and are one cell."""
    return example.style if example.style == LIST else f"{example.style}, {example.modalities}"


def _sizes(questions: Sequence[SplitQuestion], sizes: Sequence[PartSize]) -> dict[str, dict[str, float]]:
    """By part and cell how many questions are wanted. A part of which only cells are named has no others, and its
    number includes those of its cells; training has what is left if it is not named."""
    counts = Counter(one.cell for one in questions)
    wanted: dict[str, dict[str, float]] = {part: {} for part in PARTS}
    chosen = list(sizes) or [PartSize(part, "", share=share) for part, share in SHARES.items()]
    for one in sorted(chosen, key=lambda one: len(_members(one.cell, counts))):  # the narrower ones first
        cells = _members(one.cell, counts)
        if not cells:
            raise UsageError(f"there are no questions of {one.cell!r}", hint=f"there are: {'; '.join(sorted(counts))}")
        free = [cell for cell in cells if cell not in wanted[one.part]]
        share = one.share if one.number is None else _rest(one, one.number, cells, free, wanted[one.part], counts)
        wanted[one.part] |= {cell: (share or 0.0) * counts[cell] for cell in free}
    if TRAIN not in {one.part for one in chosen}:
        taken = {cell: sum(cells_of.get(cell, 0.0) for cells_of in wanted.values()) for cell in counts}
        wanted[TRAIN] = {cell: max(0.0, count - taken[cell]) for cell, count in counts.items()}
    for cell, count in counts.items():
        together = sum(cells_of.get(cell, 0.0) for cells_of in wanted.values())
        if together > count + 1e-6:
            raise UsageError(
                f"the parts want {together:,.0f} questions of {cell}, and there are {count:,}",
                hint="ask for fewer with --size",
            )
    return wanted


def _rest(
    size: PartSize,
    number: int,
    cells: Sequence[str],
    free: Sequence[str],
    wanted: Mapping[str, float],
    counts: Mapping[str, int],
) -> float:
    """The share of its `free` cells that a part's number leaves when narrower sizes have what they want of the others.
    UsageError if these want more, or less and there is no free cell."""
    named = sum(wanted.get(cell, 0.0) for cell in cells)
    rest = number - named
    if rest < -1e-6 or (rest > 1e-6 and not free):
        whole = f"{size.part}:{size.cell}" if size.cell else size.part
        raise UsageError(
            f"--size {whole}={number:,}, and the other sizes of {size.part} give it {named:,.0f} of these questions",
            hint=f"leave out --size {whole}={number}, or write {whole}={named:.0f}",
        )
    return max(0.0, rest) / (sum(counts[cell] for cell in free) or 1)


def _members(cell: str, counts: Mapping[str, int]) -> list[str]:
    """The cells of a style, of modalities, or of both; all of ""."""
    wanted = {part.strip() for part in cell.split(",") if part.strip()}
    return [name for name in counts if wanted <= set(name.split(", "))]


def _easy(answers: Mapping[str, QuestionAnswers]) -> frozenset[str]:
    hits = answered_by(fit_shortcut(list(answers.values())), list(answers.values()))
    return frozenset(id for id, hit in zip(answers, hits, strict=True) if hit)


def _shortcut(parts: Mapping[str, Sequence[str]], answers: Mapping[str, QuestionAnswers]) -> dict[str, float]:
    """The share of dev and of test that the shortcut answers which the training questions teach."""
    learned = fit_shortcut([answers[id] for id in parts[TRAIN]])
    held = {part: answered_by(learned, [answers[id] for id in parts[part]]) for part in (DEV, TEST) if parts[part]}
    return {part: round(sum(hits) / len(hits), 4) for part, hits in held.items()}


def _documents(example: Example, bench: Benchmark) -> Iterator[str]:
    return (bench.sources[name].document for name in _sources(example, bench))


def _sources(example: Example, bench: Benchmark) -> Iterable[str]:
    """What a question may be answered from: its sources, and those of other evidence."""
    spans = (span.source for answer in example.answers for listed in answer.evidence for span in listed)
    return dict.fromkeys((*example.sources, *spans))


def _entities(example: Example, bench: Benchmark) -> Iterator[str]:
    """What a question is about: its entity, the things whose facts it needs, what a list starts from."""
    named = [example.entity, *(fact.get("subject") for fact in _facts(example)), *_given(example.derivation)]
    return (name.casefold() for name in named if isinstance(name, str) and name)


def _given(query: Any) -> Iterator[Any]:
    """The names of the things that a list's query starts from, wherever they stand in its derivation."""
    if isinstance(query, Mapping):
        for key, value in query.items():
            if key == "given" and isinstance(value, Mapping):
                yield value.get("label")
            elif key == "entities" and isinstance(value, list):
                yield from (one.get("entity_text") for one in value if isinstance(one, Mapping))
            elif key in ("query", "first", "parts"):
                yield from _given(value)
    elif isinstance(query, list):
        for one in query:
            yield from _given(one)


def _relations(example: Example, bench: Benchmark) -> Iterator[str]:
    """The relations of a list, and those of the facts that a question needs."""
    derivation = example.derivation or {}
    return (str(name) for name in (*derivation.get("relations", ()), *(one.get("relation") for one in _facts(example))))


def _facts(example: Example) -> list[Mapping[str, Any]]:
    listed = (example.derivation or {}).get("facts")
    return [one for one in listed if isinstance(one, Mapping)] if isinstance(listed, list) else []


SHARED: Mapping[str, Callable[[Example, Benchmark], Iterable[str]]] = {
    "document": _documents,
    "source": _sources,
    "entity": _entities,
    "relation": _relations,
}
"""What a benchmark can be split by, and what a question names of it."""
