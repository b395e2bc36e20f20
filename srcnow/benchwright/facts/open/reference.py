"""Read reference entries: what an option, setting, function or field is for, its default, its type and since when.

    <dt>-f FILE, --file=FILE</dt><dd>Read patterns from FILE.</dd>    purpose of "--file"; form "option"
    accept_content > "Default: {'json'}" "A white-list of ..."        default and purpose of "accept_content"
    **Option:** Aptitude::Log  **Default:** ...  **Description:** ...  one entry over several lines

Names are read by `entry_names.py`, sentences by `attributes.py`. News and lists of changes describe no entry.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.open.attributes import LABELS, Attribute, attributes, default_type, labelled
from benchwright.facts.open.context import OpenSubject, open_fact
from benchwright.facts.open.entries import Range, described, is_code, roles_of
from benchwright.facts.open.entry_names import (
    EntryName,
    form_in_label,
    form_of,
    heading_name,
    name_in_category,
    owner_of,
    read_name,
)
from benchwright.facts.open.purposes import begins_with_verb
from benchwright.facts.open.terms import explains_words
from benchwright.records import Fact, Source, Span

_VOCABULARY = Vocabulary.of("benchwright.facts.open", "reference")
_NEWS = re.compile(
    rf"\b(?:{_VOCABULARY.pattern('news')})\b|^v?\d+(?:\.\w+)+\W*(?:\W(?:\d{{4}}|unreleased)\b.*)?$", re.IGNORECASE
)
"""A version is news, alone or with a date ("2.11.0 (2024-05-01)"); a number before words is that of a section."""
_SUBJECT_LABELS = _VOCABULARY.texts("subject_labels")
_NO_NAMES = _VOCABULARY.words("no_names")
_NO_VALUE_FORMS = _VOCABULARY.words("no_value_forms")
_CODE_ROLES = _VOCABULARY.words("code_roles")
_CALLED = Vocabulary.of("benchwright.facts.open", "entry_names").words("called")
_LETTER = re.compile(r"[^\W\d_]")
"""A bullet, or a number that is to be filled in."""

CONFIDENCE = {"purpose": 0.96, "default": 0.97, "since": 0.97, "type": 0.95, "allowed": 0.95, "required": 0.95}
"""Of 120 purposes drawn (60 from eight sites, 60 from the six that are no manual pages) 116 were right, of 60 other
values 58. Types, allowed values and what is required are too few to tell apart: 9 of 9 were right."""


def facts_of_reference(source: Source) -> Iterator[Fact]:
    """What the entries of a passage are for, and their defaults, types and so on."""
    if not source.entries or _is_news(source) or explains_words(source):
        return
    yield from _blocks(source)
    counts = Counter[tuple[str, str]]()
    labels = _labels(source)
    found: list[tuple[OpenSubject, EntryName, list[Attribute]]] = []
    for entry, names in described(source, "definition", "run-in"):
        roles = roles_of(entry)
        name = _name(names, roles)
        if name is None or name.name.casefold() in LABELS or name.name.casefold() in _NO_NAMES:
            continue
        if names[0][:1].isupper() and form_in_label(names[0]) is not None:
            continue  # "Parameters", above a list of them
        if entry.kind == "run-in" and (entry.within or name.name != names[0]):
            continue  # a value of the entry around it, or an example with arguments
        label = form_in_label(entry.within[-1]) if entry.within else None
        within = entry.within if label is None else entry.within[:-1]
        if label is None and not entry.within:
            label = form_in_label(labels.get(entry.name[0], ""))
        above = () if within else source.place.headings  # they say what the entry around this one is
        form = form_of(name, roles, above, label or "")
        owner = owner_of(source, name.name, form, within)
        if owner is None or label == "" or not _is_entry(name, form, roles, names[0]):
            continue
        counts[owner, name.name] += 1
        if owner.startswith("-") and not name.name.startswith("-"):
            form = ""  # a word that goes behind an option
        subject = OpenSubject(name.name, form, owner, "entry")
        own = [*_type(name, entry.name[0]), *_own_lines(source, entry.body, name)]
        if entry.kind == "run-in":
            own = _without_purpose(own)
        found.append((subject, name, own))
    for subject, name, own in found:
        if counts[subject.owner, name.name] == 1:
            yield from _facts(source, subject, name, own)


def _name(names: Sequence[str], roles: frozenset[str]) -> EntryName | None:
    """What an entry is called by the names that stand before its body."""
    if names[0].startswith("-"):
        return read_name(" | ".join(names))
    if "category" in roles:
        found = list(filter(None, map(name_in_category, names)))
        others = dict.fromkeys(one.name for one in found if one.name != found[0].name)
        return replace(found[0], aliases=tuple(others)) if found else None
    name = read_name(names[0])
    return name and replace(name, aliases=(*name.aliases, *names[1:]))


def _labels(source: Source) -> dict[int, str]:
    """The line before each list of definitions, by where the names of its entries begin."""
    labels: dict[int, str] = {}
    ends: dict[int, str] = {}
    for entry in source.entries:
        if entry.kind == "definition":
            before = source.text[: entry.name[0]].rstrip()
            label = ends.get(len(before), before.rpartition("\n")[2])
            labels[entry.name[0]] = label
            ends.setdefault(entry.body[1], label)
    return labels


def _is_entry(name: EntryName, form: str, roles: frozenset[str], signature: str) -> bool:
    """Whether a name is one of a reference: it has a form, looks like code, or is marked up as code."""
    if roles & _CODE_ROLES and not name.name.isnumeric():
        return True
    if _LETTER.fullmatch(name.name) or (name.name.isnumeric() and not form):
        return False
    return bool(form) or is_code(name.name) or name.name != signature.rstrip(":")


def facts_of_named_section(source: Source) -> Iterator[Fact]:
    """What a section whose heading is a name says of it, in the passage that opens it."""
    if not source.place.headings or _is_news(source):
        return
    named = heading_name(source.place.headings[-1])
    if named is None:
        return
    name, form = named
    own = {source.text[slice(*entry.name)] for entry in source.entries if entry.kind == "definition"}
    if own or source.text.startswith(("See ", "- ")):
        return
    form = form or form_of(name, frozenset(), source.place.headings[:-1])
    subject = _subject(source, name, form)
    said = list(_own_lines(source, (0, len(source.text)), name))
    yield from _facts(source, subject, name, said if _begins_with_verb(source, form) else _without_purpose(said))


def _begins_with_verb(source: Source, form: str) -> bool:
    """Whether the passage under a function's name opens with what the function does: "Allocates a frame."."""
    return form in _CALLED and begins_with_verb(source.text[:80])


def _without_purpose(found: Iterable[Attribute]) -> list[Attribute]:
    """What opens a section or follows a name in a line tells a story, an argument or a value of another entry: of 12
    such sentences from twelve manuals 3 said what the name is for; of 120 in definition lists 117. Of 24 that begin
    with a verb under the name of a function 24 did."""
    return [attribute for attribute in found if attribute[0] != "purpose"]


def _blocks(source: Source) -> Iterator[Fact]:
    """Entries that are written as rows of labels: "Option: X", "Default: true", "Description: ..."."""
    blocks: list[tuple[EntryName, str, list[Attribute]]] = []
    for entry in source.entries:
        label = source.text[slice(*entry.name)].casefold().strip(" :") if entry.kind == "run-in" else ""
        if label in _SUBJECT_LABELS and (name := read_name(source.text[slice(*entry.body)])) is not None:
            blocks.append((name, _SUBJECT_LABELS[label], []))
        elif label in LABELS and blocks:
            blocks[-1][2].extend(labelled(source.text, label, entry.body))
    for name, form, found in blocks:
        yield from _facts(source, _subject(source, name, form), name, found)


def _subject(source: Source, name: EntryName, form: str) -> OpenSubject:
    return OpenSubject(name.name, form, owner_of(source, name.name, form, ()) or "", "entry")


def _own_lines(source: Source, body: Range, name: EntryName) -> Iterator[Attribute]:
    """What a body says of its entry: the parts that belong to entries inside it and to code are left out."""
    inner = [
        (min(entry.name[0], entry.body[0]), entry.body[1], entry)
        for entry in source.entries
        if entry.kind != "list" and body[0] <= entry.name[0] and entry.body[1] <= body[1]
    ]
    # What begins with a list tells of the entry's arguments first.
    at, has_purpose = body[0], any(entry.kind == "list" and entry.body[0] == body[0] for entry in source.entries)
    for start, end, entry in (*sorted(inner, key=lambda one: one[:2]), (body[1], body[1], None)):
        if source.text[at:start].strip():
            names = name.name, *name.aliases
            yield from attributes(source.text, at, start, names, has_purpose=has_purpose, takes_value=name.takes_value)
            has_purpose = True
        label = source.text[slice(*entry.name)].casefold().strip(" :") if entry is not None else ""
        if entry is not None and label in LABELS:
            yield from labelled(source.text, label, entry.body)
        elif entry is not None:
            has_purpose = True  # what stands behind code or another entry goes on from there
        at = max(at, end)


def _type(name: EntryName, start: int) -> Iterator[Attribute]:
    if name.type:
        yield "type", (start + name.type_at, start + name.type_at + len(name.type))


def _facts(source: Source, subject: OpenSubject, name: EntryName, found: Iterable[Attribute]) -> Iterator[Fact]:
    """A fact for each relation of an entry; none for a relation whose values differ."""
    values: dict[str, list[Range]] = {}
    for relation, span in found:
        values.setdefault(relation, []).append(span)
    extra = tuple(("alias", alias) for alias in name.aliases)
    for relation, spans in values.items():
        texts = {source.text[slice(*span)] for span in spans}
        if relation in ("default", "type", "allowed") and subject.form in _NO_VALUE_FORMS:
            continue
        if len(texts) > 1 and relation != "purpose":
            continue
        value, place = source.text[slice(*spans[0])], Span(source.id, "text", *spans[0])
        kind, unit = default_type(value) if relation == "default" else ("text", "")
        confidence = CONFIDENCE[relation]
        yield open_fact(source, relation, subject, value, place, kind, unit=unit, confidence=confidence, extra=extra)


def _is_news(source: Source) -> bool:
    return any(_NEWS.search(heading) for heading in (source.title, *source.place.headings))
