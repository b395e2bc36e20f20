"""Export a benchmark as WebQA has them (Chang et al., 2022): questions with positive and negative facts, and pictures.

    WebQA_train_val.json   {"q1": {"Q": "\\"What ails the elm?\\"", "A": ["\\"A disease.\\""], "split": "val",
                             "txt_posFacts": [...], "img_posFacts": [...], "txt_negFacts": [...], ...}, ...}
    imgs.tsv, imgs.lineidx   a line an image: its id and its bytes in base64; where each line begins

Sources are positive facts, distractors negative ones. The last seven digits of an image's id are the number of its
line, so images get new ids. A table is a text fact of its rows. The parts train, dev and test are `split` train, val
and test.
"""

from __future__ import annotations

from base64 import b64encode
from contextlib import ExitStack
from pathlib import Path
from typing import IO

from benchwright.publish.export.base import (
    BY_REFERENCE,
    NO_ANSWER,
    NO_SOURCE,
    SEVERAL_ANSWERS,
    ExportData,
    Exporter,
)
from benchwright.publish.export.folder import ExportFolder
from benchwright.readers.layouts.webqa import INDEX, LINES, PARTS
from benchwright.records import Example, Json, Modality, Source, dump_line

_FIRST = 30_000_000
_SPLITS = {"dev": "val"}
_COLUMNS = {"topic": "topic", "keywords": "Keywords_A"}


def export_webqa(data: ExportData, to: ExportFolder) -> None:
    """Write all parts to one file, question by question, and the images that they name."""
    with ExitStack() as opened:
        stream = opened.enter_context(to.file(PARTS[0]).open("w", encoding="utf-8", newline="\n"))
        pictures = opened.enter_context(_Pictures(to.file(LINES), to.file(INDEX)))
        stream.write("{")
        for part, example in data.examples():
            reason = _misfit(example, data)
            if reason:
                to.leave_out(example, reason)
                continue
            stream.write((",\n" if to.written else "\n") + f"{dump_line(example.id)}:")
            stream.write(dump_line(_record(part, example, data, pictures)))
            to.wrote(part, example)
        stream.write("\n}\n")


def _misfit(example: Example, data: ExportData) -> str:
    """Why a question cannot be one of WebQA's; "" if it can."""
    if len(example.answers) != 1:
        return SEVERAL_ANSWERS if example.answers else NO_ANSWER
    if not example.sources:
        return NO_SOURCE
    return BY_REFERENCE if data.withheld(example) else ""


class _Pictures:
    """The file of images: each is added once, and its id tells its line."""

    def __init__(self, lines: Path, index: Path) -> None:
        self._paths = lines, index
        self._ids: dict[str, int] = {}

    def __enter__(self) -> _Pictures:
        lines, index = self._paths
        self._lines: IO[bytes] = lines.open("wb")
        self._index: IO[bytes] = index.open("wb")
        return self

    def __exit__(self, *_: object) -> None:
        self._lines.close()
        self._index.close()

    def id_of(self, source: Source, image: bytes) -> int:
        """The id of an image, which is written if it is new."""
        if source.id not in self._ids:
            id = self._ids[source.id] = _FIRST + len(self._ids)
            self._index.write(b"%d\n" % self._lines.tell())
            self._lines.write(b"%d\t%s\n" % (id, b64encode(image)))
        return self._ids[source.id]


def _record(part: str, example: Example, data: ExportData, pictures: _Pictures) -> Json:
    answer = example.answers[0]
    told = {field: _quoted(example.columns[name]) for name, field in _COLUMNS.items() if name in example.columns}
    facts: dict[str, list[Json]] = {
        name: [] for name in ("txt_posFacts", "txt_negFacts", "img_posFacts", "img_negFacts")
    }
    for kind, ids in (("posFacts", example.sources), ("negFacts", example.distractors)):
        for source in map(data.source, ids):
            if source.modality is not Modality.IMAGE and data.text(source).strip():
                facts[f"txt_{kind}"].append(_text(source))
            elif (image := data.image(source)) is not None:
                facts[f"img_{kind}"].append(_image(source, pictures.id_of(source, image)))
    return {
        "Guid": example.id,
        "Q": _quoted(example.question),
        "A": [_quoted(text) for text in (answer.text, *answer.aliases)],
        "split": _SPLITS.get(part, part),
        "Qcate": example.columns.get("category", "Others" if facts["img_posFacts"] else "text"),
        **told,
        **facts,
    }


def _quoted(text: str) -> str:
    """Words in quotation marks, as WebQA has them: one pair is taken off when they are read."""
    return f'"{text}"'


def _text(source: Source) -> Json:
    return {"snippet_id": source.id, "title": source.title, "fact": source.text, "url": source.url}


def _image(source: Source, id: int) -> Json:
    caption = source.image.caption if source.image else ""
    return {"image_id": id, "title": source.title, "caption": caption, "url": source.url, "imgUrl": source.url}


WEBQA = Exporter(
    "webqa",
    "WebQA's JSON of questions with positive and negative facts, and imgs.tsv",
    'import json\nquestions = json.load(open("FOLDER/WebQA_train_val.json", encoding="utf-8"))',
    (
        "questions with several answers",
        "tables as cells: only their rows as text facts",
        "ids of images: they are numbered by their lines",
        "descriptions of images: only captions",
        "which part of a source is evidence, alternatives, hops and checks",
        "sources that no question names, and distractors that may not be passed on",
    ),
    export_webqa,
    takes="it takes questions with one answer and at least one source",
    part="dev",
)
