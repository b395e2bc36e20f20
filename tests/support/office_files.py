"""Office files made on the spot: whole ones by the libraries that write them, and packages part by part."""

import io
import zipfile
from pathlib import Path

from PIL import Image as Pillow

from benchwright.readers.base import Document, ImageBlock, InputFile, Item, Limits, Paragraph, TableBlock
from benchwright.readers.office import read_office
from benchwright.records import Drop

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_SPACES = {
    "w": W,
    "r": REL,
    "m": "http://schemas.openxmlformats.org/officeDocument/2006/math",
    "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
    "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
    "wp": "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing",
    "wps": "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
    "v": "urn:schemas-microsoft-com:vml",
}
DECLARED = " ".join(f'xmlns:{short}="{space}"' for short, space in _SPACES.items())


def png(colour: str, size: tuple[int, int] = (6, 4)) -> io.BytesIO:
    data = io.BytesIO()
    Pillow.new("RGB", size, colour).save(data, "PNG")
    data.seek(0)
    return data


def relationships(*rows: tuple[str, str, str], outside: tuple[str, ...] = ()) -> str:
    """A .rels part: (id, last word of the type, target)."""
    lines = "".join(
        f'<Relationship Id="{key}" Type="{REL}/{kind}" Target="{target}"'
        + (' TargetMode="External"/>' if key in outside else "/>")
        for key, kind, target in rows
    )
    return (
        f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{lines}</Relationships>'
    )


def word_parts(body: str, **parts: str) -> dict[str, str]:
    """The parts of a Word file around the inside of its body. Other parts by name, `__` for a slash, `_` for a dot."""
    kinds = {"header1.xml": "header"} | {f"{one}.xml": one for one in ("styles", "footnotes", "comments", "numbering")}
    named = {name.replace("__", "/").replace("_", "."): text for name, text in parts.items()}
    rows = [(f"k{at}", kinds[name[5:]], name[5:]) for at, name in enumerate(named) if name[5:] in kinds]
    made = {
        "_rels/.rels": relationships(("r1", "officeDocument", "word/document.xml")),
        "word/document.xml": f"<w:document {DECLARED}><w:body>{body}</w:body></w:document>",
        "word/_rels/document.xml.rels": relationships(*rows),
    }
    return made | named


def zipped(parts: dict[str, str] | dict[str, bytes] | dict[str, str | bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return data.getvalue()


def items(folder: Path, data: bytes, name: str = "old_trees.docx", limits: Limits | None = None) -> list[Item]:
    path = folder / name
    path.write_bytes(data)
    limits = limits or Limits()
    return list(read_office(InputFile(path, path.name, folder, limits), limits))


def document(found: list[Item]) -> Document:
    (made,) = [one for one in found if isinstance(one, Document)]
    return made


def drops(found: list[Item]) -> list[tuple[str, str, str]]:
    return [(one.reason, one.detail, one.text) for one in found if isinstance(one, Drop)]


def paragraphs(made: Document) -> list[str]:
    return [made.text[one.start : one.end] for one in made.blocks if isinstance(one, Paragraph)]


def tables(made: Document) -> list[TableBlock]:
    return [one for one in made.blocks if isinstance(one, TableBlock)]


def pictures(made: Document) -> list[ImageBlock]:
    return [one for one in made.blocks if isinstance(one, ImageBlock)]
