"""A benchmark of 24 towns made by hand, for judges: amounts from a table, names, and questions of yes or no."""

from __future__ import annotations

import json
import os
from pathlib import Path

from benchwright.benchmark.cell_report import CellReport
from benchwright.benchmark.fingerprints import InputFingerprints
from benchwright.benchmark.store import begin, finish
from benchwright.corpus.store import write_corpus
from benchwright.files.atomic import make_folder
from benchwright.records import Answer, Example, Modalities, Modality, Origin, Place, Source, Span, Table

TOWNS = (
    *("Ardon", "Belmont", "Cresta", "Dorval", "Eldham", "Farnley", "Girton", "Hadley", "Ilston", "Jarrow", "Kelham"),
    *("Lorton", "Morley", "Norwell", "Ockham", "Penrith", "Quorn", "Radley", "Selby", "Thornton", "Upham", "Vernay"),
    *("Walton", "Yarrow"),
)
FIRST = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")
MAYORS = [f"{first} {last}" for last in ("Keller", "Moreau", "Sato") for first in FIRST]


def people(town: int) -> str:
    return f"{1100 + 137 * town:,}"


def sources() -> list[Source]:
    """A passage a town, in a document of its own, and one table of all."""
    rows = tuple((name, people(town)) for town, name in enumerate(TOWNS))
    body = "\n".join(" | ".join(row) for row in rows)
    table = Source(
        "towns",
        Modality.TABLE,
        "Towns",
        f"Towns\nTown | Inhabitants\n{body}",
        Place("towns.csv"),
        Table((("Town", "Inhabitants"),), rows),
    )
    passages = [
        Source(name.lower(), Modality.TEXT, name, f"The mayor of {name} is {MAYORS[town]}.", Place(f"{name}.txt"))
        for town, name in enumerate(TOWNS)
    ]
    return [table, *passages]


def _example(id: str, question: str, answer: Answer, style: str, wanted: Modalities) -> Example:
    names = tuple(dict.fromkeys(span.source for spans in answer.evidence for span in spans))
    cell = json.dumps({"maker": "derive", "modalities": str(wanted), "style": style})
    return Example(id, question, (answer,), style, wanted, names, (), "", "", (), Origin("derive", cell, 0, 13))


def examples() -> list[Example]:
    """For each town its inhabitants and its mayor; for every third one whether it has more than 2,500 inhabitants."""
    made = []
    for town, name in enumerate(TOWNS):
        cell = (Span("towns", "cell", cells=((town, 1),)),)
        words = (Span(name.lower(), "text", 0, 30),)
        many = Answer(f"{people(town)} inhabitants", (f"{people(town).replace(',', '')} people",), (cell,))
        made.append(
            _example(f"size-{name}", f"How many inhabitants has {name}?", many, "numerical", Modalities(table=1))
        )
        mayor = Answer(MAYORS[town], (), (words,))
        made.append(
            _example(
                f"mayor-{name}", f"Who is the mayor of {name}?", mayor, "information-extraction", Modalities(text=1)
            )
        )
        if town % 3 == 0:
            verdict = Answer("yes" if 1100 + 137 * town > 2500 else "no", (), (cell,))
            question = f"Has {name} more than 2,500 inhabitants?"
            made.append(_example(f"large-{name}", question, verdict, "comparison", Modalities(table=1)))
    return made


def towns_bench(folder: Path, style: str = "") -> Path:
    """The benchmark in `folder`/bench, over `folder`/corpus; with `style` its questions of that style alone."""
    made, bench = write_corpus(folder / "corpus", sources()), make_folder(folder / "bench")
    plan = (
        f"name: towns\ncorpus: {os.path.relpath(made.path, bench)}\n"
        "cells:\n- {style: information-extraction, modalities: [text], count: 2}\n"
    )
    pins = begin(bench, "towns", plan, InputFingerprints(made.fingerprint, "", {}, {}, {}))
    every = [one for one in examples() if style in ("", one.style)]
    counts = {one.origin.cell: sum(one.origin.cell == other.origin.cell for other in every) for one in every}
    cells = [CellReport(key, count, count, count, count) for key, count in counts.items()]
    finish(bench, "towns", plan, pins, cells, every, made, wanted=len(every), complete=True)
    return bench
