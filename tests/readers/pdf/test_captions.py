"""Captions told from mentions: "Figure 3: A cell" begins one, "Figure 3 shows that" does not."""

from __future__ import annotations

import pytest
from tests.support.sheets import PROSE, Sheet, seen

from benchwright.readers.pdf.captions import find_captions, join_lines


def captions(*texts: str, font: str = "Times-Roman", size: float = 10) -> list[tuple[str, str]]:
    """Kind and words of what is found in texts that stand apart from each other, among running text."""

    def draw(sheet: Sheet) -> None:
        sheet.prose(60, 60, 12)
        for number, text in enumerate(texts):
            sheet.text(80, 260 + 50 * number, text, font, size)

    return [(caption.kind, caption.text) for caption in find_captions(*seen(draw))]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Figure 3.2: A cell", "figure"),
        ("Fig. 4. Two cells", "figure"),
        ("FIGURE 12 | Three cells", "figure"),
        ("Figure A.1 \u2013 A tissue", "figure"),
        ("Fig 5", "figure"),
        ("Abbildung 2: Eine Zelle", "figure"),
        ("Scheme 1. A reaction", "figure"),
        ("Supplementary Figure S3. More cells", "figure"),
        ("Table 1. Counts", "table"),
        ("TABLE IV", "table"),
        ("Table A1: Counts", "table"),
        ("Listing 2: A program", "code"),
        ("Algorithm 1: Sort", "code"),
    ],
)
def test_beginnings(text: str, kind: str) -> None:
    assert captions(text) == [(kind, text)]


@pytest.mark.parametrize(
    "text",
    [
        "Figure 3 shows that the river is long.",
        "Table 2 and the others tell of rivers.",
        "Figures 3 and 4 show rivers.",
        "Tables are lists.",
        "figure 3: small letters begin no caption",
        "Figure 1: Rivers . . . . . . . . . . 12",
        "Figure it out. Then go on.",
        "Code is law: so they say.",
    ],
)
def test_what_is_none(text: str) -> None:
    assert captions(text) == []


def test_own_style_speaks_for_a_caption_without_separator() -> None:
    assert captions("Figure 3 The course of the Elbe", font="Helvetica", size=8) == [
        ("figure", "Figure 3 The course of the Elbe")
    ]
    assert captions("Figure 3 The course of the Elbe") == []


def test_a_line_of_running_text_may_begin_with_the_words() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.prose(60, 60, 4)
        sheet.text(60, 108, "Figure 3. Then it goes on to the sea, as rivers do, and is called by its old name.")
        sheet.prose(60, 120, 4)

    assert find_captions(*seen(draw)) == ()


def test_all_lines_of_a_caption_and_no_more() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.text(60, 60, "Figure 1.", "Times-Bold")
        sheet.text(110, 60, "The Elbe, from its spring in the mountains of Bo-")
        sheet.text(60, 72, "hemia to the sea, with its towns.")
        sheet.prose(60, 92, 4)
        sheet.text(60, 300, "Table 2: In small letters, over two lines", size=8)
        sheet.text(60, 310, "and with a full stop.", size=8)
        sheet.prose(60, 323, 3)

    first, second = find_captions(*seen(draw))
    assert (
        first.text
        == "Figure 1. The Elbe, from its spring in the mountains of Bo\u00adhemia to the sea, with its towns."
    )
    assert second.text == "Table 2: In small letters, over two lines and with a full stop."
    assert (round(second.rect.top), round(second.rect.bottom)) == (294, 312)


def test_captions_beside_each_other() -> None:
    def draw(sheet: Sheet) -> None:
        sheet.prose(60, 60, 4)
        for x, name in ((60, "left"), (320, "right")):
            sheet.text(x, 200, f"Figure {1 + x // 300}: The picture on the {name},", size=9)
            sheet.text(x, 211, f"which is {name}.", size=9)

    assert [caption.text for caption in find_captions(*seen(draw))] == [
        "Figure 1: The picture on the left, which is left.",
        "Figure 2: The picture on the right, which is right.",
    ]


def test_a_list_of_figures_has_no_captions() -> None:
    def draw(sheet: Sheet) -> None:
        for number in range(62):
            sheet.text(60, 40 + 12 * number, f"Figure {number}: {PROSE[:30]}")

    assert find_captions(*seen(draw)) == ()


def test_join_lines() -> None:
    assert join_lines(["a river-", "bank is", "", "North-", "Sea"]) == "a river\u00adbank is North- Sea"
    assert join_lines([]) == ""
