"""DOCX, PPTX and XLSX are read: headings, text, notes, tables, pictures; equations with the extra `office`.

    bytes ── package.py (is it safe to open?) ──▶ parts ── markup.py ──▶ trees ──▶ word.py | slides.py | sheets.py
                                                   pieces (words, tables, pictures) ── captions joined ──▶ Document

The parts are read here rather than by docling's backends, which lose what a benchmark's gold spans need: spaces
between runs (`H2O` becomes `H 2 O`), which words are hidden, captions and alternative texts of Word pictures, speaker
notes, number formats. They also look for LibreOffice to run it on drawings, and need five seconds and 160 MB to be
imported. Equations are docling's: its converter from Office's mathematics to LaTeX. Where the extra is missing,
everything else is read, and each equation stands as one line of plain signs.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchwright.errors import ReadError
from benchwright.readers.base import InputFile, Item, Limits, Reader
from benchwright.readers.office.content import OfficeLosses
from benchwright.readers.office.equations import converts
from benchwright.readers.office.package import open_package
from benchwright.readers.office.sheets import read_sheets
from benchwright.readers.office.slides import read_slides
from benchwright.readers.office.word import read_word
from benchwright.records import Drop


def read_office(file: InputFile, limits: Limits) -> Iterator[Item]:
    """One document. ReadError as from `open_package` and `Package.xml`."""
    package = open_package(file.read_bytes(limits.text_bytes), limits)
    part = package.main_part()
    root = package.xml(part)
    outside = package.outside()
    if outside:
        detail = f"{len(outside):,} links to templates, objects or files elsewhere are not followed"
        yield Drop(file.name, "remote", detail, outside[0][:200])
    losses = OfficeLosses()
    if root.tag == "w:document":
        yield from read_word(file, package, part, root, losses)
    elif root.tag == "p:presentation":
        yield from read_slides(file, package, part, root, losses)
    elif root.tag == "s:workbook":
        yield from read_sheets(file, package, part, root, losses, limits)
    else:
        raise ReadError("damaged", f"holds no document, presentation or workbook, but {root.tag[:100]!r}")


READER = Reader(
    "office",
    read_office,
    suffixes=(".docx", ".docm", ".pptx", ".pptm", ".ppsx", ".ppsm", ".xlsx", ".xlsm"),
    version=5,
    aided=converts,
)
