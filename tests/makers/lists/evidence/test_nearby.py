"""Places that a sentence names and in which it puts nothing, each beside a near one in which it does."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.support.sentences_read import features_of

from benchwright.graphs.relations import Relation, RelationBook, Things
from benchwright.makers.lists.evidence.lexical import Lexical
from benchwright.makers.lists.evidence.records import End

PLACE = Things("place", "places")
BASED = Relation(
    "P159", "based in", Things("organization", "organizations"), PLACE, "{subject} is based in {object}.",
    cues=("headquarter*", "based", "locat*", "campus*", "college*"),
)  # fmt: skip
TEAM = Relation(
    "T", "team", PLACE, Things("team", "teams"), "{object} is a team from {subject}.", cues=("team", "based")
)
PART = Relation("A", "part of", PLACE, PLACE, "{subject} is a part of {object}.", cues=("part of", "province*"))
BECAME = Relation(
    "I", "became independent from", PLACE, PLACE, "{subject} became independent from {object}.", cues=("independen*",)
)
CAPITAL = Relation("P36", "capital", PLACE, PLACE, "{object} is the capital of {subject}.", cues=("capital*",))
BORN = Relation(
    "P19", "place of birth", Things("person", "people", who=True), PLACE, "{subject} was born in {object}.",
    cues=("born", "birth*"),
)  # fmt: skip
EVENT = Relation(
    "E", "place of an event", Things("event", "events"), PLACE, "{subject} took place in {object}.", cues=("fought",)
)
OFFICE = Relation(
    "J", "jurisdiction", Things("person", "people", who=True), Things("country or region", "countries or regions"),
    "{subject} held an office in {object}.", cues=("governor*",),
)  # fmt: skip
ROLE = Relation(
    "P161", "cast member", Things("film", "films"), Things("actor", "actors", who=True),
    "{object} appeared in {subject}.", cues=("appear*",),
)  # fmt: skip
ALL = (BASED, TEAM, PART, BECAME, CAPITAL, BORN, EVENT, OFFICE, ROLE)
LEXICAL = Lexical(RelationBook({one.id: one for one in ALL}))


def elsewhere(relation: Relation, own: str, about: End, sentence: str, mention: str) -> bool:
    """Whether the sentence tells of something else, for the mention that stands last."""
    return "elsewhere" in features_of(LEXICAL, relation, own, about, sentence, mention)


@pytest.mark.parametrize(
    ("sentence", "away"),
    [
        ("Perak is one of the colleges of the University of Lund .", True),
        ("Perak is a college of the Diocese of Lund .", True),
        ("Perak is a college by the Gulf of Lund .", True),
        ("Perak is a college of the City of Lund .", False),
        ("Perak is located in the Province of Lund .", False),
        ("Perak is a college of the State University of Lund .", False),
        ("Perak has two locations , and the college of Lund is one .", False),
    ],
)
def test_an_institution_called_after_a_place_is_not_the_place(sentence: str, away: bool) -> None:
    assert elsewhere(BASED, "Perak", "subject", sentence, "Lund") is away


def test_provinces_of_a_name_are_another_part() -> None:
    words = "Perak was created as part of the {} of Lund ."
    assert elsewhere(PART, "Perak", "subject", words.format("United Provinces"), "Lund")
    assert not elsewhere(PART, "Perak", "subject", words.format("Kingdom"), "Lund")
    assert elsewhere(PART, "Perak", "object", words.format("United Provinces"), "Lund")


@pytest.mark.parametrize(
    ("sentence", "away"),
    [
        ("Perak has its main campus near Lund .", True),
        ("Perak has its main campus in Orth near Lund .", True),
        ("Perak has its main campus just outside Lund .", True),
        ("Perak has its main campus just outside Lund 's old town .", False),
        ("Perak has its main campus near the Lund border .", False),
        ("Perak is located close to Lund .", True),
        ("Perak is located close to the river in Lund .", False),
        ("Perak has its campus immediately north of Lund .", True),
        ("Perak has its campus 13 miles ( 21 km ) east of downtown Lund .", True),
        ("Perak has its campus to the south-east of Lund .", True),
        ("Perak has its campus in the south-east of Lund .", False),
        ("Perak has a campus about five miles from Lund .", True),
        ("Perak has five campuses , all from Lund .", False),
        ("Perak became a district independent of Lund .", True),
        ("Perak became an independent district of Lund .", False),
        ("Perak has its campus in the Lund suburb of Orth .", True),
        ("Perak has its campus in the Lund quarter of Orth .", False),
        ("Perak has its campus in the French suburb of Orth .", False),
    ],
)
def test_what_is_near_a_place_is_not_in_it(sentence: str, away: bool) -> None:
    mention = "French" if "French" in sentence else "Lund"
    assert elsewhere(BASED, "Perak", "subject", sentence, mention) is away


@pytest.mark.parametrize(
    ("sentence", "away"),
    [
        ("Perak was born near Lund .", True),
        ("Perak was born on a farm outside Lund .", True),
        ("Perak was born in Orth , close to the town of Lund .", True),
        ("Perak was born near the village of Lund .", True),
        ("Perak was born 13 miles north of Lund .", True),
        ("Perak was born in the Lund suburb of Orth .", True),
        ("Perak was born in a suburb of Lund .", True),
        ("Perak was born in the town of Lund .", False),
        ("Perak was born near the river in Lund .", False),
        ("Perak was born in the north of Lund .", False),
        ("Perak was born in Orth , near the sea , Lund .", False),
        ("Perak was born in the Lund quarter of Orth .", False),
    ],
)
def test_who_was_born_near_a_place_was_not_born_in_it(sentence: str, away: bool) -> None:
    assert elsewhere(BORN, "Perak", "subject", sentence, "Lund") is away


def test_an_office_or_battle_that_is_called_after_a_place_was_there() -> None:
    assert not elsewhere(OFFICE, "Perak", "subject", "Perak was governor of Lund .", "Lund")
    assert not elsewhere(OFFICE, "Perak", "subject", "Perak , governor , became King of Lund .", "Lund")
    assert not elsewhere(EVENT, "Perak", "subject", "Perak was fought by the Gulf of Lund .", "Lund")
    assert elsewhere(EVENT, "Perak", "subject", "Perak was fought near Lund .", "Lund")


def test_only_a_place_is_somewhere_to_be_near() -> None:
    assert not elsewhere(
        ROLE, "Perak", "object", "Perak appeared in films such as Orth , and in one close to Lund .", "Lund"
    )


def test_a_team_in_a_suburb_is_not_the_city_s() -> None:
    words = "Perak is a team based in the Lund {} of Orth ."
    assert elsewhere(TEAM, "Perak", "object", words.format("suburb"), "Lund")
    assert not elsewhere(TEAM, "Perak", "object", words.format("district"), "Lund")


def test_what_became_independent_did_so_for_a_relation_that_tells_it() -> None:
    words = "Perak became independent of Lund ."
    assert not elsewhere(BECAME, "Perak", "subject", words, "Lund")
    assert elsewhere(replace(BECAME, hypothesis="{subject} is located in {object}."), "Perak", "subject", words, "Lund")


def test_what_lies_near_the_page_s_place_is_no_place_that_holds_it() -> None:
    assert not elsewhere(BASED, "Lund", "object", "Lund is where the company located near Perak .", "Perak")


@pytest.mark.parametrize(
    ("sentence", "away"),
    [
        ("Perak is the judicial capital of Lund .", True),
        ("Perak , the longtime capital of Lund , was given to Orth .", True),
        ("Perak is the summer capital of Lund .", True),
        ("Perak is the capital and financial centre of Lund .", False),
        ("Capital of Lund is Perak in winter , and Orth in summer", False),
        ("Perak is the commercial capital and the state capital of Lund .", False),
    ],
)
def test_a_capital_of_another_kind_is_none(sentence: str, away: bool) -> None:
    assert elsewhere(CAPITAL, "Perak", "object", sentence, "Lund") is away
