"""Export a benchmark as CSV tables for spreadsheets and data frames, with images as files.

    questions.csv   a row a question
    answers.csv     a row an answer, in order
    evidence.csv    a row a span: of which answer, in which set of spans, where in which source
    judgements.csv  a row a source of a question: gold (with its grade) or distractor
    sources.csv     a row a source that a question names, with licence and address
    images/         their bytes

A cell that a spreadsheet would take for a formula begins with an apostrophe.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchwright.publish.export.base import ExportData, Exporter
from benchwright.publish.export.folder import ExportFolder, RowWriter
from benchwright.publish.export.relevance import judged_sources
from benchwright.records import Example, Source, dump_line

QUESTIONS = ("id", "part", "question", "style", "modalities", "entity", "family", "columns")
ANSWERS = ("question", "number", "text", "aliases", "decided")
EVIDENCE = ("question", "answer", "set", "source", "read", "start", "end", "cells", "box")
JUDGEMENTS = ("question", "source", "role", "grade")
SOURCES = (
    "id", "modality", "title", "text", "document", "page", "headings", "table", "image", "caption", "alt",
    "licence", "url", "passed_on",
)  # fmt: skip
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def export_csv(data: ExportData, to: ExportFolder) -> None:
    """Write the five tables and the images."""
    with (
        to.table("questions.csv", QUESTIONS) as question,
        to.table("answers.csv", ANSWERS) as answer,
        to.table("evidence.csv", EVIDENCE) as evidence,
        to.table("judgements.csv", JUDGEMENTS) as judgement,
    ):
        for part, one in data.examples():
            columns = dump_line(dict(sorted(one.columns.items()))) if one.columns else ""
            fields = (one.id, part, one.question, one.style, str(one.modalities), one.entity, one.family, columns)
            question(list(map(cell, fields)))
            _write_answers(one, answer, evidence)
            for id, grade in judged_sources(data.question(one), one).items():
                judgement([cell(one.id), cell(id), "gold" if grade else "distractor", grade])
            to.wrote(part, one)
    with to.table("sources.csv", SOURCES) as row:
        for source in data.sources():
            if source.id in to.named:
                row(list(_source(source, data, to)))


def _write_answers(example: Example, answer: RowWriter, evidence: RowWriter) -> None:
    listed = [*((one, 1) for one in example.answers), *((one, 0) for one in example.undecided)]
    for number, (one, decided) in enumerate(listed):
        aliases = dump_line(list(one.aliases)) if one.aliases else ""
        answer([cell(example.id), number, cell(one.text), aliases, decided])
        for place, spans in enumerate(one.evidence):
            for span in spans:
                cells = dump_line([list(at) for at in span.cells]) if span.cells else ""
                box = dump_line(list(span.box)) if span.box else ""
                start, end = ("" if at is None else at for at in (span.start, span.end))
                evidence([cell(example.id), number, place, cell(span.source), span.read, start, end, cells, box])


def _source(source: Source, data: ExportData, to: ExportFolder) -> Iterator[object]:
    passed_on, image = data.passed_on(source), data.image(source)
    yield from map(cell, (source.id, source.modality, source.title, data.text(source), source.document))
    yield "" if source.place.page is None else source.place.page
    yield dump_line(list(source.place.headings)) if source.place.headings else ""
    yield dump_line(source.table.to_json()) if source.table and passed_on else ""
    yield "" if image is None else to.image(source, image)
    yield from map(cell, (source.image.caption, source.image.alt) if source.image and passed_on else ("", ""))
    yield from (cell(source.licence), cell(source.url), int(passed_on))


def cell(text: str) -> str:
    """Words as a spreadsheet reads them as words: a leading `=` would be a formula. Numbers stay as they are."""
    return f"'{text}" if text.startswith(_FORMULA) and not _is_number(text) else text


def _is_number(text: str) -> bool:
    return text[1:].replace(".", "", 1).isdecimal() and text[0] in "+-"


CSV = Exporter(
    "csv",
    "Tables of questions, answers, evidence, judgements and sources as CSV, with images as files",
    'import pandas\nquestions = pandas.read_csv("FOLDER/questions.csv", dtype={"id": str}, keep_default_na=False)',
    (
        "hops, checks and how a question was made",
        "sources that no question names",
        "texts that begin with =, +, -, @, a tab or a carriage return: they begin with an apostrophe, unless they are "
        "numbers",
    ),
    export_csv,
)
