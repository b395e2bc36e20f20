"""Plain text is read as paragraphs separated by blank lines; the file's name is the title.

A text that is reStructuredText for certain is read so, whatever its suffix.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchwright.readers.base import Document, InputFile, Item, Limits, Reader, TextBuilder
from benchwright.readers.rst import is_rst, rst_items

_BLANK = re.compile(r"\n[ \t\f\v]*\n\s*")


def read_text(file: InputFile, limits: Limits) -> Iterator[Item]:
    """One document of paragraphs. Line breaks inside a paragraph are kept: they may carry meaning (verse, lists)."""
    decoded = file.text()
    yield from decoded.notices
    if is_rst(decoded.text):
        yield from rst_items(file, decoded.text)
        return
    text = TextBuilder()
    for paragraph in _BLANK.split(decoded.text):
        text.paragraph(paragraph)
    yield Document(file.name, file.stem.replace("_", " "), text.text, tuple(text.blocks))


READER = Reader("text", read_text, suffixes=(".txt", ".text"), version=2)
