"""The OTT-QA layout, verbatim."""

import gzip
import json
import lzma
import os
from pathlib import Path

import pytest

from benchwright.readers.base import InputFile, Item, Limits
from benchwright.readers.layouts.ottqa import READER, ottqa_files
from benchwright.records import Drop, Modality, Place, Source, Table

DATA = Path(os.environ.get("BENCHWRIGHT_TEST_DATA", "/nonexistent"))

TABLE = {
    "table_id": "Ebony_Shoe_2",
    "url": "https://en.wikipedia.org/wiki/Ebony_Shoe",
    "title": "Ebony Shoe",
    "section_title": "Winners -- By club",
    "header": ["Club", "Wins"],
    "rows": [["K.R.C. Genk", "3"], ["Gent  ", "2"]],
    "links": [[["/wiki/Genk", "/wiki/Genk", None, 3], []], [["/wiki/Gent"], "nothing"]],
}
PASSAGE = {"passage_id": "/wiki/Genk", "title": "Genk", "text": "Genk , founded in 1988 , won 3 ."}


def write(folder: Path, tables: list[object], passages: list[object]) -> None:
    lines = "".join(json.dumps(table) + "\n" for table in tables)
    (folder / "tables.jsonl.gz").write_bytes(gzip.compress(lines.encode()))
    lines = "".join(json.dumps(passage) + "\n" for passage in passages)
    (folder / "passages.jsonl.xz").write_bytes(lzma.compress(lines.encode()))


def read(folder: Path) -> list[Item]:
    return list(READER.read(InputFile(folder, folder.name, folder.parent), Limits()))


def test_a_table_and_a_passage(tmp_path: Path) -> None:
    write(tmp_path, [TABLE], [PASSAGE])
    title = "Ebony Shoe — Winners -- By club"
    assert read(tmp_path) == [
        Source(
            id="Ebony_Shoe_2",
            modality=Modality.TABLE,
            title=title,
            text=f"{title}\nClub | Wins\nK.R.C. Genk | 3\nGent | 2",
            place=Place("/wiki/Ebony_Shoe", headings=("Ebony Shoe", "Winners", "By club")),
            table=Table(
                (("Club", "Wins"),),
                (("K.R.C. Genk", "3"), ("Gent  ", "2")),
                ((0, 0, "/wiki/Genk"), (1, 0, "/wiki/Gent")),
            ),
            licence="CC BY-SA 4.0 (text)",
            url="https://en.wikipedia.org/wiki/Ebony_Shoe",
        ),
        Source(
            id="/wiki/Genk",
            modality=Modality.TEXT,
            title="Genk",
            text="Genk , founded in 1988 , won 3 .",
            place=Place("/wiki/Genk", 0, 32, headings=("Genk",)),
            licence="CC BY-SA 4.0 (text)",
            url="https://en.wikipedia.org/wiki/Genk",
        ),
    ]


def test_the_layout_is_told_by_its_records(tmp_path: Path) -> None:
    assert ottqa_files(tmp_path) == ()
    write(tmp_path, [{"id": "x"}], [PASSAGE])
    assert ottqa_files(tmp_path) == ()
    write(tmp_path, [TABLE], [PASSAGE])
    (tmp_path / "dev_questions.jsonl").write_text("{}\n")
    assert ottqa_files(tmp_path) == ("tables.jsonl.gz", "passages.jsonl.xz", "dev_questions.jsonl")


def test_what_is_wrong_is_dropped_and_what_is_odd_is_told(tmp_path: Path) -> None:
    ragged = TABLE | {"table_id": "ragged", "rows": [["a", "b", "c"], ["d"]], "section_title": None, "links": None}
    write(tmp_path, [TABLE, TABLE | {"rows": []}, ragged, {"title": "no id"}], [PASSAGE, PASSAGE])
    items = read(tmp_path)
    sources = {item.id: item for item in items if isinstance(item, Source)}
    assert list(sources) == ["Ebony_Shoe_2", "ragged", "/wiki/Genk", "/wiki/Genk~2"]
    assert sources["ragged"].title == "Ebony Shoe"
    assert sources["ragged"].table == Table((("Club", "Wins", ""),), (("a", "b", "c"), ("d", "", "")))
    assert [item.reason for item in items if isinstance(item, Drop)] == [
        "table-empty",  # which takes no id away from others
        "table-row-padded",
        "field-missing",
        "id-repeated",
    ]


@pytest.mark.skipif(not (DATA / "ottqa/small").is_dir(), reason="needs BENCHWRIGHT_TEST_DATA")
def test_the_published_sample() -> None:
    items = read(DATA / "ottqa/small")
    sources = {item.id: item for item in items if isinstance(item, Source)}
    assert len(items) == len(sources) == 1080
    assert sum(source.modality is Modality.TABLE for source in sources.values()) == 60
    shoe = sources["Ebony_Shoe_2"].table
    assert shoe is not None
    assert shoe.rows[0][:2] == ("Anderlecht", "10")
    assert shoe.links[0] == (0, 0, "/wiki/R.S.C._Anderlecht")
    assert all(len(row) == len(table.header[0]) for s in sources.values() if (table := s.table) for row in table.rows)
