"""Any text as wikitext or XML: items or ReadError, never another exception, and ranges that fit the text."""

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from benchwright.errors import ReadError
from benchwright.readers.base import Document, Heading, InputFile, Limits, Paragraph, TableBlock
from benchwright.readers.wiki import WIKITEXT_READER as READER

SIGNS = [
    *("{{", "}}", "{{{", "}}}", "[[", "]]", "|", "||", "!!", "\n{|", "\n|}", "\n|-", "\n|", "\n!", "\n|+", "=", "\n=="),
    *("==\n", "\n*", "\n#", "\n:", "''", "<ref>", "</ref>", "<!--", "-->", "<nowiki>", "</nowiki>", "<br>", "<div>"),
    *(
        "&amp;",
        "&#2;",
        "\x02",
        "\x02",
        "0\x03",
        "File:a.jpg",
        "Category:",
        "infobox a",
        "convert",
        "rowspan=9",
        "colspan=2",
    ),
    *(
        "<gallery>",
        "</gallery>",
        "[http://a",
        "]",
        "(",
        ")",
        " ",
        "\n",
        "\n\n",
        "a",
        "Ä",
        "oak ",
        "1",
        "\u2028",
        "\x0b",
    ),
]
TEXTS = st.one_of(st.lists(st.sampled_from(SIGNS), max_size=40).map("".join), st.text(max_size=200))


def reason(path: Path) -> str:
    """Why the file cannot be read, "" if it can; its documents are checked."""
    try:
        for item in READER.read(InputFile(path, path.name, path.parent), Limits()):
            if isinstance(item, Document):
                check(item)
    except ReadError as error:
        return error.reason
    return ""


def check(document: Document) -> None:
    last = 0
    for block in document.blocks:
        if isinstance(block, Heading | Paragraph):
            assert last <= block.start < block.end <= len(document.text)
            words = document.text[block.start : block.end]
            assert words == words.strip() != ""
            last = block.end
        elif isinstance(block, TableBlock):
            assert 0 <= block.at <= len(document.text)
            width = {len(row) for row in (*block.table.header, *block.table.rows)}
            assert len(width) == 1
            for row, column, _ in block.table.links:
                assert block.table.rows[row][column] is not None
    assert "\x02" not in document.text
    assert "\x03" not in document.text


@given(TEXTS)
def test_any_text_is_a_page(text: str) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, "a.wiki")
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        assert reason(path) in {"", "empty", "nul-bytes", "nested-too-deep", "encoding"}


PIECES = [
    "<mediawiki>",
    "</mediawiki>",
    "<page>",
    "</page>",
    "<title>",
    "</title>",
    "<text>",
    "</text>",
    "<ns>",
    "</ns>",
]
PIECES += [
    "<siteinfo>",
    "<base>",
    "https://[",
    "</base>",
    "</siteinfo>",
    "0",
    "a",
    "&lt;",
    "&x;",
    "<!DOCTYPE a>",
    "<redirect/>",
]


@given(
    st.one_of(
        st.lists(st.sampled_from(PIECES), max_size=20).map(lambda parts: "<mediawiki>" + "".join(parts)), st.text()
    )
)
def test_any_text_is_xml_or_is_not(text: str) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, "a.xml")
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        assert reason(path) in {"", "unsupported", "damaged", "xml-doctype", "nested-too-deep"}
