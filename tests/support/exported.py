"""A benchmark of every kind of source, for the tests of exports: texts, a table, pictures, one text of no licence."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

from multimodal import png

from benchwright.benchmark.fingerprints import InputFingerprints
from benchwright.benchmark.store import CellReport, begin, finish
from benchwright.corpus.store import write_corpus
from benchwright.files.atomic import make_folder
from benchwright.records import (
    Answer,
    Check,
    Example,
    Hop,
    Image,
    Json,
    Modalities,
    Modality,
    Origin,
    Place,
    Source,
    Span,
    Table,
)

ELM = "The elm suffers from a disease. The disease is Dutch."
PICTURES = {"green": png("green"), "red": png("red")}
OPEN = "CC BY-SA 4.0"


def picture(name: str, title: str, caption: str) -> Source:
    data = PICTURES[name]
    image = Image(hashlib.sha256(data).hexdigest(), "png", 8, 8, caption)
    url = f"https://commons.wikimedia.org/wiki/{title}"
    return Source(name, Modality.IMAGE, title, caption, Place(name), image=image, licence=OPEN, url=url)


def text(id: str, title: str, words: str, licence: str = OPEN, document: str = "") -> Source:
    place = Place(document or f"{title}.md", 0, len(words), page=1, headings=(title,))
    return Source(id, Modality.TEXT, title, words, place, licence=licence, url=f"https://en.wikipedia.org/wiki/{title}")


AGES = Table((("Tree", "Years"),), (("Elm", "300"), ("Yew", "2000")))
SOURCES = (
    text("elm", "Elm", ELM),
    text("yew", "Yew", "The yew stands in churchyards."),
    text("our notes", "Notes", "The oak in our yard is 90 years old.", licence="", document="notes.md"),
    text("beech", "Beech", "Nobody asks about the beech."),
    Source(
        "ages", Modality.TABLE, "Trees — Ages", "Trees — Ages\nTree | Years\nElm | 300\nYew | 2000",
        Place("Trees.md", page=2), AGES, licence=OPEN, url="https://en.wikipedia.org/wiki/Trees",
    ),
    picture("green", "Elm.png", "A green elm."),
    picture("red", "Yew.png", "A red yew."),
)  # fmt: skip


def said(source: str, words: str) -> Span:
    at = next(one for one in SOURCES if one.id == source).text.index(words)
    return Span(source, "text", at, at + len(words))


def asked(
    id: str, question: str, style: str, answers: Sequence[Answer], distractors: Sequence[str] = (), **more: object
) -> Example:
    named = dict.fromkeys(span.source for answer in answers for span in answer.evidence[0])
    kinds = {source.id: source.modality for source in SOURCES}
    modalities = Modalities.of(kinds[source] for source in named)
    key = json.dumps({"maker": "derive", "modalities": str(modalities), "style": style})
    checks = (Check("leak", "pass", "no word of the answer", 0.5, "leak/1"),)
    return Example(
        id, question, tuple(answers), style, modalities, tuple(named), tuple(distractors), "", "family", checks,
        Origin("derive", key, 0, 13), **more,
    )  # fmt: skip


PIXELS = {name: Span(name, "pixels", box=(0.0, 0.0, 1.0, 1.0)) for name in PICTURES}
YEARS = Span("ages", "cell", cells=((1, 1),))
EXAMPLES = (
    asked(
        "what ails", "What ails the elm?", "information-extraction",
        [Answer("a disease", ("disease",), ((said("elm", "a disease"),),))], ["yew"], columns={"topic": "trees"},
    ),
    asked("old", "How old is the yew?", "information-extraction", [Answer("2000", (), ((YEARS,),))], ["green", "elm"]),
    asked(
        "colours", "Which trees are shown?", "compound",
        [Answer("elm", (), ((PIXELS["green"],),)), Answer("yew", (), ((PIXELS["red"],),))], ["beech"],
        undecided=(Answer("beech", (), ((said("beech", "beech"),),)),),
    ),
    asked(
        "hop", "How old is the tree of churchyards?", "multi-hop",
        [Answer("2000", ("two thousand",), ((said("yew", "churchyards"), YEARS),))],
        hops=(Hop("Which tree stands in churchyards?", "the yew", ("yew",)), Hop("How old is it?", "2000", ("ages",))),
    ),
    asked(
        "=oak", 'How old is the "oak" in our yard?', "information-extraction",
        [Answer("90 years", (), ((said("our notes", "90 years"),),))],
    ),
    asked(
        "shown", "What colour has the elm?", "information-extraction",
        [Answer("-5", ("green",), ((PIXELS["green"],),))], ["red", "yew"],
    ),
)  # fmt: skip


def benchmark(folder: Path, examples: Sequence[Example] = EXAMPLES, sources: Sequence[Source] = SOURCES) -> Path:
    """A benchmark of these examples in `folder`/bench, over `folder`/corpus."""
    images = {source.image.file: PICTURES[source.id] for source in sources if source.image}
    made, bench = write_corpus(folder / "corpus", sources, images=images), make_folder(folder / "bench")
    plan = "name: trees\ncorpus: ../corpus\ncells:\n- {style: information-extraction, modalities: [text], count: 2}\n"
    pins = begin(bench, "trees", plan, InputFingerprints(made.fingerprint, "", {}, {}, {}))
    counts = {one.origin.cell: sum(other.origin.cell == one.origin.cell for other in examples) for one in examples}
    cells = [CellReport(key, count, count, count, count) for key, count in counts.items()]
    finish(bench, "trees", plan, pins, cells, examples, made, wanted=len(examples), complete=True)
    return bench


def records(path: Path) -> list[Json]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def content(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
