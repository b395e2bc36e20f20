"""A benchmark of ten ferries made by hand: a passage of several lines, a table, and an image of each."""

from __future__ import annotations

import hashlib
import io
import json
import os
from pathlib import Path

from PIL import Image as Pixels

from benchwright.benchmark.cell_report import CellReport
from benchwright.benchmark.fingerprints import InputFingerprints
from benchwright.benchmark.store import begin, finish
from benchwright.corpus.store import write_corpus
from benchwright.files.atomic import make_folder
from benchwright.records import Answer, Example, Image, Modalities, Modality, Origin, Place, Source, Span, Table

FERRIES = ("Alba", "Birka", "Cygnet", "Doris", "Eider", "Finn", "Gull", "Heron", "Isolde", "Juno")
PASSAGE = "The ⛴ Alba runs every hour. She is blue.\nTickets: 4 crowns\nBicycles: free"


def picture(number: int) -> tuple[Image, bytes]:
    """A picture of one colour, wider than high."""
    stream = io.BytesIO()
    Pixels.new("RGB", (320, 200), (20 * number, 80, 160)).save(stream, "PNG")
    data = stream.getvalue()
    return Image(hashlib.sha256(data).hexdigest(), "png", 320, 200, f"The ferry {FERRIES[number]}."), data


def evidence(number: int) -> tuple[Span, ...]:
    """A part of the picture, a cell, and a word."""
    return (
        Span(FERRIES[number].lower(), "pixels", box=(0.5, 0.5, 0.9, 0.9)),
        Span("seats", "cell", cells=((number, 1),)),
        Span("notes", "text", 6, 10),
    )


def ferries_bench(folder: Path) -> Path:
    """The benchmark in `folder`/bench, over `folder`/corpus: a question for each ferry, over all three kinds of
    sources."""
    drawn = [picture(number) for number in range(len(FERRIES))]
    rows = tuple((name, str(100 + number)) for number, name in enumerate(FERRIES))
    lines = "\n".join(" | ".join(row) for row in rows)
    table = Table((("Ferry", "Seats"),), rows)
    sources = [
        Source("notes", Modality.TEXT, "Notes", PASSAGE, Place("notes.txt")),
        Source("seats", Modality.TABLE, "Seats", f"Ferry | Seats\n{lines}", Place("seats.csv"), table),
    ]
    for name, (image, _) in zip(FERRIES, drawn, strict=True):
        text = f"The ferry {name}."
        sources.append(Source(name.lower(), Modality.IMAGE, name, text, Place(f"{name}.png"), image=image))
    corpus = write_corpus(folder / "corpus", sources, images={image.file: data for image, data in drawn})
    cell = json.dumps({"maker": "derive", "modalities": "text+table+image", "style": "compound"})
    examples = [
        Example(
            f"q{number}",
            f"How many seats has the ferry {name}, and what colour is she?",
            (Answer(f"{100 + number} seats, blue", (), (evidence(number),)),),
            "compound",
            Modalities(1, 1, 1),
            (name.lower(), "seats", "notes"),
            (),
            "",
            "",
            (),
            Origin("derive", cell, 0, 13),
        )
        for number, name in enumerate(FERRIES)
    ]
    bench, count = make_folder(folder / "bench"), len(examples)
    plan = (
        f"name: ferries\ncorpus: {os.path.relpath(corpus.path, bench)}\n"
        f"cells:\n- {{style: compound, modalities: [text+table+image], count: {count}}}\n"
    )
    pins = begin(bench, "ferries", plan, InputFingerprints(corpus.fingerprint, "", {}, {}, {}))
    cells = [CellReport(cell, count, count, count, count)]
    finish(bench, "ferries", plan, pins, cells, examples, corpus, wanted=count, complete=True)
    return bench
