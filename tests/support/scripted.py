"""Replies for whole runs: whatever JSON Schema a request carries, a reply that fulfils it, drawn from a seed that is
the request's own text. The same request always gets the same reply, on any machine and in any order."""

import hashlib
import json
import random
import re
from collections.abc import Mapping
from typing import Any

_WORD = re.compile(r"[A-Za-z]{3,}")


def scripted_reply(text: str, schema: Mapping[str, Any] | None, fixed: Mapping[str, Any] | None = None) -> str:
    """A reply for a request whose words are `text`. Fields named in `fixed` have the value given there, wherever they
    stand (`{"verdict": "pass", "refusal": "none"}`). Without a schema it is a sentence of the request's own words."""
    draw = random.Random(hashlib.sha256(text.encode()).digest())
    words = _WORD.findall(text) or ["nothing"]
    if schema is None:
        return " ".join(draw.choices(words, k=8)).capitalize() + "."
    return json.dumps(_value(schema, draw, words, fixed or {}), ensure_ascii=False)


def _value(schema: Mapping[str, Any], draw: random.Random, words: list[str], fixed: Mapping[str, Any]) -> Any:
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return draw.choice(schema["enum"])
    if "anyOf" in schema:
        return _value(draw.choice(schema["anyOf"]), draw, words, fixed)
    kind = schema.get("type", "object")
    kind = draw.choice(kind) if isinstance(kind, list) else kind
    if kind == "object":
        return {
            name: fixed[name] if name in fixed else _value(field, draw, words, fixed)
            for name, field in schema.get("properties", {}).items()
        }
    if kind == "array":
        most = min(schema.get("maxItems", 2), max(2, schema.get("minItems", 0)))
        size = draw.randint(max(1, schema.get("minItems", 1)), max(1, most))
        items = [_value(schema.get("items", {"type": "string"}), draw, words, fixed) for _ in range(size)]
        return items[:most]
    if kind == "string":
        return " ".join(draw.choices(words, k=draw.randint(1, 5)))
    if kind == "boolean":
        return draw.random() < 0.5
    if kind == "integer":
        return draw.randint(schema.get("minimum", 0), schema.get("maximum", 9))
    if kind == "number":
        return round(draw.uniform(schema.get("minimum", 0), schema.get("maximum", 9)), 3)
    return None
