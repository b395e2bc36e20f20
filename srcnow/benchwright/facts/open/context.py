"""Make an open fact: its relation is the document's own wording, and it holds inside its document.

Two things of one name in two documents are two things, so the key of an open fact's subject holds the document. What a
question must say so that it can be understood alone (what the subject is called, what it belongs to, where it stands)
goes into the qualifiers; `facts/open/contexts.py` words it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from benchwright.english.nouns import singular
from benchwright.records import Fact, Source, Span
from benchwright.values import name_key

OPEN = (
    *("definition", "long_form", "purpose", "default", "type", "since", "allowed", "required", "members", "answer"),
    "caption",
)
"""The relations of open facts; those of cells and amounts begin with one of `OPEN_KINDS`.
A `row:` is a cell of a row that nothing names."""

OPEN_KINDS = ("cell:", "row:", "amount:")


_NUMBER = re.compile(
    r"^(?:[A-Z][a-z]+\s+)?\d+(?:\.\d+)*[.:)]\s+|^\d+(?:\.\d+)+\s+"
    r"|^[A-Z][a-z]+\s+[A-Z](?:\.\d+)*[.:)]\s+|^[A-Z](?:\.\d+)+[.:)]?\s+"
)


@dataclass(frozen=True, slots=True)
class OpenSubject:
    """What an open fact is about. `form` is what the subject is called ("option"), `owner` what it belongs to, as the
    document names it; each "" if nothing says."""

    name: str
    form: str = ""
    owner: str = ""
    type: str = "thing"


def open_entity(name: str, scope: str) -> str:
    """The key of a thing that only its document names: the option `--force` of two pages is two things."""
    return f"{name_key(name)} @ {scope}"


def plain_heading(heading: str) -> str:
    """A heading or title without its number and the sign of its link: "4.2. Priorities" is "Priorities"."""
    bare = heading.strip().rstrip("¶ :")
    return _NUMBER.sub("", bare).strip() or bare


def telling_headings(section: str, form: str) -> list[str]:
    """The headings of a fact's `section` that say more than what kind of things stand there: not "Video options"."""
    headings = map(plain_heading, section.split(" > "))
    return [one for one in headings if not form or not singular(one).casefold().endswith(form)]


def is_open(relation: str) -> bool:
    """Whether facts of this relation may come from the open forms."""
    return relation in OPEN or relation.startswith(OPEN_KINDS)


def open_fact(
    source: Source,
    relation: str,
    subject: OpenSubject,
    value: str,
    span: Span,
    value_type: str = "text",
    *,
    unit: str = "",
    confidence: float = 1.0,
    extra: tuple[tuple[str, str], ...] = (),
) -> Fact:
    """An open fact of a source; `span` covers the value, `extra` are qualifiers such as the header of a column. What a
    table says holds inside that table, all else inside its document. An entry is one of its owner's: `-u` of two
    commands on one page are two."""
    scope = source.id if span.cells else source.document
    owner = subject.owner if subject.type == "entry" else ""
    qualifiers = (
        ("form", subject.form),
        ("owner", subject.owner),
        *extra,
        ("section", " > ".join(source.place.headings)),
        ("scope", scope),
    )
    row, column = span.cells[-1] if span.cells else (0, 0)
    place = f"#r{row}c{column}" if span.cells else f"#{relation}@{span.start}"
    if len(span.cells) > 1:
        place = f"#{relation}@c{column}"
    return Fact(
        id=f"{source.id}{place}",
        subject=subject.name,
        entity=open_entity(f"{owner} {subject.name}".strip(), scope),
        relation=relation,
        value=value,
        span=span,
        unit=unit,
        subject_type=subject.type,
        value_type=value_type,
        qualifiers=tuple(pair for pair in qualifiers if pair[1]),
        confidence=confidence,
    )
