"""Completes the book of relations for the facts of a corpus with drafts from the lexicon.

The built-in book `facts` words the relations that make good lists. Other relations of the lexicon are worded from their
nouns, as drafts.
"""

from __future__ import annotations

from collections.abc import Mapping

from benchwright.facts.relations import Relation, lexicon
from benchwright.facts.store import FactTable
from benchwright.graphs.relations import Clause, GraphRelation, Phrasing, RelationBook, Things, TypeName
from benchwright.retrieval.word_index import words_of

_NOUNS: Mapping[str, Things] = {
    "person": Things("person", "people", True),
    "country": Things("country", "countries"),
    "place": Things("place", "places"),
    "organisation": Things("organisation", "organisations"),
    "team": Things("team", "teams"),
    "event": Things("event", "events"),
    "work": Things("work", "works"),
    "species": Things("species", "species"),
    "substance": Things("substance", "substances"),
    "term": Things("term", "terms"),
}
"""How the types of facts are asked for; `thing` is too vague to be asked for."""


def worded(entry: Relation) -> GraphRelation | None:
    """A relation of the lexicon that no book words, from its noun; None if it makes no list."""
    kinds = [kind for kind in entry.subjects if kind in _NOUNS]
    if entry.scoped or entry.value != "name" or not entry.leads_to or entry.leads_to not in _NOUNS or not kinds:
        return None
    object = _NOUNS[entry.leads_to]
    ways = tuple(
        Phrasing(
            Things(noun.one, noun.many, noun.who, (TypeName("", kind),)),
            Clause(f"have {{given}} as their {entry.noun}", f"has {{given}} as its {entry.noun}"),
        )
        for kind, noun in ((kind, _NOUNS[kind]) for kind in kinds)
        if not noun.who
    )
    if not ways:
        return None
    return GraphRelation(
        id=entry.name,
        label=entry.noun,
        subject=Things("thing", "things"),
        object=Things(object.one, object.many, object.who),
        hypothesis=f"{{object}} is the {entry.noun} of {{subject}}.",
        subjects=ways,
        cues=tuple(word for word in words_of(entry.noun) if len(word) > 3),
        uses={"subjects": ("simple", "first"), "objects": ()},
        draft=True,
    )


def book_of_facts(facts: FactTable, book: RelationBook) -> RelationBook:
    """The relations of a corpus' facts: as a book tells them, or worded from the lexicon."""
    names = lexicon()
    drafts: dict[str, GraphRelation] = {}
    for name in facts.relations():
        entry = names.get(name)
        if entry is not None and book.get(book.canonical(name)[0]) is None:
            relation = worded(entry)
            if relation is not None:
                drafts[name] = relation
    return RelationBook({**drafts, **book.relations}, book.same)


def are_worded(facts: FactTable, book: RelationBook) -> bool:
    """Whether a book that people have read words a relation of the facts, so that not all its lists are drafts."""
    return any(book.get(book.canonical(name)[0]) is not None for name in facts.relations())
