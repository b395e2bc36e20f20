"""Flags drawn here, as corpora hold them: an image source, its bytes, and the facts that its pixels give."""

import hashlib
import io
from collections.abc import Mapping, Sequence
from pathlib import Path

from PIL import Image as Pictures
from PIL import ImageDraw

from benchwright.corpus.store import write_corpus
from benchwright.demo.flags.pixel_facts import facts_of_image
from benchwright.facts.store import FactTable, rows_of
from benchwright.programs.corpus_facts import CorpusFacts
from benchwright.records import Fact, Image, Modality, Place, Source
from benchwright.retrieval.word_index import WordIndex

RGB: Mapping[str, tuple[int, int, int]] = {
    "green": (0, 140, 69),
    "white": (255, 255, 255),
    "red": (205, 33, 42),
    "blue": (0, 56, 168),
    "yellow": (252, 209, 22),
    "black": (0, 0, 0),
}


def striped(colours: Sequence[str], direction: str = "horizontal", size: tuple[int, int] = (300, 240)) -> bytes:
    """A flag of equal stripes as PNG."""
    picture = Pictures.new("RGB", size)
    draw = ImageDraw.Draw(picture)
    width, height = size
    for at, colour in enumerate(colours):
        if direction == "horizontal":
            box = (0, at * height // len(colours), width, (at + 1) * height // len(colours) - 1)
        else:
            box = (at * width // len(colours), 0, (at + 1) * width // len(colours) - 1, height)
        draw.rectangle(box, fill=RGB[colour])
    return _png(picture)


def disc(ground: str, on_it: str) -> bytes:
    """A flag with a disc in its middle as PNG."""
    picture = Pictures.new("RGB", (300, 200), RGB[ground])
    ImageDraw.Draw(picture).ellipse((100, 50, 200, 150), fill=RGB[on_it])
    return _png(picture)


def _png(picture: Pictures.Image) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, "PNG")
    return buffer.getvalue()


def flag(country: str, png: bytes, caption: str = "", alt: str = "") -> Source:
    """The image source of a flag; its text is what a reader without eyes has."""
    said = caption or f"Flag of {country}."
    shown = Image(hashlib.sha256(png).hexdigest(), "png", 300, 200, caption=said, alt=alt)
    text = "\n".join(line for line in (said, alt) if line)
    title = f"Flag of {country}"
    return Source(f"flag-{country.lower()}", Modality.IMAGE, title, text, Place(f"{country}.png"), image=shown)


def ground_of_flags(
    folder: Path, flags: Mapping[str, bytes] | Sequence[tuple[Source, bytes]], *more: Source, facts: Sequence[Fact] = ()
) -> CorpusFacts:
    """A world with these flags, other sources, and all facts: of the flags by their pixels, else as given."""
    pairs = [(flag(name, png), png) for name, png in flags.items()] if isinstance(flags, Mapping) else list(flags)
    sources = [*(source for source, _ in pairs), *more]
    images = {source.image.file: png for source, png in pairs if source.image}
    corpus = write_corpus(folder, sources, images=images)
    read = [fact for source, _ in pairs for fact in facts_of_image(source, corpus.image_path(source))]
    words = WordIndex.build(f"{source.title} \n {source.text}" for source in sources)
    return CorpusFacts(corpus, FactTable(rows_of([*read, *facts])), words)
