"""Disagreements as an evaluation leaves them: forty questions over texts, a table and an image that is drawn here."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image as Pixels
from PIL.PngImagePlugin import PngInfo
from summaries import COMBINATIONS, STYLES, SYSTEMS

from benchwright.publish.disagreements import Disagreement, EvidenceSource, ListedHit
from benchwright.records import Image, Modality, Place, Source, Span, Table

TEXT = "Aland lies in the north. Its capital is Mariehamn, a harbour town. It has 30,000 people."
EVIDENCE = Span("aland#1", "text", 25, 49)
TABLE = Table(
    (("Country", "Capital", "Height"),),
    tuple((f"Country {row}", f"City {row}", f"{row * 10} m") for row in range(1, 31)),
)


def picture(folder: Path, width: int = 900, height: int = 600, form: str = "PNG") -> Path:
    """An image file of three stripes, with metadata that must not reach the page."""
    image = Pixels.new("RGB", (width, height), "#0055a4")
    image.paste("#ffffff", (width // 3, 0, 2 * width // 3, height))
    image.paste("#ef4135", (2 * width // 3, 0, width, height))
    stream = io.BytesIO()
    notes = PngInfo()
    notes.add_text("Comment", "secret-metadata")
    image.save(stream, form, **({"pnginfo": notes} if form == "PNG" else {}))
    path = folder / f"flag.{form.lower()}"
    path.write_bytes(stream.getvalue())
    return path


def text_source() -> EvidenceSource:
    place = Place("aland.md", 0, len(TEXT), 3)
    return EvidenceSource(
        Source("aland#1", Modality.TEXT, "Aland", TEXT, place, url="https://example.org/aland"), (EVIDENCE,)
    )


def table_source() -> EvidenceSource:
    source = Source("peaks#t0", Modality.TABLE, "Peaks", "Peaks\nCountry | ...", Place("peaks.csv"), table=TABLE)
    return EvidenceSource(source, (Span("peaks#t0", "cell", cells=((19, 2),)),))


def image_source(path: Path | None) -> EvidenceSource:
    image = Image("0" * 64, "png", 900, 600, "Flag of France.", "Three vertical stripes")
    source = Source("flag#i0", Modality.IMAGE, "Flag", "Flag of France.", Place("flag.png"), image=image)
    return EvidenceSource(source, (Span("flag#i0", "pixels", box=(0.0, 0.0, 0.33, 1.0)),), path)


def disagreements(folder: Path, n: int = 40) -> tuple[Disagreement, ...]:
    """`n` questions; the first one has a text, a table and an image."""
    sources = (text_source(), table_source(), image_source(picture(folder)))
    found = []
    for number in range(n):
        values = {name: ((number + place) % 4) / 3 for place, name in enumerate(SYSTEMS)}
        hits = tuple(ListedHit(f"Hit {rank}", "text", rank == 2) for rank in range(1, 6))
        found.append(
            Disagreement(
                id=f"q{number:02}",
                question=f"Which capital is number {number}?",
                answer="Mariehamn",
                style=STYLES[number % len(STYLES)],
                modalities=COMBINATIONS[number % len(COMBINATIONS)],
                values=values,
                sources=sources if number == 0 else sources[number % 2 : number % 2 + 1],
                retrieved=dict.fromkeys(SYSTEMS, hits),
            )
        )
    return tuple(found)
