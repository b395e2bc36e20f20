"""A corpus of islands in passages, tables and images, with vectors that count words, for makers that ask models."""

from __future__ import annotations

import hashlib
import io
import zlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from PIL import Image as Pixels

from benchwright.corpus.store import Corpus, write_corpus
from benchwright.facts.open.contexts import Contexts
from benchwright.facts.store import FactTable, rows_of
from benchwright.makers.written.pipeline import WritingContext, WritingTask
from benchwright.prompts import Style, styles
from benchwright.records import Image, Modalities, Modality, Place, Source, Table
from benchwright.retrieval.candidates import Candidates
from benchwright.retrieval.encoders.base import Floats, unit_rows
from benchwright.retrieval.seeds import Seeds
from benchwright.retrieval.vectors import VectorStore
from benchwright.retrieval.word_index import words_of

ISLANDS = ("Arvo", "Bresk", "Calder", "Dunmor")


class WordEncoder:
    """Counts words by a hash of each, in 64 dimensions."""

    name = "words"
    identity = "words 1"
    dimensions = 64

    def encode(self, texts: Sequence[str], role: str = "passage") -> Floats:
        rows = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, text in enumerate(texts):
            for word in words_of(text):
                rows[row, zlib.crc32(word.encode()) % self.dimensions] += 1
        return unit_rows(rows)


def island_sources(long: bool = False) -> tuple[list[Source], dict[str, bytes]]:
    """Of each island a passage, a table and an image, and the images' bytes. `long` passages have 20,000 characters."""
    sources: list[Source] = []
    images: dict[str, bytes] = {}
    for number, island in enumerate(ISLANDS):
        text = f"{island} is an island of {number + 3} villages. Its lighthouse is {20 + number} metres high."
        text += " The sea is near." * (1200 if long else 0)
        sources.append(Source(f"t-{island.lower()}", Modality.TEXT, island, text, Place(f"{island}.md", 0, len(text))))
        rows = ((f"{island} North", str(100 + number)), (f"{island} South", str(200 + number)))
        text = f"Villages of {island}\nVillage | People\n" + "\n".join(" | ".join(row) for row in rows)
        table = Table((("Village", "People"),), rows)
        place = Place(f"{island}.md")
        sources.append(Source(f"b-{island.lower()}", Modality.TABLE, f"Villages of {island}", text, place, table=table))
        out = io.BytesIO()
        Pixels.new("RGB", (8, 6), (60 * number, 10, 10)).save(out, "PNG")
        image = Image(hashlib.sha256(out.getvalue()).hexdigest(), "png", 8, 6, caption=f"Flag of {island}")
        images[image.file] = out.getvalue()
        caption = f"Flag of {island}"
        sources.append(Source(f"i-{island.lower()}", Modality.IMAGE, caption, caption, place, image=image))
    return sources, images


def islands(folder: Path, *, long: bool = False) -> Corpus:
    sources, images = island_sources(long)
    return write_corpus(folder, sources, (), images)


def ground(folder: Path, *, long: bool = False, per_source: int = 2) -> WritingContext:
    """What attempts stand on, over the islands."""
    corpus = islands(folder, long=long)
    store = VectorStore.build(corpus, WordEncoder())
    seeds = Seeds.open(store)
    return WritingContext(
        corpus, FactTable(rows_of([])), seeds, Candidates(store, WordEncoder(), per_source), Contexts.of(corpus)
    )


def style(name: str, *checks: str) -> Style:
    """A built-in style with these checks of its own, whatever its file says, and no worked examples."""
    return replace(styles()[name], checks=checks, shots_block="")


def task(name: str, modalities: str, *checks: str) -> WritingTask:
    return WritingTask(f"{name}/{modalities}", style(name, *checks), Modalities.parse(modalities))
