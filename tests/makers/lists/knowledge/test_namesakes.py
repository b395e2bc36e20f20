"""Which names need a note to say what is meant, and how names stand in a question."""

from __future__ import annotations

import unicodedata
from collections import Counter
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.films_graph import Found, simple
from tests.support.graph_folders import Drawn, write_graph

from benchwright.graphs.book import parse_book
from benchwright.makers.lists.knowledge.graph_base import GraphBase
from benchwright.makers.lists.knowledge.namesakes import Namesakes
from benchwright.makers.lists.queries.query_types import Intersection
from benchwright.makers.lists.wording.question_wording import UnnamedError, with_the, word_question

BOOK = """
in:
  label: located in
  subject: {one: place, many: places}
  object: {one: place, many: places}
  hypothesis: "{subject} is located in {object}."
  subjects: lie in {given}
cast:
  label: cast member
  subject: {one: film, many: films}
  object: {one: person, many: people, who: true}
  hypothesis: "{object} plays in {subject}."
  subjects: have {given} as a cast member
  objects: appeared in {given}
by:
  label: performer
  subject: {one: song, many: songs}
  object: {one: person or group, many: people and groups, who: true}
  hypothesis: "{subject} was sung by {object}."
  subjects: were sung by {given}
genre:
  label: genre
  subject: {one: film, many: films}
  object: {one: genre, many: genres}
  hypothesis: "{subject} belongs to the genre {object}."
  subjects: are of the genre {given}
"""
NAMES = {
    "asia": Drawn("Asia", description="continent"),
    "band": Drawn("Asia", description="band"),
    "georgia": Drawn("Georgia", description="country"),
    "state": Drawn("Georgia", description="state"),
    "java": Drawn("Java", description="island"),
    "unknown": Drawn("Java", description="tongue"),
    "rome": Drawn("Rome", description="city", types=("place",)),
    "other": Drawn("Rome", description="town", types=("place",)),
    "river": "Mystic River",
    "flood": "Flood, Fire and Ice",
    "ocean": "Billy Ocean",
    "choir": "Bay Orchestra",
    "delta": "Delta River",
    "noir": "noir",
    "war": "war film",
    "x": "X",
}


@pytest.fixture
def base(tmp_path: Path) -> GraphBase:
    triples = [("x", "in", "asia"), ("song", "by", "band"), ("x", "in", "georgia"), ("x", "in", "state")]
    triples += [("x", "in", "java"), ("unknown", "unasked", "x"), ("java", "unasked", "x"), ("x", "in", "rome")]
    triples += [("asia", "unasked", "x"), ("band", "unasked", "x"), ("song", "by", "other"), ("x", "in", "delta")]
    triples += [("river", "cast", "ocean"), ("flood", "cast", "ocean"), ("x", "cast", "ocean"), ("song", "by", "choir")]
    triples += [("x", "genre", "noir"), ("x", "genre", "war")]
    graph = write_graph(tmp_path, triples, NAMES)
    return GraphBase(graph, parse_book(BOOK), Found(len(graph)), [f"p{number}" for number in range(9)])


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("asia", "Which places lie in Asia (continent)?"),
        ("georgia", "Which places lie in Georgia (country)?"),
        ("state", "Which places lie in Georgia (state)?"),
        ("java", "Which places lie in Java (island)?"),
        ("rome", "Which places lie in Rome (city)?"),
        ("x", "Which places lie in X?"),
    ],
)
def test_a_note_where_another_thing_has_the_label(base: GraphBase, name: str, asked: str) -> None:
    query = simple(base, "in", name)
    assert word_question(query, base).question == asked
    assert bool(base.namesakes.of(query.given)) is ("(" in asked)


def test_titles_and_names_of_people_take_no_article(base: GraphBase) -> None:
    assert word_question(simple(base, "cast", "river", "objects"), base).question == "Who appeared in Mystic River?"
    assert (
        word_question(simple(base, "cast", "ocean"), base).question == "Which films have Billy Ocean as a cast member?"
    )
    assert word_question(simple(base, "by", "choir"), base).question == "Which songs were sung by the Bay Orchestra?"
    assert word_question(simple(base, "in", "delta"), base).question == "Which places lie in the Delta River?"
    assert with_the("The Walt Disney Company") == "The Walt Disney Company"


@pytest.mark.parametrize(
    ("one", "two", "asked"),
    [
        (("in", "asia"), ("in", "delta"), "Which places lie in both Asia (continent) and the Delta River?"),
        (("genre", "noir"), ("genre", "war"), "Which films are of the genre noir and are of the genre war film?"),
        (("cast", "river"), ("cast", "x"), "Who appeared in both Mystic River and X?"),
        (("cast", "x"), ("cast", "flood"), "Who appeared in X and appeared in Flood, Fire and Ice?"),
        (("in", "asia"), ("genre", "war"), "Which films lie in Asia (continent) and are of the genre war film?"),
    ],
)
def test_what_two_conditions_share_is_said_once(
    base: GraphBase, one: tuple[str, str], two: tuple[str, str], asked: str
) -> None:
    parts = [simple(base, id, given, "objects" if id == "cast" else "subjects") for id, given in (one, two)]
    assert word_question(Intersection(parts[0], parts[1]), base).question == asked


@given(st.lists(st.sampled_from(["Ann", "Bob", "Cid", ""]), max_size=12))
def test_the_index_agrees_with_a_plain_search(labels: list[str]) -> None:
    namesakes = Namesakes(pa.array(labels, pa.string()))
    for code, label in enumerate(labels):
        others = [one for one in range(len(labels)) if labels[one] == label and one != code]
        assert namesakes.of(code) == (others if label else [])


LANDS = {
    "state": Drawn("Georgia", description="state of the United States of America", types=("federal state",)),
    "country": Drawn("Georgia", description="country in Eastern Europe"),
    "isle": Drawn("Eire", description="island in the far north-west of Europe", types=("island",)),
    "republic": Drawn("Eire", description="Republic covering major parts of the island of Eire"),
    "one": Drawn("Twin", description="city where the river bends to the south"),
    "two": Drawn("Twin", description="city where the river bends to the north"),
    "comedy": Drawn("comedy film", description="genre of film"),
    "bare": "comedy film",
    "f": Drawn("Film", types=("bare",)),
    "island": "island",
    "federal state": "federal state",
}


@pytest.fixture
def lands(tmp_path: Path) -> GraphBase:
    triples = [("f", "in", id) for id in LANDS if id in ("state", "country", "isle", "republic", "one", "two")]
    graph = write_graph(tmp_path, [*triples, ("f", "genre", "comedy")], LANDS)
    return GraphBase(graph, parse_book(BOOK), Found(len(graph)), ["p0"])


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("state", "Which places lie in Georgia (state)?"),  # of seven words, what they begin with
        ("country", "Which places lie in Georgia (country in Eastern Europe)?"),
        ("isle", "Which places lie in Eire (island)?"),
        ("republic", "Which places lie in Eire (Republic)?"),
    ],
)
def test_a_note_has_five_words_at_the_most(lands: GraphBase, name: str, asked: str) -> None:
    assert word_question(simple(lands, "in", name), lands).question == asked


def test_a_note_that_fits_both_tells_nothing_apart(lands: GraphBase) -> None:
    with pytest.raises(UnnamedError, match="no note distinguishes them"):
        word_question(simple(lands, "in", "one"), lands)


def test_a_note_that_another_thing_of_the_name_is_a_type_of_tells_nothing_apart(tmp_path: Path) -> None:
    names = {
        "bare": Drawn("Springfield", types=("city",)),
        "alike": Drawn("Springfield", types=("city",)),
        "told": Drawn("Rome", description="city"),
        "typed": Drawn("Rome", description="town with a wall", types=("place", "city")),
        "city": "city",
        "place": "place",
    }
    graph = write_graph(tmp_path, [("f", "in", id) for id in ("bare", "alike", "told", "typed")], names)
    base = GraphBase(graph, parse_book(BOOK), Found(len(graph)), ["p0"])
    for name in ("bare", "alike", "told"):
        with pytest.raises(UnnamedError, match="no note distinguishes them"):
            word_question(simple(base, "in", name), base)
    asked = "Which places lie in Rome (town with a wall)?"
    assert word_question(simple(base, "in", "typed"), base).question == asked


def test_what_has_no_description_is_told_apart_by_its_type(tmp_path: Path) -> None:
    names = {
        "one": Drawn("Springfield", types=("city",)),
        "two": Drawn("Springfield", types=("ship",), description="ship"),
        "city": "city",
        "ship": "ship",
    }
    graph = write_graph(tmp_path, [("f", "in", "one"), ("f", "in", "two")], names)
    base = GraphBase(graph, parse_book(BOOK), Found(len(graph)), ["p0"])
    assert word_question(simple(base, "in", "one"), base).question == "Which places lie in Springfield (city)?"


def test_a_kind_is_written_as_the_description_writes_it(tmp_path: Path) -> None:
    names = {
        "one": Drawn("Ulm", description="Große Stadt in the south of the land of the Danes"),
        "two": Drawn("Ulm", description="Dorf in the north of the land of the Danes"),
    }
    graph = write_graph(tmp_path, [("f", "in", "one"), ("f", "in", "two")], names)
    base = GraphBase(graph, parse_book(BOOK), Found(len(graph)), ["p0"])
    assert word_question(simple(base, "in", "one"), base).question == "Which places lie in Ulm (Große Stadt)?"


def test_what_has_a_page_is_another_thing_though_nothing_else_is_told_of_it(tmp_path: Path) -> None:
    names: dict[str, Drawn | str] = {"one": Drawn("Ulm", description="city"), "two": Drawn("Ulm", page="Ulm_(film)")}
    names["f"] = Drawn("Film", types=("two",))
    graph = write_graph(tmp_path, [("f", "in", "one")], names)
    base = GraphBase(graph, parse_book(BOOK), Found(len(graph)), ["p0"])
    assert word_question(simple(base, "in", "one"), base).question == "Which places lie in Ulm (city)?"


def test_notes_of_a_label_that_thousands_share_are_worked_out_once() -> None:
    count, looked = 2_000, Counter[int]()

    def phrases_of(code: int) -> set[str]:
        looked[code] += 1
        return {f"kind {code % (count - 1)}"}

    namesakes = Namesakes(pa.array(["Ann"] * count))
    alike = [code for code in range(count) if namesakes.share_phrase(code, f"kind {code % (count - 1)}", phrases_of)]
    assert alike == [0, count - 1]
    assert not namesakes.share_phrase(1, "kind of nothing", phrases_of)
    assert namesakes.share_phrase(1, "kind 0", phrases_of)
    assert max(looked.values()) <= 4


def test_a_type_of_which_only_the_label_is_known_is_no_other_thing(lands: GraphBase) -> None:
    query = simple(lands, "genre", "comedy")
    assert word_question(query, lands).question == "Which films are of the genre comedy film?"


def test_labels_that_differ_in_case_or_unicode_form_are_shared() -> None:
    labels = pa.array(["Malmö", unicodedata.normalize("NFD", "Malmö"), "MALMÖ", "Malmo", "राम", "रोम"])
    namesakes = Namesakes(labels)
    assert [namesakes.of(code) for code in range(len(labels))] == [[1, 2], [0, 2], [0, 1], [], [], []]
