"""Countries and places that a sentence names but in passing, and an opening that tells where its subject is."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchwright.graphs.book import open_book
from benchwright.graphs.relations import Relation, RelationBook, Things
from benchwright.makers.lists.evidence.checker import Statement
from benchwright.makers.lists.evidence.lexical import Lexical
from benchwright.makers.lists.evidence.names import names_of

TOWN, LAND, PERSON = Things("city", "cities"), Things("country", "countries"), Things("person", "people", who=True)
LIES = Relation(
    "P17", "country", TOWN, LAND, "{subject} is in {object}.", cues=("city", "state", "states", "town", "part of")
)
CITIZEN = Relation(
    "P27", "citizen", PERSON, LAND, "{subject} is or was a citizen of {object}.", cues=("is a", "was a", "born")
)
BORN = Relation("P19", "born in", PERSON, LAND, "{subject} was born in {object}.", cues=("born",))
LEXICAL = Lexical(RelationBook({one.id: one for one in (LIES, CITIZEN, BORN)}))


def found(relation: Relation, own: str, sentence: str, mention: str, opens: bool = True) -> dict[str, float]:
    at, mine = sentence.index(mention), sentence.find(own) if not sentence.startswith("Old ") else -1
    one = Statement(
        relation, own, mention, "subject", sentence, (0, len(sentence)), (at, at + len(mention)),
        None if mine < 0 else (mine, mine + len(own)), own, opens,
    )  # fmt: skip
    return LEXICAL.features(one)


@pytest.mark.parametrize(
    ("words", "country", "rooted"),
    [
        ("Ada Lind was a Canadian-born American actress .", "Canadian", True),
        ("Ada Lind was a Canadian-born American actress .", "American", False),
        ("Ada Lind is a writer of Irish and German descent .", "Irish", True),
        ("Ada Lind is a writer of Irish parents .", "Irish", True),
        ("Ada Lind is an Irish writer , born to parents from Spain .", "Irish", False),
    ],
)
def test_where_somebody_comes_from_is_no_citizenship(words: str, country: str, rooted: bool) -> None:
    told = found(CITIZEN, "Ada Lind", words, country)
    assert ("rooted" in told) is rooted
    assert not rooted or LEXICAL.score_of(told) < LEXICAL.threshold
    assert "rooted" not in found(BORN, "Ada Lind", words, country)


@pytest.mark.parametrize(
    ("words", "country", "passing"),
    [
        ("Lund is a city in Scania , known as the home of the U.S. film industry .", "U.S", True),
        ("Lund is known as the home of the Swedish film industry .", "Swedish", True),
        ("Lund is a city in the U.S. state of Ohio .", "U.S", False),
        ("Lund is a Swedish film studio .", "Swedish", False),
        ("Lund is known for its trade with the United States .", "United States", False),
    ],
)
def test_what_is_of_a_country_lies_not_where_it_is_told(words: str, country: str, passing: bool) -> None:
    assert ("in_passing" in found(LIES, "Lund", words, country)) is passing


@pytest.mark.parametrize(
    ("words", "linked"),
    [
        ("Lund is part of the larger range connecting Thailand , Myanmar and Malaysia .", True),
        ("Lund is at the crossroads of Thailand and Malaysia .", True),
        ("Lund is at the crossroads of Central , Eastern and Southern Malaysia .", False),
        ("Lund is a city in Malaysia .", False),
        ("Lund , connected with Thailand by rail since the first war , is a city in Malaysia .", False),
    ],
)
def test_what_something_connects_holds_nothing_of_it(words: str, linked: bool) -> None:
    assert ("linked" in found(LIES, "Lund", words, "Malaysia")) is linked


def test_a_longer_name_is_another_thing() -> None:
    words = "Old Saxony is roughly the modern states of Germany ."
    assert "namesake" in found(LIES, "Saxony", words, "Germany", opens=False)
    assert "namesake" not in found(LIES, "Saxony", "Saxony is a state of Germany .", "Germany", opens=False)


@pytest.mark.parametrize(
    ("words", "opens", "told"),
    [
        ("Perak is a state of Malaysia on the west coast .", True, True),
        ("Perak is a city in Kinta , Malaysia .", True, True),
        ("Perak is a state of Malaysia on the west coast .", False, False),
        ("Perak is a state that was founded by a sultan of Malaysia .", True, False),
    ],
)
def test_an_opening_says_at_once_where_its_subject_is(words: str, opens: bool, told: bool) -> None:
    assert ("opens_in" in found(LIES, "Perak", words, "Malaysia", opens)) is told


@pytest.mark.parametrize(
    ("words", "accepted"),
    [
        ("Her roles include Addison Grey on the television drama Grey Heron and a nurse in Bittern .", False),
        ("She plays Addison Grey on the television drama Grey Heron .", True),
        ("She starred as Addison Grey on the television drama Grey Heron .", True),
    ],
)
def test_a_regular_part_is_more_than_one_of_the_roles(words: str, accepted: bool) -> None:
    book = open_book("freebase", Path())
    regular = book.relations["/tv/tv_program/regular_cast./tv/regular_tv_appearance/actor"]
    at = words.index("Grey Heron")
    one = Statement(
        regular, "Grey Heron", "Paula Roth", "object", words, (0, len(words)), (at, at + 10), None, "Paula Roth"
    )
    lexical = Lexical(book)
    assert (lexical.score([one])[0] >= lexical.threshold) is accepted


def test_a_part_of_a_continent_is_no_alias_of_something_else() -> None:
    assert [one.form for one in names_of(1, "Middle East", ["Western Asia", "West Asia", "Near East"])] == [
        " middle east ", " near east ",
    ]  # fmt: skip
    assert " eastern asia " in [one.form for one in names_of(1, "East Asia", ["Eastern Asia"])]


@pytest.mark.parametrize(("mention", "governed"), [("Ann Lee", True), ("Bo Sand", False)])
def test_a_name_depends_on_the_nearest_cue(mention: str, governed: bool) -> None:
    film = Things("film", "films")
    directed = Relation("P57", "director", film, PERSON, "{subject} was directed by {object}.", cues=("direct*",))
    wrote = Relation("P58", "screenwriter", film, PERSON, "{subject} was written by {object}.", cues=("written",))
    words = "Grey Heron was written by Ann Lee and directed by Bo Sand ."
    at = words.index(mention)
    one = Statement(
        wrote, "Grey Heron", mention, "subject", words, (0, len(words)), (at, at + len(mention)), (0, 10), "Grey Heron"
    )
    told = Lexical(RelationBook({one.id: one for one in (directed, wrote)})).features(one)
    assert ("governed" in told) is governed
