"""Triples and the files beside them: TSV, CSV, Parquet."""

import bz2
import gzip
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.errors import UsageError
from benchwright.graphs.items import Item, Loss, Node, Position, RelationName, Triple
from benchwright.graphs.read import reader_of
from benchwright.graphs.read.base import GraphReadOptions
from benchwright.graphs.read.limits import GraphLimits

OAK = Triple("oak", "is a", "tree")
IVY = Triple("ivy", "grows on", "oak")


def read(path: Path, options: GraphReadOptions | None = None, format: str = "") -> list[Item]:
    return list(reader_of(path, format).read(path, options or GraphReadOptions(), None))


@pytest.mark.parametrize(
    ("name", "text", "columns"),
    [
        ("triples.tsv", "oak\tis a\ttree\ttrain\nivy\tgrows on\toak\n", ()),
        ("triples.tsv", "\ufeffsplit\ttail\trelation\thead\nx\ttree\tis a\toak\r\nx\toak\tgrows on\tivy\r\n", ()),
        ("kg.txt", "1\toak\ttree\tis a\n2\tivy\toak\tgrows on\n", ("2", "4", "3")),
        ("kg.csv", 'Plant,How,What\noak,"is a",tree\n"ivy",grows on,oak', ("plant", "how", "what")),
        ("kg.csv", "subject;predicate;object\noak;is a;tree\n\nivy;grows on;oak\n", ()),
    ],
)
def test_rows_by_header_and_by_position(tmp_path: Path, name: str, text: str, columns: tuple[str, ...]) -> None:
    path = tmp_path / name
    path.write_bytes(text.encode())
    assert read(path, GraphReadOptions(columns=columns))[:2] == [OAK, IVY]
    packed = tmp_path / f"{name}.gz"
    packed.write_bytes(gzip.compress(text.encode()))
    assert read(packed, GraphReadOptions(columns=columns)) == read(path, GraphReadOptions(columns=columns))


def test_rows_of_parquet_go_on_at_a_mark(tmp_path: Path) -> None:
    path = tmp_path / "kg.parquet"
    columns = {"weight": [1.5] * 7, "head": ["oak", "ivy"] * 3 + [None], "relation": [7] * 7, "tail": ["tree"] * 7}
    pq.write_table(pa.table(columns), path, row_group_size=4)
    options = GraphReadOptions(limits=GraphLimits(mark_lines=3))
    items = read(path, options)
    assert [item for item in items if isinstance(item, Triple)] == [
        Triple(head, "7", "tree") for head in ["oak", "ivy"] * 3
    ]
    assert [item for item in items if isinstance(item, Position)] == [Position(n, n) for n in (3, 4, 7)]
    assert [item for item in items if isinstance(item, Loss)] == [
        Loss("kg.parquet:7", "few-columns", "(None, 7, 'tree')")
    ]
    for at, mark in enumerate(items):
        if isinstance(mark, Position):
            assert list(reader_of(path).read(path, options, mark)) == items[at + 1 :]


def test_a_damaged_parquet_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / "kg.parquet"
    path.write_bytes(b"PAR1 and no more")
    [lost] = read(path)
    assert isinstance(lost, Loss)
    assert (lost.where, lost.reason) == ("kg.parquet", "damaged")


def test_bad_rows_cost_themselves(tmp_path: Path) -> None:
    path = tmp_path / "kg.csv"
    path.write_bytes(
        b'oak,is a,tree\noak,"is a,tree\n\xff,b,c\none,two\n,b,c\n' + b"x" * 1001 + b",b,c\nivy,grows on,oak\n"
    )
    items = read(path)
    assert [item for item in items if isinstance(item, Triple)] == [OAK, IVY]
    told = {item.reason: (item.where, item.count) for item in items if isinstance(item, Loss)}
    assert told == {
        "bad-csv": ("kg.csv:2", 1),
        "encoding": ("kg.csv:3", 1),
        "few-columns": ("kg.csv:4", 1),
        "empty-cell": ("kg.csv:5", 1),
        "long-name": ("kg.csv:6", 1),
    }


def test_columns_that_are_not_there_are_the_users_mistake(tmp_path: Path) -> None:
    path = tmp_path / "kg.tsv"
    path.write_text("a\tb\tc\n")
    with pytest.raises(UsageError, match="has no column 'head'"):
        read(path, GraphReadOptions(columns=("head", "b", "c")))
    with pytest.raises(UsageError, match="needs 3 columns, not 2"):
        read(path, GraphReadOptions(columns=("1", "2")))


@pytest.mark.parametrize(
    ("name", "header", "missing"),
    [
        ("kg.tsv", "subject\trel\tobject", "relation"),
        ("kg.csv", "start,label,target", "head"),
        ("kg.csv", "Head,Relation,End,Weight", "tail"),
        ("labels.tsv", "id\ttheir_name", "label"),
        ("aliases.tsv", "label\talias", "entity"),
    ],
)
def test_a_header_that_is_partly_known_is_not_a_row(tmp_path: Path, name: str, header: str, missing: str) -> None:
    path = tmp_path / name
    path.write_text(f"{header}\n" + "\t,"[name.endswith("csv")].join(("oak", "is a", "tree", "1")) + "\n")
    with pytest.raises(UsageError, match=f"no column is called .*{missing}"):
        read(path)


@pytest.mark.parametrize(
    ("name", "row"), [("kg.tsv", "h\tr\tobjects"), ("labels.tsv", "P2561\tname"), ("types.tsv", "Q1\tclass")]
)
def test_a_first_row_that_may_be_data_is_one(tmp_path: Path, name: str, row: str) -> None:
    path = tmp_path / name
    path.write_text(f"{row}\n")
    assert len([item for item in read(path) if isinstance(item, Triple | Node)]) == 1


def test_a_column_is_taken_once(tmp_path: Path) -> None:
    path = tmp_path / "types.tsv"
    path.write_text("class\ttype\nq1\ttree\n")
    assert read(path)[0] == Node("q1", types=("tree",))


def test_types_may_stand_among_the_triples(tmp_path: Path) -> None:
    path = tmp_path / "kg.tsv"
    path.write_text("oak\tis a\ttree\ntree\tkind of\tplant\n")
    options = GraphReadOptions(type_relations=("is a",), supertype_relations=("kind of",))
    assert read(path, options)[:-1] == [
        Node("oak", types=("tree",)),
        OAK,
        Node("tree", supertypes=("plant",)),
        Triple("tree", "kind of", "plant"),
    ]


@pytest.mark.parametrize(
    ("name", "item"),
    [
        ("entity_labels.tsv", Node("Q1", "said")),
        ("aliases.tsv", Node("Q1", aliases=("said",))),
        ("types.tsv", Node("Q1", types=("said",))),
        ("supertypes.tsv", Node("Q1", supertypes=("said",))),
        ("descriptions.csv", Node("Q1", description="said")),
        ("pages.tsv", Node("Q1", page="said")),
        ("relation_labels.tsv", RelationName("Q1", "said")),
    ],
)
def test_files_beside_triples_are_known_by_name(tmp_path: Path, name: str, item: Item) -> None:
    path = tmp_path / name
    mark = "," if name.endswith("csv") else "\t"
    path.write_text(f"Q1{mark}said{mark}more\nQ2{mark}\n")
    items = read(path)
    assert items[0] == item
    assert [(lost.reason, lost.where) for lost in items if isinstance(lost, Loss)] == [("empty-cell", f"{name}:2")]
    headed = tmp_path / f"more_{name}"
    headed.write_text(f"id{mark}other{mark}text\nQ1{mark}-{mark}said\n")
    assert read(headed, GraphReadOptions(columns=("id", "text")))[0] == item


def test_triples_are_not_taken_for_labels(tmp_path: Path) -> None:
    for name, format in (("label_triples.tsv", "triples"), ("relations.tsv", "relation-labels"), ("a.tsv", "triples")):
        (tmp_path / name).write_text("a\tb\tc\n")
        assert reader_of(tmp_path / name).name == format


@pytest.mark.parametrize("name", ["dump.json.bz2", "dump.json.gz"])
def test_a_file_that_is_cut_off_at_its_beginning_is_no_unknown_format(tmp_path: Path, name: str) -> None:
    pack = bz2.compress if name.endswith("bz2") else gzip.compress
    (tmp_path / name).write_bytes(pack(b"odd lines\n" * 900)[:12])
    with pytest.raises(UsageError, match="cannot be unpacked") as caught:
        reader_of(tmp_path / name)
    assert str(caught.value.hint).startswith("download it again")


def test_an_unknown_format_is_told_with_the_known_ones(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(b"%PDF")
    with pytest.raises(UsageError, match="not in a known graph format") as caught:
        reader_of(tmp_path / "a.pdf")
    assert "wikidata-json, ntriples, entities, records" in caught.value.hint
    with pytest.raises(UsageError, match="unknown graph format 'triple'") as caught:
        reader_of(tmp_path / "a.pdf", "triple")
    assert caught.value.hint == "did you mean 'triples'?"


WORD = st.text(st.characters(exclude_categories=["C", "Z"], exclude_characters='"'), min_size=1, max_size=6)
TRIPLES = st.lists(st.tuples(WORD, WORD, WORD), max_size=10)


@given(TRIPLES)
def test_any_statements_come_back(
    tmp_path_factory: pytest.TempPathFactory, triples: list[tuple[str, str, str]]
) -> None:
    path = tmp_path_factory.mktemp("tsv") / "kg.tsv"
    path.write_text("h\tr\tt\n" + "".join("\t".join(triple) + "\n" for triple in triples), encoding="utf-8")
    options = GraphReadOptions(limits=GraphLimits(mark_lines=3))
    items = read(path, options)
    assert [item for item in items if isinstance(item, Triple)] == [Triple(*triple) for triple in triples]
    for at, mark in enumerate(items):
        if isinstance(mark, Position):
            assert list(reader_of(path).read(path, options, mark)) == items[at + 1 :]


@given(TRIPLES, st.integers(0, 200))
def test_a_file_cut_at_any_byte_keeps_what_stands_before(
    tmp_path_factory: pytest.TempPathFactory, triples: list[tuple[str, str, str]], at: int
) -> None:
    path = tmp_path_factory.mktemp("cut") / "kg.tsv"
    whole = "".join("\t".join(triple) + "\n" for triple in [("first", "r", "x"), *triples]).encode()
    path.write_bytes(whole[:at])
    found = [item for item in read(path) if isinstance(item, Triple)]
    complete = whole[:at].count(b"\n")
    assert found[:complete] == [Triple(*triple) for triple in [("first", "r", "x"), *triples][:complete]]
