"""Plain text is read as paragraphs separated by blank lines; the file's name is the title."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchwright.readers.base import Document, InputFile, Item, Limits, Reader, TextBuilder

_BLANK = re.compile(r"\n[ \t\f\v]*\n\s*")


def read_text(file: InputFile, limits: Limits) -> Iterator[Item]:
    """One document of paragraphs. Line breaks inside a paragraph are kept: they may carry meaning (verse, lists)."""
    decoded = file.text()
    yield from decoded.notices
    text = TextBuilder()
    for paragraph in _BLANK.split(decoded.text):
        text.paragraph(paragraph)
    yield Document(file.name, file.stem.replace("_", " "), text.text, tuple(text.blocks))


READER = Reader("text", read_text, suffixes=(".txt", ".text"))
