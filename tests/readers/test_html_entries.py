"""What markup sets apart in a page is noted with its place in the text."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.readers.base import Document, InputFile, Limits
from benchwright.readers.document_sources import ChunkSize, assemble, entries_within
from benchwright.readers.html import HtmlWalk
from benchwright.readers.html_tree import parse_html
from benchwright.records import Drop, Entry, Source


def _entries(html: str) -> list[tuple[str, str, str, str, tuple[str, ...]]]:
    walk = HtmlWalk()
    body = parse_html(html).body
    assert body is not None
    walk.read(body)
    text = walk.out.text
    return [
        (one.kind, text[slice(*one.name)], text[slice(*one.body)], one.role, one.within) for one in walk.finder.sorted()
    ]


def test_definitions_keep_their_names_roles_and_what_they_stand_in() -> None:
    html = """<dl class="option"><dt><code class="opt">--force</code><dt>-f<dd><p>Overwrite.</p>
        <dl><dt>Parameters:<dd><dl><dt>path<dd>what to write</dl></dl><dt>-x<dd>Exit.</dl>"""
    inside = "Overwrite.\nParameters:\npath\nwhat to write"
    assert _entries(html) == [
        ("definition", "--force", inside, "option opt", ()),
        ("definition", "-f", inside, "option opt", ()),
        ("definition", "Parameters:", "path\nwhat to write", "", ("--force",)),
        ("definition", "path", "what to write", "", ("--force", "Parameters:")),
        ("definition", "-x", "Exit.", "option", ()),
    ]


def test_a_type_stands_behind_a_colon_as_a_style_sheet_shows_it() -> None:
    html = '<dl><dt><strong>xtol</strong><span class="classifier">float</span></dt><dd>The error.</dd></dl>'
    assert ("definition", "xtol : float", "The error.", "classifier", ()) in _entries(html)


def test_a_name_without_words_goes_on_with_the_last_one() -> None:
    html = """<dl><dt>--gpu-bind<dd>Bind tasks.<dt><dd><dl><dt><dd><dl><dt>closest<dd>The closest.</dl></dl><dt>-x<dd>
        Exit.</dl>"""
    assert [(name, within) for _, name, _, _, within in _entries(html)] == [
        ("--gpu-bind", ()),
        ("closest", ("--gpu-bind",)),
        ("-x", ()),
    ]


def test_a_name_that_a_paragraph_begins_with() -> None:
    html = """<p><strong>Port:</strong> where it listens<p><code>host</code> &ndash; its name<p><b>Slow</b> roads
        <p>A <b>late</b>: one<p><dfn>Term</dfn>. What it is.<h2><b>Head</b>: line</h2>"""
    assert _entries(html) == [
        ("run-in", "Port", "where it listens", "strong", ()),
        ("run-in", "host", "its name", "code", ()),
        ("run-in", "Term", "What it is.", "dfn", ()),
    ]


def test_lists_have_a_lead_in_and_items_of_their_own() -> None:
    html = """<p>It has two parts:</p><ul><li>a wheel<ul><li>a rim<li>a hub</ul><li>a frame</ul>
        <pre>code</pre><ul><li><a href=x>One</a><li><a href=y>Two</a></ul>"""
    walk = HtmlWalk()
    body = parse_html(html).body
    assert body is not None
    walk.read(body)
    lists = [entry for entry in walk.finder.sorted() if entry.kind == "list"]
    shown = [
        (walk.out.text[slice(*one.name)], [walk.out.text[slice(*item)] for item in one.items], one.role)
        for one in lists
    ]
    assert shown == [
        ("It has two parts:", ["a wheel", "a frame"], ""),
        ("a wheel", ["a rim", "a hub"], ""),
        ("", ["One", "Two"], "links"),
    ]


def test_code_keeps_its_lines_and_its_language() -> None:
    html = (
        '<p>Run:</p><div class="highlight-sh"><div><pre>a  b\n  c\n</pre></div></div><pre><code class="language-py">x'
    )
    assert _entries(html) == [("code", "", "a  b\n  c", "sh", ()), ("code", "", "x", "py", ())]


def test_entries_of_a_passage_are_cut_where_it_ends() -> None:
    definition = Entry("definition", (12, 15), (16, 40))
    items = Entry("list", (20, 24), (25, 40), items=((25, 30), (31, 40)))
    before = Entry("definition", (2, 5), (6, 30))
    cut = list(entries_within((before, definition, items), 10, 30))
    assert cut == [Entry("definition", (2, 5), (6, 20)), Entry("list", (10, 14), (15, 20))]


def test_a_definition_of_nothing_but_links_leads_on() -> None:
    html = """<dl><dt>sprintf()<dd><p><a href=a>Security <small>[Use of it]</small></a>, <a href=b>Log files</a></p>
        <dt>port<dd>The <a href=c>port</a>.<dt>empty mark<dd>--
        <dt>-f<dd><p><a href=d>Options</a><dl><dt>for filters<dd><a href=e>Filters</a></dl></dl>"""
    roles = {name: role for _, name, _, role, _ in _entries(html)}
    assert roles == {"sprintf()": "links", "port": "", "empty mark": "", "-f": "links", "for filters": "links"}


def test_a_list_of_one_item_is_a_list() -> None:
    assert ("list", "", "signal: its name", "", ()) in _entries("<h2>kill(signal)</h2><ul><li>signal: its name</ul>")


_BLOCKS = st.recursive(
    st.sampled_from(["<p>one two</p>", "<b>a</b>: b ", "x", "<pre>c</pre>", "<h2>h</h2>", "<table><tr><td>1</table>"]),
    lambda inner: st.builds(
        lambda tag, parts: f"<{tag}>" + "".join(parts) + f"</{tag}>",
        st.sampled_from(["dl", "dt", "dd", "ul", "li", "div", "p", "b"]),
        st.lists(inner, max_size=4),
    ),
    max_leaves=25,
)


def test_names_behind_each_other_in_a_paragraph_begin_an_entry_each() -> None:
    walk = HtmlWalk()
    body = parse_html(
        "<p><code>--speed</code>: Sets it. Default: 1500\n<code>--timeout</code>: Stops <code>x</code>. Default: 30</p>"
        "<p><b>Door:</b> red <b>Floor:</b> blue</p>"
    ).body
    assert body is not None
    walk.read(body)
    text = walk.out.text
    assert [(text[slice(*entry.name)], text[slice(*entry.body)]) for entry in walk.finder.sorted()] == [
        ("--speed", "Sets it. Default: 1500"),
        ("--timeout", "Stops x. Default: 30"),
        ("Door", "red"),
        ("Floor", "blue"),
    ]


@given(_BLOCKS)
def test_every_range_lies_in_the_text_in_order(html: str) -> None:
    walk = HtmlWalk()
    body = parse_html(html).body
    assert body is not None
    walk.read(body)
    text = walk.out.text
    for entry in walk.finder.sorted():
        assert 0 <= entry.name[0] <= entry.name[1] <= entry.body[0] <= entry.body[1] <= len(text)
        assert text[slice(*entry.body)].strip()
        assert all(entry.body[0] <= start < end <= entry.body[1] for start, end in entry.items)


def _sources(html: str, words: int = 20, shortest: int = 0) -> list[Source | Drop]:
    walk = HtmlWalk()
    body = parse_html(html).body
    assert body is not None
    walk.read(body)
    out = walk.out
    document = Document("a.html", "A", out.text, tuple(out.blocks), entries=walk.finder.sorted())
    file = InputFile(Path("a.html"), "a.html", Path())
    return list(assemble(document, file, ChunkSize(words, shortest), Limits(), lambda *_: pytest.fail("no image")))


def test_long_code_is_an_entry_of_each_passage_that_has_a_part_of_it() -> None:
    lines = "\n".join(f"line {at} of the listing" for at in range(12))
    made = _sources(f"<p>Before.</p><pre>{lines}</pre><p>After.</p>")
    parts = [one.text[slice(*entry.body)] for one in made if isinstance(one, Source) for entry in one.entries]
    assert len(parts) > 1
    assert "\n".join(parts) == lines


def test_a_heading_with_nothing_under_it_is_counted() -> None:
    made = _sources("<h1>A</h1><h2>See also</h2><nav>Up</nav><h2>Use</h2><p>Press.</p><h2>End</h2>", 100)
    assert [(one.reason, one.text) for one in made if isinstance(one, Drop)] == [
        ("heading-alone", "See also"),
        ("heading-alone", "End"),
    ]


@pytest.mark.parametrize(
    ("note", "kept"), [("All amounts are in thousands of euros.", True), ("The report was made in May.", False)]
)
def test_a_short_note_on_the_scale_of_tables_is_kept(note: str, kept: bool) -> None:
    rows = "<table><tr><th>Branch</th><th>Sales</th></tr><tr><td>Oslo</td><td>500</td></tr></table>"
    made = _sources(f"<h1>Report</h1><p>{note}</p><h2>Sales</h2>{rows}", 100, 200)
    assert (note in [one.text for one in made if isinstance(one, Source)]) == kept
    assert ("short-passage" in [one.reason for one in made if isinstance(one, Drop)]) != kept
    assert "short-passage" in [one.reason for one in _sources(f"<p>{note}</p>", 100, 200) if isinstance(one, Drop)]
