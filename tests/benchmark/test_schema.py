from __future__ import annotations

import json
from pathlib import Path

from jsonschema import Draft202012Validator

from benchwright.benchmark.schema import example_schema
from benchwright.records import Answer, Check, Example, Hop, Modalities, Origin, Span

ROOT = Path(__file__).parents[2]


def test_the_published_schema_is_the_one_in_the_code() -> None:
    assert json.loads((ROOT / "docs" / "examples.schema.json").read_text("utf-8")) == example_schema()


def test_it_takes_a_whole_example_and_no_other_key() -> None:
    example = Example(
        "q1",
        "How high is it?",
        (Answer("7 m", ("7",), ((Span("s1", "cell", cells=((-1, 0), (2, 1))),), (Span("s2", "text", 0, 4),))),),
        "multi-hop",
        Modalities(text=1, table=1),
        ("s1", "s2"),
        ("s3",),
        "It",
        "heights",
        (Check("unique", "pass", score=0.5),),
        Origin("derive", "{}", 0, 13, {"writer": "m"}, {"p": "0" * 64}),
        hops=(Hop("Which?", "It", ("s1",)),),
        derivation={"program": []},
    )
    checker = Draft202012Validator(example_schema())
    Draft202012Validator.check_schema(example_schema())
    data = example.to_json()
    assert list(checker.iter_errors(data)) == []
    for change in (
        {"more": 1},
        {"schema_version": 2},
        {"sources": []},
        {"sources": ["a", "a"]},
        {"answers": []},
        {"modalities": {"text": -1, "table": 0, "image": 0}},
        {"checks": [{"name": "unique", "verdict": "maybe", "score": None, "reason": "", "by": ""}]},
    ):
        assert list(checker.iter_errors({**data, **change})) != [], change
    assert list(checker.iter_errors({key: value for key, value in data.items() if key != "origin"})) != []
