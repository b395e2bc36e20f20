"""Read one entry of a relation file into its record, and refuse what is wrong with its line.

The form is told at the top of `graphs/relations.py`; every mistake is a RelationsError with its line and how to mend
it. Knows no files."""

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
    Asked,
    Clause,
    GraphRelation,
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
    """An entry that only says which relation it is: the one of id `of`, told the other way round if `inverse`."""

    of: str
    inverse: bool
    at: YamlValue


def read_entry(id: str, entry: YamlValue) -> GraphRelation | Same:
    """What an entry says. Raises RelationsError."""
    entry = replace(entry, entry=id)
    found = _fields(entry, "an entry", (*KEYS, *SAME_KEYS))
    if "same_as" in found:
        for key in found.keys() - set(SAME_KEYS):
            raise found[key].mistake(f"it is the same as another relation and has {key!r}, too", f"leave {key} out")
        inverse = "inverse" in found and found["inverse"].flag("inverse")
        return Same(found["same_as"].text("same_as"), inverse, found["same_as"])
    if "inverse" in found:
        raise found["inverse"].mistake("'inverse' without 'same_as'", "name the relation that it is the inverse of")
    return _relation(id, entry, found)


def _relation(id: str, entry: YamlValue, found: dict[str, YamlValue]) -> GraphRelation:
    for key in ("label", "subject", "object", "hypothesis"):
        if key not in found:
            raise entry.mistake(f"it has no {key!r}", f"add a line {key}: ...")
    ends = {"subjects": _things(found["subject"], "subject"), "objects": _things(found["object"], "object")}
    asked = {side: _asked(side, ends[side], found) for side in SIDES}
    return GraphRelation(
        id=id,
        label=_plain(found["label"], "label"),
        subject=ends["subjects"],
        object=ends["objects"],
        hypothesis=_hypothesis(found["hypothesis"]),
        subjects=asked["subjects"],
        objects=asked["objects"],
        cues=_cues(found["cues"]) if "cues" in found else (),
        uses=_uses(found["uses"], asked) if "uses" in found else {},
        draft="draft" in found and found["draft"].flag("draft"),
        within=_within(found["within"]) if "within" in found else None,
        **_declared(found),
    )


def _declared(found: dict[str, YamlValue]) -> dict[str, Any]:
    """What an entry declares its relation to be. What it leaves out takes a default and is listed as `undeclared`."""
    fields: dict[str, Any] = {}
    if "kind" in found:
        fields["kind"] = _one_of(found["kind"], "kind", KINDS)
    if "tense" in found:
        fields["tense"] = _one_of(found["tense"], "tense", TENSES)
    if "ends" in found:
        ends = tuple(_one_of(item, "end", ENDS) for item in found["ends"].items("ends"))
        if len(ends) != 2:
            raise found["ends"].mistake("ends are two", "write what subject and object are: [work, person]")
        fields["ends"] = ends
    if "not_when" in found:
        fields["not_when"] = _cues(found["not_when"])
    return fields | {"undeclared": tuple(key for key in ("kind", "tense", "ends") if key not in found)}


def _one_of(node: YamlValue, what: str, known: Iterable[str]) -> str:
    text = node.text(what)
    if text not in known:
        raise node.mistake(f"unknown {what} {text!r}", suggestion(text, known))
    return text


def _fields(node: YamlValue, what: str, known: Iterable[str]) -> dict[str, YamlValue]:
    """The keys of a mapping, all of them known."""
    found: dict[str, YamlValue] = {}
    for key, at, value in node.pairs(what):
        if key not in known:
            raise at.mistake(f"unknown key {key!r}", suggestion(key, known))
        found[key] = value
    return found


def _plain(node: YamlValue, what: str) -> str:
    """Text without slots."""
    text = node.text(what)
    if _SLOT.search(text):
        raise node.mistake(f"{what} has braces: {text!r}", "only clauses and hypotheses have slots")
    return text


def _things(node: YamlValue, what: str) -> Things:
    """A noun in both numbers with its types."""
    return _noun(node, what, _fields(node, what, _THINGS_KEYS))


def _noun(node: YamlValue, what: str, found: dict[str, YamlValue], default: Things | None = None) -> Things:
    """`default` gives the types and "who" that are left out."""
    for key in ("one", "many"):
        if key not in found:
            raise node.mistake(f"{what} has no {key!r}", "write {one: film, many: films}")
    types = tuple(_type(item) for item in found["types"].items("types")) if "types" in found else ()
    return Things(
        one=_plain(found["one"], f"{what}.one"),
        many=_plain(found["many"], f"{what}.many"),
        who=found["who"].flag(f"{what}.who") if "who" in found else default is not None and default.who,
        types=types or (default.types if default else ()),
    )


def _type(node: YamlValue) -> TypeName:
    written = _plain(node, "a type")
    text = written.removeprefix("not ").lstrip()
    ruled_out = text != written
    told = _TYPE.fullmatch(text)
    if told:
        return TypeName(told[1], told[2], ruled_out)
    if _ID_LIKE.match(text):
        raise node.mistake(f"the type {text!r} is neither 'ID label' nor a label", "write it like: Q11424 film")
    return TypeName("", text, ruled_out)


def _slots(node: YamlValue, what: str, slots: tuple[str, ...]) -> str:
    """Text with each of some slots once, and no others."""
    text = node.text(what)
    found = [slot[0] for slot in _SLOT.finditer(text)]
    for slot in slots:
        if found.count(slot) != 1:
            how = "has no" if slot not in found else "has more than one"
            raise node.mistake(f"{what} {how} {slot}: {text!r}", f"write {' and '.join(slots)} once")
    for slot in found:
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
        found = _fields(node, what, _CLAUSE_KEYS)
        for key in _CLAUSE_KEYS:
            if key not in found:
                raise node.mistake(f"{what} has no {key!r}", "write {one: ..., many: ...} or the plural alone")
        return Clause(many=_follows(found["many"], what), one=_follows(found["one"], what))
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


def _asked(side: Side, things: Things, found: dict[str, YamlValue]) -> tuple[Asked, ...]:
    """The ways to ask for a side: one, or one for each type where it is split."""
    clause = found.get(side)
    split = _split(side, found)
    if split is None:
        return () if clause is None else (Asked(things, _clause(clause, side, who=things.who)),)
    asked: list[Asked] = []
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
        asked.append(Asked(noun, _clause(own, side, who=noun.who)))
    return tuple(asked)


def _by_profession(things: Things) -> bool:
    """Whether these are people of whom is asked what they do, and not just whether they are people."""
    kinds = [{type.id.lower(), type.label.lower()} for type in things.types if not type.ruled_out]
    return things.who and bool(kinds) and all(OF_EVERY_PERSON.isdisjoint(kind) for kind in kinds)


def _split(side: Side, found: dict[str, YamlValue]) -> YamlValue | None:
    """The list under `typed` that splits this side: a list alone splits the subjects."""
    typed = found.get("typed")
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
                f"the cue {cue!r} is no word", "write words, each with a star at most at its end: direct*"
            )
        if cue in cues:
            raise item.mistake(f"the cue {cue!r} stands twice", "keep one of them")
        cues.append(cue)
    return tuple(cues)


def _within(node: YamlValue) -> Side:
    text = node.text("within") if node.is_text() else ""
    for side in SIDES:
        if text == side:
            return side
    raise node.mistake(
        f"within must be {' or '.join(SIDES)}, not {node.shown()}", "name the side that lies inside the other"
    )


def _uses(node: YamlValue, asked: dict[Any, tuple[Asked, ...]]) -> dict[Side, tuple[Use, ...]]:
    uses: dict[Side, tuple[Use, ...]] = {}
    for side, listed in _fields(node, "uses", SIDES).items():
        (known,) = (name for name in SIDES if name == side)
        if not asked[known]:
            raise listed.mistake(
                f"uses of {side}, for which there is no clause", f"add a line {side}: ... or leave it out"
            )
        told: list[Use] = []
        for item in listed.items(f"uses.{side}"):
            text = item.text("a use")
            if text not in USES:
                raise item.mistake(f"unknown use {text!r}", suggestion(text, USES))
            told.append(text)
        uses[known] = tuple(use for use in USES if use in told)
    return uses
