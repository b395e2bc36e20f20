"""Export a benchmark as a data set of Hugging Face: Parquet with images in it, and a card.

questions/<part>/00000.parquet   a row a question, with answers, evidence, hops, checks and origin
corpus/00000.parquet             a row a source, with its image and table
pages/00000.parquet              a row a page whose picture the corpus keeps
croissant.json                   the same files as Croissant describes them
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pyarrow as pa

from benchwright.benchmark.canary import canary_line
from benchwright.files.atomic import sha256_file
from benchwright.publish.croissant import CROISSANT, DescribedColumn, DescribedFile, croissant
from benchwright.publish.export.base import ExportData, Exporter
from benchwright.publish.export.folder import ExportFolder
from benchwright.publish.export.pages import page_rows
from benchwright.publish.export.parquet_files import IMAGE, card_head, write_rows
from benchwright.records import Answer, Example, Json, Source, dump_line

_TEXTS = pa.list_(pa.string())
_SPAN = pa.struct([
    ("source", pa.string()), ("read", pa.string()), ("start", pa.int64()), ("end", pa.int64()),
    ("cells", pa.list_(pa.list_(pa.int64()))), ("box", pa.list_(pa.float64())),
])  # fmt: skip
_ANSWERS = pa.list_(pa.struct([("text", pa.string()), ("aliases", _TEXTS), ("evidence", pa.list_(pa.list_(_SPAN)))]))
_CHECK = pa.struct([
    ("name", pa.string()), ("verdict", pa.string()), ("score", pa.float64()), ("reason", pa.string()),
    ("by", pa.string()),
])  # fmt: skip
QUESTIONS = pa.schema([
    ("id", pa.string()),
    ("question", pa.string()),
    ("answers", _ANSWERS),
    ("undecided", _ANSWERS),
    ("style", pa.string()),
    ("modalities", pa.string()),
    ("sources", _TEXTS),
    ("distractors", _TEXTS),
    ("grades", pa.list_(pa.struct([("source", pa.string()), ("grade", pa.int64())]))),
    ("hops", pa.list_(pa.struct([("question", pa.string()), ("answer", pa.string()), ("sources", _TEXTS)]))),
    ("checks", pa.list_(_CHECK)),
    ("entity", pa.string()),
    ("family", pa.string()),
    ("read", pa.string()),
    ("columns", pa.list_(pa.struct([("name", pa.string()), ("value", pa.string())]))),
    ("origin", pa.string()),
    ("derivation", pa.string()),
])  # fmt: skip
CORPUS = pa.schema([
    ("id", pa.string()),
    ("modality", pa.string()),
    ("title", pa.string()),
    ("text", pa.string()),
    ("image", IMAGE),
    ("caption", pa.string()),
    ("alt", pa.string()),
    ("table", pa.struct([("header", pa.list_(_TEXTS)), ("rows", pa.list_(_TEXTS))])),
    ("document", pa.string()),
    ("place", pa.string()),
    ("links", pa.string()),
    ("entries", pa.string()),
    ("referred_by", _TEXTS),
    ("licence", pa.string()),
    ("url", pa.string()),
    ("passed_on", pa.bool_()),
])  # fmt: skip
PAGES = pa.schema([("document", pa.string()), ("page", pa.int64()), ("image", IMAGE)])


def export_hf(data: ExportData, to: ExportFolder) -> None:
    """Write the questions of each part, the corpus, and the pages if there are some."""
    configs = [("questions", [(part, f"questions/{part}/*.parquet") for part in data.parts if data.parts[part]])]
    for part, examples in data.parts.items():
        if examples:
            write_rows(to, f"questions/{part}", QUESTIONS, _questions(to, part, examples))
    write_rows(to, "corpus", CORPUS, (_source(source, data) for source in data.sources()))
    configs.append(("corpus", [("corpus", "corpus/*.parquet")]))
    if data.corpus is not None and len(data.corpus.pages):
        write_rows(to, "pages", PAGES, page_rows(data))
        configs.append(("pages", [("pages", "pages/*.parquet")]))
    to.write(CROISSANT, _croissant(data, to))
    to.head = card_head(data.name, configs, ["question-answering", "visual-question-answering"])


_SCHEMAS = {"questions": QUESTIONS, "corpus": CORPUS, "pages": PAGES}
_ABOUT = {
    "questions": "A question a row, with its answers and the ids of its sources",
    "corpus": "A source a row: a passage, a table or an image",
    "pages": "A page of a document a row",
}


def _croissant(data: ExportData, to: ExportFolder) -> str:
    """The Parquet files, a record set each. Of columns with parts only those that `_column` knows are described."""
    described = []
    for path in sorted(to.path.glob("*/**/*.parquet")):
        inside = path.relative_to(to.path)
        config = inside.parts[0]
        columns = [column for field in _SCHEMAS[config] if (column := _column(field)) is not None]
        name = "-".join((*inside.parts[:-1], path.stem))
        described.append(DescribedFile(inside.as_posix(), name, _ABOUT[config], sha256_file(path), columns))
    about = f"A benchmark of retrieval-augmented generation. {canary_line(data.bench)}"
    licences = sorted({source.licence for source in data.sources()})
    return croissant(data.name, about, licences, described)


def _column(field: pa.Field) -> DescribedColumn | None:
    """A column as Croissant describes it: of answers their texts, of images their bytes; None for other parts."""
    if field.type == IMAGE:
        return DescribedColumn(field.name, "image", "bytes")
    if field.type == _ANSWERS:
        return DescribedColumn(field.name, part="text", many=True)
    if field.type == _TEXTS:
        return DescribedColumn(field.name, many=True)
    if pa.types.is_string(field.type):
        return DescribedColumn(field.name)
    if pa.types.is_boolean(field.type):
        return DescribedColumn(field.name, "boolean")
    return DescribedColumn(field.name, "integer") if pa.types.is_integer(field.type) else None


def _questions(to: ExportFolder, part: str, examples: Sequence[Example]) -> Iterator[Json]:
    for example in examples:
        to.wrote(part, example)
        record = example.to_json()
        yield {
            **{name: record[name] for name in QUESTIONS.names if name in record},
            "answers": list(map(_answer, example.answers)),
            "undecided": list(map(_answer, example.undecided)),
            "modalities": str(example.modalities),
            "grades": [{"source": source, "grade": grade} for source, grade in sorted(example.grades.items())],
            "columns": [{"name": name, "value": value} for name, value in sorted(example.columns.items())],
            "origin": dump_line(record["origin"]),
            "derivation": dump_line(record["derivation"]) if example.derivation is not None else "",
        }


def _answer(answer: Answer) -> Json:
    return answer.to_json()


def _source(source: Source, data: ExportData) -> Json:
    passed_on, image = data.passed_on(source), data.image(source)
    table = source.table if passed_on else None
    return {
        "id": source.id,
        "modality": str(source.modality),
        "title": source.title,
        "text": data.text(source),
        "image": None if image is None or source.image is None else {"bytes": image, "path": source.image.file},
        "caption": source.image.caption if source.image and passed_on else "",
        "alt": source.image.alt if source.image and passed_on else "",
        "table": None
        if table is None
        else {"header": list(map(list, table.header)), "rows": list(map(list, table.rows))},
        "document": source.document,
        "place": dump_line(source.place.to_json()),
        "links": dump_line([list(link) for link in table.links]) if table and table.links else "",
        "entries": dump_line([entry.to_json() for entry in source.entries]) if source.entries and passed_on else "",
        "referred_by": list(source.referred_by),
        "licence": source.licence,
        "url": source.url,
        "passed_on": passed_on,
    }


HF = Exporter(
    "hf",
    "A data set of Hugging Face: Parquet files with images, the whole corpus, and a data set card",
    'from datasets import load_dataset\nquestions = load_dataset("FOLDER", "questions", split="test")\n'
    'corpus = load_dataset("FOLDER", "corpus", split="corpus")',
    (
        "rejected attempts, model calls and the plan: they stay in the benchmark folder",
        "how many rows and columns a shortened table had",
    ),
    export_hf,
    whole_corpus=True,
)
