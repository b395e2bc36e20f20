"""Turns worked examples into turns of a conversation, and writes the small phrases of requests."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchwright.prompts.fence import ShownSource
from benchwright.prompts.load import Style, styles
from benchwright.prompts.shots import Shot, SourceList, shown_sources
from benchwright.records import Modalities

_COMBINED = ("plan", "refusal", "question", "answer", "short_answer")


@dataclass(frozen=True, slots=True)
class Turn:
    """What one user's turn is made of, and, in a worked example, what the model replied."""

    values: Mapping[str, object]
    shown: tuple[ShownSource, ...] = ()
    reply: str = ""


def turns_of_task(entries: Sequence[Mapping[str, Any]], schema: Mapping[str, Any] | None) -> tuple[Turn, ...]:
    """The worked examples of a prompt's own file. A value `style` is the name of a built-in style, `wants` is written
    as in a plan, lists are labels. Fields that a reply leaves out are empty."""
    return tuple(_of_task(entry, schema) for entry in entries)


def _of_task(entry: Mapping[str, Any], schema: Mapping[str, Any] | None) -> Turn:
    read: Mapping[str, Callable[[str], object]] = {"style": styles().__getitem__, "wants": Modalities.parse}
    values = {
        name: tuple(value) if isinstance(value, list) else read[name](value) if name in read else value
        for name, value in entry["values"].items()
    }
    sources = SourceList(sources=entry["sources"]).sources if "sources" in entry else ()
    assert schema is not None
    fields = schema["properties"].items()
    reply = {name: entry["reply"].get(name, [] if part["type"] == "array" else "") for name, part in fields}
    return Turn(values, shown_sources(sources), reply_json(reply))


def turns_of_style(part: str, style: Style, kind: str) -> tuple[Turn, ...]:
    """The worked examples that a style holds for a prompt: `write`, `about` and `to` (the two simple questions of a
    multi-hop one) or `combine`. A style without any for images gives those without, and the reverse; a style of hops
    without any hops gives those of the built-in multi-hop style."""
    shots = style.shots[kind] or style.shots["image" if kind == "text" else "text"]
    if part == "write":
        return tuple(_write(shot, style) for shot in shots)
    joined = [shot for shot in shots if shot.about is not None]
    if not joined and style.name != "multi-hop":
        return turns_of_style(part, styles()["multi-hop"], kind)
    if part == "combine":
        return tuple(_combine(shot, style) for shot in joined)
    sides = [(shot, shot.about, shot.to) if part == "about" else (shot, shot.to, shot.about) for shot in joined]
    return tuple(_hop(shot, style, hop, other) for shot, hop, other in sides)


def _write(shot: Shot, style: Style) -> Turn:
    values = {"style": style, "wants": shot.wants, "entity": shot.entity}
    return Turn(values, shot.sources, reply_json(shot.reply))


def _hop(shot: Shot, style: Style, hop: Mapping[str, Any] | None, other: Mapping[str, Any] | None) -> Turn:
    """One of the two simple questions: its writer sees everything but what the other one was written from."""
    assert hop is not None
    assert other is not None
    sources = tuple(one for one in shot.sources if one.label not in other["sources"])
    cited = Modalities.of(one.modality for one in shot.cited(hop["sources"]))
    return Turn({"style": style, "wants": cited, "entity": shot.entity}, sources, reply_json(hop))


def _combine(shot: Shot, style: Style) -> Turn:
    about, to = shot.about, shot.to
    assert about is not None
    assert to is not None
    values: dict[str, object] = {"style": style, "entity": shot.entity}
    for side, hop in (("about", about), ("to", to)):
        values |= {f"question_{side}": hop["question"], f"answer_{side}": hop["answer"]}
        values[f"sources_{side}"] = tuple(hop["sources"])
    reply = {name: shot.reply[name] for name in _COMBINED}
    return Turn(values, shot.cited([*about["sources"], *to["sources"]]), reply_json(reply))


def reply_json(reply: Mapping[str, Any]) -> str:
    """A reply as a model writes it."""
    return json.dumps(reply, ensure_ascii=False)


def phrase(wants: Modalities) -> str:
    """How many sources of which kind, in words: `exactly 2 text passages and 1 table (3 sources in all)`."""
    if not wants.total:
        return "any number of sources, of any kind"
    names = (("text passage", wants.text), ("table", wants.table), ("image", wants.image))
    listed = [f"{count} {name}{'s' if count > 1 else ''}" for name, count in names if count]
    words = listed[0] if len(listed) == 1 else f"{', '.join(listed[:-1])} and {listed[-1]}"
    return f"exactly {words}" + (f", {wants.total} sources in all" if len(listed) > 1 else "")


def form(schema: Mapping[str, Any] | None) -> str:
    """A schema as a model may read it: one line like JSON, with the kind of each value in its place."""
    if schema is None:
        return ""
    if "enum" in schema:
        return " or ".join(json.dumps(one) for one in schema["enum"])
    kind = schema["type"]
    if kind == "object":
        fields = ", ".join(f'"{name}": {form(part)}' for name, part in schema["properties"].items())
        return f"{{{fields}}}"
    if kind == "array":
        return f"[{form(schema['items'])}, ...]"
    return {"string": '"..."', "boolean": "true or false"}[kind]
