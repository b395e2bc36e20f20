"""Numbers that Word makes up itself. Those expected are what LibreOffice writes for the same lists, but where told."""

from pathlib import Path

import pytest
from office_files import W, document, items, paragraphs, word_parts, zipped

from benchwright.readers.base import Heading

DECLARED = f'xmlns:w="{W}"'
Level = tuple[str, str, str]
Line = tuple[str, str, int]


def family(identity: int, *levels: Level, more: str = "") -> str:
    """A `w:abstractNum`; a level is its number format, its text, and what else it says."""
    inside = "".join(
        f'<w:lvl w:ilvl="{at}"><w:start w:val="1"/><w:numFmt w:val="{format}"/>{said}'
        f'<w:lvlText w:val="{text}"/></w:lvl>'
        for at, (format, text, said) in enumerate(levels)
    )
    return f'<w:abstractNum w:abstractNumId="{identity}">{more}{inside}</w:abstractNum>'


def listed(identity: int, family: int, over: str = "") -> str:
    return f'<w:num w:numId="{identity}"><w:abstractNumId w:val="{family}"/>{over}</w:num>'


def starting(at: int) -> str:
    return f'<w:lvlOverride w:ilvl="0"><w:startOverride w:val="{at}"/></w:lvlOverride>'


def line(text: str, identity: str, level: int | None = 0, look: str = "") -> str:
    depth = "" if level is None else f'<w:ilvl w:val="{level}"/>'
    numbered = f'<w:numPr>{depth}<w:numId w:val="{identity}"/></w:numPr>'
    return f"<w:p><w:pPr>{look}{numbered}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"


def shown(folder: Path, numbering: str, *body: str, styles: str = "") -> list[str]:
    parts = word_parts(
        "".join(body),
        word__numbering_xml=f"<w:numbering {DECLARED}>{numbering}</w:numbering>",
        word__styles_xml=f"<w:styles {DECLARED}>{styles}</w:styles>",
    )
    return paragraphs(document(items(folder, zipped(parts))))


STEPS = family(1, ("decimal", "%1.", ""), ("lowerLetter", "%2)", ""), ("lowerRoman", "(%3)", ""))


def test_levels_begin_anew_below_each_item(tmp_path: Path) -> None:
    lines = [("a", 0), ("b", 1), ("c", 1), ("d", 2), ("e", 2), ("f", 0), ("g", 1), ("h", 2)]
    body = [line(text, "1", level) for text, level in lines]
    said = ["1. a", "a) b", "b) c", "(i) d", "(ii) e", "2. f", "a) g", "(i) h"]
    assert shown(tmp_path, STEPS + listed(1, 1), *body) == said


def test_lists_of_one_family_count_on_unless_they_say_where_they_start(tmp_path: Path) -> None:
    numbering = STEPS + listed(1, 1) + listed(2, 1) + listed(3, 1, starting(1)) + listed(4, 1, starting(7))
    body = [line("x", identity) for identity in "1123344"]
    assert shown(tmp_path, numbering, *body) == ["1. x", "2. x", "3. x", "1. x", "2. x", "7. x", "8. x"]


def test_a_level_whose_upper_ones_never_came(tmp_path: Path) -> None:
    numbering = family(1, ("decimal", "%1.", ""), ("decimal", "%1.%2", "")) + listed(1, 1)
    body = [line("x", "1", level) for level in (1, 1, 0, 1)]
    assert shown(tmp_path, numbering, *body) == ["1.1 x", "1.2 x", "2. x", "2.1 x"]


def test_articles_and_sections(tmp_path: Path) -> None:
    """As Word's own template has them; the standard's rule for `isLgl` (Roman numbers become Arabic ones)."""
    levels = (("upperRoman", "Article %1.", ""), ("decimalZero", "Section %1.%2", "<w:isLgl/>"), ("none", "Note:", ""))
    body = [line("x", "1", level) for level in (0, 1, 2, 0, 1, 1)]
    said = ["Article I. x", "Section 1.01 x", "Note: x", "Article II. x", "Section 2.01 x", "Section 2.02 x"]
    assert shown(tmp_path, family(1, *levels) + listed(1, 1), *body) == said


def test_a_level_that_never_begins_anew(tmp_path: Path) -> None:
    """By the standard; LibreOffice begins anew all the same."""
    numbering = family(1, ("decimal", "%1.", ""), ("decimal", "%1.%2", '<w:lvlRestart w:val="0"/>')) + listed(1, 1)
    body = [line("x", "1", level) for level in (0, 1, 0, 1)]
    assert shown(tmp_path, numbering, *body) == ["1. x", "1.1 x", "2. x", "2.2 x"]


def test_bullets_and_unknown_signs_have_no_number(tmp_path: Path) -> None:
    numbering = family(1, ("bullet", "•", ""), ("decimal", "%2.", ""), ("chineseCounting", "%3", "")) + listed(1, 1)
    body = [line("x", "1", 0), line("x", "1", 1), line("x", "1", 2), line("x", "1", 8), line("x", "99"), line("x", "0")]
    assert shown(tmp_path, numbering, *body) == ["x", "1. x", "x", "x", "x", "x"]


@pytest.mark.parametrize(
    ("format", "start", "said"),
    [
        ("upperLetter", 26, ["Z", "AA"]),
        ("lowerLetter", 52, ["zz", "aaa"]),
        ("lowerLetter", 10**15 - 1, [str(10**15 - 1), str(10**15)]),
        ("lowerRoman", 48, ["xlviii", "xlix"]),
        ("upperRoman", 3999, ["MMMCMXCIX", "4000"]),
        ("decimalZero", 9, ["09", "10"]),
        ("decimal", 0, ["0", "1"]),
    ],
)
def test_signs(tmp_path: Path, format: str, start: int, said: list[str]) -> None:
    numbering = family(1, (format, "%1", "")) + listed(1, 1, starting(start))
    assert shown(tmp_path, numbering, line("x", "1"), line("x", "1")) == [f"{one} x" for one in said]


def test_empty_items_count_and_deleted_ones_do_not(tmp_path: Path) -> None:
    body = [
        line("a", "1"),
        line("", "1"),
        line("", "1", look="<w:rPr><w:del/></w:rPr>"),
        line("", "1", look="<w:rPr><w:vanish/></w:rPr>"),
        line("b", "1"),
    ]
    assert shown(tmp_path, STEPS + listed(1, 1), *body) == ["1. a", "3. b"]


HEADINGS = family(
    5,
    ("decimal", "%1", '<w:pStyle w:val="H1"/>'),
    ("decimal", "%1.%2", '<w:pStyle w:val="H2"/>'),
    ("decimal", "%3", ""),
)


def style(identity: str, name: str, inside: str, base: str = "") -> str:
    based = f'<w:basedOn w:val="{base}"/>' if base else ""
    return f'<w:style w:styleId="{identity}"><w:name w:val="{name}"/>{based}<w:pPr>{inside}</w:pPr></w:style>'


def test_headings_are_numbered_by_their_styles(tmp_path: Path) -> None:
    """The second level is told by the list alone, which names the style, and by one that is based on it."""
    listing = '<w:numPr><w:numId w:val="5"/></w:numPr>'
    styles = style("H1", "heading 1", listing) + style("H2", "heading 2", listing) + style("My", "My head", "", "H2")
    parts = word_parts(
        "".join(
            f'<w:p><w:pPr><w:pStyle w:val="{one}"/>{more}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>'
            for one, text, more in (
                ("H1", "Oaks", ""),
                ("H2", "Age", ""),
                ("My", "Care", ""),
                ("H2", "Free", '<w:numPr><w:numId w:val="0"/></w:numPr>'),
                ("H1", "Elms", ""),
                ("H2", "Age", ""),
            )
        ),
        word__numbering_xml=f"<w:numbering {DECLARED}>{HEADINGS}{listed(5, 5)}</w:numbering>",
        word__styles_xml=f"<w:styles {DECLARED}>{styles}</w:styles>",
    )
    made = document(items(tmp_path, zipped(parts)))
    found = [(one.level, made.text[one.start : one.end]) for one in made.blocks if isinstance(one, Heading)]
    assert found == [(1, "1 Oaks"), (2, "1.1 Age"), (2, "1.2 Care"), (2, "Free"), (1, "2 Elms"), (2, "2.1 Age")]
    assert made.title == "Oaks"


def test_a_list_that_looks_like_a_style(tmp_path: Path) -> None:
    linked = family(2, more='<w:numStyleLink w:val="Steps"/>')
    styles = style("Steps", "Steps", '<w:numPr><w:numId w:val="1"/></w:numPr>')
    assert shown(tmp_path, STEPS + linked + listed(1, 1) + listed(2, 2), line("x", "2"), styles=styles) == ["1. x"]


def test_what_is_read_twice_counts_once(tmp_path: Path) -> None:
    """A table with a header alone is no table of data, which is only known when its words were read."""
    cell = f"<w:tc>{line('in', '1')}</w:tc>"
    row = "<w:tr><w:trPr><w:tblHeader/></w:trPr>" + cell * 2 + "</w:tr>"
    empty = "<w:tr><w:tc><w:p/></w:tc><w:tc><w:p/></w:tc></w:tr>"
    body = [line("a", "1"), f"<w:tbl>{row}{empty}</w:tbl>", line("b", "1")]
    assert shown(tmp_path, STEPS + listed(1, 1), *body)[-1] == "4. b"
