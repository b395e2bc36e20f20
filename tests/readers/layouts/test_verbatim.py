"""What the published layouts share."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.readers.base import InputFile
from benchwright.readers.layouts import verbatim
from benchwright.records import Drop, Source


def folder(path: Path) -> InputFile:
    return InputFile(path, "", path)


def test_a_part_is_found_plain_or_compressed(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl.xz").write_bytes(b"")
    (tmp_path / "b.jsonl").write_bytes(b"")
    assert [verbatim.part(tmp_path, name) for name in ("a.jsonl", "b.jsonl", "c.jsonl")] == [
        "a.jsonl.xz",
        "b.jsonl",
        "",
    ]


@pytest.mark.parametrize(
    ("data", "expected"), [(b'\n{"a": 1}\n', {"a": 1}), (b"[1]", {}), (b"{", {}), (b"[" * 99_999, {}), (b"", {})]
)
def test_the_first_record(tmp_path: Path, data: bytes, expected: dict[str, int]) -> None:
    (tmp_path / "a.jsonl").write_bytes(data)
    assert verbatim.first_record(folder(tmp_path).beside("a.jsonl")) == expected


def test_bad_lines_are_dropped_and_the_others_go_on(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(b'{"id": "x"}\n{"id"\n[1]\n{"id": 3}\n\xff\n\n{"id": "y"}\n')
    items = list(verbatim.records(folder(tmp_path).beside("a.jsonl"), "id"))
    assert [item for item in items if not isinstance(item, Drop)] == [(1, {"id": "x"}), (7, {"id": "y"})]
    drops = [(item.reason, item.detail[:6]) for item in items if isinstance(item, Drop)]
    assert drops == [
        ("json-line", "line 2"),
        ("json-line", "line 3"),
        ("field-missing", "line 4"),
        ("json-line", "line 5"),
    ]


def test_repeated_ids_get_a_number() -> None:
    ids = verbatim.Ids()
    assert [ids.take(id) for id in ("x", "x~2", "x", "x", "y")] == ["x", "x~2", "x~3", "x~4", "y"]


def test_a_repeated_id_is_told_and_a_source_without_a_document_is_its_own() -> None:
    ids = verbatim.Ids()
    source = verbatim.passage("x", "X", "Words.", document="")
    (first,) = verbatim.with_free_id(source, "f", ids)
    told, second = verbatim.with_free_id(source, "f", ids)
    assert isinstance(first, Source)
    assert isinstance(second, Source)
    assert isinstance(told, Drop)
    assert (first.id, first.document, second.id, second.document) == ("x", "x", "x~2", "x~2")
    assert told.reason == "id-repeated"


@given(st.lists(st.sampled_from(["x", "x~2", "x~3", "y"])))
def test_ids_never_repeat(wanted: list[str]) -> None:
    ids = verbatim.Ids()
    given_ids = [ids.take(id) for id in wanted]
    assert len(set(given_ids)) == len(wanted)


def test_cells_become_strings() -> None:
    assert verbatim.grid([["a", None, 3, 2.5, True], "no row", []]) == [["a", "", "3", "2.5", "true"], []]
    assert verbatim.grid("nothing") == []
    assert verbatim.strings(["a", "a", "", None, 3, "b"]) == ("a", "b")
    assert verbatim.strings({"a": 1}) == ()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("licensed under a Creative Commons Attribution 3.0 Unported License.", "CC BY 3.0"),
        ("Creative Commons Attribution-ShareAlike 4.0 International", "CC BY-SA 4.0"),
        ("Creative Commons\nAttribution-NonCommercial-ShareAlike 4.0 International", "CC BY-NC-SA 4.0"),
        ("MIT License\n\nCopyright", "MIT"),
        ("Apache License\n  Version 2.0, January 2004", "Apache-2.0"),
        ("CC0 1.0 Universal", "CC0 1.0"),
        (
            "Claims: [CC BY 4.0](https://e.org). Texts: ODC-By 1.0, and CC BY 4.0. Code: Apache 2.0 license.",
            "CC BY 4.0, ODC-By 1.0, Apache-2.0",
        ),
        ("The data are under the ODbL 1.0.", "ODbL 1.0"),
        ("Attribution 4.0 International. Creative Commons Attribution 4.0 ... " + "word " * 200 + "CC0", "CC BY 4.0"),
        ("All rights reserved.", ""),
    ],
)
def test_the_licence_has_a_short_name(tmp_path: Path, words: str, expected: str) -> None:
    (tmp_path / "raw").mkdir()
    (tmp_path / "raw" / "LICENSE.txt").write_text(words)
    assert verbatim.licence_of(folder(tmp_path), "raw") == expected
    assert verbatim.licence_of(folder(tmp_path)) == ""


def test_a_line_nested_beyond_reason_is_dropped(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(b'{"id": "x"}\n' + b"[" * 99_999 + b"\n")
    one, two = verbatim.records(folder(tmp_path).beside("a.jsonl"), "id")
    assert one == (1, {"id": "x"})
    assert isinstance(two, Drop)
    assert (two.reason, two.detail[:7]) == ("json-line", "line 2:")
