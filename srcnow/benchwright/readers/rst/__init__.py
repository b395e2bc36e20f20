"""reStructuredText, Sphinx's too, is parsed by docutils, written as HTML, and then read like HTML.

    .. option:: --force

       Overwrite. See :ref:`the safe way <safe>`.

A directive with an argument and a body is an entry whose role is its name. Lists of pages are dropped as navigation;
files that a text includes are not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchwright.readers.base import InputFile, Item, Limits, Reader
from benchwright.readers.html import html_items
from benchwright.records import Drop

_MARK = re.compile(
    r"^ *\.\. (?:[a-z][\w:+-]*::(?: |$)|_[^:\n]+:(?: |$))|(?<!\w):[a-z][a-z:-]{0,40}:`[^`\n]{1,200}`", re.MULTILINE
)
_TITLE = re.compile(r"^(?:([=\-~^*#\"'`+.:_])\1+\n)? ?(\S.*)\n([=\-~^*#\"'`+.:_])\3+[ \t]*$", re.MULTILINE)
_FEWEST_MARKS = 2


def read_rst(file: InputFile, limits: Limits) -> Iterator[Item]:
    """One document. Its title is the first heading, else the file's name."""
    decoded = file.text()
    yield from decoded.notices
    yield from rst_items(file, decoded.text)


def rst_items(file: InputFile, text: str) -> Iterator[Item]:
    """A text's drops and its document."""
    from benchwright.readers.rst.directives import parse_rst  # docutils takes a tenth of a second to load
    from benchwright.readers.rst.markup import html_of

    html = html_of(parse_rst(text))
    for reason, detail, words in html.dropped:
        yield Drop(file.name, reason, detail, words)
    yield from html_items(file, "".join(html.parts))


def is_rst(text: str) -> bool:
    """Whether a plain text is reStructuredText for certain: it has a title with a line under it that is as long, and
    two directives, labels or roles."""
    marks = sum(1 for _, _ in zip(_MARK.finditer(text), range(_FEWEST_MARKS), strict=False))
    titled = any(
        len(title[0].rstrip().rpartition("\n")[2]) >= len(title[2].rstrip()) for title in _TITLE.finditer(text)
    )
    return marks == _FEWEST_MARKS and titled


READER = Reader("rst", read_rst, suffixes=(".rst", ".rest"), version=3)
