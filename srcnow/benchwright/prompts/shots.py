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

Sources are labelled S1, S2 ... in order. `entity` says what they have in common. Fields of the reply that are empty may
be left out; a reply with a `refusal` has no others but its `plan`. `draft_question` is a first wording of the question.
A style whose checks have `hops` may add `hops: {about: {...}, to: {...}, clue: ...}`, the two simple questions that
were joined, each a reply of its own, and the words of the joined question that point to the sources of `to`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from pydantic import BeforeValidator

from benchwright.errors import PlanError
from benchwright.prompts.fence import ShownSource, clean
from benchwright.prompts.file_entries import FileEntry, ModalitiesEntry, list_of, read_entry, text_of
from benchwright.records import Modalities, Modality

KINDS: Final = ("text", "image")
"""Of which input a shot is: without images, or with."""

Refusal = Literal["none", "no_connection", "nothing_to_ask", "not_all_needed", "ambiguous", "unreadable"]
"""Why a writer finds no good question in what it is shown, or `none`: what an attempt is then counted by."""

_SHOTS = 6
_CHARACTERS = 4000

_Words = Annotated[str, text_of(_CHARACTERS)]
_OptionalWords = Annotated[str, text_of(_CHARACTERS, shortest=0)]


class _SourceEntry(FileEntry):
    kind: Modality
    title: Annotated[str, BeforeValidator(str)] = ""
    text: _Words


_Sources = Annotated[tuple[_SourceEntry, ...], list_of(12, shortest=1)]


class SourceList(FileEntry):
    """The sources of an example."""

    sources: _Sources


class _Quote(FileEntry):
    source: str
    quote: str


class _Half(FileEntry):
    question: str
    answer: str


class WrittenReply(FileEntry):
    """The fields of a writer's reply in their order, each with what stands for none."""

    plan: _OptionalWords = ""
    refusal: Refusal = "none"
    sources: tuple[str, ...] = ()
    quotes: tuple[_Quote, ...] = ()
    draft_question: _OptionalWords = ""
    question: _OptionalWords = ""
    answer: _OptionalWords = ""
    short_answer: _OptionalWords = ""
    expression: _OptionalWords = ""
    options: tuple[str, ...] = ()
    halves: tuple[_Half, ...] = ()


class _HopsEntry(FileEntry):
    about: WrittenReply
    to: WrittenReply
    clue: _OptionalWords = ""


class _ShotEntry(FileEntry):
    wants: ModalitiesEntry
    entity: _Words
    sources: _Sources
    reply: WrittenReply
    hops: _HopsEntry | None = None


class _ShotsEntry(FileEntry):
    text: Annotated[tuple[_ShotEntry, ...], list_of(_SHOTS)] = ()
    image: Annotated[tuple[_ShotEntry, ...], list_of(_SHOTS)] = ()


@dataclass(frozen=True, slots=True)
class Shot:
    """One worked example: what the writer was given and what it replied. `about` and `to` are the replies to the two
    simple questions of a multi-hop example, None for the others; `clue` are the words that point to the sources of
    `to`."""

    wants: Modalities
    entity: str
    sources: tuple[ShownSource, ...]
    reply: Mapping[str, Any]
    about: Mapping[str, Any] | None = None
    to: Mapping[str, Any] | None = None
    clue: str = ""

    @property
    def refused(self) -> bool:
        return bool(self.reply["refusal"] != "none")

    def cited(self, labels: Sequence[str]) -> tuple[ShownSource, ...]:
        """Its sources of these labels, in order."""
        return tuple(one for one in self.sources if one.label in labels)


def read_shots(
    data: object, modalities: Sequence[Modalities], checks: Sequence[str], where: str
) -> dict[str, tuple[Shot, ...]]:
    """The shots of a style that allows these modalities and has these checks, by kind. Raises PlanError."""
    entries = read_entry(_ShotsEntry, data, f"{where}: shots")
    return {
        kind: tuple(
            _shot(entry, f"{where}: shots: {kind}, entry {number}", kind, modalities, checks)
            for number, entry in enumerate(getattr(entries, kind), 1)
        )
        for kind in KINDS
    }


def _shot(entry: _ShotEntry, where: str, kind: str, modalities: Sequence[Modalities], checks: Sequence[str]) -> Shot:
    wants, sources = entry.wants, shown_sources(entry.sources)
    if wants not in modalities:
        raise PlanError(f"{where} wants {wants}", hint=f"the style allows {', '.join(map(str, modalities))}")
    if {bool(wants.image), any(one.modality is Modality.IMAGE for one in sources)} != {kind == "image"}:
        raise PlanError(
            f"{where} wants {wants}, and is under the wrong kind",
            hint="shots with images stand under image, all others under text",
        )
    reply = _complete(entry.reply, f"{where}: reply", sources)
    if reply["refusal"] == "none":
        _fits(reply, where, wants, sources)
        _as_checks_say(reply, where, checks)
    if entry.hops is None:
        return Shot(wants, entry.entity, sources, reply)
    if "hops" not in checks:
        raise PlanError(f"{where} has hops", hint="only a style whose checks have hops has them")
    about, to = (_complete(getattr(entry.hops, name), f"{where}: hops: {name}", sources) for name in ("about", "to"))
    if sorted([*about["sources"], *to["sources"]]) != sorted(reply["sources"]):
        raise PlanError(
            f"{where}: the hops' sources are not those of the reply", hint="each source is cited by one hop"
        )
    clue = entry.hops.clue
    if clue not in reply["question"]:
        raise PlanError(f"{where}: hops: the clue does not stand in the question", hint="copy it as it stands there")
    return Shot(wants, entry.entity, sources, reply, about, to, clue)


def shown_sources(entries: Sequence[_SourceEntry]) -> tuple[ShownSource, ...]:
    """The sources of an example, labelled in order."""
    return tuple(
        ShownSource(f"S{number}", entry.kind, clean(entry.title), clean(entry.text).strip("\n"))
        for number, entry in enumerate(entries, 1)
    )


def _complete(entry: WrittenReply, where: str, sources: Sequence[ShownSource]) -> dict[str, Any]:
    """A writer's reply. It cites only labels that there are, quotes only what stands there, and is a refusal or
    complete. Raises PlanError."""
    reply = entry.model_dump()
    if reply["refusal"] != "none":
        if any(value for name, value in reply.items() if name not in ("plan", "refusal")):
            raise PlanError(f"{where} refuses and replies", hint="a reply with a refusal has no other field but plan")
        return reply
    for name in ("question", "answer", "short_answer", "sources", "quotes"):
        if not reply[name]:
            raise PlanError(f"{where}: {name} is empty", hint="a reply is complete or has a refusal")
    _check_quotes(reply, where, {one.label: one for one in sources})
    return reply


def _check_quotes(reply: Mapping[str, Any], where: str, sources: Mapping[str, ShownSource]) -> None:
    for label in reply["sources"]:
        if label not in sources:
            raise PlanError(f"{where} cites {label!r}", hint=f"the labels are {', '.join(sources)}")
    for index, entry in enumerate(reply["quotes"], 1):
        if entry["source"] not in reply["sources"]:
            raise PlanError(f"{where}: quote {index} is of a source that is not cited", hint="cite it, or leave it out")
        source = sources[entry["source"]]
        if source.modality is not Modality.IMAGE and not _stands_in(entry["quote"], source):
            raise PlanError(f"{where}: quote {index} does not stand in {source.label}", hint="quote word for word")
    unquoted = [label for label in reply["sources"] if label not in {entry["source"] for entry in reply["quotes"]}]
    if unquoted:
        raise PlanError(
            f"{where}: nothing is quoted from {unquoted[0]}", hint="quote what the answer needs from each source"
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
        raise PlanError(
            f"{where} wants {wants} and cites {cited}", hint="cite exactly the sources that are wanted, each once"
        )


def _as_checks_say(reply: Mapping[str, Any], where: str, checks: Sequence[str]) -> None:
    """A style's checks ask for fields of the reply: without them a shot would teach to leave them out."""
    for check, name in (("arithmetic", "expression"), ("options", "options"), ("halves", "halves")):
        if bool(reply[name]) != (check in checks):
            verb = "needs" if check in checks else "must not have"
            raise PlanError(f"{where}: the reply {verb} {name}", hint=f"{name} goes with the check {check}")
    options, halves = reply["options"], reply["halves"]
    if options and not (len(options) == 2 and all(option in reply["question"] for option in options)):
        raise PlanError(f"{where}: the two options do not stand in the question", hint="write them as they stand there")
    if halves and len(halves) != 2:
        raise PlanError(f"{where}: there are not two halves", hint="write one entry for each half of the question")
