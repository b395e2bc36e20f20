"""A benchmark over a PDF file of two pages whose pictures the corpus keeps."""

from __future__ import annotations

import json
from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from benchwright.benchmark.fingerprints import InputFingerprints
from benchwright.benchmark.store import CellReport, begin, finish
from benchwright.corpus.store import Corpus
from benchwright.files.atomic import make_folder
from benchwright.readers.base import ReaderOptions
from benchwright.readers.read_task import IngestOptions
from benchwright.records import Answer, Example, Modalities, Origin, Span
from benchwright.workflows.ingest import ingest

TREES = (("elm", "300"), ("yew", "2000"))


def paged_benchmark(folder: Path, licence: str = "CC BY 4.0") -> tuple[Path, Path]:
    """The folders of the benchmark and of its corpus: one question over each page."""
    documents = make_folder(folder / "documents")
    canvas = Canvas(str(documents / "trees.pdf"), invariant=True)
    for name, years in TREES:
        for line in range(14):
            words = f"It is the {name}'s line {line} of many that tell how people and birds live with trees."
            canvas.drawString(
                72, 600 - 14 * line, f"This {name} is {years} years old, says its sign." if line == 5 else words
            )
        canvas.showPage()
    canvas.save()
    options = IngestOptions(licence=licence, read=ReaderOptions(pages=True))
    ingest(documents, folder / "corpus", options, workers=0)
    corpus = Corpus.open(folder / "corpus")
    key = json.dumps({"maker": "derive", "modalities": "text", "style": "information-extraction"})
    examples = []
    for name, years in TREES:
        source = next(one for one in corpus.sources() if years in one.text)
        at = source.text.index(years)
        answer = Answer(years, (), ((Span(source.id, "text", at, at + len(years)),),))
        examples.append(Example(
            name, f"How old is the {name}?", (answer,), "information-extraction", Modalities(text=1), (source.id,), (),
            "", "", (), Origin("derive", key, 0, 13),
        ))  # fmt: skip
    bench = make_folder(folder / "bench")
    plan = "name: pages\ncorpus: ../corpus\ncells:\n- {style: information-extraction, modalities: [text], count: 2}\n"
    pins = begin(bench, "pages", plan, InputFingerprints(corpus.fingerprint, "", {}, {}, {}))
    finish(bench, "pages", plan, pins, [CellReport(key, 2, 2, 2, 2)], examples, corpus, wanted=2, complete=True)
    return bench, corpus.path
