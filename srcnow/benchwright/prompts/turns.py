"""Turns worked examples into turns of a conversation, and writes the small phrases of requests."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchwright.prompts.fence import ShownSource
from benchwright.prompts.load import Style, styles
from benchwright.prompts.shots import Shot, SourceList, shown_sources
from benchwright.records import Modalities, Modality

MOST_SHOTS = 1
"""Worked examples of a style in one request: rules and examples of a call are to stay under 1,500 tokens, and the rules
take 700 to 1,000 of them."""


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
    reply = {name: entry["reply"].get(name, [] if part.get("type") == "array" else "") for name, part in fields}
    return Turn(values, shown_sources(sources), reply_json(reply))


def turns_of_style(
    part: str, style: Style, kind: str, wants: Modalities | None, fields: Sequence[str]
) -> tuple[Turn, ...]:
    """The worked examples that a style holds for a prompt: `write`, or for a multi-hop question `first` and `join`, or
    `about`, `to` and `combine`. At most `MOST_SHOTS`: those for the likest sources (`wants`) come first. `fields` are
    those of the prompt's reply. A style without any for images gives those without, and the reverse; a style of hops
    without any hops gives those of the built-in multi-hop style."""
    shots = style.shots[kind] or style.shots["image" if kind == "text" else "text"]
    if part == "write":
        chosen = sorted(shots, key=lambda shot: _apart(shot.wants, wants))
        return tuple(_write(shot, style, fields) for shot in chosen[:MOST_SHOTS])
    joined = [shot for shot in shots if shot.about is not None]
    if not joined and style.name != "multi-hop":
        return turns_of_style(part, styles()["multi-hop"], kind, wants, fields)
    turn = {"first": _first, "join": _join, "about": _about, "to": _to, "combine": _combine}[part]
    turns = [turn(shot, style, fields) for shot in joined]
    return tuple(sorted(turns, key=lambda one: _apart(one.values.get("wants"), wants))[:MOST_SHOTS])


def _apart(one: object, other: Modalities | None) -> int:
    """By how many sources two combinations differ; 0 where there is none to compare."""
    if not isinstance(one, Modalities) or other is None:
        return 0
    return sum(abs(getattr(one, kind.value) - getattr(other, kind.value)) for kind in Modality)


def _write(shot: Shot, style: Style, fields: Sequence[str]) -> Turn:
    values = {"style": style, "wants": shot.wants, "link": shot.entity, "links": "", "site": ""}
    return Turn(values, shot.sources, reply_json(_reply(shot.reply, fields)))


def _first(shot: Shot, style: Style, fields: Sequence[str]) -> Turn:
    """The choice of the bridge with the question about it: its writer sees everything."""
    about, to = shot.about, shot.to
    assert about is not None
    assert to is not None
    names = f"{', '.join(sorted(shot.reply['sources']))}: {shot.entity}"
    values = {"style": style, "wants": shot.wants, "names": names, "site": ""}
    said = {**about, "plan": shot.reply["plan"], "bridge": shot.entity}
    said |= {"answering": about["sources"], "describing": to["sources"]}
    return Turn(values, shot.sources, reply_json(_reply(said, fields)))


def _about(shot: Shot, style: Style, fields: Sequence[str]) -> Turn:
    return _hop(shot, style, shot.about, shot.to, fields)


def _to(shot: Shot, style: Style, fields: Sequence[str]) -> Turn:
    return _hop(shot, style, shot.to, shot.about, fields)


def _hop(
    shot: Shot, style: Style, hop: Mapping[str, Any] | None, other: Mapping[str, Any] | None, fields: Sequence[str]
) -> Turn:
    """One of the two simple questions: its writer sees everything but what the other one was written from."""
    assert hop is not None
    assert other is not None
    sources = tuple(one for one in shot.sources if one.label not in other["sources"])
    cited = Modalities.of(one.modality for one in shot.cited(hop["sources"]))
    values = {"style": style, "wants": cited, "entity": shot.entity, "site": ""}
    return Turn(values, sources, reply_json(_reply(hop, fields)))


def _join(shot: Shot, style: Style, fields: Sequence[str]) -> Turn:
    """The second half with the joined question: its writer sees the first half, and not what it was written from."""
    about, to = shot.about, shot.to
    assert about is not None
    assert to is not None
    turn = _to(shot, style, ())
    values = {**turn.values, "question_about": about["question"], "answer_about": about["answer"]}
    quotes = [quote for quote in shot.reply["quotes"] if quote["source"] in to["sources"]] or to["quotes"]
    said = {**shot.reply, "plan": to["plan"], "quotes": quotes}
    said |= {"hop_question": to["question"], "clue": shot.clue or quotes[0]["quote"]}
    return Turn(values, turn.shown, reply_json(_reply(said, fields)))


def _combine(shot: Shot, style: Style, fields: Sequence[str]) -> Turn:
    about, to = shot.about, shot.to
    assert about is not None
    assert to is not None
    values: dict[str, object] = {"style": style, "entity": shot.entity}
    for side, hop in (("about", about), ("to", to)):
        values |= {f"question_{side}": hop["question"], f"answer_{side}": hop["answer"]}
        values[f"sources_{side}"] = tuple(hop["sources"])
    sources = shot.cited([*about["sources"], *to["sources"]])
    return Turn(values, sources, reply_json(_reply(shot.reply, fields)))


def _reply(said: Mapping[str, Any], fields: Sequence[str]) -> dict[str, Any]:
    """What a prompt's reply has of an example, in the prompt's order. A question without a draft is its own."""
    known = {**said, "draft_question": said["draft_question"] or said["question"]}
    return {name: known[name] for name in fields}


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
