"""Every prompt renders, and is asked with exactly the values that it needs."""

from __future__ import annotations

import json
from typing import get_args

import jsonschema
import pytest
from jinja2 import UndefinedError

from benchwright.errors import UsageError
from benchwright.models import Text
from benchwright.prompts import styles
from benchwright.prompts.fence import ShownSource
from benchwright.prompts.prompt import PROMPTS, Prompt, prompt, prompt_for
from benchwright.prompts.shots import Refusal
from benchwright.prompts.turns import form, phrase
from benchwright.records import Modalities, Modality

SHOWN = (
    ShownSource("S1", Modality.TEXT, "Orrin barrage", "The Orrin barrage opened in 1974."),
    ShownSource("S2", Modality.TABLE, "Output", "Year | GWh\n2019 | 41"),
)


def values(one: Prompt, style: str = "numerical") -> dict[str, object]:
    given: dict[str, object] = {
        "text": "tidal power",
        "note": "",
        "number": 1,
        "modalities": Modalities(text=1, table=1),
        "style": styles()[style],
        "labels": ("S1", "S2"),
    }
    return {name: given[kind] for name, kind in one.needs.items()}


def text(one: Prompt, shown: tuple[ShownSource, ...] = SHOWN, style: str = "numerical") -> str:
    messages = one.messages(values(one, style), shown)
    return "\n".join(part.text for message in messages for part in message.parts if isinstance(part, Text))


@pytest.mark.parametrize("name", PROMPTS)
def test_every_prompt_renders_and_has_a_schema_of_its_own(name: str) -> None:
    one = prompt(name)
    assert one.name == name
    assert "{{" not in text(one)
    assert "\n\n\n" not in text(one)
    assert one.messages(values(one), SHOWN)[-1].role == "user"
    if one.schema is not None:
        jsonschema.Draft202012Validator.check_schema(dict(one.schema))
        assert form(one.schema_for(styles()["numerical"])) in text(one)
        closed(dict(one.schema))


def closed(schema: dict[str, object]) -> None:
    """Every object of a schema takes exactly its properties, in the order in which they are required."""
    if "enum" in schema:
        return
    if schema["type"] == "object":
        assert schema["additionalProperties"] is False
        properties = schema["properties"]
        assert isinstance(properties, dict)
        assert list(properties) == schema["required"]
        for part in properties.values():
            closed(part)
    elif schema["type"] == "array":
        assert isinstance(schema["items"], dict)
        closed(schema["items"])


def test_the_two_halves_of_a_multi_hop_question_are_written_in_the_same_form() -> None:
    assert prompt("hop_about").schema == prompt("hop_to").schema


def test_a_reply_has_only_the_fields_of_its_style() -> None:
    own = {"numerical": ["expression"], "comparison": ["options"], "compound": ["halves"], "multi-hop": []}
    for name, fields in own.items():
        schema = prompt("write").schema_for(styles()[name])
        assert schema is not None
        closed(dict(schema))
        assert [field for field in schema["required"] if field in prompt("write").only_with] == fields
        assert schema["required"][-1] == "question"
    assert prompt("verify").schema_for(styles()["numerical"]) == prompt("verify").schema


def test_a_refusal_is_one_of_the_reasons_of_every_writer() -> None:
    for name in ("write", "hop_first", "hop_join", "hop_about", "hop_to", "combine", "one_prompt"):
        schema = prompt(name).schema
        assert schema is not None
        assert schema["properties"]["refusal"]["enum"] == list(get_args(Refusal))
        for reason in get_args(Refusal)[1:]:
            assert f"`{reason}`" in text(prompt(name))


def test_what_a_prompt_is_not_given_is_an_error() -> None:
    one = prompt("answer")
    with pytest.raises(ValueError, match=r"answer needs \['parts', 'question'\], not \[\]"):
        one.messages({}, SHOWN)
    with pytest.raises(ValueError, match="as text, not 3"):
        one.messages({"question": 3, "parts": ""}, SHOWN)
    broken = Prompt("write", "", 0.0, 1, {}, None, "", "", ())
    with pytest.raises(UndefinedError, match="'site' is undefined"):
        broken.messages({}, SHOWN)


def test_an_unknown_prompt_is_named_with_the_nearest_one() -> None:
    with pytest.raises(UsageError) as caught:
        prompt("verfy")
    assert caught.value.hint == "did you mean 'verify'?"


def test_a_requirement_is_told_in_words() -> None:
    assert phrase(Modalities(text=1)) == "exactly 1 text passage"
    assert phrase(Modalities(text=2, image=1)) == "exactly 2 text passages and 1 image, 3 sources in all"
    assert phrase(Modalities(1, 1, 1)) == "exactly 1 text passage, 1 table and 1 image, 3 sources in all"
    assert phrase(Modalities()) == "any number of sources, of any kind"


def test_a_schema_is_told_in_a_line() -> None:
    assert form(prompt("same_answer").schema) == '{"reason": "...", "same": true or false}'
    assert form(prompt("entity").schema) == '{"entities": ["...", ...]}'
    assert '"verdict": "pass" or "fail"' in form(prompt("verify").schema)


def test_a_prompt_is_asked_for_some_fields_of_its_reply() -> None:
    whole, one = prompt("verify"), prompt_for("verify", ("fluent",))
    assert prompt_for("verify", ()) is whole
    assert one.schema is not None
    assert form(one.schema).startswith('{"fluent": {"reason": "...", "score": "1" or')
    closed(dict(one.schema))
    assert "- `fluent`" in text(one)
    assert not any(f"- `{other}`" in text(one) for other in ("correct", "style", "alone", "sources"))
    assert "# The style" not in text(one)
    assert all(f"- `{field}`" in text(whole) for field in ("correct", "style", "alone", "fluent"))


@pytest.mark.parametrize(("name", "most"), [("verify", 4200), ("answer", 1900), ("same_answer", 1550)])
def test_what_is_asked_of_a_verifier_is_short(name: str, most: int) -> None:
    """Characters without sources, of which about 4.5 are a token."""
    assert max(len(text(prompt(name), (), style)) for style in styles()) <= most


def test_worked_examples_are_turns_with_replies_of_the_form() -> None:
    for name in PROMPTS:
        one = prompt(name)
        messages = one.messages(values(one, "multi-hop"), SHOWN)
        turns = [message for message in messages if message.role != "system"]
        assert [turn.role for turn in turns] == ["user", "assistant"] * (len(turns) // 2) + ["user"]
        for turn in turns[1::2]:
            (part,) = turn.parts
            assert isinstance(part, Text)
            if one.schema is not None:
                schema = one.schema_for(styles()["multi-hop"])
                assert schema is not None
                jsonschema.validate(json.loads(part.text), dict(schema))


@pytest.mark.parametrize("name", ["write", "hop_first", "hop_join", "hop_about", "hop_to", "combine"])
def test_rules_and_examples_of_a_writing_call_take_some_1500_tokens(name: str) -> None:
    one = prompt(name)
    for style in styles().values():
        if style.kinds or ("hops" in style.checks) != (name != "write"):
            continue
        for wants in style.modalities:
            pictures = SHOWN[:1] if not wants.image else (ShownSource("S1", Modality.IMAGE, "", ""),)
            messages = one.messages(
                values(one, style.name) | ({"wants": wants} if "wants" in one.needs else {}), pictures
            )
            size = sum(len(part.text) for turn in messages for part in turn.parts if isinstance(part, Text))
            assert size / 4 < 1_750, f"{style.name}, {wants}"
