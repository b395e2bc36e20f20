"""Whatever the bytes are, the document readers give whole documents: ranges in order, nothing between them."""

from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.readers.base import Document, Heading, InputFile, Item, Limits, Paragraph
from benchwright.readers.html import read_html
from benchwright.readers.markdown import read_markdown
from benchwright.readers.rst import read_rst
from benchwright.readers.text import read_text

_PIECES = st.sampled_from(
    [
        "# A\n",
        "a b. ",
        "\n\n",
        "\n",
        "- x\n",
        "![c](d.png)",
        "*e*",
        "|f|g|\n|-|-|\n|1|2|\n",
        "Table 1. h\n\n",
        "---\n",
        "<table><tr><th>i<td>j",
        "</table>",
        "<p>",
        "</div>",
        "<img src=k>",
        "<figure>",
        "<figcaption>l",
        "<li>",
        "<h2>",
        "```\n",
        "> ",
        "<!--",
        "&amp;",
        "\\",
        "{: .m}",
        "    n\n",
        "<td colspan=3 rowspan=9>",
        "é",
        "\u2028",
        "1. ",
        ".. note:: ",
        "\n===\n",
        ":m:`o`",
    ]
)


@pytest.mark.parametrize("read", [read_markdown, read_html, read_rst, read_text])
@given(pieces=st.lists(_PIECES, max_size=25))
def test_ranges_hold_all_of_the_text(read: Callable[[InputFile, Limits], Iterator[Item]], pieces: list[str]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.md"
        path.write_text("x " + "".join(pieces), encoding="utf-8")
        document = list(read(InputFile(path, path.name, path.parent), Limits()))[-1]
    assert isinstance(document, Document)
    at = 0
    for block in document.blocks:
        if isinstance(block, Heading | Paragraph):
            assert not document.text[at : block.start].strip()
            assert document.text[block.start : block.end].strip()
            at = block.end
        else:
            assert at <= block.at <= len(document.text)
    assert not document.text[at:].strip()
