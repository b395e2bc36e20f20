"""Members of a JSON list or object, however they are cut into blocks."""

import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.errors import ReadError
from benchwright.readers import json_members
from benchwright.readers.json_members import JsonMember, JsonMembers

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def read(data: bytes | str, limit: int = 1000, into: tuple[str, ...] = ()) -> list[JsonMember]:
    raw = data.encode() if isinstance(data, str) else data
    return list(JsonMembers(io.BytesIO(raw), limit, frozenset(into)))


@given(st.lists(VALUES, max_size=6), st.integers(1, 9), st.booleans(), st.sampled_from([None, 1]))
def test_a_list_gives_its_members(values: list[Any], block: int, plain: bool, indent: int | None) -> None:
    data = json.dumps(values, ensure_ascii=plain, indent=indent)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_members, "_BLOCK", block)
        found = read(data.encode("utf-8", "surrogatepass"), 10_000)
    assert [json.dumps(one.value()) for one in found] == [json.dumps(value) for value in values]
    assert [one.number for one in found] == list(range(len(values)))


@given(st.dictionaries(st.text(), VALUES, max_size=6), st.integers(1, 9))
def test_an_object_gives_keys_and_values(values: dict[str, Any], block: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_members, "_BLOCK", block)
        found = read(json.dumps(values), 10_000)
    assert {one.key: one.value() for one in found} == values


@given(st.binary(max_size=40) | st.text(alphabet='[]{},:"\\ 1a', max_size=40).map(str.encode), st.integers(1, 5))
def test_any_bytes_give_members_or_a_read_error(data: bytes, block: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_members, "_BLOCK", block)
        reason = ""
        try:
            for one in JsonMembers(io.BytesIO(data), 10):
                one.value()
        except ReadError as error:
            reason = error.reason
    assert reason in {"", "bad-json", "empty", "encoding", "too-large", "truncated"}


def test_what_is_wrong_inside_a_member_is_its_own_fault() -> None:
    data = '[{"a": NaN}, {"a": 1' + "0" * 5000 + '}, {"a": tru}, {"a": "\\ud800"}, ' + "[" * 9000 + "]" * 9000 + ", 7]"
    found = read(data, 20_000)
    assert len(found) == 6
    assert found[3].value() == {"a": "\ud800"}
    assert found[5].value() == 7
    for place in (1, 2, 4):
        with pytest.raises(ReadError) as caught:
            found[place].value()
        assert caught.value.reason == "bad-json"


def test_a_member_that_is_too_large_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_members, "_BLOCK", 7)
    big = json.dumps({"text": 'a "quoted" [word] ' * 50})
    found = read(f'{{"one": {big}, "two": "{"x" * 99}", "three": [1]}}', 50)
    assert [(one.key, one.data) for one in found] == [("one", None), ("two", None), ("three", b"[1]")]
    with pytest.raises(ReadError, match="more bytes") as caught:
        found[0].value()
    assert caught.value.reason == "too-large"


def test_a_member_may_be_gone_into() -> None:
    found = read(
        '{"meta": {"x": 1}, "data": {"a": [1], "data": {"b": 2}}, "list": [3], "end": 4}', into=("data", "list")
    )
    assert [(one.number, one.within, one.key, one.value()) for one in found] == [
        (0, "", "meta", {"x": 1}),
        (1, "data", "a", [1]),
        (2, "data", "data", {"b": 2}),
        (3, "list", "", 3),
        (4, "", "end", 4),
    ]


@pytest.mark.parametrize(
    ("data", "before", "reason"),
    [
        (b"", 0, "empty"),
        (b" \n", 0, "empty"),
        (b"\xff\xfe[\0", 0, "encoding"),
        (b"[1, 2", 1, "truncated"),
        (b'[1, "a\\', 1, "truncated"),
        (b"[1, [2, 3]", 2, "truncated"),
        (b"[[1] [2]]", 1, "bad-json"),
        (b"[1,]", 1, "bad-json"),
        (b"[,1]", 0, "bad-json"),
        (b'{"a" 1}', 0, "bad-json"),
        (b'{"a": 1, 2}', 1, "bad-json"),
        (b'{"a": }', 0, "bad-json"),
        (b'{"' + b"k" * 70_000 + b'": 1}', 0, "bad-json"),
        (b"[1]\n[2]", 1, "bad-json"),
        (b"[1}", 1, "bad-json"),
    ],
)
def test_a_list_that_is_broken_ends_there(data: bytes, before: int, reason: str) -> None:
    found: list[JsonMember] = []
    with pytest.raises(ReadError) as caught:
        found.extend(JsonMembers(io.BytesIO(data), 100))
    assert (len(found), caught.value.reason) == (before, reason)


def test_a_plain_value_has_no_members() -> None:
    assert JsonMembers(io.BytesIO(b'"word"'), 10).kind == "value"
    assert read("12") == []
    assert read(b"\xef\xbb\xbf[ ]") == []
    assert JsonMembers(io.BytesIO(b" {}"), 10).kind == "object"
