"""The books that come with the package: whole, well-formed, and complete for the lists and graphs that they are for."""

from __future__ import annotations

import csv
import os
import re
from pathlib import Path

import pytest

import benchwright.graphs
from benchwright.graphs.book import built_in, open_book
from benchwright.graphs.relations import ENDS, KINDS, TENSES, Phrasing, RelationBook

BOOKS = Path(benchwright.graphs.__file__).parent / "books"
DATA = Path(os.environ.get("BENCHWRIGHT_TEST_DATA", "/nonexistent"))
SAMPLE = DATA / "kg_fb15k237_wiki/relations.tsv"
QAMPARI = DATA / "qampari/relations.tsv"

GIVEN = "Ribe Award"
ILL_FORMED = re.compile(r"[{}]|\s\s|\s[.,?]|\b(?:a|the|of|in) (?:a|the)? ?\?$|\b(\w+) \1\b")


@pytest.fixture(scope="module")
def books() -> dict[str, RelationBook]:
    return {name: open_book(name, Path.cwd()) for name in built_in()}


def questions(asked: Phrasing) -> tuple[str, str]:
    """A question for many and one for one, as a maker puts them together."""
    many = f"Which {asked.things.many} {asked.clause.many.replace('{given}', GIVEN)}?"
    return many, f"Which {asked.things.one} {asked.clause.one.replace('{given}', GIVEN)}?"


@pytest.mark.parametrize("name", built_in())
def test_every_question_and_hypothesis_of_a_book_is_well_formed(name: str, books: dict[str, RelationBook]) -> None:
    wrong: list[str] = []
    for relation in books[name].relations.values():
        told = relation.hypothesis.replace("{subject}", "Ida").replace("{object}", "Delft")
        wrong += [told] if ILL_FORMED.search(told) or "Ida" not in told or "Delft" not in told else []
        for asked in (*relation.subjects, *relation.objects):
            wrong += [text for text in questions(asked) if ILL_FORMED.search(text)]
    assert wrong == []


@pytest.mark.parametrize("name", ["countries", "wikidata", "wikidata-hops"])
def test_no_question_needs_to_know_how_a_name_begins(name: str, books: dict[str, RelationBook]) -> None:
    """ "work as a {given}" would ask who works as a actor."""
    asked = [one for relation in books[name].relations.values() for one in (*relation.subjects, *relation.objects)]
    assert [one.clause.many for one in asked if re.search(r"\ban? \{given\}", one.clause.many + one.clause.one)] == []


@pytest.mark.parametrize("name", built_in())
def test_what_is_asked_simply_or_first_has_cues(name: str, books: dict[str, RelationBook]) -> None:
    """Without cues a checker that looks for words would take any sentence that names both."""
    bare = [
        relation.id
        for relation in books[name].relations.values()
        if not relation.cues and any(relation.may(side, use) for side in ("subjects", "objects") for use in USES[side])
        if relation.subjects or relation.objects
    ]
    assert bare == []


@pytest.mark.parametrize("name", built_in())
def test_every_relation_declares_what_it_is(name: str, books: dict[str, RelationBook]) -> None:
    assert books[name].undeclared == ()


def test_every_kind_tense_and_end_is_on_the_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "relations.md").read_text("utf-8")
    assert [one for one in (*KINDS, *TENSES, *ENDS) if f"`{one}`" not in page] == []


@pytest.mark.parametrize("name", ["wikidata", "freebase"])
def test_who_is_asked_for_as_people_is_declared_as_people(name: str, books: dict[str, RelationBook]) -> None:
    ends = [
        (relation.id, end)
        for relation in books[name].relations.values()
        for things, end in zip((relation.subject, relation.object), relation.ends, strict=True)
        if things.who and end not in ("person", "group")
    ]
    assert ends == []


USES = {"subjects": ("simple", "first"), "objects": ("second",)}


@pytest.mark.parametrize("name", ["freebase", "wikidata-hops"])
def test_a_second_step_takes_a_phrase_with_its_own_article(name: str, books: dict[str, RelationBook]) -> None:
    """ "won the {given}" is for a name; a phrase ("a prize that ...") has an article of its own."""
    doubled = [
        (relation.id, side)
        for relation in books[name].relations.values()
        for side, listed in (("subjects", relation.subjects), ("objects", relation.objects))
        for asked in listed
        if re.search(r"\b(?:the|an?) \{given\}", asked.clause.many) and relation.may(side, "second")
    ]
    assert doubled == []


def test_no_end_of_a_clause_is_lost_behind_a_phrase(books: dict[str, RelationBook]) -> None:
    """Readers did not connect "on their roster" with the verb that stood before "a person who was a citizen of ..."."""
    book = books["freebase"]
    keys = re.findall(r"^(/\S+|P\d+):", (BOOKS / "freebase.yaml").read_text("utf-8"), re.MULTILINE)
    own = [id for id in keys if id in book.relations]
    behind = [
        (id, asked.clause.many)
        for id in own
        for side, listed in (("subjects", book.relations[id].subjects), ("objects", book.relations[id].objects))
        if book.relations[id].may(side, "second")
        for asked in listed
        if re.search(r"^(?!did ).*\{given\} \w", asked.clause.many)
    ]
    assert len(own) > 150
    assert behind == []


def test_symmetric_relations_are_asked_one_way_only(books: dict[str, RelationBook]) -> None:
    """Both ways would be one question twice."""
    book = books["freebase"]
    for id in ("P47", "P3373", "/award/award_winner/awards_won./award/award_honor/award_winner"):
        relation = book.relations[id]
        assert relation.may("subjects", "second") or relation.may("subjects", "simple")
        assert not relation.objects or not relation.may("objects", "simple")


def test_borders_of_borders_are_not_asked_for(books: dict[str, RelationBook]) -> None:
    """In the countries' book by the book. The other asks for what borders a country that speaks German, and
    `qampari.sense` refuses a step that repeats the one before it."""
    assert not books["countries"].relations["borders"].may("subjects", "second")
    assert books["freebase"].relations["P47"].may("subjects", "second")


SPLIT = {"P17", "P19", "P20", "P36", "P47", "P119", "P131", "P159", "P421", "P551", "P740", "P840"}
VAGUE = re.compile(r"\b(?:places?|areas?|thing|region|division)\b")


def test_no_question_is_for_places_without_their_kind(books: dict[str, RelationBook]) -> None:
    """Readers did not know which places were meant: towns, counties, states or all of them."""
    vague = [
        (relation.id, asked.things.many)
        for relation in books["freebase"].relations.values()
        if relation.id.startswith("/")
        or relation.id in {"P17", "P19", "P36", "P47", "P131", "P159", "P421", "P551", "P840"}
        for side, listed in (("subjects", relation.subjects), ("objects", relation.objects))
        if any(relation.may(side, use) for use in ("simple", "first", "second"))
        for asked in listed
        if VAGUE.search(asked.things.one) and asked.things.one != "region"
    ]
    assert vague == []


def test_a_county_seat_is_no_capital(books: dict[str, RelationBook]) -> None:
    book = books["freebase"]
    seat = "/location/us_county/county_seat"
    assert book.canonical(seat) == (seat, False)
    assert book.canonical("/location/country/capital") == ("P36", False)
    assert {asked.things.many for asked in book.relations["P36"].subjects}.isdisjoint({"counties"})
    assert "seat" not in book.relations["P36"].cues
    assert [asked.clause.one for asked in book.relations[seat].objects] == ["is the seat of {given}"]


def test_nobody_is_asked_for_by_an_office_without_its_country(books: dict[str, RelationBook]) -> None:
    held = books["freebase"].relations["P39"]
    assert [use for use in ("simple", "first", "second") if held.may("subjects", use)] == []


@pytest.mark.parametrize("name", ["countries", "freebase"])
def test_what_can_be_joined_does_not_begin_with_an_auxiliary(name: str, books: dict[str, RelationBook]) -> None:
    """ "Which genres does X have and does Y have?", "a part that did X play": such clauses are for last steps only."""
    inverted = [
        (relation.id, side, asked.clause.many)
        for relation in books[name].relations.values()
        for side, listed in (("subjects", relation.subjects), ("objects", relation.objects))
        for asked in listed
        if re.match(r"(?:did|does|do|is|was) \{given\}", asked.clause.many)
        and (relation.may(side, "simple") or relation.may(side, "first"))
    ]
    assert inverted == []


def test_who_won_was_nominated_and_not_the_other_way_round(books: dict[str, RelationBook]) -> None:
    nominated, won = (books["freebase"].relations[id] for id in ("P1411", "P166"))
    assert nominated.hypothesis == "{subject} was nominated for the {object}."
    assert {"nomin*", "won", "win"} <= set(nominated.cues)
    assert not {"nomin*", "award*"} & set(won.cues)


def test_paths_that_say_the_same_are_one_relation(books: dict[str, RelationBook]) -> None:
    book = books["freebase"]
    assert book.canonical("/film/actor/film./film/performance/film") == ("P161", True)
    assert book.canonical("/location/location/contains") == ("P131", True)
    assert book.canonical("/base/biblioness/bibs_location/state") == ("P131", False)
    assert {book.canonical(id) for id in ("/film/film/genre", "/tv/tv_program/genre")} == {("P136", False)}


@pytest.mark.skipif(not SAMPLE.is_file(), reason="needs BENCHWRIGHT_TEST_DATA")
def test_every_relation_of_the_sample_graph_is_told(books: dict[str, RelationBook]) -> None:
    with SAMPLE.open(encoding="utf-8", newline="") as file:
        ids = {row["relation"] for row in csv.DictReader(file, delimiter="\t")}
    book = books["freebase"]
    assert len(ids) == 237
    assert {id for id in ids if book.get(book.canonical(id)[0]) is None} == set()
    asked = {id for id in ids if (r := book.get(book.canonical(id)[0])) and (r.subjects or r.objects)}
    assert len(asked) >= 170


@pytest.mark.skipif(not QAMPARI.is_file(), reason="needs BENCHWRIGHT_TEST_DATA")
def test_every_property_that_qampari_composes_with_may_be_a_second_step(books: dict[str, RelationBook]) -> None:
    with QAMPARI.open(encoding="utf-8", newline="") as file:
        rows = [(row["use"], row["wikidata_property"]) for row in csv.DictReader(file, delimiter="\t")]
    simple = {id for use, id in rows if use == "simple"}
    second = books["wikidata-hops"].relations
    hops = [id for use, id in rows if use == "composition" and id not in simple]
    assert len(hops) == 121
    assert [id for id in hops if id not in second or not second[id].may("objects", "second")] == []
    assert [id for id in hops if not second[id].objects] == []


def test_citizens_are_asked_for_by_profession_and_as_people(books: dict[str, RelationBook]) -> None:
    asked = {one.things.many: one for one in books["freebase"].relations["P27"].subjects}
    assert asked["people"].things.types == ()
    assert {"actors", "film directors", "singers", "musicians", "writers", "politicians", "athletes"} < set(asked)
    assert all(one.things.who for one in asked.values())
    types = {many: {type.label for type in one.things.types if not type.ruled_out} for many, one in asked.items()}
    assert types["singers"] < types["musicians"]  # who asks for musicians expects singers among them
    assert not {"composers", "screenwriters"} & set(asked)  # pages of people known for other things rarely tell it


MUSIC = "/music/group_member/membership./music/group_membership"


def test_what_readers_took_for_another_kind_is_ruled_out(books: dict[str, RelationBook]) -> None:
    """A school of a university was asked for as a university, a census-designated place as a city, a comedy group as a
    band."""
    book = books["freebase"].relations

    def barred(id: str, many: str) -> set[str]:
        relation = book[id]
        listed = [asked.things for asked in (*relation.subjects, *relation.objects)]
        found = [things for things in (*listed, relation.subject, relation.object) if things.many == many]
        return {type.label for things in found for type in things.types if type.ruled_out}

    def wanted(id: str, many: str) -> set[str]:
        listed = [asked.things for asked in book[id].subjects if asked.things.many == many]
        return {type.label for things in listed for type in things.types if not type.ruled_out}

    for id in ("P131", "P159", "P17"):
        assert "school" in barred(id, "universities and colleges")
        assert not {"law school", "business school", "medical school"} & wanted(id, "universities and colleges")
    assert not {"census-designated place", "unincorporated community", "village"} & wanted("P131", "cities and towns")
    assert {"county", "suburb", "university", "village", "London borough"} <= barred("P131", "cities and towns")
    assert {"city", "town", "village"} <= barred("P131", "districts and neighbourhoods")
    assert {"comedy group", "comic group"} <= barred(
        "/music/group_member/membership./music/group_membership/group", "bands"
    )


def test_no_question_is_for_what_readers_found_vague(books: dict[str, RelationBook]) -> None:
    """Somebody speaks Italian in every country, who worked for a country may have been its soldier or its president,
    and England has no citizens."""
    book = books["freebase"].relations
    assert not any(book["P2936"].may("subjects", use) for use in ("simple", "first", "second"))
    assert book["P2936"].may("objects", "simple")
    assert [(type.label, type.ruled_out) for type in book["P108"].object.types] == [
        ("country", True),
        ("sovereign state", True),
    ]
    assert {asked.clause.one for asked in book["P27"].subjects} == {"has or had {given} as their nationality"}
    assert {asked.things.one for asked in book["P118"].subjects} >= {"baseball team", "football club", "national team"}
    assert {asked.things.one for asked in book["P355"].objects} == {"university or college", "company"}
