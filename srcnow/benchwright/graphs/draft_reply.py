"""Turns a model's reply into a drafted entry, if it keeps the rules of a book.

A model is shown a name and triples that others wrote, so that its reply is as little to be trusted as they are: it is
bounded, it must make an entry that the book itself would read, and it stays marked as a draft. Knows no models.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from benchwright.errors import RelationsError
from benchwright.graphs.book import parse_book
from benchwright.graphs.cues import is_cue
from benchwright.graphs.draft import Draft, Entry, book_text

TRIPLES: Final = 5
"""How many triples a model is shown."""
MOST_LABEL: Final = 120
"""Characters of a label that it is shown."""

_LONGEST: Final = 160
_MOST_CUES: Final = 12
_NOUNS: Final = ("subject_one", "subject_many", "object_one", "object_many")


class UnfitReplyError(Exception):
    """A reply that makes no entry. `reason` is a slug that it is counted by."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def shown_triples(triples: Sequence[tuple[str, str]]) -> str:
    """Some triples of labels as a model is shown them, one a line."""
    return "\n".join(f"{_cut(subject)} | {_cut(object)}" for subject, object in triples[:TRIPLES])


def _cut(label: str) -> str:
    """A label on one line, shortened, without what parts the two ends."""
    text = " ".join(label.replace("|", " ").split())
    return text if len(text) <= MOST_LABEL else text[: MOST_LABEL - 1].rstrip() + "…"


def reworded(first: Draft, data: Mapping[str, Any]) -> Draft:
    """The draft with the words of a model's reply (the fields of the prompt `relation`). Raises UnfitReplyError:
    `not-sensible` where the model finds the relation not worth asking, `no-words` without nouns or without a clause,
    `too-long`, `breaks-the-rules` where the book would not read it."""
    if not data.get("sensible"):
        raise UnfitReplyError("not-sensible")
    fields = {key: " ".join(str(value).split()) for key, value in data.items() if key not in {"cues", "sensible"}}
    if any(len(text) > _LONGEST for text in fields.values()):
        raise UnfitReplyError("too-long")
    if not all(fields[key] for key in (*_NOUNS, "hypothesis")):
        raise UnfitReplyError("no-words")
    entry: Entry = {
        "label": first.entry["label"],
        "kind": fields["kind"],
        "tense": fields["tense"],
        "ends": [fields["subject_is"], fields["object_is"]],
        "subject": _noun(first, "subject", fields),
        "object": _noun(first, "object", fields),
        "hypothesis": fields["hypothesis"],
    }
    for side in ("subjects", "objects"):
        one, many = fields[f"{side}_one"], fields[f"{side}_many"]
        if one and many:
            entry[side] = {"one": one, "many": many}
    if not ({"subjects", "objects"} & entry.keys()):
        raise UnfitReplyError("no-words")
    typed = {side: listed for side, listed in first.entry.get("typed", {}).items() if side in entry}
    if typed:  # what stands there is of several kinds, whatever noun a model finds for all of them
        entry["typed"] = typed
    cues = dict.fromkeys(str(cue).strip().lower() for cue in data.get("cues", ()))
    entry["cues"] = [cue for cue in cues if is_cue(cue)][:_MOST_CUES] or first.entry.get("cues", [])
    entry["draft"] = True
    drafted = Draft(first.id, {key: value for key, value in entry.items() if value != []})
    try:
        parse_book(book_text([drafted]))
    except RelationsError:
        raise UnfitReplyError("breaks-the-rules") from None
    return drafted


def _noun(first: Draft, end: str, fields: Mapping[str, str]) -> Entry:
    """The model's noun; whether it is people is known from the graph."""
    who = {"who": True} if first.entry[end].get("who") else {}
    return {"one": fields[f"{end}_one"], "many": fields[f"{end}_many"]} | who
