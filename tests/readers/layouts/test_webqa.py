"""The layout of WebQA, and pictures found by lines."""

import base64
import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from multimodal import FIRST, PICTURES, asked_webqa, picture, snippet, webqa

from benchwright.corpus.ingest import ingest_paths
from benchwright.corpus.store import Corpus
from benchwright.readers import image_lines, input_records
from benchwright.readers.base import InputFile, Item, Limits, Mark, Picture, Resume
from benchwright.readers.inputs import ReadContext
from benchwright.readers.layouts import resume_marks
from benchwright.readers.layouts.webqa import READER, webqa_files
from benchwright.records import Drop, Image, Modality, Place, Source

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)
FIELDS = ("Q", "txt_posFacts", "txt_Facts", "img_posFacts", "img_Facts")


def read(folder: Path, resume: Resume | None = None, **more: Any) -> list[Item]:
    return list(READER.read(InputFile(folder, folder.name, folder.parent, resume=resume, **more), Limits()))


def plain(item: Item) -> object:
    return (item.source, item.file.path, item.data) if isinstance(item, Picture) else item


def reasons(items: list[Item]) -> dict[str, int]:
    return dict(Counter(item.reason for item in items if isinstance(item, Drop)))


def ids(items: list[Item]) -> list[str]:
    found = (item.source if isinstance(item, Picture) else item for item in items)
    return [one.id for one in found if isinstance(one, Source)]


def test_facts_that_questions_share_come_once(tmp_path: Path) -> None:
    items = read(webqa(tmp_path))
    assert ids(items) == ["g1_0", "g1_1", "30000000", "30000001", "30000002"]
    text, _, *images = items
    assert text == Source(
        id="g1_0",
        modality=Modality.TEXT,
        title="Elm",
        text="The elm suffers from a disease.",
        place=Place("/wiki/Elm", headings=("Elm",)),
        url="https://en.wikipedia.org/wiki/Elm",
    )
    assert [image.data for image in images if isinstance(image, Picture)] == list(PICTURES)
    image = images[0]
    assert isinstance(image, Picture)
    assert image.source == Source(
        id="30000000",
        modality=Modality.IMAGE,
        title="File:Tree.jpg",
        text="A green elm.",
        place=Place("/wiki/File:Tree.jpg", headings=("File:Tree.jpg",)),
        image=Image("", "", 0, 0, caption="A green elm."),
        url="https://commons.wikimedia.org/wiki/File:Tree.jpg",
    )


def test_the_layout_is_told_by_its_questions(tmp_path: Path) -> None:
    (tmp_path / "WebQA_test.json").write_text('{"a": {"name": "not a question"}}')
    assert webqa_files(tmp_path) == ()
    (tmp_path / "WebQA_test.json").write_text("[")
    assert webqa_files(tmp_path) == ()
    webqa(tmp_path)
    assert webqa_files(tmp_path) == ("WebQA_train_val.json", "WebQA_test.json", "imgs.lineidx", "imgs.tsv")


def test_an_index_is_made_where_there_is_none_or_a_bad_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(image_lines, "_BLOCK", 100)  # lines go over the borders of blocks
    monkeypatch.setattr(image_lines, "_SIGN", 200)
    folder = webqa(tmp_path, index=False)
    items = read(folder)
    assert (len(items), reasons(items)) == (5, {})
    for index in ("0\nx\n", "0\n\n5\n", "-1\n", "9" * 30, "\xff"):
        (folder / "imgs.lineidx").write_text(index, encoding="latin-1")
        items = read(folder)
        assert (len(items), reasons(items)) == (6, {"webqa-index": 1})
    signs: list[str] = []
    read(folder, around=ReadContext(begin=signs.append))
    assert [sign for sign in signs if sign.startswith("byte")][:2] == ["byte 0 of imgs.tsv", "byte 200 of imgs.tsv"]


def test_a_line_that_is_not_where_it_should_be_is_a_drop(tmp_path: Path) -> None:
    folder = webqa(tmp_path)
    starts = (folder / "imgs.lineidx").read_text().split()
    size = (folder / "imgs.tsv").stat().st_size
    for wrong in ([starts[1], starts[0], starts[2]], ["3", str(size), str(10**17)]):
        (folder / "imgs.lineidx").write_text("\n".join(wrong))
        found = read(folder)
        count = 2 if wrong[2] == starts[2] else 3
        assert reasons(found) == {"webqa-line-mismatch": count}
        assert len(ids(found)) == 5 - count
    (folder / "imgs.lineidx").write_text(starts[0])
    assert reasons(read(folder)) == {"webqa-line-mismatch": 2}


def test_lines_that_are_damaged_cost_only_themselves(tmp_path: Path) -> None:
    folder = webqa(tmp_path, index=False)
    good = base64.b64encode(PICTURES[2])
    (folder / "imgs.tsv").write_bytes(b"30000000\tno base64!\n30000001 and no tab\n30000002\t" + good)
    assert reasons(read(folder)) == {"webqa-encoding": 1, "webqa-line-mismatch": 1}
    (folder / "imgs.tsv").write_bytes(
        b"30000000\t" + good + b"\n30000001\t" + b"A" * 4000 + b"\n30000002\t" + good[:-3]
    )
    found = read(folder, limits=Limits(image_bytes=len(PICTURES[2])))
    assert reasons(found) == {"image-too-large": 1, "webqa-encoding": 1}
    assert ids(found) == ["g1_0", "g1_1", "30000000"]


def test_pictures_that_are_all_absent_are_one_drop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = webqa(tmp_path, images=False)
    assert webqa_files(folder) == ("WebQA_train_val.json", "WebQA_test.json")
    *_, drop = items = read(folder)
    assert (len(items), drop) == (
        3,
        Drop(folder.name, "images-absent", "no imgs.tsv can be read: none of 3 images was"),
    )
    monkeypatch.setattr(image_lines, "LINES", 2)
    (folder / "imgs.tsv").write_text("a\nb\nc\n")
    assert reasons(read(folder)) == {"too-large": 1, "images-absent": 1}


def test_what_is_wrong_is_a_drop_and_the_others_go_on(tmp_path: Path) -> None:
    facts = [snippet("s", "One."), snippet("s", "Other."), snippet("", "x"), snippet("e", "  "), 7, {"fact": "x"}]
    pictures: list[Any] = [picture(FIRST, ""), {"image_id": "x", "caption": "c"}, {"image_id": "9" * 13}, None]
    folder = webqa(tmp_path, {"a": 5, "b": asked_webqa("?", [], txt_posFacts=facts, img_posFacts=pictures)})
    path = folder / "WebQA_train_val.json"
    text = (
        path.read_text()[:-1] + ', "c": ' + "[" * 5000 + "]" * 5000 + ', "d": {"Q": tru}, "e": {"txt_Facts": 3}, "f": {'
    )
    path.write_text(text)
    items = read(folder)
    assert ids(items) == ["s", "30000000", "30000002"]
    assert reasons(items) == {
        "bad-record": 2,
        "fact-differs": 1,
        "field-missing": 7,
        "bad-json": 2,
        "truncated": 1,
    }


def test_what_follows_a_mark_is_the_same_when_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resume_marks, "EVERY", 2)
    folder = webqa(tmp_path)
    (folder / "imgs.lineidx").write_text("no index")
    items = read(folder)
    places = [place for place, item in enumerate(items) if isinstance(item, Mark)]
    assert places == [2, 5, 8]
    for place in places:
        mark = items[place]
        assert isinstance(mark, Mark)
        rest = read(folder, Resume(json.loads(json.dumps(mark.state))))
        assert list(map(plain, rest)) == list(map(plain, items[place + 1 :]))


def test_an_image_that_kills_its_worker_costs_itself(tmp_path: Path) -> None:
    around = ReadContext(avoid={"image 30000001": "worker-timeout"})
    items = read(webqa(tmp_path), around=around)
    assert ids(items) == ["g1_0", "g1_1", "30000000", "30000002"]
    assert reasons(items) == {"image-worker-timeout": 1}


def test_it_becomes_a_corpus(tmp_path: Path) -> None:
    folder = webqa(tmp_path / "set")
    report = ingest_paths([folder], tmp_path / "corpus")
    corpus = Corpus.open(tmp_path / "corpus")
    assert corpus.ids == ["g1_0", "g1_1", "30000000", "30000001", "30000002"]
    assert (dict(report.drops), dict(report.notices)) == ({}, {})
    image = corpus.source("30000001").image
    assert image is not None
    assert (image.width, image.caption) == (8, "A red yew.")
    assert corpus.image_path(corpus.source("30000001")).read_bytes() == PICTURES[1]


def test_a_file_too_large_to_be_hashed_is_told_by_size_and_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = webqa(tmp_path) / "imgs.tsv"
    monkeypatch.setattr(input_records, "HASHED", path.stat().st_size - 1)
    seen = input_records.look_at(path, tmp_path)
    assert (seen.size, seen.sha256) == (path.stat().st_size, "")
    assert input_records.is_unchanged([seen], tmp_path)
    os.utime(path, ns=(1, 1))
    assert not input_records.is_unchanged([seen], tmp_path)


@given(st.fixed_dictionaries({}, optional=dict.fromkeys(FIELDS, JSON | st.lists(JSON))), JSON)
def test_any_question_gives_facts_or_drops(
    tmp_path_factory: pytest.TempPathFactory, record: dict[str, Any], other: Any
) -> None:
    fact = {"snippet_id": other, "image_id": other, "fact": other, "title": other, "url": other, "caption": other}
    last = asked_webqa("?", [], txt_posFacts=[snippet("last", "Words.")])
    made = {"a": record, "b": other, "c": {"txt_Facts": [fact], "img_Facts": [fact]}, "d": last}
    items = read(webqa(tmp_path_factory.mktemp("any"), made))
    assert "last" in ids(items)
    assert all(isinstance(item, Source | Picture | Drop) for item in items)
