"""Rows taken many at once are the rows taken one by one: the same items, losses and positions."""

import gzip
import random
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from benchwright.graphs.items import Item, ItemColumns, Loss, Node, Position, RelationName, Triple
from benchwright.graphs.read import plain_columns, reader_of
from benchwright.graphs.read.base import GraphReadOptions
from benchwright.graphs.read.limits import GraphLimits


def both(path: Path, options: GraphReadOptions, format: str = "") -> tuple[list[Item], list[Item | ItemColumns]]:
    """What is read one by one, and many at once."""
    reader = reader_of(path, format)
    assert reader.columns is not None
    return list(reader.read(path, options, None)), list(reader.columns(path, options, None))


def single(items: list[Item | ItemColumns]) -> Iterator[Item]:
    for item in items:
        if isinstance(item, ItemColumns):
            yield from item.items()
        else:
            yield item


def parted(items: list[Item]) -> list[tuple[list[Item], list[str]]]:
    """What stands before each position: losses and the position in their order, then the rest in any."""
    parts: list[tuple[list[Item], list[str]]] = [([], [])]
    for item in items:
        if isinstance(item, Loss | Position):
            parts[-1][0].append(item)
        else:
            parts[-1][1].append(repr(item))
        if isinstance(item, Position):
            parts[-1][1].sort()
            parts.append(([], []))
    return parts


CELLS = st.sampled_from(
    [
        *("oak", "is a", "Zürich", "number:3", "日本", "e\u0301"),
        *("", " ", "a  b", " led", "trailed ", "\u00a0", "x\u2028y", "\x00", "\x0b", "\ufeff", "\r", "\x1f"),
        *("äöü" * 5, "z" * 30, '"', '"in, or;"', 'a"b', '"a""b"', '" c"', '"open'),
    ]
)
LINES = st.lists(st.lists(CELLS, min_size=1, max_size=4), max_size=12)


@given(
    LINES, st.sampled_from(["\t", ",", ";"]), st.sampled_from(["\n", "\r\n", "\n\n"]), st.booleans(), st.integers(1, 9)
)
@example([["oak", "is a", "oak"]] * 3 + [["oak", '"x"y', "oak"]], ",", "\n", True, 9)
@example([["a", "b", "c"], ["\ufeffa", "b", "c"], ["a", "b", "c\r"]], "\t", "\n", True, 9)
def test_odd_lines_among_plain_ones(
    tmp_path_factory: pytest.TempPathFactory,
    rows: list[list[str]],
    delimiter: str,
    end: str,
    ended: bool,
    marks: int,
) -> None:
    path = tmp_path_factory.mktemp("rows") / ("kg.tsv" if delimiter == "\t" else "kg.csv")
    text = end.join(delimiter.join(row) for row in [["s", "r", "t"], *rows]) + end * ended
    path.write_bytes(text.encode())
    for options in (GraphReadOptions(), GraphReadOptions(type_relations=("is a",), supertype_relations=("oak",))):
        for limits in (GraphLimits(mark_lines=marks, name_characters=20), GraphLimits(line_bytes=40, mark_bytes=30)):
            asked = GraphReadOptions(**{**_fields(options), "limits": limits})
            with patch.object(plain_columns, "_FEW", 1):  # so that every line is tried as a plain one
                one_by_one, at_once = both(path, asked)
            assert parted(list(single(at_once))) == parted(one_by_one)


def _fields(options: GraphReadOptions) -> dict[str, object]:
    return {name: getattr(options, name) for name in ("type_relations", "supertype_relations")}


@pytest.mark.parametrize("packed", [False, True])
def test_a_few_bad_lines_among_thousands(tmp_path: Path, packed: bool) -> None:
    draw = random.Random(5)
    lines = [f"Q{draw.randrange(900)}\tP{draw.randrange(9)}\tQ{draw.randrange(900)}".encode() for _ in range(25_000)]
    for at, bad in ((3_000, b"few\tcells"), (3_001, b"half \xff\tP1\tQ1"), (17_000, b"Q1\t\tQ2"), (24_999, b"Q1\tP1")):
        lines[at] = bad
    path = tmp_path / ("kg.tsv.gz" if packed else "kg.tsv")
    path.write_bytes(gzip.compress(b"\n".join(lines)) if packed else b"\n".join(lines))
    one_by_one, at_once = both(path, GraphReadOptions())
    assert parted(list(single(at_once))) == parted(one_by_one)
    assert [item for item in at_once if isinstance(item, Loss)] == [
        Loss("kg.tsv.gz:3001" if packed else "kg.tsv:3001", "few-columns", "few\tcells"),
        Loss("kg.tsv.gz:3002" if packed else "kg.tsv:3002", "encoding", "half \ufffd\tP1\tQ1"),
        Loss("kg.tsv.gz:17001" if packed else "kg.tsv:17001", "empty-cell", "Q1  Q2"),
        Loss("kg.tsv.gz:25000" if packed else "kg.tsv:25000", "few-columns", "Q1\tP1"),
    ]
    alone = sum(isinstance(item, Triple) for item in at_once)
    assert sum(len(item) for item in at_once if isinstance(item, ItemColumns)) + alone == 24_996
    assert alone < 700  # what stands near a bad line, and the first one


def test_going_on_at_any_mark_gives_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "kg.tsv"
    path.write_bytes(b"".join(b"Q%d\tP1\t%s\n" % (at, b"" if at % 9 == 4 else b"Q1") for at in range(40)))
    options, reader = GraphReadOptions(limits=GraphLimits(mark_lines=7)), reader_of(path)
    assert reader.columns is not None
    whole = list(single(list(reader.columns(path, options, None))))
    marks = [at for at, item in enumerate(whole) if isinstance(item, Position)]
    assert [whole[at] for at in marks[:2]] == [Position(61, 7), Position(126, 14)]
    for at in marks:
        mark = whole[at]
        assert isinstance(mark, Position)
        assert list(single(list(reader.columns(path, options, mark)))) == whole[at + 1 :]


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("labels", Node("Q1", "an oak")),
        ("aliases", Node("Q1", aliases=("an oak",))),
        ("types", Node("Q1", types=("an oak",))),
        ("supertypes", Node("Q1", supertypes=("an oak",))),
        ("descriptions", Node("Q1", description="an oak")),
        ("pages", Node("Q1", page="an oak")),
        ("relations", RelationName("Q1", "an oak")),
    ],
)
def test_files_beside_triples(tmp_path: Path, name: str, made: Item) -> None:
    path = tmp_path / f"{name}.tsv"
    path.write_text("Q1\tan oak\n" * 3 + "Q2\t\nQ3\t" + "long " * 300 + "\n")
    one_by_one, at_once = both(path, GraphReadOptions())
    assert list(single(at_once)) == one_by_one
    assert one_by_one[:3] == [made] * 3
    rows = [item for item in at_once if isinstance(item, ItemColumns)]
    assert not rows  # few lines, one of them odd
    path.write_text("Q1\tan oak\n" * 3)
    one_by_one, at_once = both(path, GraphReadOptions())
    assert list(single(at_once)) == one_by_one
    assert [len(item) for item in at_once if isinstance(item, ItemColumns)] == [2]


def test_a_cell_is_as_long_in_columns_as_in_rows(tmp_path: Path) -> None:
    path = tmp_path / "kg.tsv"
    path.write_text("a\tb\tc\n" * 200 + "a\tb\t" + "c" * 11 + "\n" + "a\tb\t" + "c" * 10 + "\n")
    one_by_one, at_once = both(path, GraphReadOptions(limits=GraphLimits(name_characters=10)))
    assert parted(list(single(at_once))) == parted(one_by_one)
    assert [item for item in one_by_one if isinstance(item, Loss)] == [Loss("kg.tsv:201", "long-name", "c" * 11)]
    path = tmp_path / "descriptions.csv"  # longer than Python's reader of CSV takes a cell in quotes
    path.write_text("Q1,short\n" * 200 + 'Q2,"' + "long" * 40_000 + '"\n')
    one_by_one, at_once = both(path, GraphReadOptions())
    assert parted(list(single(at_once))) == parted(one_by_one)
    assert [item.reason for item in one_by_one if isinstance(item, Loss)] == ["bad-csv"]


def test_bytes_that_are_no_text_in_parquet_cost_their_rows(tmp_path: Path) -> None:
    cells = [b"oak"] * 150 + [b"oa\xff"] + [b"oak"] * 49
    heads = pa.array(cells, pa.binary()).view(pa.string())
    path = tmp_path / "kg.parquet"
    pq.write_table(pa.table({"s": heads, "r": ["is a"] * 200, "t": ["tree"] * 199 + [""]}), path)
    one_by_one, at_once = both(path, GraphReadOptions())
    assert parted(list(single(at_once))) == parted(one_by_one)
    told = [item for item in one_by_one if isinstance(item, Loss)]
    assert told == [Loss("kg.parquet:151", "encoding"), Loss("kg.parquet:200", "empty-cell", "oak is a ")]
    assert sum(isinstance(item, Triple) for item in one_by_one) == 198


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.dictionary(pa.int32(), pa.string())])
def test_columns_of_parquet(tmp_path: Path, kind: pa.DataType) -> None:
    names = [f"oak {number}" for number in range(500)]
    names[3], names[100], names[444] = "two\nlines", " blank", "tab\tbed"
    cells = {"head": pa.array(names, kind), "relation": [7] * 500, "tail": [*["tree"] * 499, None]}
    path = tmp_path / "kg.parquet"
    pq.write_table(pa.table(cells), path, row_group_size=300)
    one_by_one, at_once = both(path, GraphReadOptions())
    assert list(single(at_once)) == one_by_one
    assert not any(isinstance(item, ItemColumns) for item in at_once)  # numbers are told as text one by one
    pq.write_table(pa.table({**cells, "relation": ["is a"] * 500}), path, row_group_size=300)
    one_by_one, at_once = both(path, GraphReadOptions())
    assert list(single(at_once)) == one_by_one
    assert next(item for item in one_by_one if isinstance(item, Loss)).where == "kg.parquet:500"
    assert one_by_one[3] == Triple("two lines", "is a", "tree")
    assert sum(len(item) for item in at_once if isinstance(item, ItemColumns)) > 250
