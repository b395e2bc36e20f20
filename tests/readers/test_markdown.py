"""Markdown: what becomes of each kind of block."""

from pathlib import Path

import pytest

from benchwright.readers.base import Document, Heading, ImageBlock, InputFile, Item, Limits, Paragraph, TableBlock
from benchwright.readers.markdown import read_markdown
from benchwright.records import Cut, Drop, Table


def items(tmp_path: Path, text: str) -> list[Item]:
    path = tmp_path / "old_trees.md"
    path.write_text(text, encoding="utf-8")
    return list(read_markdown(InputFile(path, path.name, tmp_path), Limits()))


def read(tmp_path: Path, text: str) -> Document:
    (document,) = items(tmp_path, text)
    assert isinstance(document, Document)
    return document


def paragraphs(document: Document) -> list[str]:
    return [document.text[b.start : b.end] for b in document.blocks if isinstance(b, Paragraph)]


def test_front_matter_names_title_licence_and_origin(tmp_path: Path) -> None:
    document = read(tmp_path, "---\ntitle: Trees\nlicense: CC BY 4.0\nsource: https://x.org/t\n---\n# Oaks\nOld.")
    assert (document.title, document.licence, document.url) == ("Trees", "CC BY 4.0", "https://x.org/t")
    assert document.text == "Oaks\n\nOld."


@pytest.mark.parametrize(("text", "title"), [("# Oaks *all*\nOld.", "Oaks all"), ("Old.", "old trees")])
def test_the_title_is_the_first_heading_or_the_name(tmp_path: Path, text: str, title: str) -> None:
    assert read(tmp_path, text).title == title


def test_broken_front_matter_is_a_drop(tmp_path: Path) -> None:
    drop, document = items(tmp_path, "---\ntitle: [\n---\nOld.")
    assert isinstance(drop, Drop)
    assert drop.reason == "front-matter"
    assert isinstance(document, Document)
    assert document.text == "Old."


_MERGES = "a0: &a0 {x: 1}\n" + "".join(
    f"a{n}: &a{n} {{<<: [{', '.join([f'*a{n - 1}'] * 10)}]}}\n" for n in range(1, 12)
)


@pytest.mark.parametrize(
    ("front", "faults", "title"),
    [
        (_MERGES + "title: T", [], "T"),  # a hundred billion keys if the merges were followed
        ("? &k [1, 1]\n: 1\n? [*k, *k]\n: 1\ntitle: T", [], "T"),
        ("title: T\nd: !!int ''\nz: !!bool maybe\nt: !!timestamp never", [], "T"),
        ("title: !!python/name:os.system", [], "old trees"),
        ("title: ~", [], "old trees"),
        ("title: 007", [], "007"),
        ("b: " + "[" * 1000, ["nested too deeply"], "old trees"),
        ("k: v\n" * 20_000, ["longer than 65,536 characters"], "old trees"),
    ],
)
def test_hostile_front_matter(tmp_path: Path, front: str, faults: list[str], title: str) -> None:
    *drops, document = items(tmp_path, f"---\n{front}\n---\nOld.")
    assert [drop.detail for drop in drops if isinstance(drop, Drop)] == faults
    assert isinstance(document, Document)
    assert (document.title, document.text) == (title, "Old.")


def test_a_rule_is_no_front_matter(tmp_path: Path) -> None:
    assert paragraphs(read(tmp_path, "---\nJust words.\n\n---\nMore.")) == ["Just words.", "More."]


def test_headings_make_the_path(tmp_path: Path) -> None:
    document = read(tmp_path, "# A\na\n## B {#b}\nb\n# C\nc")
    assert [b.headings for b in document.blocks if isinstance(b, Paragraph)] == [("A",), ("A", "B"), ("C",)]
    assert [(b.start, b.end, b.level) for b in document.blocks if isinstance(b, Heading)] == [
        (0, 1, 1),
        (6, 7, 2),
        (12, 13, 1),
    ]


def test_marks_go_and_words_stay(tmp_path: Path) -> None:
    document = read(tmp_path, "A *b* `c` [d](http://e) <b>f</b>\ng  \nh &amp; i<br>j\n\n```\ncode\n```\n> said")
    assert paragraphs(document) == ["A b c d f g\nh & i\nj", "code", "said"]


def test_attribute_lists_are_marks_too(tmp_path: Path) -> None:
    assert paragraphs(read(tmp_path, 'A *cell*{: data-type="term"} divides.\n{: .note}')) == ["A cell divides."]


def test_list_items_are_paragraphs_a_line_each(tmp_path: Path) -> None:
    document = read(tmp_path, "Before.\n\n- one\n- two\n  - three\n\nAfter.")
    assert document.text == "Before.\n\none\ntwo\nthree\n\nAfter."
    assert paragraphs(document) == ["Before.", "one", "two", "three", "After."]


@pytest.mark.parametrize(
    ("text", "image", "left"),
    [
        ('![An *oak*](a%20b.png "In winter")', ("a b.png", "In winter", "An oak"), []),
        ("![An oak](a.png)\n\n*An oak, after snow.*", ("a.png", "An oak, after snow.", "An oak"), []),
        ("![An oak](a.png)\n*An oak, after snow.*", ("a.png", "An oak, after snow.", "An oak"), []),
        ("![An oak](a.png)\n\nNot *only* italic.", ("a.png", "", "An oak"), ["Not only italic."]),
        ("See ![](a.png) here.", ("a.png", "", ""), ["See here."]),
        ('See <img src="a.png" alt="An oak">.', ("a.png", "", "An oak"), ["See ."]),
        ('<img src="a.png" title="T" alt="An oak">', ("a.png", "T", "An oak"), []),
        ("![x](a.png)\n\n*An oak,<br>after ~~10~~15 <b>days</b>.*", ("a.png", "An oak, after 15 days.", "x"), []),
        ("![x](https://x.org/a.png)", ("https://x.org/a.png", "", "x"), []),
    ],
)
def test_images(tmp_path: Path, text: str, image: tuple[str, str, str], left: list[str]) -> None:
    document = read(tmp_path, text)
    found = [(b.target, b.caption, b.alt) for b in document.blocks if isinstance(b, ImageBlock)]
    assert found == [image]
    assert paragraphs(document) == left


_GRID = "| a | b |\n|---|---|\n| 1 | *2* |\n"


@pytest.mark.parametrize(
    ("text", "caption", "left"),
    [
        (_GRID, "", []),
        ("Table 3. Rivers\n\n" + _GRID, "Table 3. Rivers", []),
        (_GRID + "\n: Rivers\n", "Rivers", []),
        (_GRID + "\nTable: Rivers\n\nAfter.", "Rivers", ["After."]),
        ("Plain words.\n\n" + _GRID, "", ["Plain words."]),
        ("Table 3. Nothing follows.\n\nWords.\n\n" + _GRID, "", ["Table 3. Nothing follows.", "Words."]),
    ],
)
def test_tables_and_their_captions(tmp_path: Path, text: str, caption: str, left: list[str]) -> None:
    document = read(tmp_path, text)
    (block,) = [b for b in document.blocks if isinstance(b, TableBlock)]
    assert block.table == Table((("a", "b"),), (("1", "2"),))
    assert block.caption == caption
    assert paragraphs(document) == left


def test_a_table_without_rows_is_kept_as_words(tmp_path: Path) -> None:
    assert paragraphs(read(tmp_path, "| a | b |\n|---|---|\n")) == ["a", "b"]


def test_html_inside_is_read_as_html(tmp_path: Path) -> None:
    document = read(tmp_path, "<table><tr><th>a<th>b<tr><td>1<td>2</table>\n\n<script>x()</script>\n\nWords.")
    (block,) = [b for b in document.blocks if isinstance(b, TableBlock)]
    assert block.table == Table((("a", "b"),), (("1", "2"),))
    assert paragraphs(document) == ["Words."]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Write `a{: .b}` *so*{: .c}.", "Write a{: .b} so."),
        ("Oaks.[^1] Elms.\n\n[^1]: https://x.org/oaks", "Oaks.[1] Elms.\n\n[^1]: https://x.org/oaks"),
        ("Use the <title> tag, or <T>.\n\nWords.", "Use the tag, or .\n\nWords."),
        ("<script>\nx()\n\nWords.", ""),
        ("<nav>a\n\nWords.", "Words."),
        ("<title>a\n\nWords.", "Words."),
        ('<iframe src="x" />\n\nWords.', "Words."),
        ("<details><summary>More</summary>\n\n- *one*\n- two\n\n</details>\n\nWords.", "More\n\none\ntwo\n\nWords."),
        ("H<sub>2</sub>O 1010<sub>2</sub>", "H2O 1010₂"),
        ("700000<sup>2</sup> of co&shy;operation", "700000² of cooperation"),
        ("```\n  a\n\nb{: .c}\n```", "a\n\nb{: .c}"),
    ],
)
def test_no_words_are_lost(tmp_path: Path, text: str, shown: str) -> None:
    document = items(tmp_path, text)[-1]
    assert isinstance(document, Document)
    assert document.text == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("1<del>0</del>5", "1\n5"),
        ("~~10~~15", "15"),
        ("one<li>two\n\nthree\n\nfour", "one\n\ntwo\n\nthree\n\nfour"),
        ("one<p>two</p>three<div>four</div>five", "one\n\ntwo\n\nthree\n\nfour\n\nfive"),
        ("one<tr>two</td>three", "one\ntwo\nthree"),
        ("one</div>two</p>three", "one\ntwo\nthree"),
        ("- a<li>b\n- c", "a\nb\nc"),
        ("<div>\n\none</div>\n\ntwo", "one\n\ntwo"),
        ("one <s>two\n\nthree", "one\n\nthree"),
        ("one <script>two\n\nthree <script>x()</script>four", "one two\n\nthree four"),
        ("|a|b|\n|-|-|\n|x<td>y|1<tr>2|\n|1~~0~~|1<s>0</s>5|", "x; y|1; 2\n1|1; 5"),
        ("x <table><tr><td>a<td>b<tr><td>1<td>2</table> y", "x\n\ny1|2"),
    ],
)
def test_html_in_a_line_is_seen_as_html(tmp_path: Path, text: str, shown: str) -> None:
    document = items(tmp_path, text)[-1]
    assert isinstance(document, Document)
    rows = [row for block in document.blocks if isinstance(block, TableBlock) for row in block.table.rows]
    assert document.text + "\n".join(map("|".join, rows)) == shown


def test_tags_that_end_nothing_take_no_square_time(tmp_path: Path) -> None:
    tags = "<b>" * 9_000 + "".join(f"</x{number}>" for number in range(9_000))
    assert read(tmp_path, f"one{tags}two").text == "onetwo"


def test_struck_out_words_are_a_drop(tmp_path: Path) -> None:
    *drops, _ = items(tmp_path, "~~10~~15 <del>20</del>25")
    assert [(drop.reason, drop.text) for drop in drops if isinstance(drop, Drop)] == [
        ("struck-out", "10"),
        ("struck-out", "20"),
    ]


@pytest.mark.parametrize(
    "line", ["|people|5379475<br>2020|", "|people|5379475; 2020|", "|people|5379475<br/>2020[^1]|"]
)
def test_lines_of_a_cell_are_items_and_notes_no_digits(tmp_path: Path, line: str) -> None:
    document = read(tmp_path, f"|Of what<br>it is|Is<sup>1</sup>|\n|---|---|\n{line}\n")
    (block,) = [b for b in document.blocks if isinstance(b, TableBlock)]
    assert block.table == Table((("Of what it is", "Is"),), (("people", "5379475; 2020"),))


def test_a_table_of_html_may_have_blank_lines(tmp_path: Path) -> None:
    text = "<table>\n<tr><th>a</th><th>b</th></tr>\n\n<tr><td>1</td>\n\n    <td>*2*</td></tr>\n\n</table>\n\nWords."
    document = read(tmp_path, text)
    (block,) = [b for b in document.blocks if isinstance(b, TableBlock)]
    assert block.table == Table((("a", "b"),), (("1", "*2*"),))
    assert paragraphs(document) == ["Words."]


@pytest.mark.parametrize("around", ["", "> ", "  "])
def test_a_row_with_cells_beyond_the_header_is_a_drop(tmp_path: Path, around: str) -> None:
    lines = ["| a | b |", "|---|---|", "| 1 | 2 | 3 |", "| 4 |", "| 5 | 6 |"]
    drop, document = items(tmp_path, "".join(f"{around}{line}\n" for line in lines))
    assert drop == Drop("old_trees.md", "table-row-cut", "1 rows are longer than their header", "1 | 2 | 3")
    assert isinstance(document, Document)
    (block,) = [b for b in document.blocks if isinstance(b, TableBlock)]
    assert (block.table.rows, block.table.cut) == ((("4", ""), ("5", "6")), Cut(3, 2))


def test_front_matter_may_be_toml(tmp_path: Path) -> None:
    document = read(tmp_path, '+++\ntitle = "Trees"\nlicense = "CC BY 4.0"\ndate = 2020-01-01\n+++\n# Oaks\nOld.')
    assert (document.title, document.licence, document.text) == ("Trees", "CC BY 4.0", "Oaks\n\nOld.")
    drop, broken = items(tmp_path, "+++\ntitle =\n+++\nOld.")
    assert isinstance(drop, Drop)
    assert isinstance(broken, Document)
    assert (drop.reason, broken.text) == ("front-matter", "Old.")
