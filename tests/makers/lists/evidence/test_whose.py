"""Clauses about somebody's kin, animals and works, and what is but said, each beside a near one that counts."""

from __future__ import annotations

from functools import partial

import pytest
from tests.support.sentences_read import features_of

from benchwright.graphs.relations import Relation, RelationBook, Things
from benchwright.makers.lists.evidence.lexical import Lexical

PERSON, PLACE, FILM = Things("person", "people", who=True), Things("place", "places"), Things("film", "films")
BORN = Relation("P19", "place of birth", PERSON, PLACE, "{subject} was born in {object}.", cues=("born", "birth*"))
BURIED = Relation("P119", "burial", PERSON, PLACE, "{subject} is buried in {object}.", cues=("buried",))
ORIGIN = Relation(
    "P740", "origin", Things("musician or band", "musicians or bands"), PLACE, "{subject} comes from {object}.",
    cues=("from", "born"),
)  # fmt: skip
FOUNDED = Relation(
    "F", "founded in", Things("organization", "organizations"), PLACE, "{subject} was founded in {object}.",
    cues=("founded", "born"),
)  # fmt: skip
DIRECTED = Relation("P57", "director", FILM, PERSON, "{subject} was directed by {object}.", cues=("direct*",))
ACTED = Relation(
    "P161", "cast member", FILM, PERSON, "{object} appeared in {subject}.", cues=("star*", "role*", "film*", "debut*")
)
SPOUSE = Relation(
    "P26", "spouse", PERSON, PERSON, "{subject} has been the spouse of {object}.", cues=("wife", "marri*")
)
LEXICAL = Lexical(
    RelationBook({one.id: one for one in (BORN, BURIED, ORIGIN, FOUNDED, DIRECTED, ACTED, SPOUSE)}), threshold=0.88
)
told = partial(features_of, LEXICAL)


@pytest.mark.parametrize(
    "sentence",
    [
        "Her mother was born in Lund .",
        "His wife , a nurse , was born in Lund .",
        "His younger brother Bo Sand ( 1920 - 1980 ) was also born in Lund .",
        "Her three children were born in Lund .",
        "One of her sisters was born in Lund .",
        "In 1931 her father was born in Lund .",
        "Ada Lee 's cousin was born in Lund .",
        "She married Bo Sand , whose uncle was born in Lund .",
        "She married a man whose uncle was born in Lund .",
        "The mother of his wife was born in Lund .",
        "His father was a rich smith and was born in Lund .",
        "Lee lived in Orth , and his grandmother was born in Lund .",
        "His horse was born in Lund .",
        "Ada Lee 's parrot was born in Lund .",
        "The plan for his second novel was born in Lund .",
        "Her first opera was born in Lund .",
    ],
)
def test_what_is_told_of_somebody_s_kin_and_things_is_not_told_of_them(sentence: str) -> None:
    assert "elsewhere" in told(BORN, "Ada Lee", "subject", sentence, "Lund")


@pytest.mark.parametrize(
    "sentence",
    [
        "She and her brother were born in Lund .",
        "Ada Lee , her sister and their cousin were born in Lund .",
        "Their daughter Ada Lee was born in Lund .",
        "Their only child , Ada Lee , was born in Lund .",
        "Ada Lee , whose father was a smith , was born in Lund .",
        "Her father was a smith , and she was born in Lund .",
        "Her mother was ill when she was born in Lund .",
        "Her mother lived in Orth until Ada Lee was born in Lund .",
        "Her birthplace was Lund .",
        "Her birth was in Lund .",
        "The youngest of their children was born in Lund .",
        "The daughter of their marriage was born in Lund .",
        "Ada Lee was a friend of her mother and was born in Lund .",
        "The future painter was born in Lund .",
    ],
)
def test_what_is_told_of_the_person_beside_their_kin_counts(sentence: str) -> None:
    assert "elsewhere" not in told(BORN, "Ada Lee", "subject", sentence, "Lund")


@pytest.mark.parametrize(
    ("sentence", "another"),
    [
        ("His wife is buried in Lund .", True),
        ("His dog was buried in Lund .", True),
        ("His body was buried in Lund .", False),
        ("The ashes of his dog were buried in Lund .", True),
        ("Her resting place is a tomb buried in Lund .", False),
        ("Her parents were buried in Lund , where she is buried .", False),
    ],
)
def test_a_body_is_the_person_s(sentence: str, another: bool) -> None:
    assert ("elsewhere" in told(BURIED, "Lee", "subject", sentence, "Lund")) is another


def test_kin_do_other_deeds_than_the_person() -> None:
    assert "elsewhere" in told(DIRECTED, "Lee", "object", "Her husband was the director of Grey Heron .", "Grey Heron")
    assert "elsewhere" in told(DIRECTED, "Lee", "object", "Her husband also directed Grey Heron .", "Grey Heron")
    assert "elsewhere" not in told(
        DIRECTED, "Lee", "object", "With her husband she directed Grey Heron .", "Grey Heron"
    )
    words = "Bo Sand directed Grey Heron , and his wife directed the music ."
    assert "elsewhere" not in told(DIRECTED, "Grey Heron", "subject", words, "Bo Sand")


@pytest.mark.parametrize(
    "sentence",
    [
        "Her role in Grey Heron was praised .",
        "His films include Grey Heron .",
        "Her first film was Grey Heron .",
        "His debut was in Grey Heron .",
        "Her character starred in Grey Heron .",
        "His roles were those in Grey Heron .",
    ],
)
def test_a_person_s_works_tell_of_the_person(sentence: str) -> None:
    assert "elsewhere" not in told(ACTED, "Lee", "object", sentence, "Grey Heron")


def test_relations_between_kin_are_told_of_kin() -> None:
    assert "elsewhere" not in told(SPOUSE, "Lee", "subject", "His parents married him to Ada Roe .", "Ada Roe")
    assert "elsewhere" not in told(SPOUSE, "Lee", "subject", "His wife was the painter Ada Roe .", "Ada Roe")


def test_a_company_s_kin_are_no_matter_of_this() -> None:
    assert "elsewhere" not in told(FOUNDED, "Otter Studios", "subject", "Its idea was born in Lund .", "Lund")


@pytest.mark.parametrize(
    ("sentence", "another"),
    [
        ("Lee was born in Orth , the daughter of a man from Lund .", True),
        ("Lee was born in Orth , the son of Bo Sand and of a painter from Oslo , Lund .", True),
        ("Lee was born to a family from Lund .", True),
        ("Born to a Danish family from the Lund , Lee sings .", True),
        ("Lee was born in Lund , the daughter of a man from Orth .", False),
        ("Lee was born to farmers in Lund .", False),
        ("The son of a smith , Lee was born and came from Lund .", False),
        ("Born the son of a smith , from Lund , Lee sings .", False),
    ],
)
def test_where_parents_come_from_is_not_where_the_child_does(sentence: str, another: bool) -> None:
    for relation in (BORN, ORIGIN):
        assert ("elsewhere" in told(relation, "Lee", "subject", sentence, "Lund")) is another


@pytest.mark.parametrize(
    ("sentence", "hedged"),
    [
        ("Lee is often said to have been born in Lund .", True),
        ("Lee is believed to have been born in Lund .", True),
        ("Lee was born in Lund , which is wrong .", True),
        ("Lee was born in Lund , as he said , but that was not true .", True),
        ("Lee was born in Lund , which is a town in Orth .", False),
        ("Lee was born in Lund , which is not far from Orth .", False),
        ("Lee , said by many to be a genius , was born in Lund .", False),
        ("Lee is said to be 90 , since born in Lund .", False),
    ],
)
def test_what_is_said_or_taken_back_is_not_told(sentence: str, hedged: bool) -> None:
    found = told(BORN, "Lee", "subject", sentence, "Lund")
    assert ("hedged" in found) is hedged
    if hedged:
        assert LEXICAL.score_of(found) < LEXICAL.threshold


PLAYS = Relation(
    "P1303", "instrument", Things("musician", "musicians", who=True), Things("instrument", "instruments"),
    "{subject} plays or played the {object}.", cues=("play*", "guitarist*"),
)  # fmt: skip
LINE_UP = Relation(
    "L", "part in", Things("role", "roles"), Things("band", "bands"), "A member of {object} plays {subject}.",
    cues=("play*", "guitar*"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("sentence", "word", "another"),
    [
        ("The guitarist Bo Sand heard her .", "guitarist", True),
        ("It was sent to a pianist Bo Sand knew .", "pianist", True),
        ("She has influenced guitarists such as Bo Sand .", "guitarists", True),
        ("She is one of the best guitarists .", "guitarists", False),
        ("Bo Sand met the guitarist Ada Lee .", "guitarist", False),
        ("She became the guitarist of the band .", "guitarist", False),
    ],
)
def test_what_a_named_one_plays_is_not_told_of_the_person(sentence: str, word: str, another: bool) -> None:
    lexical = Lexical(RelationBook({"P1303": PLAYS, "L": LINE_UP}))
    found = features_of(lexical, PLAYS, "Ada Lee", "subject", sentence, word)
    assert ("elsewhere" in found) is another
    assert "elsewhere" not in features_of(lexical, LINE_UP, "The Herons", "object", sentence, word)
