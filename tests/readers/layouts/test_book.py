"""The book layout: passages, figures and tables that refer to each other."""

import json
import os
from collections import Counter
from pathlib import Path

import pytest

from benchwright.readers.base import InputFile, Item, Limits, Picture
from benchwright.readers.layouts.book import READER, book_files
from benchwright.records import Drop, Image, Modality, Place, Source, Table

DATA = Path(os.environ.get("BENCHWRIGHT_TEST_DATA", "/nonexistent"))

MODULE = {"module": "m1", "unit": "Unit 1", "chapter": "Mendel\\'s Peas", "module_title": "Laws"}
OTHER = {"module": "m2", "unit": None, "chapter": None, "module_title": "Bacteria"}


def passage(id: str, section: str, text: str, refs: list[object] | None = None, **where: object) -> dict[str, object]:
    return {"id": id, "section": section, "kind": "para", "text": text, "refs": refs or [], **(where or MODULE)}


def figure(id: str, file: str | None, caption: str = "", qr: bool = False) -> dict[str, object]:
    return {"id": id, "image_file": file, "alt": "A drawing.", "caption": caption, "is_qr_code": qr, **MODULE}


def table(id: str, title: str, **where: object) -> dict[str, object]:
    return {"id": id, "title": title, "n_header": 1, "header": [["A", "B"]], "rows": [["1", "2"]], **(where or MODULE)}


def write(folder: Path, **files: list[dict[str, object]]) -> None:
    for name, rows in files.items():
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))


def read(folder: Path) -> list[Item]:
    return list(READER.read(InputFile(folder, folder.name, folder.parent), Limits()))


def sources(items: list[Item]) -> dict[str, Source]:
    found = [item.source if isinstance(item, Picture) else item for item in items if isinstance(item, Source | Picture)]
    return {source.id: source for source in found}


def test_a_passage_has_its_module_as_document_and_a_title(tmp_path: Path) -> None:
    (tmp_path / "raw_md").mkdir()
    (tmp_path / "raw_md/LICENSE.txt").write_text("a Creative Commons Attribution 3.0 Unported License")
    write(
        tmp_path,
        passages=[passage("p1", "Dominance {#import-auto-id1}", "Kept. ^"), passage("p2", "Section Summary", "Short.")],
        tables=[],
    )
    assert read(tmp_path) == [
        Source(
            id="p1",
            modality=Modality.TEXT,
            title="Dominance",
            text="Kept. ^",
            place=Place("m1", headings=("Unit 1", "Mendel's Peas", "Laws", "Dominance")),
            licence="CC BY 3.0",
        ),
        Source(
            id="p2",
            modality=Modality.TEXT,
            title="Laws",
            text="Short.",
            place=Place("m1", headings=("Unit 1", "Mendel's Peas", "Laws", "Section Summary")),
            licence="CC BY 3.0",
        ),
    ]


def test_figures_know_who_refers_to_them_and_the_useless_ones_go(tmp_path: Path) -> None:
    (tmp_path / "images").mkdir()
    (tmp_path / "images/pea.jpg").write_bytes(b"bytes are proven later")
    write(
        tmp_path,
        passages=[
            passage("p1", "Peas", "See it.", ["f1", "f1", "nowhere", None]),
            passage("p2", "Peas", "So.", ["f1"]),
        ],
        figures=[
            figure("f1", "images/pea.jpg", "A pea."),
            figure("f2", "images/pea.jpg", qr=True),
            figure("f3", None),
            figure("f4", "images/lost.jpg"),
            figure("f5", "../outside.jpg"),
        ],
    )
    items = read(tmp_path)
    (picture,) = [item for item in items if isinstance(item, Picture)]
    assert picture.source.image == Image("", "", 0, 0, "A pea.", "A drawing.")
    assert picture.source.text == "A pea.\nA drawing."
    assert picture.source.title == "Laws"
    assert picture.source.referred_by == ("p1", "p2")
    assert picture.file.path == tmp_path.resolve() / "images/pea.jpg"
    assert [(item.reason, item.detail) for item in items if isinstance(item, Drop)] == [
        ("qr-code", "figure 'f2' shows a QR code"),
        ("figure-without-file", "figure 'f3' names no file"),
        ("image-missing", f"figure 'f4': there is no file '{tmp_path.name}/images/lost.jpg'"),
        ("image-missing", "figure 'f5': there is no file 'outside.jpg'"),
        ("dangling-reference", "passage 'p1' refers to 'nowhere'"),
    ]


def test_a_repeated_table_gets_a_suffix_and_each_module_its_own(tmp_path: Path) -> None:
    write(
        tmp_path,
        passages=[
            passage("p1", "Laws", "See it.", ["t1"]),
            passage("p2", "Walls", "See it.", ["t1"], **OTHER),
            passage("p3", "Elsewhere", "See it.", ["t1"], module="m3", module_title="Else"),
        ],
        tables=[table("t1", "Peas"), table("t1", "Bacteria", **OTHER), table("t2", "") | {"rows": []}],
    )
    items = read(tmp_path)
    found = sources(items)
    assert list(found) == ["p1", "p2", "p3", "t1", "t1~2"]
    assert found["t1"].referred_by == ("p1", "p3")
    assert found["t1~2"].referred_by == ("p2", "p3")
    assert found["t1~2"].text == "Bacteria\nA | B\n1 | 2"
    assert found["t1~2"].table == Table((("A", "B"),), (("1", "2"),))
    assert [item.reason for item in items if isinstance(item, Drop)] == ["id-repeated", "table-empty"]


def test_sections_that_many_modules_have_name_no_subject(tmp_path: Path) -> None:
    modules = [{"module": f"m{number}", "module_title": f"Title {number}"} for number in range(4)]
    rows = [passage(f"p{at}", "Try It", "Text.", **module) for at, module in enumerate(modules)]
    write(tmp_path, passages=[*rows, passage("q", "Peas", "Text.", **modules[0])], tables=[])
    assert [source.title for source in sources(read(tmp_path)).values()] == [
        "Title 0",
        "Title 1",
        "Title 2",
        "Title 3",
        "Peas",
    ]


def test_the_layout_is_told_by_its_records(tmp_path: Path) -> None:
    write(tmp_path, passages=[passage("p1", "a", "b")])
    assert book_files(tmp_path) == ()
    write(tmp_path, tables=[], qa=[])
    assert book_files(tmp_path) == ("passages.jsonl", "tables.jsonl", "qa.jsonl")
    write(tmp_path, passages=[{"passage_id": "x", "text": "y"}])
    assert book_files(tmp_path) == ()


@pytest.mark.skipif(not (DATA / "books/biology_small").is_dir(), reason="needs BENCHWRIGHT_TEST_DATA")
def test_one_chapter_of_a_real_book() -> None:
    items = read(DATA / "books/biology_small")
    found = Counter(str(source.modality) for source in sources(items).values())
    assert found == {"text": 145, "image": 34, "table": 2}
    assert Counter(item.reason for item in items if isinstance(item, Drop)) == {"qr-code": 6}
    assert {source.licence for source in sources(items).values()} == {"CC BY 3.0"}
    assert sources(items)["fig-ch03_01_01"].referred_by != ()


@pytest.mark.skipif(not (DATA / "books/biology").is_dir(), reason="needs BENCHWRIGHT_TEST_DATA")
def test_a_whole_real_book() -> None:
    items = read(DATA / "books/biology")
    found = Counter(str(source.modality) for source in sources(items).values())
    assert found == {"text": 6387, "image": 1357 - 214 - 5, "table": 58}
    assert Counter(item.reason for item in items if isinstance(item, Drop)) == {
        "qr-code": 214,
        "figure-without-file": 5,
        "dangling-reference": 113,
        "id-repeated": 1,
    }
    assert not any("{#" in heading for source in sources(items).values() for heading in source.place.headings)
