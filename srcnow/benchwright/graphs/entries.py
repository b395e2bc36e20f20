"""Read one entry of a relation file into its record, and refuse what is wrong with its line.

The form is described at the top of `graphs/relations.py`. Every mistake is a RelationsError with its line and how to
mend it. Knows no files."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Any

from benchwright.graphs.agreement import UnclearError, singular
from benchwright.graphs.cues import is_cue
from benchwright.graphs.relations import (
    ENDS,
    KINDS,
    OF_EVERY_PERSON,
    SIDES,
    TENSES,
    USES,
    Clause,
    GraphRelation,
    Phrasing,
    Side,
    Things,
    TypeName,
    Use,
)
from benchwright.graphs.yaml_values import YamlValue
from benchwright.registry import suggestion

KEYS = (*(one.name for one in fields(GraphRelation) if one.name not in ("id", "undeclared")), "typed")
SAME_KEYS = ("same_as", "inverse")
_THINGS_KEYS = ("one", "many", "who", "types")
_TYPED_KEYS = (*_THINGS_KEYS, "told")
_CLAUSE_KEYS = ("one", "many")
_SLOT = re.compile(r"\{[^{}]*\}|[{}]")
_TYPE = re.compile(r"(Q[1-9]\d{0,11}) (\S.*)")
_ID_LIKE = re.compile(r"[QqPp]\d+(?: |$)")


@dataclass(frozen=True, slots=True)
class Same:
    """An entry that only refers to the relation `of`, with its ends exchanged if `inverse`."""

    of: str
    inverse: bool
    at: YamlValue


def read_entry(id: str, entry: YamlValue) -> GraphRelation | Same:
    """What an entry says. Raises RelationsError."""
    entry = replace(entry, entry=id)
    nodes = _fields(entry, "an entry", (*KEYS, *SAME_KEYS))
    if "same_as" in nodes:
        for key in nodes.keys() - set(SAME_KEYS):
            raise nodes[key].mistake(f"it is the same as another relation and has {key!r}, too", f"leave {key} out")
        inverse = "inverse" in nodes and nodes["inverse"].flag("inverse")
        return Same(nodes["same_as"].text("same_as"), inverse, nodes["same_as"])
    if "inverse" in nodes:
        raise nodes["inverse"].mistake("'inverse' without 'same_as'", "name the relation that it is the inverse of")
    return _relation(id, entry, nodes)


def _relation(id: str, entry: YamlValue, nodes: dict[str, YamlValue]) -> GraphRelation:
    for key in ("label", "subject", "object", "hypothesis"):
        if key not in nodes:
            raise entry.mistake(f"it has no {key!r}", f"add a line {key}: ...")
    ends = {"subjects": _things(nodes["subject"], "subject"), "objects": _things(nodes["object"], "object")}
    phrasings = {side: _phrasings(side, ends[side], nodes) for side in SIDES}
    return GraphRelation(
        id=id,
        label=_plain(nodes["label"], "label"),
        subject=ends["subjects"],
        object=ends["objects"],
        hypothesis=_hypothesis(nodes["hypothesis"]),
        subjects=phrasings["subjects"],
        objects=phrasings["objects"],
        cues=_cues(nodes["cues"]) if "cues" in nodes else (),
        uses=_uses(nodes["uses"], phrasings) if "uses" in nodes else {},
        draft="draft" in nodes and nodes["draft"].flag("draft"),
        within=_within(nodes["within"]) if "within" in nodes else None,
        **_declared(nodes),
    )


def _declared(nodes: dict[str, YamlValue]) -> dict[str, Any]:
    """What an entry declares its relation to be. What it leaves out takes a default and is listed as `undeclared`."""
    fields: dict[str, Any] = {}
    if "kind" in nodes:
        fields["kind"] = _one_of(nodes["kind"], "kind", KINDS)
    if "tense" in nodes:
        fields["tense"] = _one_of(nodes["tense"], "tense", TENSES)
    if "ends" in nodes:
        ends = tuple(_one_of(item, "end", ENDS) for item in nodes["ends"].items("ends"))
        if len(ends) != 2:
            raise nodes["ends"].mistake("there must be two ends", "write what subject and object are: [work, person]")
        fields["ends"] = ends
    if "not_when" in nodes:
        fields["not_when"] = _cues(nodes["not_when"])
    return fields | {"undeclared": tuple(key for key in ("kind", "tense", "ends") if key not in nodes)}


def _one_of(node: YamlValue, what: str, choices: Iterable[str]) -> str:
    text = node.text(what)
    if text not in choices:
        raise node.mistake(f"unknown {what} {text!r}", suggestion(text, choices))
    return text


def _fields(node: YamlValue, what: str, choices: Iterable[str]) -> dict[str, YamlValue]:
    """The keys of a mapping, all of them known."""
    nodes: dict[str, YamlValue] = {}
    for key, at, value in node.pairs(what):
        if key not in choices:
            raise at.mistake(f"unknown key {key!r}", suggestion(key, choices))
        nodes[key] = value
    return nodes


def _plain(node: YamlValue, what: str) -> str:
    """Text without slots."""
    text = node.text(what)
    if _SLOT.search(text):
        raise node.mistake(f"{what} has braces: {text!r}", "only clauses and hypotheses have slots")
    return text


def _things(node: YamlValue, what: str) -> Things:
    """A noun in both numbers with its types."""
    return _noun(node, what, _fields(node, what, _THINGS_KEYS))


def _noun(node: YamlValue, what: str, nodes: dict[str, YamlValue], default: Things | None = None) -> Things:
    """`default` gives the types and "who" that are left out."""
    for key in ("one", "many"):
        if key not in nodes:
            raise node.mistake(f"{what} has no {key!r}", "write {one: film, many: films}")
    types = tuple(_type(item) for item in nodes["types"].items("types")) if "types" in nodes else ()
    return Things(
        one=_plain(nodes["one"], f"{what}.one"),
        many=_plain(nodes["many"], f"{what}.many"),
        who=nodes["who"].flag(f"{what}.who") if "who" in nodes else default is not None and default.who,
        types=types or (default.types if default else ()),
    )


def _type(node: YamlValue) -> TypeName:
    written = _plain(node, "a type")
    text = written.removeprefix("not ").lstrip()
    ruled_out = text != written
    match = _TYPE.fullmatch(text)
    if match:
        return TypeName(match[1], match[2], ruled_out)
    if _ID_LIKE.match(text):
        raise node.mistake(f"the type {text!r} is neither 'ID label' nor a label", "write it like: Q11424 film")
    return TypeName("", text, ruled_out)


def _slots(node: YamlValue, what: str, slots: tuple[str, ...]) -> str:
    """Text with each of some slots once, and no others."""
    text = node.text(what)
    slots_there = [slot[0] for slot in _SLOT.finditer(text)]
    for slot in slots:
        if slots_there.count(slot) != 1:
            how = "has no" if slot not in slots_there else "has more than one"
            raise node.mistake(f"{what} {how} {slot}: {text!r}", f"write {' and '.join(slots)} once")
    for slot in slots_there:
        if slot not in slots:
            raise node.mistake(f"{what} has {slot}: {text!r}", f"its only slots are {' and '.join(slots)}")
    return text


def _hypothesis(node: YamlValue) -> str:
    text = _slots(node, "hypothesis", ("{subject}", "{object}"))
    if not text.endswith("."):
        raise node.mistake(f"the hypothesis {text!r} does not end in a full stop", "write a whole sentence")
    return text


def _clause(node: YamlValue, what: str, *, who: bool) -> Clause:
    if node.is_mapping():
        slots_there = _fields(node, what, _CLAUSE_KEYS)
        for key in _CLAUSE_KEYS:
            if key not in slots_there:
                raise node.mistake(f"{what} has no {key!r}", "write {one: ..., many: ...} or the plural alone")
        return Clause(many=_follows(slots_there["many"], what), one=_follows(slots_there["one"], what))
    many = _follows(node, what)
    try:
        return Clause(many=many, one=singular(many, who=who))
    except UnclearError as error:
        raise node.mistake(
            f"the singular of {what} is unclear: {error}", "write {one: ..., many: ...} with both forms"
        ) from error


def _follows(node: YamlValue, what: str) -> str:
    text = _slots(node, what, ("{given}",))
    if text.endswith(("?", ".", "!")):
        raise node.mistake(f"{what} ends in {text[-1]!r}: {text!r}", "leave it out: a clause is a part of a question")
    return text


def _phrasings(side: Side, things: Things, nodes: dict[str, YamlValue]) -> tuple[Phrasing, ...]:
    """The ways to ask for a side: one, or one for each type where it is split."""
    clause = nodes.get(side)
    split = _split(side, nodes)
    if split is None:
        return () if clause is None else (Phrasing(things, _clause(clause, side, who=things.who)),)
    phrasings: list[Phrasing] = []
    for item in split.items("typed"):
        keys = _fields(item, "an entry of typed", (*_TYPED_KEYS, side))
        if "types" not in keys:
            raise item.mistake("an entry of typed has no 'types'", "name the types of its answers")
        noun = _noun(item, "an entry of typed", keys, things)
        noun = replace(noun, told=keys["told"].flag("told") if "told" in keys else _by_profession(noun))
        own = keys.get(side, clause)
        if own is None:
            raise item.mistake(
                f"an entry of typed has no clause {side!r}", f"write one here or beside typed: {side}: ..."
            )
        phrasings.append(Phrasing(noun, _clause(own, side, who=noun.who)))
    return tuple(phrasings)


def _by_profession(things: Things) -> bool:
    """Whether these are people of whom is asked what they do, and not just whether they are people."""
    kinds = [{type.id.lower(), type.label.lower()} for type in things.types if not type.ruled_out]
    return things.who and bool(kinds) and all(OF_EVERY_PERSON.isdisjoint(kind) for kind in kinds)


def _split(side: Side, nodes: dict[str, YamlValue]) -> YamlValue | None:
    """The list under `typed` that splits this side: a list alone splits the subjects."""
    typed = nodes.get("typed")
    if typed is None:
        return None
    if not typed.is_mapping():
        return typed if side == "subjects" else None
    return _fields(typed, "typed", SIDES).get(side)


def _cues(node: YamlValue) -> tuple[str, ...]:
    cues: list[str] = []
    for item in node.items("cues"):
        cue = _plain(item, "a cue")
        if not is_cue(cue):
            raise item.mistake(
                f"the cue {cue!r} is not a word", "write words, each with a star at most at its end: direct*"
            )
        if cue in cues:
            raise item.mistake(f"the cue {cue!r} occurs twice", "keep one of them")
        cues.append(cue)
    return tuple(cues)


def _within(node: YamlValue) -> Side:
    text = node.text("within") if node.is_text() else ""
    for side in SIDES:
        if text == side:
            return side
    raise node.mistake(
        f"within must be {' or '.join(SIDES)}, not {node.excerpt()}", "name the side that lies inside the other"
    )


def _uses(node: YamlValue, phrasings: dict[Any, tuple[Phrasing, ...]]) -> dict[Side, tuple[Use, ...]]:
    uses: dict[Side, tuple[Use, ...]] = {}
    for side, listed in _fields(node, "uses", SIDES).items():
        (side_name,) = (name for name in SIDES if name == side)
        if not phrasings[side_name]:
            raise listed.mistake(f"{side} has uses but no clause", f"add a line {side}: ... or leave it out")
        listed_uses: list[Use] = []
        for item in listed.items(f"uses.{side}"):
            text = item.text("a use")
            if text not in USES:
                raise item.mistake(f"unknown use {text!r}", suggestion(text, USES))
            listed_uses.append(text)
        uses[side_name] = tuple(use for use in USES if use in listed_uses)
    return uses
