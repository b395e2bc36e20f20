"""The layout of MultiModalQA, verbatim."""

import gzip
import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from multimodal import TREES, cell, context, mmqa
from published import write_lines

from benchwright.corpus.ingest import ingest_paths
from benchwright.corpus.store import Corpus
from benchwright.readers.base import InputFile, Item, Limits, Mark, Picture, Resume
from benchwright.readers.layouts import resume_marks
from benchwright.readers.layouts.mmqa import READER, mmqa_files
from benchwright.records import Drop, Image, Modality, Place, Source, Table

DATA = Path(os.environ.get("BENCHWRIGHT_TEST_DATA", "/nonexistent")) / "mmqa"

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["text", "links", "url"]), inner),
    max_leaves=8,
)


def read(folder: Path, resume: Resume | None = None) -> list[Item]:
    return list(READER.read(InputFile(folder, folder.name, folder.parent, resume=resume), Limits()))


def plain(item: Item) -> object:
    """An item that may be compared with one of a resumed reading: its file says that it is resumed."""
    return (item.source, item.file.path, item.data) if isinstance(item, Picture) else item


def test_passages_tables_and_images(tmp_path: Path) -> None:
    passage, _, yew, table, elm, image = read(mmqa(tmp_path))
    url = "https://en.wikipedia.org/wiki/"
    assert passage == Source(
        id="e1",
        modality=Modality.TEXT,
        title="Elm",
        text="The elm suffers from a disease.",
        place=Place("/wiki/Elm", headings=("Elm",)),
        url=url + "Elm",
    )
    assert isinstance(yew, Source)
    assert yew.text == "The yew stands in churchyards. Its café is green."
    assert table == Source(
        id="t1",
        modality=Modality.TABLE,
        title="Trees — Ages",
        text="Trees — Ages\nTree | Years\nElm | 300\nYew | 2000",
        place=Place("/wiki/Trees", headings=("Trees", "Ages")),
        table=Table(
            (("Tree", "Years"),),
            (("Elm", "300"), ("Yew", "2000")),
            ((0, 0, "e1"), (0, 0, "e2"), (1, 0, "y1"), (1, 0, "e1"), (1, 0, "e2")),
        ),
        url=url + "Trees",
    )
    assert isinstance(elm, Picture)
    assert elm.source == Source(
        id="i1",
        modality=Modality.IMAGE,
        title="Elm",
        text="Elm",
        place=Place("/wiki/Elm", headings=("Elm",)),
        image=Image("", "", 0, 0, caption="Elm"),
        url=url + "Elm",
    )
    assert isinstance(image, Picture)
    assert image.file.path.name == "i2.JPG"


def test_any_of_the_three_files_makes_the_layout(tmp_path: Path) -> None:
    write_lines(tmp_path / "MMQA_dev.jsonl", [{"qid": "q"}])
    assert mmqa_files(tmp_path) == ()
    (tmp_path / "MMQA_texts.jsonl.gz").write_bytes(gzip.compress(b'{"id": "a", "text": "words"}\n'))
    assert mmqa_files(tmp_path) == ("MMQA_texts.jsonl.gz", "MMQA_dev.jsonl")
    (tmp_path / "LICENSE").write_text("MIT License")
    assert read(tmp_path) == [Source("a", Modality.TEXT, "", "words", Place("a"), licence="MIT")]
    write_lines(tmp_path / "MMQA_tables.jsonl", [context("t", "T", table=TREES)])
    assert mmqa_files(tmp_path) == ("MMQA_texts.jsonl.gz", "MMQA_tables.jsonl", "MMQA_dev.jsonl")


def test_pictures_that_are_all_absent_are_one_drop(tmp_path: Path) -> None:
    items = read(mmqa(tmp_path, pictures=False))
    assert len(items) == 5
    assert items[4] == Drop(
        f"{tmp_path.name}/MMQA_images.jsonl",
        "images-absent",
        "the folder has no final_dataset_images: none of 2 images was read",
    )


def test_what_is_wrong_is_a_drop_and_the_others_go_on(tmp_path: Path) -> None:
    folder = mmqa(tmp_path)
    texts = [
        context("a", "A", text="One."), context("a", "A", text="Two."), context("b", "B", text="  "),
        {"id": 7, "text": ""},
        "[1]", "{", '{"id": "n", "text": NaN}',
    ]  # fmt: skip
    write_lines(folder / "MMQA_texts.jsonl", texts)
    tables = [
        context("x", "X"),
        context("x", "X", table={"table_rows": "no"}),
        context(
            "x", "X", table={"header": [None, {"column_name": "N"}, 3], "table_rows": [[cell("c"), 4, None], [True], 5]}
        ),
        context("w", "W", table={"table_rows": [[0] * 1001, *([[0]] * 999)]}),
    ]
    write_lines(folder / "MMQA_tables.jsonl", tables)
    images = [
        context("i1", "Elm", path="gone.png"),
        context("o", "O", path="../MMQA_dev.jsonl"),
        context("i1", "Elm", path="i1.png"),
    ]
    write_lines(folder / "MMQA_images.jsonl", [*images, context("up", "Up", path="../../../up.png")])
    items = read(folder)
    found = {one.id: one for one in (getattr(item, "source", item) for item in items) if isinstance(one, Source)}
    assert list(found) == ["a", "a~2", "x", "o", "i1"]
    assert found["x"].table == Table((("", "N", "3"),), (("c", "4", ""), ("true", "", "")))
    assert Counter(item.reason for item in items if isinstance(item, Drop)) == {
        "id-repeated": 1,
        "empty": 1,
        "field-missing": 2,
        "json-line": 2,
        "table-empty": 2,
        "table-row-padded": 1,
        "table-too-large": 1,
        "image-missing": 1,
        "image-outside-folder": 1,
    }


def test_a_page_of_many_passages_is_linked_by_its_first(tmp_path: Path) -> None:
    write_lines(tmp_path / "MMQA_texts.jsonl", [context(f"p{n}", "Elm", text="Words.") for n in range(20)])
    write_lines(tmp_path / "MMQA_tables.jsonl", [context("t", "T", table={"table_rows": [[cell("Elm", "Elm")]]})])
    table = read(tmp_path)[-1]
    assert isinstance(table, Source)
    assert table.table == Table((("",),), (("Elm",),), tuple((0, 0, f"p{n}") for n in range(16)))


def test_what_follows_a_mark_is_the_same_when_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resume_marks, "EVERY", 2)
    folder = mmqa(tmp_path)
    write_lines(
        folder / "MMQA_images.jsonl", [context("e1", "Elm", path="i1.png"), context("e1", "Elm", path="no.png")]
    )
    items = read(folder)
    places = [place for place, item in enumerate(items) if isinstance(item, Mark)]
    assert len(places) == 3
    for place in places:
        mark = items[place]
        assert isinstance(mark, Mark)
        rest = read(folder, Resume(json.loads(json.dumps(mark.state))))
        assert list(map(plain, rest)) == list(map(plain, items[place + 1 :]))


def test_it_becomes_a_corpus(tmp_path: Path) -> None:
    folder = mmqa(tmp_path / "set")
    (folder / "final_dataset_images/i2.JPG").write_bytes(b"no picture")
    report = ingest_paths([folder], tmp_path / "corpus")
    corpus = Corpus.open(tmp_path / "corpus")
    assert corpus.ids == ["e1", "e2", "y1", "t1", "i1"]
    assert dict(report.drops) == {"image-format": 1}
    image = corpus.source("i1").image
    assert image is not None
    assert (image.width, image.height, image.extension, image.caption) == (8, 8, "png", "Elm")


FIELDS = ("id", "text", "title", "url", "path", "table")


@given(st.fixed_dictionaries({}, optional=dict.fromkeys(FIELDS, JSON)))
def test_any_record_gives_a_source_or_a_drop(tmp_path_factory: pytest.TempPathFactory, record: dict[str, Any]) -> None:
    folder = tmp_path_factory.mktemp("any")
    first = context("ok", "T", text="t", path="i.png", table={"table_rows": [["c"]]})
    for name in ("texts", "tables", "images"):
        rows = [record, record | {"id": "x", "table": {"table_rows": record.get("table")}}, first]
        write_lines(folder / f"MMQA_{name}.jsonl", rows)
    items = read(folder)
    assert {"ok", "ok~2"} <= {item.id for item in items if isinstance(item, Source)}
    assert all(isinstance(item, Source | Drop) for item in items)


@pytest.mark.skipif(not DATA.is_dir(), reason="needs BENCHWRIGHT_TEST_DATA")
def test_the_published_metadata_of_images() -> None:
    assert mmqa_files(DATA) == ("MMQA_images.jsonl.gz", "MMQA_dev.jsonl.gz")
    (drop,) = read(DATA)
    assert isinstance(drop, Drop)
    assert drop.reason == "images-absent"
    assert "none of 57,058 images" in drop.detail
