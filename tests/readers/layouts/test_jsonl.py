"""JSON Lines: both forms, and lines that cannot be read."""

import json
from pathlib import Path

import pytest

from benchwright.readers.base import InputFile, Item, Limits, Picture
from benchwright.readers.layouts.jsonl import read_jsonl
from benchwright.records import Drop, Image, Modality, Place, Source, Table

TABLE = Source("t", Modality.TABLE, "T", "T\na | b", Place("d"), table=Table((("a", "b"),), (("1", "2"),)))


def read(tmp_path: Path, *lines: object) -> list[Item]:
    path = tmp_path / "x.jsonl"
    path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines))
    return list(read_jsonl(InputFile(path, path.name, tmp_path), Limits()))


def test_our_own_form_comes_back_as_it_was(tmp_path: Path) -> None:
    assert read(tmp_path, TABLE.to_json()) == [TABLE]


def test_any_other_form(tmp_path: Path) -> None:
    one = {"_id": 7, "title": "Oak", "text": "Old.", "url": "u", "license": "CC0"}
    assert read(tmp_path, one, {"contents": "No id."}) == [
        Source("7", Modality.TEXT, "Oak", "Old.", Place("7", 0, 4), licence="CC0", url="u"),
        Source("x.jsonl#p1", Modality.TEXT, "", "No id.", Place("x.jsonl#p1", 0, 6)),
    ]


def test_an_image_brings_its_file(tmp_path: Path) -> None:
    source = Source("i", Modality.IMAGE, "I", "c", Place("d"), image=Image("ab", "png", 1, 1, "c"))
    (tmp_path / "images").mkdir()
    (tmp_path / "images/ab.png").write_bytes(b"x")
    (picture,) = read(tmp_path, source.to_json())
    assert isinstance(picture, Picture)
    assert picture.source == source
    assert picture.file.name == "images/ab.png"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "bad-json"),
        ('{"text": "\xff"', "bad-json"),
        ("[" * 100_000, "bad-json"),
        ("[1]", "bad-record"),
        ('{"id": "a"}', "no-text"),
        ('{"id": "a", "modality": "video", "place": {"document": "d"}}', "bad-record"),
        ('{"id": "a", "modality": "text", "place": {"document": "d"}, "title": "", "text": ""}', "bad-record"),
        ('{"id": "a", "modality": "table", "place": {"document": "d"}, "title": "", "text": "x"}', "bad-record"),
        (
            json.dumps(
                TABLE.to_json() | {"modality": "image", "table": None, "image": Image("ab", "png", 1, 1).to_json()}
            ),
            "missing",
        ),
        (json.dumps(TABLE.to_json() | {"modality": "text"}), "bad-record"),
        (json.dumps(TABLE.to_json() | {"place": {"document": "d", "page": 0}}), "bad-record"),
        (json.dumps(TABLE.to_json() | {"place": {"document": "d", "box": [0, 0, 1, float("nan")]}}), "bad-record"),
        (
            json.dumps(TABLE.to_json() | {"table": {"header": [], "rows": [], "cut": {"rows": "x", "columns": 1}}}),
            "bad-record",
        ),
    ],
)
def test_a_bad_line_is_a_drop_and_the_others_go_on(tmp_path: Path, line: str, reason: str) -> None:
    drop, source = read(tmp_path, line, TABLE.to_json())
    assert isinstance(drop, Drop)
    assert drop.reason == reason
    assert drop.detail.startswith("line 1: ")
    assert source == TABLE
