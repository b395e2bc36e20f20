"""Reads the worked examples of a style file, and holds each to the rules that a writer must keep.

    shots:
      text:
        - wants: text+table
          entity: tidal power
          sources:
            - {kind: text, title: The Orrin barrage, text: ...}
            - {kind: table, title: Output by year, text: "Year | GWh\n2019 | 41"}
          reply: {plan: ..., sources: [S1, S2], quotes: [{source: S1, quote: ...}], question: ..., answer: ...,
                  short_answer: ...}
      image: [...]

Sources are labelled S1, S2 ... in order. Fields of the reply that are empty may be left out; a reply with a `refusal`
has no others. A style whose checks have `hops` may add `hops: {about: {...}, to: {...}}`, the two simple questions that
were joined, each a reply of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from benchwright.prompts.fence import ShownSource, clean
from benchwright.records import Modalities, Modality
from benchwright.registry import suggestion

KINDS: Final = ("text", "image")
"""Of which input a shot is: without images, or with."""

WRITTEN: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "plan": "",
        "refusal": "",
        "sources": (),
        "quotes": (),
        "question": "",
        "answer": "",
        "short_answer": "",
        "expression": "",
        "options": (),
        "halves": (),
    }
)
"""The fields of a writer's reply in their order, each with what stands for none."""

_SHOTS = 6
_SOURCES = 12
_CHARACTERS = 4000


class ShotError(Exception):
    """A shot that breaks a rule; `hint` says which one."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Shot:
    """One worked example: what the writer was given and what it replied. `about` and `to` are the replies to the two
    simple questions of a multi-hop example, None for the others."""

    wants: Modalities
    entity: str
    sources: tuple[ShownSource, ...]
    reply: Mapping[str, Any]
    about: Mapping[str, Any] | None = None
    to: Mapping[str, Any] | None = None

    @property
    def refused(self) -> bool:
        return bool(self.reply["refusal"])

    def cited(self, labels: Sequence[str]) -> tuple[ShownSource, ...]:
        """Its sources of these labels, in order."""
        return tuple(one for one in self.sources if one.label in labels)


def read_shots(given: object, modalities: Sequence[Modalities], checks: Sequence[str]) -> dict[str, tuple[Shot, ...]]:
    """The shots of a style that allows these modalities and has these checks, by kind. Raises ShotError."""
    fields = _mapping(given, "shots", KINDS, ())
    found: dict[str, tuple[Shot, ...]] = {}
    for kind in KINDS:
        listed = fields.get(kind, [])
        if not isinstance(listed, list) or len(listed) > _SHOTS:
            raise ShotError(f"shots.{kind} is not a list of at most {_SHOTS}", "each entry is one worked example")
        found[kind] = tuple(
            _shot(entry, f"shots.{kind}, entry {number}", kind, modalities, checks)
            for number, entry in enumerate(listed, 1)
        )
    return found


def _shot(given: object, where: str, kind: str, modalities: Sequence[Modalities], checks: Sequence[str]) -> Shot:
    fields = _mapping(
        given, where, ("wants", "entity", "sources", "reply", "hops"), ("wants", "entity", "sources", "reply")
    )
    wants = _wants(fields["wants"], where, kind, modalities)
    sources = read_sources(fields["sources"], f"{where}: sources")
    if any(one.modality is Modality.IMAGE for one in sources) != (kind == "image"):
        raise ShotError(
            f"{where} is under the wrong kind", "shots with images stand under image, all others under text"
        )
    reply = read_written(fields["reply"], f"{where}: reply", sources)
    if not reply["refusal"]:
        _fits(reply, where, wants, sources)
        _as_checks_say(reply, where, checks)
    if "hops" not in fields:
        return Shot(wants, _text(fields["entity"], f"{where}: entity"), sources, reply)
    if "hops" not in checks:
        raise ShotError(f"{where} has hops", "only a style whose checks have hops has them")
    hops = _mapping(fields["hops"], f"{where}: hops", ("about", "to"), ("about", "to"))
    about, to = (read_written(hops[name], f"{where}: hops.{name}", sources) for name in ("about", "to"))
    if sorted([*about["sources"], *to["sources"]]) != sorted(reply["sources"]):
        raise ShotError(f"{where}: the hops' sources are not those of the reply", "each source is cited by one hop")
    return Shot(wants, _text(fields["entity"], f"{where}: entity"), sources, reply, about, to)


def read_sources(given: object, where: str) -> tuple[ShownSource, ...]:
    """The sources of an example, labelled in order. Raises ShotError."""
    if not isinstance(given, list) or not 1 <= len(given) <= _SOURCES:
        raise ShotError(f"{where} is not a list of 1 to {_SOURCES}", "each has kind, title and text")
    found = []
    for number, entry in enumerate(given, 1):
        fields = _mapping(entry, f"{where}, entry {number}", ("kind", "title", "text"), ("kind", "text"))
        kinds = [str(one) for one in Modality]
        if fields["kind"] not in kinds:
            raise ShotError(
                f"{where}, entry {number}: unknown kind {fields['kind']!r}", suggestion(str(fields["kind"]), kinds)
            )
        found.append(
            ShownSource(
                f"S{number}",
                Modality(fields["kind"]),
                clean(str(fields.get("title", ""))),
                clean(_text(fields["text"], f"{where}, entry {number}: text")).strip("\n"),
            )
        )
    return tuple(found)


def read_written(given: object, where: str, sources: Sequence[ShownSource]) -> dict[str, Any]:
    """A writer's reply with its empty fields filled in. It cites only labels that there are, quotes only what stands
    there, and is a refusal or complete. Raises ShotError."""
    fields = _mapping(given, where, WRITTEN, ())
    reply: dict[str, Any] = {}
    for name, none in WRITTEN.items():
        value = fields.get(name, list(none) if none == () else none)
        if isinstance(value, list) != (none == ()):
            raise ShotError(f"{where}: {name} has the wrong form", "a list" if none == () else "a text between quotes")
        reply[name] = value if isinstance(value, list) else _text(value, f"{where}: {name}", shortest=0)
    if reply["refusal"]:
        if any(reply[name] for name in WRITTEN if name not in ("plan", "refusal")):
            raise ShotError(f"{where} refuses and replies", "a reply with a refusal has no other field but plan")
        return reply
    for name in ("question", "answer", "short_answer", "sources", "quotes"):
        if not reply[name]:
            raise ShotError(f"{where}: {name} is empty", "a reply is complete or has a refusal")
    _cites(reply, where, {one.label: one for one in sources})
    return reply


def _cites(reply: Mapping[str, Any], where: str, known: Mapping[str, ShownSource]) -> None:
    for label in reply["sources"]:
        if label not in known:
            raise ShotError(f"{where} cites {label!r}", f"the labels are {', '.join(known)}")
    for index, entry in enumerate(reply["quotes"], 1):
        fields = _mapping(entry, f"{where}: quote {index}", ("source", "quote"), ("source", "quote"))
        if fields["source"] not in reply["sources"]:
            raise ShotError(f"{where}: quote {index} is of a source that is not cited", "cite it, or leave it out")
        source = known[fields["source"]]
        if source.modality is not Modality.IMAGE and not _stands_in(str(fields["quote"]), source):
            raise ShotError(f"{where}: quote {index} does not stand in {source.label}", "quote word for word")
    unquoted = [label for label in reply["sources"] if label not in {entry["source"] for entry in reply["quotes"]}]
    if unquoted:
        raise ShotError(
            f"{where}: nothing is quoted from {unquoted[0]}", "quote what the answer needs from each source"
        )


def _stands_in(quote: str, source: ShownSource) -> bool:
    """Whether a quote is a piece of a passage, or cells of one row of a table in their order."""
    if source.modality is Modality.TEXT:
        return " ".join(quote.split()) in " ".join(source.text.split())
    wanted = [cell.strip() for cell in quote.split("|")]
    for line in source.text.splitlines():
        cells = iter(cell.strip() for cell in line.split("|"))
        if all(cell in cells for cell in wanted):
            return True
    return False


def _fits(reply: Mapping[str, Any], where: str, wants: Modalities, sources: Sequence[ShownSource]) -> None:
    cited = Modalities.of(one.modality for one in sources if one.label in reply["sources"])
    if cited != wants or len(set(reply["sources"])) != len(reply["sources"]):
        raise ShotError(
            f"{where} wants {wants} and cites {cited}", "cite exactly the sources that are wanted, each once"
        )


def _as_checks_say(reply: Mapping[str, Any], where: str, checks: Sequence[str]) -> None:
    """A style's checks ask for fields of the reply: without them a shot would teach to leave them out."""
    for check, name in (("arithmetic", "expression"), ("options", "options"), ("halves", "halves")):
        if bool(reply[name]) != (check in checks):
            what = "needs" if check in checks else "must not have"
            raise ShotError(f"{where}: the reply {what} {name}", f"{name} goes with the check {check}")
    if reply["options"] and not (
        len(reply["options"]) == 2 and all(one in reply["question"] for one in reply["options"])
    ):
        raise ShotError(f"{where}: the two options do not stand in the question", "write them as they stand there")
    for half in reply["halves"]:
        _mapping(half, f"{where}: halves", ("question", "answer"), ("question", "answer"))
    if reply["halves"] and len(reply["halves"]) != 2:
        raise ShotError(f"{where}: there are not two halves", "write one entry for each half of the question")


def _wants(given: object, where: str, kind: str, modalities: Sequence[Modalities]) -> Modalities:
    try:
        wants = Modalities.parse(str(given))
    except ValueError as error:
        raise ShotError(f"{where}: {error}", "write text, table, image or sums such as 2text+table") from error
    if wants not in modalities:
        raise ShotError(f"{where} wants {wants}", f"the style allows {', '.join(map(str, modalities))}")
    if bool(wants.image) != (kind == "image"):
        raise ShotError(f"{where} wants {wants}", "shots that want images stand under image, all others under text")
    return wants


def _mapping(
    given: object, where: str, known: Sequence[str] | Mapping[str, Any], needed: Sequence[str]
) -> Mapping[str, Any]:
    """A mapping of the file with no key but the `known` and all of the `needed`. Raises ShotError."""
    if not isinstance(given, dict):
        raise ShotError(f"{where} is not a mapping", f"it has the keys {', '.join(known)}")
    for key in given:
        if key not in known:
            raise ShotError(f"{where}: unknown key {key!r}", suggestion(str(key), known))
    for key in needed:
        if key not in given:
            raise ShotError(f"{where}: {key} is missing", f"it has the keys {', '.join(known)}")
    return given


def _text(given: object, where: str, shortest: int = 1) -> str:
    if not isinstance(given, str) or not shortest <= len(given.strip()) <= _CHARACTERS:
        raise ShotError(f"{where} is not a text of {shortest} to {_CHARACTERS} characters", "put it between quotes")
    return given.strip()
