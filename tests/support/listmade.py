"""List questions made by hand: simple ones, compositions, intersections and tables, with passages of their own."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from benchwright.benchmark.fingerprints import InputFingerprints
from benchwright.benchmark.store import CellReport, begin, finish
from benchwright.corpus.store import write_corpus
from benchwright.files.atomic import make_folder
from benchwright.plan.cells import Cell
from benchwright.records import Answer, Example, Json, Modalities, Modality, Origin, Place, Source, Span


def passage(id: str, title: str, text: str, url: str = "") -> Source:
    return Source(id, Modality.TEXT, title, text, Place(id, 0, len(text)), licence="CC BY 4.0", url=url)


def whole(source: Source) -> Span:
    return Span(source.id, "text", 0, len(source.text))


def question(
    id: str, kind: str, relations: Sequence[str], words: str, answers: Sequence[tuple[Answer, Json]], **told: object
) -> Example:
    """A question of that kind; each answer with what its derivation says of it."""
    sources = tuple(dict.fromkeys(span.source for answer, _ in answers for span in answer.evidence[0]))
    key = Cell("list", Modalities(), "qampari", 0, kind).key
    derivation: Json = {
        "kind": kind,
        "source": "table" if kind.startswith("table") else "graph",
        "relations": list(relations),
        "query": {},
        "found": len(answers),
        "answers": [one for _, one in answers],
        "types": ["film"],
        "draft": False,
        **told,
    }
    return Example(
        id, words, tuple(answer for answer, _ in answers), "list", Modalities(text=len(sources)), sources, (), "", kind,
        (), Origin("qampari", key, 0, 13), derivation=derivation,
    )  # fmt: skip


def some_answers(sources: Sequence[Source]) -> list[tuple[Answer, Json]]:
    return [(Answer(f"The {one.title}", (one.title,), ((whole(one),),)), {"id": f"Q{n}"})
            for n, one in enumerate(sources)]  # fmt: skip


def benchmark(folder: Path, examples: Sequence[Example], sources: Sequence[Source], plan: str = "") -> Path:
    """A benchmark of these examples in `folder`/bench, over `folder`/corpus."""
    made, bench = write_corpus(folder / "corpus", list(sources), []), make_folder(folder / "bench")
    counts = {one.origin.cell: sum(other.origin.cell == one.origin.cell for other in examples) for one in examples}
    corpus = os.path.relpath(made.path, bench)
    cells = "".join(f"- {{style: list, kind: {one.derivation['kind']}, count: {counts[one.origin.cell]}}}\n"
                    for one in {one.origin.cell: one for one in examples}.values() if one.derivation)  # fmt: skip
    text = f"name: lists\ncorpus: {corpus}\n{plan}cells:\n{cells}"
    pins = begin(bench, "lists", text, InputFingerprints(made.fingerprint, "", {}, {}, {}))
    reports = [CellReport(key, count, count, count, count) for key, count in counts.items()]
    finish(bench, "lists", text, pins, reports, examples, made, wanted=len(examples), complete=True)
    return bench
