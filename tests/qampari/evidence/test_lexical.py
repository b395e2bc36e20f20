"""What the checker that reads words makes of sentences: one rule each, both ways."""

import pytest

from benchwright.graphs.relations import Relation, RelationBook, Things
from benchwright.qampari.evidence.checker import Statement
from benchwright.qampari.evidence.lexical import Lexical

FILM, PERSON, TOWN = Things("film", "films"), Things("person", "people", who=True), Things("town", "towns")
DIRECTED = Relation(
    "P57", "director", FILM, PERSON, "{subject} was directed by {object}.", cues=("direct*", "filmmaker")
)
WROTE = Relation("P58", "screenwriter", FILM, PERSON, "{subject} was written by {object}.", cues=("writ*", "wrote"))
BORN = Relation("P19", "place of birth", PERSON, TOWN, "{subject} was born in {object}.", cues=("born", "birth*"))
BEFORE = Relation("P155", "follows", FILM, FILM, "{subject} was followed by {object}.", cues=("follow*",))
ACTED = Relation("P161", "cast member", FILM, PERSON, "{object} acted in {subject}.", cues=("star*", "acted"))
BOOK = RelationBook({one.id: one for one in (DIRECTED, WROTE, BORN, BEFORE, ACTED)})
LEXICAL = Lexical(BOOK)


def statement(relation: Relation, sentence: str, own: str, other: str, about: str = "subject") -> Statement:
    """`own` names the page's entity in the sentence, `other` the other end."""
    at, mention = sentence.find(own), sentence.index(other)
    subject, object = (own, other) if about == "subject" else (other, own)
    return Statement(
        relation, subject, object, "subject" if about == "subject" else "object", sentence, (0, len(sentence)),
        (mention, mention + len(other)), None if at < 0 else (at, at + len(own)), own, True,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("relation", "sentence", "own", "other", "about"),
    [
        (DIRECTED, "Grey Heron is a 1974 film directed by Henri Sall.", "Grey Heron", "Henri Sall", "subject"),
        (DIRECTED, "Grey Heron was written and directed by Henri Sall.", "Grey Heron", "Henri Sall", "subject"),
        (WROTE, "Grey Heron was written and directed by Henri Sall.", "Grey Heron", "Henri Sall", "subject"),
        (BORN, "Nils Aker ( 1851 - 1920 ) was born in Lund .", "Nils Aker", "Lund", "subject"),
        (BORN, "He was born in Lund.", "Nils Aker", "Lund", "subject"),
        (BEFORE, "Grey Heron was followed by White Stork in 1980.", "Grey Heron", "White Stork", "subject"),
    ],
)
def test_a_sentence_that_states_the_triple_is_accepted(
    relation: Relation, sentence: str, own: str, other: str, about: str
) -> None:
    assert LEXICAL.score([statement(relation, sentence, own, other, about)])[0] >= LEXICAL.threshold


@pytest.mark.parametrize(
    ("relation", "sentence", "own", "other", "about"),
    [
        (DIRECTED, "Henri Sall liked Grey Heron as a child.", "Grey Heron", "Henri Sall", "subject"),
        (DIRECTED, "Grey Heron was directed by A and written by Henri Sall.", "Grey Heron", "Henri Sall", "subject"),
        (DIRECTED, "Grey Heron was not directed by Henri Sall.", "Grey Heron", "Henri Sall", "subject"),
        (BORN, "Nils Aker was never born in Lund.", "Nils Aker", "Lund", "subject"),
        (BORN, "Nils Aker may have been born in Lund.", "Nils Aker", "Lund", "subject"),
        (BORN, "Nils Aker studied law in Lund.", "Nils Aker", "Lund", "subject"),
        (BEFORE, "White Stork was followed by Grey Heron in 1980.", "Grey Heron", "White Stork", "subject"),
    ],
)
def test_a_sentence_that_does_not_is_refused(
    relation: Relation, sentence: str, own: str, other: str, about: str
) -> None:
    assert LEXICAL.score([statement(relation, sentence, own, other, about)])[0] < LEXICAL.threshold


def test_a_short_stem_takes_only_inflections() -> None:
    right = statement(ACTED, "Grey Heron starred Paula Roth.", "Grey Heron", "Paula Roth")
    wrong = statement(ACTED, "Grey Heron started with Paula Roth.", "Grey Heron", "Paula Roth")
    assert "strong" in LEXICAL.features(right)
    assert LEXICAL.features(wrong)["no_cue"] == 1


def test_a_cue_inside_a_name_is_no_cue() -> None:
    found = LEXICAL.features(statement(DIRECTED, "Bad Director was seen by Henri Sall.", "Bad Director", "Henri Sall"))
    assert found["no_cue"] == 1


def test_the_fingerprint_follows_weights_and_cues() -> None:
    assert Lexical(BOOK).fingerprint == LEXICAL.fingerprint
    assert Lexical(BOOK, weights={"bias": 1.0}).fingerprint != LEXICAL.fingerprint
    assert Lexical(RelationBook({"P57": DIRECTED})).fingerprint != LEXICAL.fingerprint


def test_a_cue_with_stops_is_found_as_words() -> None:
    studied = Relation(
        "P69", "educated at", PERSON, TOWN, "{subject} studied at {object}.", cues=("Ph.D.*", "*", "Ph*", "graduat*")
    )
    lexical = Lexical(RelationBook({"P69": studied}))
    one = statement(studied, "Nils Aker took his Ph.D. at Lund.", "Nils Aker", "Lund")
    assert lexical.features(one)["strong_between"] == 1
