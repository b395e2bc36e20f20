"""The JSON Schema (draft 2020-12) of a line of examples.jsonl, published as docs/examples.schema.json."""

from __future__ import annotations

from benchwright.records import SCHEMA_VERSION, Json

_TEXT: Json = {"type": "string"}
_NAMED: Json = {"type": "string", "minLength": 1}
_TEXTS: Json = {"type": "array", "items": _TEXT}
_COUNT: Json = {"type": "integer", "minimum": 0}
_HASHES: Json = {"type": "object", "additionalProperties": {"type": "string"}}


def _record(description: str, **properties: Json) -> Json:
    """An object with exactly these properties."""
    return {
        "description": description,
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _or_null(schema: Json) -> Json:
    return {"anyOf": [schema, {"type": "null"}]}


def example_schema() -> Json:
    """The schema of one example, as plain dictionaries."""
    fraction: Json = {"type": "number", "minimum": 0, "maximum": 1}
    span = _record(
        "Where evidence stands. Offsets count code points of the source's text; cells are [row, column], data rows "
        "from 0, header rows -1, -2 ...; a box is left, top, right, bottom in fractions.",
        source=_NAMED,
        read={"enum": ["text", "cell", "pixels", "ocr", "caption", "alt"]},
        start=_or_null(_COUNT),
        end=_or_null(_COUNT),
        cells={
            "type": "array",
            "items": {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2},
        },
        box=_or_null({"type": "array", "items": fraction, "minItems": 4, "maxItems": 4}),
    )
    answer = _record(
        "One right answer. Evidence is a list of alternatives, each a set of spans that together suffice.",
        text=_NAMED,
        aliases=_TEXTS,
        evidence={"type": "array", "items": {"type": "array", "items": {"$ref": "#/$defs/span"}, "minItems": 1}},
    )
    hop = _record("One step of a multi-hop question.", question=_NAMED, answer=_NAMED, sources=_TEXTS)
    check = _record(
        "One proof of the question.",
        name=_NAMED,
        verdict={"enum": ["pass", "fail", "unscored"]},
        score=_or_null({"type": "number"}),
        reason=_TEXT,
        by=_TEXT,
    )
    origin = _record(
        "How the example came to be.",
        maker=_NAMED,
        cell=_NAMED,
        attempt=_COUNT,
        models=_HASHES,
        prompts=_HASHES,
        seed=_COUNT,
    )
    line = _record(
        "One line of examples.jsonl: an accepted question with all that proves it.",
        schema_version={"const": SCHEMA_VERSION},
        id=_NAMED,
        question=_NAMED,
        answer=_NAMED,
        answers={"type": "array", "items": {"$ref": "#/$defs/answer"}, "minItems": 1},
        style=_NAMED,
        modalities=_record("How many sources of each kind.", text=_COUNT, table=_COUNT, image=_COUNT),
        sources={"type": "array", "items": _NAMED, "minItems": 1, "uniqueItems": True},
        distractors={"type": "array", "items": _NAMED, "uniqueItems": True},
        entity=_TEXT,
        hops={"type": "array", "items": {"$ref": "#/$defs/hop"}},
        derivation=_or_null({"type": "object"}),
        family=_TEXT,
        read=_TEXT,
        checks={"type": "array", "items": {"$ref": "#/$defs/check"}},
        origin={"$ref": "#/$defs/origin"},
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Benchwright example",
        **line,
        "$defs": {"span": span, "answer": answer, "hop": hop, "check": check, "origin": origin},
    }
