"""Fill any JSON Schema with words of the prompt, for tools with prompts of their own."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

_WORD = re.compile(r"[A-Za-z][a-z]{3,}")
_OPENING = re.compile(r'\{\s*"(?:\$defs|properties|title|description|type)"\s*:')
_DEEPEST = 12
_LISTED = 2
_TAIL = 4000
"""Characters at a prompt's end whose words are used: there stand the documents."""


def text_for(schema: Mapping[str, Any] | None, prompt: str, draw: int) -> str:
    """A reply by the schema; by one that the prompt quotes if none is given; free text without any."""
    words = _words(prompt, draw)
    found = schema if schema is not None else _quoted(prompt)
    if found is None:
        return f"The text says that {' '.join(next(words) for _ in range(20))}."
    return json.dumps(_Filling(found, words, prompt).value(found))


def _words(prompt: str, draw: int) -> Iterator[str]:
    """The different words of the prompt's end, round and round, from a place by the draw on."""
    words = list(dict.fromkeys(_WORD.findall(prompt[-_TAIL:]))) or ["word"]
    at = draw % len(words)
    while True:
        yield words[at]
        at = (at + 1) % len(words)


def _quoted(prompt: str) -> Mapping[str, Any] | None:
    """The JSON Schema that stands in a prompt, for tools that ask in words only."""
    for opening in _OPENING.finditer(prompt):
        try:
            found, _ = json.JSONDecoder().raw_decode(prompt, opening.start())
        except ValueError:
            continue
        if "properties" in found or "$defs" in found:
            return dict(found)
    return None


class _Filling:
    """One reply. `root` is the whole schema, for references into it."""

    def __init__(self, root: Mapping[str, Any], words: Iterator[str], prompt: str) -> None:
        self._root = root
        self._words = words
        self._prompt = prompt

    def value(self, schema: Any, name: str = "", depth: int = 0) -> Any:
        """A value for a schema; `name` is the property's, which says what kind of words fit."""
        if not isinstance(schema, Mapping) or depth > _DEEPEST:
            return "x"
        schema = self._resolved(schema)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return schema["enum"][0]
        for union in ("anyOf", "oneOf"):
            if union in schema:
                choices = [one for one in schema[union] if one.get("type") != "null"]
                return self.value(choices[0] if choices else {"type": "null"}, name, depth + 1)
        match _kind(schema):
            case "object":
                return self._object(schema, depth)
            case "array":
                return self._array(schema, name, depth)
            case "number":
                return schema.get("maximum", 1.0)
            case "integer":  # most are marks, out of five
                return min(4, schema.get("maximum", 4))
            case "boolean":
                return True
            case "null":
                return None
        return self._text(name)

    def _resolved(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        while "$ref" in schema:
            found: Any = self._root
            for step in schema["$ref"].removeprefix("#/").split("/"):
                found = found[step]
            schema = found
        for part in schema.get("allOf", ()):
            schema = {**self._resolved(part), **{key: value for key, value in schema.items() if key != "allOf"}}
        return schema

    def _object(self, schema: Mapping[str, Any], depth: int) -> dict[str, Any]:
        if schema.get("properties"):
            return {name: self.value(part, name, depth + 1) for name, part in schema["properties"].items()}
        values = schema.get("additionalProperties")
        if not isinstance(values, Mapping):
            return {}
        return self._themes() or {next(self._words): self.value(values, "", depth + 1)}

    def _themes(self) -> dict[str, Any]:
        """ragas asks which theme is whose: everyone's are all, by the names that its prompt gives."""
        at = self._prompt.rfind('"themes"')
        opening = self._prompt.rfind("{", 0, at) if at >= 0 else -1
        if opening < 0:
            return {}
        try:
            given, _ = json.JSONDecoder().raw_decode(self._prompt, opening)
            return {one["name"]: given["themes"] for one in given["personas"]}
        except (ValueError, KeyError, TypeError):
            return {}

    def _array(self, schema: Mapping[str, Any], name: str, depth: int) -> list[Any]:
        if "prefixItems" in schema:
            return [self.value(part, name, depth + 1) for part in schema["prefixItems"]]
        count = max(schema.get("minItems", 0), min(_LISTED, schema.get("maxItems", _LISTED)))
        return [self.value(schema.get("items", {"type": "string"}), name, depth + 1) for _ in range(count)]

    def _text(self, name: str) -> str:
        some = [next(self._words) for _ in range(8)]
        lowered = name.lower()
        if any(part in lowered for part in ("entit", "name", "theme", "headline", "keyphrase", "concept", "item")):
            return " ".join(some[:1])
        if any(part in lowered for part in ("question", "query", "input")):
            return f"How does the {some[0]} of {some[1]} bear on {some[2]} and {some[3]}?"
        return f"It says {' '.join(some)}."


def _kind(schema: Mapping[str, Any]) -> str:
    kind = schema.get("type")
    if isinstance(kind, list):
        kind = next((one for one in kind if one != "null"), "null")
    if kind is None:
        kind = "object" if "properties" in schema else "array" if "items" in schema else "string"
    return str(kind)
