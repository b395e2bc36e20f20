"""The published JSON Schema of examples.jsonl fits what the records write, and refuses what they never would."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from benchwright.records import Answer, Check, Example, Hop, Modalities, Origin, Span, dump_line

SCHEMA = json.loads((Path(__file__).parents[1] / "docs" / "example.schema.json").read_text("utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)

word = st.text(min_size=1, max_size=8)
words = st.lists(word, max_size=3).map(tuple)
offset = st.none() | st.integers(0, 10**6)
fraction = st.floats(0, 1)
spans = st.builds(
    Span,
    source=word,
    read=st.sampled_from(["text", "cell", "pixels", "ocr", "caption", "alt"]),
    start=offset,
    end=offset,
    cells=st.lists(st.tuples(st.integers(-3, 99), st.integers(0, 99)), max_size=2).map(tuple),
    box=st.none() | st.tuples(fraction, fraction, fraction, fraction),
)
answers = st.lists(st.builds(Answer, word, words, st.lists(st.lists(spans, max_size=2).map(tuple)).map(tuple))).map(
    tuple
)
examples = st.builds(
    Example,
    id=word,
    question=word,
    answers=answers,
    style=word,
    modalities=st.builds(Modalities, st.integers(0, 3), st.integers(0, 3), st.integers(0, 3)),
    sources=st.lists(word, unique=True).map(tuple),
    distractors=words,
    entity=word,
    family=word,
    checks=st.lists(
        st.builds(Check, word, st.sampled_from(["pass", "fail", "unscored"]), word, st.none() | fraction, word)
    ).map(tuple),
    origin=st.builds(Origin, word, word, st.integers(0), st.integers(0), st.dictionaries(word, word)),
    hops=st.lists(st.builds(Hop, word, word, words)).map(tuple),
    derivation=st.none() | st.dictionaries(word, word),
    read=st.just("") | word,
    grades=st.dictionaries(word, st.integers(1, 9), max_size=2),
    undecided=answers,
    columns=st.dictionaries(word, word, max_size=2),
)


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@given(examples)
def test_every_example_fits(example: Example) -> None:
    line = json.loads(dump_line(example.to_json()))
    assert [error.message for error in VALIDATOR.iter_errors(line)] == []
    assert list(line) == [name for name in SCHEMA["properties"] if name in line]
    assert set(line) >= set(SCHEMA["required"])
    assert set(line) - set(SCHEMA["required"]) == {
        name for name in ("grades", "undecided", "columns") if getattr(example, name)
    }


GOOD = Example(
    id="e1",
    question="How long is the Aare?",
    answers=(Answer("288 km", (), ((Span("t1", "cell", cells=((0, 1),)),),)),),
    style="information-extraction",
    modalities=Modalities(table=1),
    sources=("t1",),
    distractors=(),
    entity="aare",
    family="value",
    checks=(Check("unique", "pass"),),
    origin=Origin("derive", "{}", 0, 13),
).to_json()


@pytest.mark.parametrize(
    "spoil",
    [
        lambda line: line.pop("origin"),
        lambda line: line.update(extra=1),
        lambda line: line.update(question=""),
        lambda line: line.update(schema_version=2),
        lambda line: line.update(sources=["t1", "t1"]),
        lambda line: line["checks"][0].update(verdict="maybe"),
        lambda line: line["answers"][0]["evidence"][0][0].update(read="guessed"),
        lambda line: line["answers"][0]["evidence"][0][0].update(box=[0, 0, 1]),
        lambda line: line["answers"][0]["evidence"][0][0].update(cells=[[0]]),
        lambda line: line["modalities"].update(video=1),
        lambda line: line.update(undecided=[]),
    ],
)
def test_what_no_record_writes_is_refused(spoil: Callable[[dict[str, Any]], object]) -> None:
    line = json.loads(dump_line(GOOD))
    assert VALIDATOR.is_valid(line)
    spoil(line)
    assert not VALIDATOR.is_valid(line)
