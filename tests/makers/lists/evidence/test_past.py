"""What was and is no more proves nothing of what is: each sign of it, and what looks like one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchwright.graphs.relations import Relation, RelationBook, Things
from benchwright.makers.lists.evidence.checker import Statement
from benchwright.makers.lists.evidence.lexical import Lexical
from benchwright.makers.lists.evidence.openings import foreign, opening
from benchwright.makers.lists.evidence.past import changes_hands, ended, former, holds

TOWN, STATE = Things("city", "cities"), Things("state", "states")
CUES = ("located", "city", "town", "capital", "lay", "lies", "division", "part of")
LIES = Relation("P131", "located in", TOWN, STATE, "{subject} is located in {object}.", cues=CUES)
SEAT = Relation("P36", "capital", STATE, TOWN, "{object} is the capital of {subject}.", cues=("capital*",))
OWNED = Relation("P355", "subsidiary", TOWN, TOWN, "{object} belongs to {subject}.", cues=("division*", "own*"))
PLAYED = Relation("P54", "member of team", TOWN, TOWN, "{subject} played for {object}.", cues=("play*",))
LEXICAL = Lexical(RelationBook({one.id: one for one in (LIES, SEAT, OWNED, PLAYED)}))


def asked(relation: Relation, sentence: str, mention: str, **more: object) -> Statement:
    at = sentence.index(mention)
    own = "Lund" if "Lund" in sentence else ""
    anchor = (sentence.index(own), sentence.index(own) + len(own)) if own else None
    about = "object" if relation is SEAT else "subject"
    ends = (mention, "Lund") if relation is SEAT else ("Lund", mention)
    one = Statement(relation, *ends, about, sentence, (0, len(sentence)), (at, at + len(mention)), anchor, "Lund")  # type: ignore[arg-type]
    return replace(one, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("relation", "sentence", "over"),
    [
        (LIES, "Lund is a city in Scania .", False),
        (LIES, "Lund is on the coast , and historically lay within the county of Scania .", True),
        (LIES, "Lund is a historically black town in Scania .", False),
        (LIES, "Lund , formerly known as Lunden , is a city in Scania .", False),
        (LIES, "Lund , formerly Lunden , is a city in Scania .", False),
        (LIES, "Lund is a town , a former manor and now a borough in Scania .", False),
        (LIES, "Lund was a part of Scania .", True),
        (LIES, "Lund was the first city in Scania that had trams .", False),
        (LIES, "Lund was built as a city in Scania .", False),
        (LIES, "Lund ( until 1920 Lunden ) is a city in Scania .", False),
        (LIES, "Lund was located in Scania until March 1920 .", True),
        (LIES, "Lund was located in Scania until the year 1920 .", True),
        (LIES, "Lund was located in Scania until the 1920s .", True),
        (LIES, "Lund was located in Scania until its merger 1920 .", True),
        (LIES, "Lund was located in Scania until the end .", False),
        (LIES, "Lund is a city in Scania , and had a tram until 1920 .", False),
        (SEAT, "Lund is the largest city and former capital of Scania .", True),
        (SEAT, "Lund became the capital of a new realm ( from 1130 to 1816 ) , the Kingdom of Scania .", True),
        (SEAT, "Lund ( a see from 1104 to 1536 ) is the capital of Scania .", False),
        (SEAT, "Lund was once the capital of Scania .", True),
        (SEAT, "Lund is once again the capital of Scania .", False),
        (OWNED, "Lund was sold by Scania to a rival .", True),
        (LIES, "Lund was part of Scania between 1974 and 1998 .", True),
        (LIES, "Lund became the largest town in Scania between 1974 and 1998 .", False),
        (PLAYED, "Lund formerly played for Scania .", False),
    ],
)
def test_what_has_ended_is_told_from_what_holds(relation: Relation, sentence: str, over: bool) -> None:
    one = asked(relation, sentence, "Scania")
    assert ("over" in LEXICAL.features(one)) is over
    if over:
        assert LEXICAL.score([one])[0] < LEXICAL.threshold


def test_only_relations_of_what_is_may_end() -> None:
    assert all(map(holds, (LIES, SEAT, OWNED)))
    assert not holds(PLAYED)
    assert not holds(replace(PLAYED, hypothesis="{subject} is or was a member of {object}."))
    assert changes_hands(OWNED)
    assert not changes_hands(LIES)


def test_a_page_of_what_is_gone_proves_nothing_that_holds() -> None:
    words = "Lund is a city in Scania ."
    assert LEXICAL.score([asked(LIES, words, "Scania", gone=True)])[0] < LEXICAL.threshold
    assert LEXICAL.score([asked(LIES, words, "Scania", opens=True)])[0] >= LEXICAL.threshold
    assert "over" not in LEXICAL.features(asked(PLAYED, words, "Scania", gone=True))


@pytest.mark.parametrize(
    ("words", "gone"),
    [
        ("Lund is a former province of Sweden .", True),
        ("Lund was a province of Sweden .", True),
        ("Lund is a province of Sweden .", False),
        ("Lund was founded in 990 .", False),
        ("Lund is a province in the former kingdom of Scania .", False),
        ("Lund !", False),
    ],
)
def test_an_opening_tells_whether_its_entity_still_is(words: str, gone: bool) -> None:
    assert former(words) is gone
    assert opening(words, ["Lund"]).gone is gone


@pytest.mark.parametrize(
    ("text", "names", "strange"),
    [
        ("Jalisco is a state of Mexico . It has a coast .", ["Hidalgo"], True),
        ("Jalisco , the Free State of Jalisco , is one .", ["Hidalgo", "Free State of Hidalgo"], True),
        ("Hidalgo is a state of Mexico .", ["Hidalgo"], False),
        ("Chievo Verona is a club .", ["ChievoVerona"], False),
        ("It began early . The Hidalgo rose later .", ["Hidalgo"], False),
        ("Jalisco is a state .", ["Estado", "Jalisco"], False),
        ("Something else .", ["U2"], False),
        ("", ["Hidalgo"], False),
    ],
)
def test_a_page_that_opens_with_another_name_is_a_strange_one(text: str, names: list[str], strange: bool) -> None:
    assert opening(text, names).strange is strange


@pytest.mark.parametrize(
    ("text", "title", "names", "other"),
    [
        ("Jalisco is a state of Mexico . It has a coast .", "Hidalgo", ["Hidalgo", "Jalisco"], True),
        ("Jalisco is a state of Mexico . It is no Hidalgo .", "Hidalgo", ["Hidalgo", "Jalisco"], False),
        ("Munich is a city .", "Munich", ["Mnichov", "Munich"], False),
        ("The company makes toys .", "Lego", ["Lego", "Lego Group Limited"], False),
        ("Hidalgo is a state .", "Hidalgo", ["Hidalgo"], False),
    ],
)
def test_a_page_that_only_another_name_stands_on_is_of_something_else(
    text: str, title: str, names: list[str], other: bool
) -> None:
    assert foreign(text, title, names) is other


def test_a_strange_page_proves_nothing_by_a_pronoun() -> None:
    words = "It is a city located in Scania ."
    assert LEXICAL.score([asked(LIES, words, "Scania", opens=True)])[0] >= LEXICAL.threshold
    assert LEXICAL.score([asked(LIES, words, "Scania", strange=True, opens=True)])[0] < LEXICAL.threshold
    assert "strange" not in LEXICAL.features(asked(LIES, "Lund lies in Scania .", "Scania", strange=True))


def test_a_sale_is_told_without_a_relation() -> None:
    words = "Miramax was sold by Disney to others in 2010 ."
    assert ended(words, (words.index("Disney"), words.index("Disney") + 6))
    words = "Miramax was founded by Disney in 2010 ."
    assert not ended(words, (words.index("Disney"), words.index("Disney") + 6))


def test_a_sentence_that_breaks_off_behind_between_tells_no_end() -> None:
    assert ended("It was part of Perak between 1910 and 1920 .", (15, 20))
    assert not ended("It was part of Perak between", (15, 20))


def test_what_is_defunct_was() -> None:
    assert former("Perak is a defunct team .")
    assert not former("Perak is a team .")
