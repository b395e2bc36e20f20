"""Words a query as a question with the clauses of the book (QAMPARI, section 2.1).

    simple        Which films were directed by Ida Lupino?     Who was born in Delft?
    intersection  Which films were directed by Ida Lupino and have Joan Fontaine as a cast member?
    composition   Which films were directed by a person who was born in Delft?

A composition that leads back to what it starts from says that this is not meant: Which films other than Taxi Driver
were directed by an actor who appeared in Taxi Driver?

If several things share a label, a description or type in parentheses distinguishes them. If it cannot, the query is
refused.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from benchwright.english.articles import article, with_the
from benchwright.graphs.described import head
from benchwright.graphs.graph import GraphEntity
from benchwright.graphs.relations import Things
from benchwright.makers.lists.knowledge.edges import View, is_split
from benchwright.makers.lists.knowledge.knowledge_base import Knowledge
from benchwright.makers.lists.queries.query_types import Composition, Intersection, Query, Simple
from benchwright.values import normalise

LONGEST_LABEL = 120
MOST_WORDS = 5
"""A longer note makes a reader doubt what it belongs to."""
MOST_ALIASES = 30

_PEOPLE = frozenset({"person", "human", "human being", "person or group"})
_PERSON = Things("person", "people", who=True)
_VAGUE = frozenset({"thing", "entity", "item", "object", "place"})
_MARKUP = re.compile(r"[{}\[\]<>|\\\x00-\x1f\u200b-\u200f\u2028-\u202e]|^(?:Category|List|Template|File):|https?://")
_ID = re.compile(r"^[QPL]\d+$")
_TITLED = re.compile(
    r"\b(?:album|book|episode|film|game|movie|musical|novel|opera|play|poem|program|programme|series|show|song|story|text"
    r"|work)$"
)
"""What has a title, which takes no article: Mystic River is a film."""
_JOINED = re.compile(r"(?:\S+|.*\b(?:at|by|for|from|in|of|on|to|with)) \{given\}")
"""Clauses that are said once of two things: appeared in both, border both."""
_ASKING = re.compile(r"(?:did|do|does) ")
_NUMBERED_WAR = re.compile(r"\bWar [IVX]+$")


class UnnamedError(Exception):
    """A query that cannot be put into words. `reason` is a slug that it is counted by."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class WordedQuestion:
    """A question, the labels of what it names, and of a composition the question for the things in between and
    whether it leaves out what it starts from ("other than")."""

    question: str
    given: tuple[str, ...]
    hop: str = ""
    leaves_out: bool = False


def word_question(
    query: Query, naming: Knowledge, *, leads_back: bool = False, careful: bool = False
) -> WordedQuestion:
    """The question of a query. `leads_back`: what a composition starts from would be one of its answers, and is not
    meant. `careful`: words for when an answer stands in the question: the people between are called persons, whatever
    the relation calls them. Raises UnnamedError."""
    match query:
        case Simple():
            label = given_label(query.given, naming)
            return WordedQuestion(_which(naming.views[query.view], label), (label,))
        case Intersection(first=first, second=second):
            labels = given_label(first.given, naming), given_label(second.given, naming)
            one, two = naming.views[first.view], naming.views[second.view]
            for view in (one, two):
                _stands_behind_a_noun(view)
            things = narrower(one, two)
            return WordedQuestion(f"{_asks_for(things)} {_both(one, two, things, labels)}?", labels)
        case Composition(first=first, view=view):
            label = given_label(first.given, naming)
            inner = _of_persons(naming.views[first.view]) if careful else naming.views[first.view]
            _stands_behind_a_noun(inner)
            things = inner.phrasing.things
            middle = f"{article(things.one)} {things.one} {'who' if things.who else 'that'} "
            middle += _filled(inner, inner.phrasing.clause.one, label)
            besides = f" other than {_named(inner, label)}" if leads_back else ""
            question = _which(naming.views[view], middle, name=False, besides=besides)
            return WordedQuestion(question, (label,), _which(inner, label), leads_back)


def _of_persons(view: View) -> View:
    """The view with a noun for anybody, where its answers are people and its noun only says what they do in it: an
    actor who appeared in a film is a person who did. A noun of which only some answers are stays."""
    things = view.phrasing.things
    if not things.who or things.one in _PEOPLE or is_split(view):
        return view
    return replace(view, phrasing=replace(view.phrasing, things=_PERSON))


def _stands_behind_a_noun(view: View) -> None:
    """Raises UnnamedError for a clause with the word order of a question (did {given} play for): it cannot be joined to
    another, nor follow "that"."""
    if _ASKING.match(view.phrasing.clause.one) or _ASKING.match(view.phrasing.clause.many):
        raise UnnamedError("clause", f"{view.phrasing.clause.many!r} has the word order of a question")


def _which(view: View, given: str, *, name: bool = True, besides: str = "") -> str:
    things = view.phrasing.things
    clause = _number(view, things)
    return f"{_asks_for(things)}{besides} {_filled(view, clause, given) if name else clause.format(given=given)}?"


def _both(one: View, two: View, things: Things, labels: tuple[str, str]) -> str:
    """Two conditions: a relation that both have is said once where that reads well."""
    clauses = _number(one, things), _number(two, things)
    plain = not any(re.search(r",|&|\band\b", label) for label in labels)
    if clauses[0] == clauses[1] and plain and _JOINED.fullmatch(clauses[0]):
        names = _named(one, labels[0]), _named(two, labels[1])
        return clauses[0].format(given=f"both {names[0]} and {names[1]}")
    return f"{_filled(one, clauses[0], labels[0])} and {_filled(two, clauses[1], labels[1])}"


def _asks_for(things: Things) -> str:
    return "Who" if _is_who(things) else f"Which {things.many}"


def _is_who(things: Things) -> bool:
    return things.who and things.one in _PEOPLE


def _number(view: View, things: Things) -> str:
    """The clause as it follows the noun: "who" is followed by the singular."""
    return view.phrasing.clause.one if _is_who(things) else view.phrasing.clause.many


def _filled(view: View, clause: str, label: str) -> str:
    """The clause with a name in it, with "the" before a name that takes it."""
    before, _, after = clause.partition("{given}")
    if label.startswith("The ") or _NUMBERED_WAR.search(label):
        before = re.sub(r"\bthe\s*$", "", before)
    bare = not re.search(r"\b(?:the|an?|called|titled|named)\s*$", before)
    return f"{before}{_named(view, label) if bare else label}{after}"


def _named(view: View, label: str) -> str:
    """The name of what is given, with "the" where it takes it: names of people and titles of works do not."""
    things = view.relation.object if view.side == "subjects" else view.relation.subject
    one_person = things.who and not re.search(r"\b(?:group|band)\b", things.one)
    return label if one_person or _TITLED.search(things.one) else with_the(label)


def narrower(one: View, two: View) -> Things:
    """Of two nouns for the same things the one that says more."""
    first, second = one.phrasing.things, two.phrasing.things
    if _says(second) > _says(first):
        return second
    return first


def _says(things: Things) -> tuple[bool, bool, int]:
    return things.one not in _VAGUE, things.one not in _PEOPLE, -len(things.types) if things.types else -99


def given_label(code: int, naming: Knowledge) -> str:
    """How a question names a thing, with a note if other things have its label. Raises UnnamedError for a label that
    cannot be shown, or is ambiguous."""
    entity = naming.entity(code)
    fault = unfit(entity.label)
    if fault:
        raise UnnamedError("label", f"what is asked about, {shown_label(entity)}, {fault}")
    if not naming.namesakes.of(code):
        return entity.label
    note = _note(code, naming)
    if not note:
        raise UnnamedError(
            "namesakes", f"{shown_label(entity)} is a name of several things, and no note distinguishes them"
        )
    return f"{entity.label} ({note})"


def _note(code: int, naming: Knowledge) -> str:
    """A few words that tell a thing from others of its name: its description, or, where that is long, the kind that it
    begins with, or the label of a type. "" if there are none, or another of the name is of that kind, too."""
    entity = naming.entity(code)
    for note in (entity.description, _kind(entity.description), *naming.type_labels(code)[:1]):
        words = note.strip().rstrip(".")
        plain = words and not unfit(words) and not re.search(r"[()?]", words)
        if plain and len(words.split()) <= MOST_WORDS and not _of_another(words, code, naming):
            return words
    return ""


def _kind(description: str) -> str:
    """What a description begins with, as it is written: "state" of "state of the United States of America"."""
    kind = next(iter(head(description)), "")
    at = description.lower().find(kind)
    return description[at : at + len(kind)] if at >= 0 else ""


def _of_another(note: str, code: int, naming: Knowledge) -> bool:
    """Whether the same words describe another thing of the name: its description, what that begins with, or a type."""

    def phrases_of(other: int) -> set[str]:
        description = naming.entity(other).description
        phrases = (description.strip().rstrip("."), _kind(description), *naming.type_labels(other))
        return {normalise(words) for words in phrases}

    return naming.namesakes.share_phrase(code, normalise(note), phrases_of)


def shown_label(entity: GraphEntity) -> str:
    """A label as the reason of a refusal names it, with the id, since labels may be empty, long or several things'."""
    cut = entity.label if len(entity.label) <= LONGEST_LABEL else f"{entity.label[:LONGEST_LABEL]}..."
    return f"{cut!r} ({entity.id})"


def unfit(label: str) -> str:
    """Why a label cannot stand in a question or an answer, "" if it can."""
    if not label.strip():
        return "is empty"
    if len(label) > LONGEST_LABEL:
        return f"is longer than {LONGEST_LABEL} characters"
    if _MARKUP.search(label) or _ID.match(label):
        return "is not a name that a person would write"
    if label.count("(") != label.count(")") or "?" in label:
        return "would break the sentence"
    return ""


def aliases_of(entity: GraphEntity, names_in_use: frozenset[str]) -> tuple[str, ...]:
    """The other names of an answer, in their order: without repeats, fragments and names of other answers
    (`names_in_use`, as `values.normalise` writes them)."""
    own = normalise(entity.label)
    forms = {own}
    aliases: list[str] = []
    for name in entity.aliases:
        form = normalise(name)
        if (
            len(form) < 2
            or form in forms
            or form in names_in_use
            or unfit(name)
            or (form.isdigit() and entity.kind == "entity")
        ):
            continue
        forms.add(form)
        aliases.append(name)
    return tuple(aliases[:MOST_ALIASES])
