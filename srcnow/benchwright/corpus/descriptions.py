"""Keep what models say about a corpus's images and tables as a layer over it, one file a model.

    CORPUS/descriptions/<model>.parquet         one row a described source, by id; see `DESCRIPTIONS`
    CORPUS/descriptions/<model>.ledger.sqlite   the calls that they came from (workflows/describe.py)
    CORPUS/descriptions/<model>/vectors/...     what was computed over the corpus with this layer

The corpus itself is never changed: `described` lays the words over it, and gives a corpus with another fingerprint.
A description belongs to the bytes of an image, or to the words of a table; where a source has others now, it has none.
What is said of a table also takes the place of the line on what it is about (`corpus.about`).
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from benchwright.corpus.row_tables import RowTable
from benchwright.corpus.store import DAMAGED, FINGERPRINT_KEY, Corpus, LayerMark, write_rows
from benchwright.errors import CorpusError, ReadError
from benchwright.files.command_lines import command_line
from benchwright.files.parquet import read_parquet
from benchwright.records import Modality, dump_line

FOLDER = "descriptions"
MODEL_KEY = b"benchwright.model"

DESCRIPTIONS = pa.schema(
    [
        ("source", pa.large_string()),
        ("image", pa.string()),
        ("text", pa.large_string()),
        ("model", pa.string()),
        ("prompt", pa.string()),
        ("served_by", pa.string()),
    ]
)
"""`image` is the SHA-256 of the bytes that were described, of a table that of its title and text; `model` the name
that was asked for, `served_by` the one that the service told, `prompt` the SHA-256 of the prompt."""


@dataclass(frozen=True, slots=True)
class SourceDescription:
    """What a model said of an image or a table. `image` is the SHA-256 of what it was shown."""

    source: str
    image: str
    text: str
    model: str
    prompt: str
    served_by: str = ""


@dataclass(frozen=True, eq=False)
class Layer:
    """The descriptions of one model, as they stand in its file. `fingerprint` is the hash of all rows in order."""

    model: str
    fingerprint: str
    table: pa.Table

    @classmethod
    def of(cls, model: str, descriptions: Iterable[SourceDescription]) -> Layer:
        """A layer of these descriptions. ValueError if a source has two, or one is another model's."""
        rows = sorted(descriptions, key=lambda one: one.source)
        if len({row.source for row in rows}) != len(rows):
            raise ValueError("a source has two descriptions")
        if any(row.model != model for row in rows):
            raise ValueError(f"a description is not by {model}")
        columns = [pa.array([getattr(row, part.name) for row in rows], part.type) for part in DESCRIPTIONS]
        table = pa.Table.from_arrays(columns, schema=DESCRIPTIONS)
        return cls(model, _digest(table), table)

    def __len__(self) -> int:
        return int(self.table.num_rows)

    def descriptions(self) -> list[SourceDescription]:
        """All of them, by source id."""
        return [SourceDescription(**row) for row in self.table.to_pylist()]

    @property
    def prompts(self) -> dict[str, int]:
        """How many descriptions were asked for with each prompt, by its SHA-256."""
        counts = pc.value_counts(self.table.column("prompt")).to_pylist()
        return {str(one["values"]): int(one["counts"]) for one in sorted(counts, key=lambda one: str(one["values"]))}

    def texts(self) -> dict[tuple[str, str], str]:
        """What was said, by source and SHA-256 of the image."""
        columns = [self.table.column(name).to_pylist() for name in ("source", "image", "text")]
        return {(source, image): text for source, image, text in zip(*columns, strict=True)}


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many of the corpus' sources of one kind, images or tables, a layer describes."""

    described: int
    sources: int
    kind: Modality = Modality.IMAGE

    @property
    def missing(self) -> int:
        return self.sources - self.described

    def __str__(self) -> str:
        return f"{self.described:,} of {self.sources:,} {self.kind}s described" + (
            f", {self.missing:,} without" if self.missing else ""
        )


def file_name(model: str) -> str:
    """The name that a model's files have: `openai/gpt-x` is `openai-gpt-x`; long ones are cut and keep a hash."""
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", model).strip("-.") or "model"
    return name if len(name) <= 100 else f"{name[:91]}-{hashlib.sha256(model.encode()).hexdigest()[:8]}"


def layer_path(corpus: Corpus, model: str) -> Path:
    """Where the layer of a model is kept."""
    return corpus.path / FOLDER / f"{file_name(model)}.parquet"


def ledger_path(corpus: Corpus, model: str) -> Path:
    """Where the calls of a layer are kept."""
    return corpus.path / FOLDER / f"{file_name(model)}.ledger.sqlite"


def write_descriptions(corpus: Corpus, model: str, descriptions: Iterable[SourceDescription]) -> Layer:
    """Write the whole layer of a model, atomically. The caller holds the lock of the folder. StorageError when the disk
    refuses, ValueError as `Layer.of`."""
    layer = Layer.of(model, descriptions)
    schema = DESCRIPTIONS.with_metadata({MODEL_KEY: model.encode()})
    write_rows(layer_path(corpus, model), schema, [layer.table], layer.fingerprint)
    return layer


def read_descriptions(corpus: Corpus, model: str) -> Layer:
    """The layer of a model. CorpusError if there is none (the others are named), or its file is damaged."""
    path = layer_path(corpus, model)
    hint = f"make it with: {command_line('describe', corpus.path, '--model', model)}"
    if not path.is_file():
        there = models_of(corpus)
        listed = f"; it has those of {', '.join(there)}" if there else ""
        raise CorpusError(f"{corpus.path} has no descriptions by {model!r}{listed}", hint=hint)
    again = f"delete the file; {hint.replace('make it', 'the calls are kept, so that it is made again')}"
    try:
        table = read_parquet(path)
    except ReadError as error:
        raise CorpusError(str(error), hint=again) from error
    metadata = table.schema.metadata or {}
    table = table.replace_schema_metadata(None)
    fingerprint = metadata.get(FINGERPRINT_KEY, b"").decode()
    if table.schema != DESCRIPTIONS or fingerprint != _digest(table):
        raise CorpusError(f"{path} is not as it was written", hint=again)
    if metadata.get(MODEL_KEY, b"").decode() != model:
        other = metadata.get(MODEL_KEY, b"").decode()
        raise CorpusError(f"{path} holds the descriptions by {other!r}, not by {model!r}", hint="move it away")
    return Layer(model, fingerprint, table)


def models_of(corpus: Corpus) -> list[str]:
    """The models that have a layer over this corpus, by name; files that cannot be read are left out."""
    models = []
    for path in sorted((corpus.path / FOLDER).glob("*.parquet")):
        try:
            model = (pq.read_schema(path).metadata or {}).get(MODEL_KEY, b"").decode()
        except DAMAGED:
            continue
        if model:
            models.append(model)
    return sorted(models)


def coverage(corpus: Corpus, layer: Layer, kind: Modality = Modality.IMAGE) -> Coverage:
    """How much of the corpus the layer describes."""
    texts = layer.texts()
    hashes = content_hashes(corpus, kind)
    return Coverage(sum(pair in texts for pair in hashes.items()), len(hashes), kind)


def content_hashes(corpus: Corpus, kind: Modality) -> dict[str, str]:
    """The SHA-256 of what a description of each image or table is of, by source id, in the order of the corpus: an
    image's bytes, a table's title and text. ValueError for passages, which are not described."""
    if kind is Modality.TEXT:
        raise ValueError("passages are not described")
    return image_hashes(corpus) if kind is Modality.IMAGE else _table_hashes(corpus)


def _table_hashes(corpus: Corpus) -> dict[str, str]:
    table = corpus.columns.table
    tables = table.select(["id", "title", "text"]).filter(pc.equal(table.column("modality"), Modality.TABLE.value))
    return {row["id"]: _words_hash(row["title"], row["text"]) for row in tables.to_pylist()}


def _words_hash(title: str, text: str) -> str:
    return hashlib.sha256(f"{title}\0{text}".encode()).hexdigest()


def image_hashes(corpus: Corpus) -> dict[str, str]:
    """The SHA-256 of the image of every image source, by source id, in the order of the corpus."""
    table = corpus.columns.table
    images = table.select(["id", "image"]).filter(pc.equal(table.column("modality"), Modality.IMAGE.value))
    columns = (images.column("id").to_pylist(), images.column("image").to_pylist())
    return {str(name): _sha256(record) for name, record in zip(*columns, strict=True) if record is not None}


def described(corpus: Corpus, layer: Layer) -> Corpus:
    """The same corpus, where the text of each described image or table goes on with what the model said of it.

    What stood there before stays at its place, so that spans into a caption are still right; ids, documents, cells and
    images are the same. Only the rows of images and tables are made anew. ValueError for a corpus that has a layer
    already.
    """
    if corpus.layer is not None:
        raise ValueError(f"{corpus.path} is described already")
    texts = layer.texts()
    table = corpus.columns.table
    batches = [_with_words(batch, texts) for batch in table.to_batches()]
    columns = RowTable(pa.Table.from_batches(batches, schema=table.schema))
    said = {name: texts[name, found] for name, found in _table_hashes(corpus).items() if (name, found) in texts}
    mark = LayerMark(file_name(layer.model), layer.fingerprint)
    return replace(corpus, columns=columns, layer=mark, introductions=said)


def _with_words(batch: pa.RecordBatch, texts: Mapping[tuple[str, str], str]) -> pa.RecordBatch:
    """Rows of `SOURCES` with the words put behind those of their images and tables; the same rows if none is
    described."""
    at = pc.indices_nonzero(pc.not_equal(batch.column("modality"), Modality.TEXT.value))
    rows = batch.select(["id", "title", "image", "text"]).take(at).to_pylist()
    mask = [False] * batch.num_rows
    values = []
    for index, row in zip(at.to_pylist(), rows, strict=True):
        shown = _words_hash(row["title"], row["text"]) if row["image"] is None else _sha256(row["image"])
        words = texts.get((row["id"], shown), "")
        if words:
            mask[index] = True
            values.append(f"{row['text']}\n{words}" if row["text"] else words)
    if not values:
        return batch
    text = pc.replace_with_mask(batch.column("text"), pa.array(mask), pa.array(values, pa.large_string()))
    place = batch.schema.get_field_index("text")
    return batch.set_column(place, batch.schema.field(place), text)


def _sha256(record: str) -> str:
    return str(json.loads(record)["sha256"])


def _digest(table: pa.Table) -> str:
    """SHA-256 over the rows of a layer, in order."""
    digest = hashlib.sha256()
    rows: list[dict[str, Any]] = table.to_pylist()
    for row in rows:
        digest.update(dump_line(row).encode() + b"\n")
    return digest.hexdigest()
