"""N-Triples: Wikidata's truthy dump and other graphs."""

import bz2
import gzip
from collections.abc import Sequence
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.graphs.items import (
    GraphValue,
    Item,
    ItemColumns,
    Loss,
    Node,
    Position,
    RelationName,
    Triple,
)
from benchwright.graphs.read import ntriples, reader_of
from benchwright.graphs.read.base import GraphReadOptions
from benchwright.graphs.read.limits import GraphLimits
from benchwright.graphs.read.ntriples import read_ntriples
from benchwright.graphs.read.ntriples_terms import Literal, ParsedTriple, parse

W = "http://www.wikidata.org/"
Q42 = f"<{W}entity/Q42>"
XSD = "http://www.w3.org/2001/XMLSchema#"
LABEL = "<http://www.w3.org/2000/01/rdf-schema#label>"

# In the order and the form of the published dump.
TRUTHY = f"""\
<https://www.wikidata.org/wiki/Special:EntityData/Q42> <http://schema.org/about> {Q42} .
<https://www.wikidata.org/wiki/Special:EntityData/Q42> <http://schema.org/version> "2245"^^<{XSD}integer> .
{Q42} <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://wikiba.se/ontology#Item> .
{Q42} {LABEL} "\\u30C0\\u30B0\\u30E9\\u30B9"@ja .
{Q42} <http://www.w3.org/2004/02/skos/core#prefLabel> "Douglas Adams"@en .
{Q42} {LABEL} "Douglas Adams"@en .
{Q42} <http://schema.org/name> "Douglas Adams"@en .
{Q42} <http://schema.org/description> "English \\"writer\\""@en .
{Q42} <http://www.w3.org/2004/02/skos/core#altLabel> "Douglas No\\u00EBl Adams"@en .
{Q42} <{W}prop/direct/P31> <{W}entity/Q5> .
{Q42} <{W}prop/direct/P569> "1952-03-11T00:00:00Z"^^<{XSD}dateTime> .
{Q42} <{W}prop/direct/P571> "1952-01-01T00:00:00Z"^^<{XSD}dateTime> .
{Q42} <{W}prop/direct/P580> "-0043-05-01T00:00:00Z"^^<{XSD}dateTime> .
{Q42} <{W}prop/direct/P2048> "+1.960"^^<{XSD}decimal> .
{Q42} <{W}prop/direct/P345> "nm0010930" .
{Q42} <{W}prop/direct/P1477> "Douglas Adams Noel"@en .
{Q42} <{W}prop/direct/P625> "Point(1 2)"^^<http://www.opengis.net/ont/geosparql#wktLiteral> .
{Q42} <{W}prop/direct/P18> <http://commons.wikimedia.org/wiki/Special:FilePath/A.jpg> .
{Q42} <{W}prop/direct/P40> _:6f2a .
{Q42} <{W}prop/direct/P22> <{W}.well-known/genid/ab12> .
{Q42} <{W}prop/direct/P1629> <{W}entity/P57> .
<https://en.wikipedia.org/wiki/Douglas_Ad%C3%A4ms> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> \
<http://schema.org/Article> .
<https://en.wikipedia.org/wiki/Douglas_Ad%C3%A4ms> <http://schema.org/about> {Q42} .
<https://en.wikipedia.org/wiki/Douglas_Ad%C3%A4ms> <http://schema.org/isPartOf> <https://en.wikipedia.org/> .
<https://de.wikipedia.org/wiki/Adams> <http://schema.org/about> {Q42} .
<{W}entity/Q11424> <{W}prop/direct/P279> <{W}entity/Q10301427> .
<{W}entity/P57> {LABEL} "director"@en .
<{W}entity/P57> <{W}prop/direct/P31> <{W}entity/Q18608871> .
<{W}entity/L7> {LABEL} "cat"@en .
"""


def read(path: Path, text: str, options: GraphReadOptions | None = None) -> list[Item]:
    path.write_text(text, encoding="utf-8")
    return list(read_ntriples(path, options or GraphReadOptions()))


def lost(items: list[Item]) -> dict[str, int]:
    return {found.reason: found.count for found in items if isinstance(found, Loss)}


def test_the_truthy_dump(tmp_path: Path) -> None:
    items = read(tmp_path / "truthy.nt", TRUTHY)
    assert [found for found in items if isinstance(found, Node | RelationName)] == [
        Node("Q42", "Douglas Adams", 'English "writer"', "", ("Douglas Noël Adams",), ("Q5",)),
        Node("Q42", page="Douglas Adäms"),
        Node("Q11424", supertypes=("Q10301427",)),
        RelationName("P57", "director"),
    ]
    assert [found for found in items if isinstance(found, Triple)] == [
        Triple("Q42", "P31", "Q5"),
        Triple("Q42", "P569", GraphValue("date", "1952-03-11", "11 March 1952")),
        Triple("Q42", "P571", GraphValue("date", "1952", "1952")),
        Triple("Q42", "P580", GraphValue("date", "-0043-05", "May 44 BC")),
        Triple("Q42", "P2048", GraphValue("number", "1.96", "1.96")),
        Triple("Q42", "P1477", GraphValue("text", "Douglas Adams Noel", "Douglas Adams Noel")),
        Triple("Q11424", "P279", "Q10301427"),
    ]
    assert lost(items) == {
        "about-relation": 1,
        "globe-coordinate": 1,
        "lexeme": 1,
        "other-language": 1,
        "other-predicate": 5,
        "other-site": 2,
        "plain-string": 1,
        "somevalue": 2,
        "url": 1,
        "wikibase-property": 1,
    }


def test_plain_strings_of_wikidata_are_taken_when_asked_for(tmp_path: Path) -> None:
    items = read(tmp_path / "truthy.nt", TRUTHY, GraphReadOptions(strings=True))
    assert Triple("Q42", "P345", GraphValue("text", "nm0010930", "nm0010930")) in items


def test_a_fallback_is_taken_only_if_no_better_label_comes(tmp_path: Path) -> None:
    both = f'{Q42} {LABEL} "Adams"@mul .\n{Q42} {LABEL} "Douglas Adams"@en .\n'
    options = GraphReadOptions(limits=GraphLimits(mark_lines=1))  # a mark between the two does not part them
    assert read(tmp_path / "a.nt", both, options) == [
        Node("Q42", "Douglas Adams", aliases=("Adams",)),
        Position(len(both.encode()), 2),
    ]
    assert read(tmp_path / "a.nt", both.splitlines()[0])[0] == Node("Q42", "Adams")
    assert lost(read(tmp_path / "a.nt", both.splitlines()[0], GraphReadOptions(fallbacks=()))) == {"other-language": 1}


def test_another_graph_keeps_its_addresses(tmp_path: Path) -> None:
    text = """\
# a comment

<http://a.org/Oak> <http://a.org/height> "12.50"^^<http://www.w3.org/2001/XMLSchema#double> .
<http://a.org/Oak> <http://a.org/evergreen> "false"^^<http://www.w3.org/2001/XMLSchema#boolean> .
<http://a.org/Oak> <http://a.org/found> "2001-01-01"^^<http://www.w3.org/2001/XMLSchema#date> .
<http://a.org/Oak> <http://a.org/code> "Q-7" .
<http://a.org/Oak> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://a.org/Tree> .
<http://a.org/Oak> <http://www.w3.org/2000/01/rdf-schema#label> "Oak" .
_:b1 <http://a.org/on> <http://a.org/Oak> .
<http://a.org/Tree> <http://www.w3.org/2000/01/rdf-schema#subClassOf> <http://a.org/Plant> .
"""
    items = read(tmp_path / "a.nt", text)
    assert items[:-1] == [
        Triple("http://a.org/Oak", "http://a.org/height", GraphValue("number", "12.5", "12.5")),
        Triple("http://a.org/Oak", "http://a.org/evergreen", GraphValue("text", "no", "no")),
        Triple("http://a.org/Oak", "http://a.org/found", GraphValue("date", "2001-01-01", "1 January 2001")),
        Triple("http://a.org/Oak", "http://a.org/code", GraphValue("text", "Q-7", "Q-7")),
        Node("http://a.org/Oak", "Oak", types=("http://a.org/Tree",)),
        Triple("_:b1", "http://a.org/on", "http://a.org/Oak"),
        Node("_:b1"),
        Node("http://a.org/Tree", supertypes=("http://a.org/Plant",)),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "<http://a> <http://b> <http://c>",
        "<http://a> <http://b> .",
        '<http://a> <http://b> "open .',
        '<http://a> <http://b> "\\ud800" .',
        '<http://a> <http://b> "\\q" .',
        "<http://a b> <http://b> <http://c> .",
        '"a" <http://b> <http://c> .',
        "<http://a> <http://b> <http://c> . <http://d>",
    ],
)
def test_a_line_that_is_no_triple_costs_itself(tmp_path: Path, line: str) -> None:
    good = "<http://a> <http://b> <http://c> .\n"
    items = read(tmp_path / "a.nt", good + line + "\n" + good)
    assert [found for found in items if isinstance(found, Triple)] == [Triple("http://a", "http://b", "http://c")] * 2
    assert [found for found in items if isinstance(found, Loss)] == [Loss("a.nt:2", "bad-line", line)]


def test_terms_are_read_with_their_escapes() -> None:
    assert parse('<http://a> <http://b> "\\t\\"\\\\\\U0001F600"@EN-gb . # said') == ParsedTriple(
        "http://a", "http://b", Literal('\t"\\😀', "", "en-gb")
    )


@pytest.mark.parametrize(("suffix", "pack"), [(".gz", gzip.compress), (".bz2", bz2.compress)])
def test_compressed_and_known_by_name(tmp_path: Path, suffix: str, pack: object) -> None:
    assert callable(pack)
    path = tmp_path / f"wikidata-truthy-BETA.nt{suffix}"
    path.write_bytes(pack(TRUTHY.encode()))
    assert reader_of(path).name == "ntriples"
    found = [item for item in read_ntriples(path, GraphReadOptions()) if not isinstance(item, Loss)]
    assert found == [item for item in read(tmp_path / "a.nt", TRUTHY) if not isinstance(item, Loss)]


def test_going_on_at_a_mark_gives_the_rest(tmp_path: Path) -> None:
    options = GraphReadOptions(limits=GraphLimits(mark_lines=3))
    items = read(tmp_path / "a.nt", TRUTHY, options)
    marks = [at for at, found in enumerate(items) if isinstance(found, Position)]
    assert len(marks) > 3
    for at in marks:
        mark = items[at]
        assert isinstance(mark, Position)
        assert list(read_ntriples(tmp_path / "a.nt", options, mark)) == items[at + 1 :]


WORDS = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=8)
IDS = st.text("abcXYZ019/#:é", min_size=1, max_size=8).map("http://a.org/".__add__)


def escaped(text: str) -> str:
    return "".join(f"\\u{ord(c):04X}" if ord(c) < 0x10000 and c in '"\\é' else c for c in text)


@given(st.lists(st.tuples(IDS, IDS, IDS | WORDS.map(lambda word: GraphValue("text", word, word))), max_size=8))
def test_any_statements_come_back(
    tmp_path_factory: pytest.TempPathFactory, triples: list[tuple[str, str, str | GraphValue]]
) -> None:
    lines = [
        f"<{head}> <{relation}> "
        + (f'"{escaped(tail.label)}" .' if isinstance(tail, GraphValue) else f"<{escaped(tail)}> .")
        for head, relation, tail in triples
    ]
    path = tmp_path_factory.mktemp("nt") / "a.nt"
    items = read(path, "\n".join(lines))
    assert [found for found in items if isinstance(found, Triple)] == [Triple(*triple) for triple in triples]


@given(st.integers(0, len(TRUTHY.encode())))
def test_a_file_cut_at_any_byte_keeps_what_stands_before(tmp_path_factory: pytest.TempPathFactory, at: int) -> None:
    path = tmp_path_factory.mktemp("cut") / "a.nt"
    path.write_bytes(TRUTHY.encode()[:at])
    found = [item for item in read_ntriples(path, GraphReadOptions()) if isinstance(item, Triple)]
    before = TRUTHY.encode()[:at].rpartition(b"\n")[0].decode()
    whole = [item for item in read(path, before) if isinstance(item, Triple)]
    assert found[: len(whole)] == whole
    assert len(found) <= len(whole) + 1


_W = W.rstrip("/")
_SUBJECTS = [
    f"<{_W}/entity/Q1>",
    f"<{_W}/entity/Q2>",
    f"<{_W}/entity/P3>",
    f"<{_W}/entity/L4>",
    "<https://x.org/wiki/A>",
]
_REST = [
    f"<{_W}/prop/direct/P31> <{_W}/entity/Q5> .",
    f"<{_W}/prop/direct/P279> <{_W}/entity/Q6> .",
    f"<{_W}/prop/direct/P40> <{_W}/entity/Q{'7' * 18}> .",
    f"<{_W}/prop/direct/P40>  <{_W}/entity/Q7>.",
    f"<{_W}/prop/direct/P40> <{_W}/entity/P7> .",
    f'<{_W}/prop/direct/P50> "n{"0" * 120}" .',
    f'<{_W}/prop/direct/P50> "né" .',
    f'<{_W}/prop/direct/P50> "n\\"x" .',
    f'<{_W}/prop/direct/P50> "n\\x" .',
    f'<{_W}/prop/statement/P50> "n" .',
    '<http://www.w3.org/2000/01/rdf-schema#label> "eins"@de .',
    '<http://www.w3.org/2000/01/rdf-schema#label> "one"@EN .',
    '<http://www.w3.org/2000/01/rdf-schema#label> "many"@mul.  ',
    '<http://www.w3.org/2004/02/skos/core#altLabel> "x@y" .',
    f"<http://schema.org/about> <{_W}/entity/Q1> .",
]
_LINES = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(_SUBJECTS[:1] * 3 + _SUBJECTS), st.sampled_from(_REST)).map(" ".join),
        st.sampled_from(["", "# said", "no triple", '"@de .', "\x00"]),
    ),
    max_size=40,
)


@given(_LINES, st.integers(1, 12), st.booleans(), st.sampled_from(["\n", "\r\n"]), st.sampled_from([1_000, 10]))
def test_statements_as_columns_are_the_same(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str], marks: int, strings: bool, end: str, longest: int
) -> None:
    path = tmp_path_factory.mktemp("nt") / "a.nt"
    path.write_bytes(b"# begins\n" + end.join(lines).encode() + b"\xff\n")
    options = GraphReadOptions(strings=strings, limits=GraphLimits(mark_lines=marks, name_characters=longest))
    columns = reader_of(path).columns
    assert columns is not None
    with patch.object(ntriples, "_LONGEST", 5):
        one_by_one = list(reader_of(path).read(path, options, None))
        found = list(columns(path, options, None))
    at_once = [item for one in found for item in (one.items() if isinstance(one, ItemColumns) else [one])]
    kept = [item for item in one_by_one if not isinstance(item, Triple)]
    assert [item for item in at_once if not isinstance(item, Triple)] == kept
    assert _by_position(at_once) == _by_position(one_by_one)


def _by_position(items: Sequence[Item]) -> list[list[str]]:
    """The statements before each position, in any order."""
    parts: list[list[str]] = [[]]
    for item in items:
        if isinstance(item, Position):
            parts.append([])
        elif isinstance(item, Triple):
            parts[-1].append(repr(item))
    return [sorted(part) for part in parts]


def test_links_of_one_item_come_as_columns(tmp_path: Path) -> None:
    path = tmp_path / "a.nt"
    link = f"<{_W}/entity/Q1> <{_W}/prop/direct/P31> <{_W}/entity/Q%d> .\n"
    path.write_text("".join(link % number for number in range(10)))
    columns = reader_of(path).columns
    assert columns is not None
    found = list(columns(path, GraphReadOptions(), None))
    assert [len(item) for item in found if isinstance(item, ItemColumns)] == [9]
    (node,) = [item for item in found if isinstance(item, Node)]
    assert node.types == tuple(f"Q{number}" for number in range(10))


def test_columns_tell_links_before_the_position_that_waits_for_their_item(tmp_path: Path) -> None:
    path = tmp_path / "a.nt"
    link = f"<{_W}/entity/Q%d> <{_W}/prop/direct/P31> <{_W}/entity/Q%d> .\n"
    path.write_text("".join(link % (number // 6, number) for number in range(12)))
    options, reader = GraphReadOptions(limits=GraphLimits(mark_lines=4)), reader_of(path)
    assert reader.columns is not None
    for longest in (2, 100):  # lines after which an entity is told, though it goes on
        with patch.object(ntriples, "_LONGEST", longest):
            one_by_one = list(reader.read(path, options, None))
            found = list(reader.columns(path, options, None))
        at_once = [item for one in found for item in (one.items() if isinstance(one, ItemColumns) else [one])]
        assert _by_position(at_once) == _by_position(one_by_one)
        nodes = [item.types for item in at_once if isinstance(item, Node)]
        assert nodes == [item.types for item in one_by_one if isinstance(item, Node)]
        assert len(nodes) == 12 // min(longest, 6)


def test_plain_strings_that_are_not_ascii_are_counted_with_the_others(tmp_path: Path) -> None:
    path = tmp_path / "kg.nt"
    said = "<http://www.wikidata.org/entity/Q1> <http://www.wikidata.org/prop/direct/P1> "
    path.write_text("".join(f'{said}"{text}" .\n' for text in ("a", "b", "żółw", "c", "漢字")))
    reader = reader_of(path)
    assert reader.columns is not None
    items = list(reader.columns(path, GraphReadOptions(), None))
    assert [item for item in items if isinstance(item, Loss)] == [Loss("kg.nt:5", "plain-string", "漢字", 5)]
    assert items == list(reader.read(path, GraphReadOptions(), None))
