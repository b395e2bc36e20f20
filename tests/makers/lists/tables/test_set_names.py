from __future__ import annotations

import pytest

from benchwright.makers.lists.tables.set_names import NoSetError, name_set
from benchwright.makers.lists.tables.vocabulary import is_plural, stem

PLACES = {"Vermont", "United Kingdom", "Ribe", "Denmark"}


@pytest.mark.parametrize(
    ("title", "phrase", "who"),
    [
        ("List of museums in Massachusetts", "museums in Massachusetts", False),
        ("List of stadiums in Malaysia — List of Stadium", "stadiums in Malaysia", False),
        ("List of indoor arenas in Sweden — Current arenas", "current indoor arenas in Sweden", False),
        ("List of hospitals in Oregon — Operating", "current hospitals in Oregon", False),
        ("List of churches in the United States — Selected -- Vermont", "", False),
        ("List of churches in the United States — Vermont", "churches in Vermont", False),
        ("List of airports in Europe — United Kingdom", "airports in the United Kingdom", False),
        ("List of covered bridges — Ribe", "covered bridges in Ribe", False),
        ("List of Danish films — 1940s", "Danish films of the 1940s", False),
        ("List of Danish films — 1942", "Danish films of 1942", False),
        ("List of Ribe College people", "people associated with Ribe College", True),
        ("List of sultans of Zanzibar", "sultans of Zanzibar", True),
    ],
)
def test_a_title_gives_the_name_of_a_set(title: str, phrase: str, who: bool) -> None:
    if not phrase:
        with pytest.raises(NoSetError, match="section-narrows"):
            name_set(title, (), PLACES.__contains__)
        return
    found = name_set(title, (), PLACES.__contains__)
    assert (found.phrase, found.who) == (phrase, who)


@pytest.mark.parametrize(
    ("title", "reason"),
    [
        ("Museums of Ribe", "title-is-no-list"),
        ("List of museums in Ribe — Art galleries", "section-narrows"),
        ("List of museums in Ribe — D -- E", "section-narrows"),
        ("List of countries by rail network size", "title-is-arranged"),
        ("List of Historic Sites of Japan (Nara)", "title-too-odd"),
        ("List of Mets owners and executives", "title-names-several-sets"),
        ("List of music in Ribe", "title-has-no-plural"),
        ("List of museums", "title-too-wide"),
        ("List of Danish songs — Ribe", "section-narrows"),
    ],
)
def test_a_title_that_names_no_set_is_refused(title: str, reason: str) -> None:
    with pytest.raises(NoSetError) as caught:
        name_set(title, (), PLACES.__contains__)
    assert caught.value.reason == reason


@pytest.mark.parametrize(
    ("title", "phrase", "needs"),
    [
        ("List of museums in Ribe — Defunct museums", "defunct museums in Ribe", "closed"),
        ("List of museums in Ribe — D", "museums in Ribe whose names begin with D", "ribe"),
        ("List of mayors of Ribe — D", "mayors of Ribe whose surnames begin with D", "ribe"),
        ("List of Danish films of the 1990s — 1993", "Danish films of 1993", "denmark"),
        ("List of museums by country — Denmark", "museums in Denmark", "denmark"),
        ("List of museums in Georgia (U.S. state)", "museums in Georgia", "georgia"),
        ("List of Historic Sites of Jutland (Denmark)", "Historic Sites of Jutland in Denmark", "jutland"),
    ],
)
def test_sections_that_can_be_worded(title: str, phrase: str, needs: str) -> None:
    found = name_set(title, (), PLACES.__contains__)
    assert found.phrase == phrase
    assert any(needs in group for group in found.needs)


def test_what_a_page_may_not_leave_out() -> None:
    found = name_set("List of Super Rugby stadiums", (), PLACES.__contains__)
    assert [sorted(group)[:1] for group in found.needs[1:]] == [["super"], ["rugby"]]
    assert {"stadium", "arena"} <= found.needs[0]
    assert name_set("List of mayors of Ribe", (), PLACES.__contains__).needs == (frozenset({"ribe"}),)


def test_a_heading_names_the_set_only_if_it_names_the_page() -> None:
    found = name_set("Bridges of Ribe", ("Bridges of Ribe", "List of bridges of Ribe"), PLACES.__contains__)
    assert (found.phrase, found.head, found.one) == ("bridges of Ribe", "bridges", "bridge")
    with pytest.raises(NoSetError, match="title-is-no-list"):
        name_set("Royal Danish Army", ("List of chiefs of defence",), PLACES.__contains__)


def test_telling_words_are_stems_without_what_pages_do_not_say() -> None:
    found = name_set("List of Danish churches in Ribe — Current churches", (), PLACES.__contains__)
    assert found.telling == ("denmark", "church", "ribe")
    assert found.bounded
    assert not name_set("List of covered bridges", (), PLACES.__contains__).bounded


@pytest.mark.parametrize(
    ("word", "expected"),
    [("Museums", "museum"), ("cities", "city"), ("churches", "church"), ("Danish", "denmark"), ("Denmark's", "denmark"),
     ("women", "woman"), ("bus", "bus"), ("glass", "glass"), ("Texas", "texas")],
)  # fmt: skip
def test_stems(word: str, expected: str) -> None:
    assert stem(word) == expected


def test_plurals() -> None:
    assert [is_plural(noun) for noun in ("museums", "people", "music", "series", "glass")] == [
        True, True, False, True, False,
    ]  # fmt: skip
