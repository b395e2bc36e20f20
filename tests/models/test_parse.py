"""One object is found in any reply that holds one, and nothing is ever guessed."""

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from benchwright.models.parse import read_reply

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"answer": {"type": "string"}, "n": {"type": "integer"}},
    "required": ["answer", "n"],
    "additionalProperties": False,
}
GOOD = '{"answer": "a { b } \\"c\\" ```", "n": 3}'
DATA = {"answer": 'a { b } "c" ```', "n": 3}


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"  {GOOD}\n",
        f"```json\n{GOOD}\n```",
        f"Here it is:\n```\n{GOOD}\n```\nAnything else?",
        f"With {{x | x > 0}} and f{{y}}: {GOOD} Done {{.",
        "{\n" + GOOD[1:],
    ],
)
def test_the_object_is_found_in_any_wrapping(text: str) -> None:
    assert read_reply(text, SCHEMA) == (DATA, "")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "the reply is empty"),
        (" \n", "the reply is empty"),
        ("I cannot.", "the reply holds no JSON object"),
        ("[1, 2]", "the reply holds no JSON object"),
        (f"{GOOD}\n{GOOD}", "the reply holds more than one JSON object"),
        (GOOD[:-1], "the JSON object is cut off before its end"),
        ('{"a": {"answer": "x", "n": 1}', "the JSON object is cut off before its end"),
        ('{"answer": "x', "the JSON object is cut off before its end"),
        ('{"answer": "x", "n": 1,}', "the JSON object is not valid: "),
        ('{"answer": x, "n": 1}', "the JSON object is not valid: expecting value at character 11 of it"),
        ('{"answer": "x", "n": NaN}', "the JSON object holds NaN, which is no JSON"),
        ('{"n": 1, "n": 2, "answer": "x"}', "the JSON object gives one name twice"),
        ('{"answer": "\\ud800", "n": 1}', "the JSON object holds half of a character (a lone surrogate)"),
        ('{"n": ' + "9" * 5000 + ', "answer": "x"}', "the JSON object holds a number that is too long"),
        ('{"a":' * 70_000, "the JSON object is nested too deeply"),
        (" " * 400_001, "the reply has more than 400000 characters"),
        ('{"answer": "x"}', "the object: 'n' is a required property"),
        ('{"answer": "x", "n": "1"}', "n: '1' is not of type 'integer'"),
        (
            '{"answer": "x", "n": 1, "more": 1}',
            "the object: Additional properties are not allowed ('more' was unexpected)",
        ),
        ("{}", "the object: "),
    ],
)
def test_everything_else_is_a_problem_that_is_told(text: str, problem: str) -> None:
    data, told = read_reply(text, SCHEMA)
    assert data is None
    assert told.startswith(problem)
    assert "\n" not in told


def test_a_problem_is_short() -> None:
    data, told = read_reply(json.dumps({"answer": ["x" * 5000], "n": 1}), SCHEMA)
    assert data is None
    assert len(told) < 200


def test_without_a_schema_any_object_will_do() -> None:
    assert read_reply('so: {"x": [1]}', None) == ({"x": [1]}, "")


PIECES = st.one_of(
    st.text(max_size=20), st.sampled_from(['{"', "{", "}", '"', "\\", "```json", "[", GOOD, '{"a":', "\ud800", "NaN"])
)


@given(st.lists(PIECES, max_size=12).map("".join))
@example('{"\\')
def test_no_text_raises(text: str) -> None:
    data, problem = read_reply(text, SCHEMA)
    assert (data is None) == bool(problem)
    assert data is None or data == {"answer": data["answer"], "n": data["n"]}


TALK = st.text(st.characters(exclude_characters='{}"', exclude_categories=["Cs"]), max_size=40)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
OBJECTS = st.dictionaries(st.text(max_size=5), VALUES, max_size=4)


@given(OBJECTS, TALK, TALK, st.sampled_from(["", "```", "```json\n"]), st.sampled_from([None, 1]), st.booleans())
def test_what_was_written_is_read_back(
    data: dict[str, Any], before: str, after: str, fence: str, indent: int | None, ascii_only: bool
) -> None:
    text = json.dumps(data, indent=indent, ensure_ascii=ascii_only)
    assert read_reply(f"{before}{fence}{text}\n```{after}", None) == (data, "")


@given(OBJECTS, OBJECTS, TALK)
def test_two_objects_are_a_problem(one: dict[str, Any], other: dict[str, Any], between: str) -> None:
    assert read_reply(json.dumps(one) + between + json.dumps(other), None)[0] is None


@given(OBJECTS, st.data())
def test_an_object_that_is_cut_off_is_never_read(data: dict[str, Any], drawn: st.DataObject) -> None:
    text = json.dumps(data)
    assert read_reply(text[: drawn.draw(st.integers(0, len(text) - 1))], None)[0] is None
