"""HTML: what becomes of each kind of element, and markup that is broken or absurd."""

import time
from contextlib import suppress
from pathlib import Path

import pytest

from benchwright.errors import ReadError
from benchwright.readers.base import Document, ImageBlock, InputFile, Item, Limits, Paragraph, TableBlock
from benchwright.readers.html import local_target, read_html
from benchwright.readers.html_tree import parse_html
from benchwright.records import Drop, Table


def items(tmp_path: Path, text: str | bytes) -> list[Item]:
    path = tmp_path / "old_trees.html"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return list(read_html(InputFile(path, path.name, tmp_path), Limits()))


def read(tmp_path: Path, text: str | bytes) -> Document:
    document = items(tmp_path, text)[-1]
    assert isinstance(document, Document)
    return document


def paragraphs(document: Document) -> list[str]:
    return [document.text[b.start : b.end] for b in document.blocks if isinstance(b, Paragraph)]


def images(document: Item) -> list[ImageBlock]:
    assert isinstance(document, Document)
    return [block for block in document.blocks if isinstance(block, ImageBlock)]


def table(document: Document) -> TableBlock:
    (block,) = [b for b in document.blocks if isinstance(b, TableBlock)]
    return block


@pytest.mark.parametrize(
    ("text", "title"),
    [("<title> A\n b </title><h1>C</h1>", "A b"), ("<h1>C <i>d</i></h1>x", "C d"), ("<p>x</p>", "old trees")],
)
def test_the_title(tmp_path: Path, text: str, title: str) -> None:
    assert read(tmp_path, text).title == title


def test_licence_and_origin(tmp_path: Path) -> None:
    head = '<link rel="canonical" href="https://x.org/t"><link rel="license" href="https://cc.org/by">'
    document = read(tmp_path, f"<head>{head}</head><p>x</p>")
    assert (document.licence, document.url) == ("https://cc.org/by", "https://x.org/t")


def test_a_base_never_moves_paths(tmp_path: Path) -> None:
    made = items(tmp_path, '<head><base href="https://tracker.test/"></head><p>x</p><img src="a.png">')
    assert made[0] == Drop(
        "old_trees.html", "html-base", "paths are those of files beside the page", "https://tracker.test/"
    )
    assert [block.target for block in images(made[-1])] == ["a.png"]


@pytest.mark.parametrize(
    ("tag", "targets"),
    [
        ('<img srcset="a.png 480w, b.png 800w">', ["a.png"]),
        ('<img srcset=" , a,b.png, c.png 2x">', ["a,b.png"]),
        ('<img src="s.png" srcset="a.png 2x">', ["s.png"]),
        ('<img srcset="">', []),
        ('<picture><source srcset="a.webp 1x"><img src="a.png"></picture>', ["a.png"]),
        ('<object data="http://x.test/"></object><iframe src="http://x.test/"></iframe><embed src="x.png">', []),
    ],
)
def test_the_pictures_of_a_set(tmp_path: Path, tag: str, targets: list[str]) -> None:
    assert [block.target for block in images(read(tmp_path, f"<p>x</p>{tag}"))] == targets


def test_blocks_are_paragraphs_under_their_headings(tmp_path: Path) -> None:
    document = read(
        tmp_path, "<h1>A</h1>loose <b>text</b><p>One<br>two<h2>B</h2><ul><li>x<li>y</ul><div>d&nbsp;e</div>"
    )
    assert document.text == "A\n\nloose text\n\nOne\ntwo\n\nB\n\nx\ny\n\nd e"
    assert [b.headings for b in document.blocks if isinstance(b, Paragraph)][-1] == ("A", "B")


def test_scripts_are_no_text_and_what_is_hidden_is_listed(tmp_path: Path) -> None:
    text = (
        "<style>p{}</style><script>x()</script><nav>Home</nav><p hidden>a</p><p style='display: none'>b</p>"
        "<p>kept <span aria-hidden=true>c</span>words<!-- d --></p><noscript>e</noscript>"
    )
    *drops, document = items(tmp_path, text)
    assert [(d.reason, d.text) for d in drops if isinstance(d, Drop)] == [
        ("navigation", "Home"),
        ("hidden", "a"),
        ("hidden", "b"),
        ("hidden", "c"),
        ("hidden", "e"),
    ]
    assert isinstance(document, Document)
    assert document.text == "kept words"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<h2><button aria-expanded=false>Growth</button></h2><p>x", "Growth\n\nx"),
        ("<button>What is an oak?</button><div>A tree.</div>", "What is an oak?\n\nA tree."),
        ("<p>Press <button>Go</button><button>Stop</button> now", "Press Go Stop now"),
        ("<p>Name<textarea>Oak</textarea>", "Name Oak"),
        ("<details><summary>Leaves</summary>They are lobed.</details>", "Leaves\n\nThey are lobed."),
        ("<fieldset><legend>Size</legend><label>Height<select><option>1</select></label></fieldset>", "Size\n\nHeight"),
    ],
)
def test_text_of_controls_that_people_see_is_read(tmp_path: Path, text: str, shown: str) -> None:
    assert read(tmp_path, text).text == shown


def test_a_header_of_buttons_is_a_header(tmp_path: Path) -> None:
    head = "<th><button>Name<svg><title>sort</title></svg></button><th><button>Age</button>"
    text = f"<table><tr>{head}<tr><td>Oak<td>90</table>"
    assert table(read(tmp_path, text)).table == Table((("Name", "Age"),), (("Oak", "90"),))


@pytest.mark.parametrize("around", ["<p>{}</p>", "<table><tr><th>a<th>b<tr><td>1{}<td>2</table>", "<pre>x{}</pre>"])
@pytest.mark.parametrize(
    ("part", "drop"),
    [
        ("<noscript>one <b>two</b></noscript>", ("hidden", "one two")),
        ("<object data=a.swf>one</object>", ("hidden", "one")),
        ("<video src=a.mp4>one</video>", ("hidden", "one")),
        ("<iframe>one</iframe>", ("hidden", "one")),
        ("<template><p>one</p><p>two</p></template>", ("hidden", "one two")),
        ("<span hidden>one</span>", ("hidden", "one")),
        ("<select><option>one<option>two</select>", ("choices", "one two")),
        ("<datalist><option>one</datalist>", ("choices", "one")),
        ("<svg><title>x</title><text>one</text></svg>", ("diagram", "one")),
    ],
)
def test_words_that_are_not_read_are_counted_wherever_they_stand(
    tmp_path: Path, around: str, part: str, drop: tuple[str, str]
) -> None:
    *drops, document = items(tmp_path, around.format(part))
    assert [(each.reason, each.text) for each in drops if isinstance(each, Drop)] == [drop]
    assert isinstance(document, Document)
    assert "one" not in document.text


def test_hidden_rows_and_cells_are_taken_out_of_a_table(tmp_path: Path) -> None:
    text = (
        "<table><tr><th>City<th style='display:none'>Code<th>People<tr><td>Bern<td hidden>BE<td>134"
        "<tr hidden><td>Gone<td>G<td>1<tr><td>Brig<td hidden>BR<td>13</table>"
    )
    *drops, document = items(tmp_path, text)
    assert [drop.text for drop in drops if isinstance(drop, Drop)] == ["Gone G 1", "Code", "BE", "BR"]
    assert isinstance(document, Document)
    assert table(document).table == Table((("City", "People"),), (("Bern", "134"), ("Brig", "13")))


def test_figures_give_their_caption(tmp_path: Path) -> None:
    document = read(
        tmp_path,
        '<p>a</p><figure><img src="b%20c.png?v=1" alt=" An oak"><figcaption><p>An <i>oak</i>.</p></figcaption></figure>'
        '<p>in <img src="d.png" title="T"> line</p>',
    )
    assert [(b.target, b.caption, b.alt) for b in document.blocks if isinstance(b, ImageBlock)] == [
        ("b c.png", "An oak.", "An oak"),
        ("d.png", "T", ""),
    ]
    assert paragraphs(document) == ["a", "in line"]


@pytest.mark.parametrize(
    "html",
    [
        '<div class="figure"><div><img src="a.png"></div><p class="title"><b>Figure 1. Oaks</b></p></div>',
        '<div class="align-left figure"><img src="a.png"><p class="caption">Figure 1. Oaks</p></div>',
        '<div class="imageblock"><div><img src="a.png"></div><div class="title">Figure 1. Oaks</div></div>',
    ],
)
def test_figures_of_other_programs_give_their_caption(tmp_path: Path, html: str) -> None:
    document = read(tmp_path, f"<p>before</p>{html}<p>after</p>")
    assert [(b.target, b.caption) for b in document.blocks if isinstance(b, ImageBlock)] == [
        ("a.png", "Figure 1. Oaks")
    ]
    assert paragraphs(document) == ["before", "after"]


def test_a_figure_with_paragraphs_of_its_own_is_a_block(tmp_path: Path) -> None:
    html = '<div class="figure"><p class="title">Listing 1</p><p>Words</p><img src="a.png"></div>'
    assert paragraphs(read(tmp_path, html)) == ["Listing 1", "Words"]


@pytest.mark.parametrize(
    "html",
    [
        "<figure><table><tr><td>1<td>2</table><figcaption>Table 1. Rivers</figcaption></figure>",
        '<div class="table"><p class="title">Table 1. Rivers</p><table class="table"><tr><td>1<td>2</table></div>',
    ],
)
def test_a_figure_with_a_table(tmp_path: Path, html: str) -> None:
    block = table(read(tmp_path, html))
    assert block.caption == "Table 1. Rivers"
    assert block.table == Table((("", ""),), (("1", "2"),))


def test_merged_cells_stand_in_every_place(tmp_path: Path) -> None:
    block = table(
        read(
            tmp_path,
            "<table><caption>C</caption><tr><th rowspan=2>A<th colspan=2>B<tr><th>b1<th>b2"
            "<tr><td rowspan=2>x<td>1<td>2<sup>[3]</sup><tr><td>3<td>4<br>5</table>",
        )
    )
    assert block.caption == "C"
    assert block.table == Table((("A", "B", "B"), ("A", "b1", "b2")), (("x", "1", "2"), ("x", "3", "4; 5")))


def test_a_header_across_the_whole_width_is_the_name(tmp_path: Path) -> None:
    block = table(read(tmp_path, "<table><tr><th colspan=2>Rivers<tr><th>a<th>b<tr><td>1<td>2</table>"))
    assert block.caption == "Rivers"
    assert block.table == Table((("a", "b"),), (("1", "2"),))


def test_a_table_that_lays_out_the_page_is_text(tmp_path: Path) -> None:
    document = read(tmp_path, "<table><tr><td>left<td><table><tr><td>1<td>2</table></table><table><tr><td>one</table>")
    assert paragraphs(document) == ["left", "one"]
    assert table(document).table == Table((("", ""),), (("1", "2"),))


def test_absurd_spans_are_not_followed(tmp_path: Path) -> None:
    row = "<tr>" + "<td colspan=1000 rowspan=1000>x" * 50
    document = read(tmp_path, f"<table>{row * 10}</table>")
    assert not [b for b in document.blocks if isinstance(b, TableBlock)]
    assert len(paragraphs(document)) == 500


@pytest.mark.parametrize("tag", ["div", "b", "ul><li", "table><tr><td", "blockquote"])
def test_deep_nesting_is_survived(tmp_path: Path, tag: str) -> None:
    assert "deep" in read(tmp_path, f"<{tag}>" * 5000 + "deep").text


@pytest.mark.parametrize("text", ["<p>a<", "<<<>>>a", "<p>a</div></p></b>", "a<!--", "<p a='", "</html>a"])
def test_broken_markup_is_survived(tmp_path: Path, text: str) -> None:
    assert isinstance(read(tmp_path, text), Document)


def test_the_declared_encoding_is_taken_where_utf8_fails(tmp_path: Path) -> None:
    text = '<meta charset="iso-8859-2"><p>Łódź</p>'.encode("iso-8859-2")
    assert items(tmp_path, text) == [items(tmp_path, text)[-1]]
    assert read(tmp_path, text).text == "Łódź"
    for label in ("iso-8859-1", "latin1", "us-ascii", "windows-1252"):  # one encoding to every browser
        assert read(tmp_path, f'<meta charset="{label}"><p>€120, 10–20</p>'.encode("cp1252")).text == "€120, 10–20"
    drop, _ = items(tmp_path, "<p>“x”</p>".encode("cp1252"))
    assert isinstance(drop, Drop)
    assert drop.reason == "encoding-guessed"


@pytest.mark.parametrize(
    ("reference", "target"),
    [("a%20b.png?x#y", "a b.png"), ("http://x/a.png", "http://x/a.png"), ("//x/a.png", "//x/a.png"), ("[", "[")],
)
def test_local_targets(reference: str, target: str) -> None:
    assert local_target(reference) == target


@pytest.mark.parametrize("tag", ["div", "sup", "ul><li", "nav", "figure"])
def test_elements_inside_each_other_beyond_reason_are_refused(tmp_path: Path, tag: str) -> None:
    (tmp_path / "x.html").write_text(f"<{tag}>" * 10_001)
    with pytest.raises(ReadError) as caught:
        list(read_html(InputFile(tmp_path / "x.html", "x.html", tmp_path), Limits()))
    assert (caught.value.reason, str(caught.value)) == ("nested-too-deep", "10,001 elements inside each other")


@pytest.mark.parametrize(("between", "value"), [(" ", ""), (" ", "=1"), ("", "='>'"), ("/", ""), ("\n", ' = "a b"')])
def test_attributes_beyond_reason_are_refused(between: str, value: str) -> None:
    def tag(count: int) -> str:
        return "<p " + between.join(f"a{number}{value}" for number in range(count)) + ">Oak"

    with pytest.raises(ReadError) as caught:
        parse_html(tag(501))
    assert (caught.value.reason, str(caught.value)) == ("too-many-attributes", "501 attributes of one element")
    oak = parse_html(tag(500)).css_first("p")
    assert oak is not None
    assert (oak.text(), len(oak.attributes)) == ("Oak", 500)


@pytest.mark.parametrize("shell", ["<script>{}</script>", "<style>{}</style>", "<!--{}-->", "<p title='{}'>"])
def test_what_only_looks_like_attributes_is_no_reason(shell: str) -> None:
    assert parse_html("<p>Oak</p>" + shell.format("if (a <b " + "c " * 5_000)).text(deep=True)[:3] == "Oak"


@pytest.mark.parametrize(
    "piece", ["<p ", "<script ", "<script>", "<!--", "<p a='", '<p a="x', "<style <", "<p =", "<p/"]
)
def test_tags_without_end_take_no_square_time(piece: str) -> None:
    start = time.process_time()
    with suppress(ReadError):
        parse_html(piece * 100_000)
    assert time.process_time() - start < 10


def test_elements_that_need_no_end_are_not_counted_as_nested(tmp_path: Path) -> None:
    (tmp_path / "x.html").write_text("<p>a<br>" * 10_001)
    (found,) = read_html(InputFile(tmp_path / "x.html", "x.html", tmp_path), Limits())
    assert isinstance(found, Document)
    assert found.text == "\n\n".join("a" * 10_001)


def test_a_saved_page_of_a_wiki_loses_its_edit_links_and_reference_marks(tmp_path: Path) -> None:
    document = read(
        tmp_path,
        '<a class="mw-jump-link" href="#c">Jump to content</a><h2><span id="Uses">Uses</span><span '
        'class="mw-editsection"><span class="mw-editsection-bracket">[</span><a href="/w">edit</a>]</span></h2>'
        '<p>Oaks are old.<sup id="cite_ref-1" class="reference"><a href="#n1">[1]</a></sup> A<sup>2</sup>'
        '<sup class="noprint">[citation]</sup></p>'
        '<table><tr><th>Name<th>Age</tr><tr><td>Oak<sup class="reference">[a]</sup><td>90</tr></table>',
    )
    assert document.text == "Uses\n\nOaks are old. A²[citation]"
    assert table(document).table == Table((("Name", "Age"),), (("Oak", "90"),))


def test_blocks_and_lines_of_a_cell_stay_apart(tmp_path: Path) -> None:
    rows = (
        "<tr><th>Of<th>Is"
        "<tr><td>people<td><div>5379475</div><small>2020</small>"
        "<tr><td>capitals<td>Sucre<br>La Paz"
        "<tr><td>directors<td><ul><li>Campbell Scott<li>Stanley Tucci</ul>"
        "<tr><td>terms<td><dl><dt>one<dd>two</dl>"
        "<tr><td>words<td><p>one</p>two<h3>three</h3><pre>four</pre>five"
        "<tr><td>area<td>505 km<sup>2</sup>"
        "<tr><td>noted<td>700000<sup>2</sup>"
        "<tr><td>soft<td>co&shy;operate"
        "<tr><td>law<td><span class=mwe-math-element><span style='display: none'><math><mi>a</mi></math></span>"
        "<img alt='{\\displaystyle a^{2}}'></span>"
        "<tr><td>mended<td><del>5</del><ins>7</ins>"
    )
    cells = dict(table(read(tmp_path, f"<table>{rows}</table>")).table.rows)
    assert cells == {
        "people": "5379475; 2020",
        "capitals": "Sucre; La Paz",
        "directors": "Campbell Scott; Stanley Tucci",
        "terms": "one; two",
        "words": "one two three four five",
        "area": "505 km²",
        "noted": "700000",
        "soft": "cooperate",
        "law": "a^{2}",
        "mended": "7",
    }


def test_struck_out_words_are_listed_and_join_nothing(tmp_path: Path) -> None:
    text = (
        "<p>About <s>10</s>15 oaks, 1<del>0</del>5 elms, <span style='text-decoration:line-through'>2</span> ash."
        "<table><tr><th>a<th>b<tr><td>1<td><strike>7</strike>8</table><pre>3<s>4</s></pre>"
    )
    *drops, document = items(tmp_path, text)
    assert isinstance(document, Document)
    assert paragraphs(document) == ["About 15 oaks, 1\n5 elms, ash.", "3"]
    assert table(document).table.rows == (("1", "8"),)
    assert [(drop.reason, drop.text) for drop in drops if isinstance(drop, Drop)] == [
        ("struck-out", text) for text in ["10", "0", "2", "7", "4"]
    ]


@pytest.mark.parametrize("cell", ["td", "th"])
def test_an_admonition_in_a_table_of_one_row_is_text(tmp_path: Path, cell: str) -> None:
    document = read(tmp_path, f"<table><tr><{cell}>Note<td>You may lose work.</table>")
    assert paragraphs(document) == ["Note", "You may lose work."]


def test_a_quotation_and_its_author_in_a_table_are_text(tmp_path: Path) -> None:
    quotation = "<tr><td> </td><td>Oaks are old.</td><td> </td></tr><tr><td> </td><td colspan=2>-- Ann</td></tr>"
    document = read(tmp_path, f"<table>{quotation}</table>")
    assert paragraphs(document) == ["Oaks are old.", "-- Ann"]
    assert not [block for block in document.blocks if isinstance(block, TableBlock)]
    assert table(read(tmp_path, f"<table>{quotation}<tr><td>1<td>a</table>")).table.rows[-1] == ("1", "a", "")


def test_a_box_with_a_picture_beside_one_column_is_text(tmp_path: Path) -> None:
    box = "<table><tr><td rowspan=2><img src=note.png><th>Note<tr><td><p>You may lose work.</table>"
    document = read(tmp_path, box)
    assert paragraphs(document) == ["Note", "You may lose work."]
    assert not any(isinstance(block, TableBlock) for block in document.blocks)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<figure><div>Loose words</div><img src=a.png><figcaption>C</figcaption></figure>", "Loose words"),
        ("<h2><div>A <b>title</b></div></h2><p>x", "A title\n\nx"),
        ("<h2>Never closed<p>" + "word " * 200, "Never closed\n\n" + "word " * 199 + "word"),
        ("<pre>one\n  two<br>three\n\nfour</pre>five", "one\n  two\nthree\n\nfour\n\nfive"),
        ("<p>Let <math alttext='{\\displaystyle a^{2}}'><mi>a</mi></math> be.", "Let a^{2} be."),
        ("<p>Let <math><mi>x</mi><mo>+</mo><mi>y</mi></math> be.", "Let x + y be."),
        ("<fieldset><legend>Name</legend><label>First</label><label>Last</label></fieldset>", "Name\n\nFirst\n\nLast"),
        ("<p>co&shy;operate, 700000<sup>2</sup>", "cooperate, 700000²"),
    ],
)
def test_no_words_are_lost_or_glued(tmp_path: Path, text: str, shown: str) -> None:
    assert read(tmp_path, text).text == shown


def test_a_figure_with_loose_words_keeps_its_caption(tmp_path: Path) -> None:
    document = read(tmp_path, "<figure><div>By A.</div><img src=a.png><figcaption>C</figcaption></figure>")
    assert [(block.target, block.caption) for block in images(document)] == [("a.png", "C")]


def test_lines_of_an_unmarked_header_are_one_name(tmp_path: Path) -> None:
    text = "<table><tr><td><b>Head<br>coach</b><td>City<tr><td>A<br>B<td>1</table>"
    assert table(read(tmp_path, text)).table == Table((("Head coach", "City"),), (("A; B", "1"),))


def test_a_foot_stands_last_and_spans_end_with_their_part(tmp_path: Path) -> None:
    text = "<table><tfoot><tr><td>Sum<td>3</tfoot><tr><th>a<th>b<tbody><tr><td rowspan=0>x<td>1<tr><td>2</table>"
    assert table(read(tmp_path, text)).table == Table((("a", "b"),), (("x", "1"), ("x", "2"), ("Sum", "3")))


def test_a_style_that_makes_a_block_or_a_superscript_is_followed_in_running_text(tmp_path: Path) -> None:
    text = '<p>500 km<span style="vertical-align:super">2</span></p>A<b style="display:block">12</b>7'
    assert paragraphs(read(tmp_path, text)) == ["500 km²", "A", "12", "7"]


def test_a_declared_encoding_does_not_win_over_utf8_with_one_bad_byte(tmp_path: Path) -> None:
    page = '<meta charset="latin-1"><p>Łódź, Århus, Zürich</p>'.encode() + b"<p>caf\xe9</p>"
    assert paragraphs(read(tmp_path, page)) == ["Łódź, Århus, Zürich", "caf\ufffd"]


def test_paragraphs_of_a_cell_are_items_but_sentences(tmp_path: Path) -> None:
    lion = "<tr><td><p>lion</p><td><p>Database</p> <p>Backup</p><td><p>Runs at night.</p><p>Is old.</p>"
    puma = "<tr><td>puma<td><p>Mail,</p><p>Web</p><td><div>Is</div><div>new</div>"
    page = f"<table><tr><th>Server<th>Role<th>Note{lion}{puma}</table>"
    assert table(read(tmp_path, page)).table.rows == (
        ("lion", "Database; Backup", "Runs at night. Is old."),
        ("puma", "Mail, Web", "Is new"),
    )


def test_a_row_of_header_cells_below_data_begins_another_table(tmp_path: Path) -> None:
    rooms = "<tr><th>Room<th>Host<tr><td>Single<td>Ann<tr><td>Suite<td><a href=b>Bob</a>"
    extras = "<tr><th>Extra<th>Colour<tr><td>Cot<td>red<tr><th>Lamp<td>blue"
    document = read(tmp_path, f"<table><caption>Prices</caption>{rooms}{extras}</table>")
    first, second = (block for block in document.blocks if isinstance(block, TableBlock))
    assert first.table == Table((("Room", "Host"),), (("Single", "Ann"), ("Suite", "Bob")))
    assert second.table == Table((("Extra", "Colour"),), (("Cot", "red"), ("Lamp", "blue")))
    assert (first.caption, second.caption) == ("Prices", "Prices")


@pytest.mark.parametrize("row", ["<th>Total<th>12", "<th colspan=2>Suites", "<th>Room<th>Host"])
def test_a_sum_a_heading_and_the_header_again_begin_no_table(tmp_path: Path, row: str) -> None:
    rows = f"<tr><th>Room<th>Host<tr><td>Single<td>Ann<tr>{row}<tr><td>Suite<td>Bob"
    assert len(table(read(tmp_path, f"<table>{rows}</table>")).table.rows) == 3
