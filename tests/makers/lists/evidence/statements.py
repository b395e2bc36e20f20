"""Made statements for tests of the checkers."""

from __future__ import annotations

from dataclasses import replace

from benchwright.graphs.relations import GraphRelation, RelationBook, Things
from benchwright.makers.lists.evidence.checker import Statement

FILM, PERSON, TOWN = Things("film", "films"), Things("person", "people", who=True), Things("town", "towns")


def relation(
    id: str, kind: str, tense: str, ends: tuple[str, str], cues: tuple[str, ...], *not_when: str
) -> GraphRelation:
    """A relation that is only what it declares."""
    return GraphRelation(
        id, id, FILM, PERSON, "{subject} {object}.", cues=cues, kind=kind, tense=tense, ends=ends, not_when=not_when
    )


DIRECTED = relation("P57", "creation", "event", ("work", "person"), ("direct*", "filmmaker"))
WROTE = relation("P58", "creation", "event", ("work", "person"), ("writ*", "wrote"))
BORN = relation("P19", "birth", "event", ("person", "place"), ("born", "birth*"), "died", "buried")
ACTED = relation("P161", "cast", "event", ("work", "person"), ("star*", "acted"))
WORKS = relation("P106", "role", "ever", ("person", "role"), ("is a", "is an", "was a", "as a"))
CITIZEN = relation("P27", "nationality", "ever", ("person", "place"), ("citizen*", "national*"), "descent", "parents")
WON = relation("P166", "award", "event", ("person", "award"), ("won", "receiv*"), "nominat*")
LIES = relation("P131", "location", "now", ("place", "place"), ("locat*", "city in"))
BOOK = RelationBook({one.id: one for one in (DIRECTED, WROTE, BORN, ACTED, WORKS, CITIZEN, WON, LIES)})


def statement(relation: GraphRelation, sentence: str, own: str, other: str, about: str = "subject") -> Statement:
    """`own` names the page's entity in the sentence, `other` the other end. A sentence that names it opens its page."""
    at, mention = sentence.find(own), sentence.rindex(other)
    subject, object = (own, other) if about == "subject" else (other, own)
    one = Statement(
        relation, subject, object, "subject", sentence, (0, len(sentence)), (mention, mention + len(other)),
        None if at < 0 else (at, at + len(own)), own, at >= 0,
    )  # fmt: skip
    return one if about == "subject" else replace(one, about="object")
