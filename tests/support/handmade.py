"""Benchmarks made by hand: two documents, three questions, every hit to be counted on paper.

The passage on the river is longer than the 512 characters of a chunk; its name stands in the first one.
"""

import json
import os
from collections.abc import Sequence
from pathlib import Path

from benchwright.benchmark.fingerprints import InputFingerprints
from benchwright.benchmark.store import CellReport, begin, finish
from benchwright.corpus.store import Corpus, write_corpus
from benchwright.files.atomic import make_folder
from benchwright.readers.source_columns import DocumentText
from benchwright.records import Answer, Example, Modalities, Modality, Origin, Place, Source, Span

RIVER = "The Aare is the longest river of Switzerland. " + "Its water is cold and clear. " * 20  # 46 + 20 * 29 = 626
LAKE = "Lake Thun lies above Interlaken. The lake is 217 metres deep."  # 32 + 1 + 28 = 61
DOCUMENTS = {"river.txt": RIVER, "lake.txt": LAKE}


def span(document: str, words: str) -> Span:
    at = DOCUMENTS[document].index(words)
    return Span(document.removesuffix(".txt"), "text", at, at + len(words))


def example(id: str, question: str, style: str, *answers: Answer) -> Example:
    sources = tuple(dict.fromkeys(one.source for answer in answers for spans in answer.evidence for one in spans))
    wanted = Modalities(text=len(sources))
    origin = Origin("derive", json.dumps({"maker": "derive", "modalities": str(wanted), "style": style}), 0, 13)
    return Example(id, question, answers, style, wanted, sources, (), "", "", (), origin)


RIVER_QUESTION = example(
    "river",
    "What is the longest river of Switzerland?",
    "information-extraction",
    Answer("the Aare", (), ((span("river.txt", "Aare"),),)),
)
LAKE_QUESTION = example(
    "lake",
    "How deep is Lake Thun?",
    "information-extraction",
    Answer("217 metres", (), ((span("lake.txt", "217 metres"),),)),
)
BOTH_QUESTION = example(
    "both",
    "Which is the longest river, and how deep is Lake Thun?",
    "compound",
    Answer("the Aare, and 217 metres", (), ((span("river.txt", "Aare"), span("lake.txt", "217 metres")),)),
)
EXAMPLES = (RIVER_QUESTION, LAKE_QUESTION, BOTH_QUESTION)


def corpus(folder: Path) -> Corpus:
    """Both texts as one source each, over their documents."""
    sources = [
        Source(name.removesuffix(".txt"), Modality.TEXT, name[:-4].title(), text, Place(name, 0, len(text)))
        for name, text in DOCUMENTS.items()
    ]
    return write_corpus(folder, sources, [DocumentText(name, name, text) for name, text in DOCUMENTS.items()])


def benchmark(folder: Path, examples: Sequence[Example] = EXAMPLES, name: str = "aare") -> Path:
    """A benchmark of these examples in `folder`/bench, over `folder`/corpus."""
    made, bench = corpus(folder / "corpus"), make_folder(folder / "bench")
    plan = (
        f"name: {name}\ncorpus: {os.path.relpath(made.path, bench)}\n"
        "cells:\n- {style: information-extraction, modalities: [text], count: 2}\n"
    )
    pins = begin(bench, name, plan, InputFingerprints(made.fingerprint, "", {}, {}, {}))
    keys = dict.fromkeys(one.origin.cell for one in examples)
    counts = {key: sum(one.origin.cell == key for one in examples) for key in keys}
    cells = [CellReport(key, count, count, count, count) for key, count in counts.items()]
    finish(bench, name, plan, pins, cells, examples, made, wanted=len(examples), complete=True)
    return bench
