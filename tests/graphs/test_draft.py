"""Drafts from labels: forty of them as they come out, and whatever a label is, a book that can be read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.graphs.book import parse_book
from benchwright.graphs.draft import Kinds, book_text, draft, drafts
from benchwright.graphs.draft_reply import reworded
from benchwright.graphs.relations import GraphRelation

ASKED = [
    ("directed by", "were directed by {given}", "directed {given}"),
    ("written by", "were written by {given}", "wrote {given}"),
    ("taught by", "were taught by {given}", "taught {given}"),
    ("owned by", "were owned by {given}", "owned {given}"),
    ("followed by", "were followed by {given}", "followed {given}"),
    ("influenced by", "were influenced by {given}", "influenced {given}"),
    ("located in", "are located in {given}", ""),
    ("is located in", "are located in {given}", ""),
    ("based on", "are based on {given}", ""),
    ("born in", "were born in {given}", ""),
    ("educated at", "were educated at {given}", ""),
    ("named after", "were named after {given}", ""),
    ("nominated for", "were nominated for {given}", ""),
    ("made from material", "are made from {given}", ""),
    ("contains", "contain {given}", ""),
    ("crosses", "cross {given}", ""),
    ("borders", "border {given}", ""),
    ("plays for", "play for {given}", ""),
    ("lives in", "live in {given}", ""),
    ("applies to jurisdiction", "apply to {given}", ""),
    ("shares border with", "share border with {given}", ""),
    ("part of", "are part of {given}", "have {given} as a part"),
    ("member of", "are members of {given}", "have {given} as a member"),
    ("instance of", "are instances of {given}", "have {given} as an instance"),
    ("has part", "have {given} as a part", "does {given} have"),
    ("hasAuthor", "have {given} as an author", "does {given} have"),
    ("has_author", "have {given} as an author", "does {given} have"),
    ("genre", "have {given} as a genre", "does {given} have"),
    ("/film/film/genre", "have {given} as a genre", "does {given} have"),
    ("place of birth", "have {given} as a place of birth", "does {given} have"),
    ("/people/person/place_of_birth", "have {given} as a place of birth", "does {given} have"),
    ("country of citizenship", "have {given} as a country of citizenship", "does {given} have"),
    ("award received", "have {given} as an award received", "does {given} have"),
    ("discoverer or inventor", "have {given} as a discoverer or inventor", "does {given} have"),
    ("languages", "have {given} as a language", "does {given} have"),
    ("child", "have {given} as a child", "does {given} have"),
    ("subsidiary", "have {given} as a subsidiary", "does {given} have"),
    ("/a/b/c./d/e/adjoins", "adjoin {given}", ""),
]
LEFT_OUT = [
    ("IMDb ID", "technical"),
    ("official website", "technical"),
    ("flag image", "technical"),
    ("P123", "no-words"),
    ("http://example.org/a", "no-words"),
    ("of", "no-words"),
    ("", "no-words"),
    ("colour with", "unclear"),
    ("x" * 61, "too-long"),
]


def read(id: str, label: str, subject: str | Kinds = "", object: str | Kinds = "") -> GraphRelation:
    return parse_book(book_text([draft(id, label, subject, object)])).relations[id]


@pytest.mark.parametrize(("label", "subjects", "objects"), ASKED, ids=[label for label, *_ in ASKED])
def test_a_label_becomes_clauses(label: str, subjects: str, objects: str) -> None:
    relation = read("r1", label)
    assert relation.draft
    assert [one.clause.many for one in relation.subjects] == [subjects]
    assert [one.clause.many for one in relation.objects] == ([objects] if objects else [])


@pytest.mark.parametrize(("label", "reason"), LEFT_OUT)
def test_a_label_without_sensible_words_is_not_asked_and_counted(label: str, reason: str) -> None:
    found = drafts([("r1", label, "", "")])
    relation = parse_book(book_text(found.drafts)).relations["r1"]
    assert found.left_out == {reason: 1}
    assert relation.subjects == relation.objects == ()


@pytest.mark.parametrize("id", ["a b", "#c", "a: b", "null", "é", "\U0001f600", '"', "\\", "\x00", "\u200b", "<<", "~"])
def test_any_id_stands_in_the_file_as_it_is(id: str) -> None:
    assert read(id, "directed by").subjects[0].clause.one == "was directed by {given}"


@pytest.mark.parametrize("id", ["include", "", "a\nb", "a  b", " a", "\x85", "x" * 1001])
def test_an_id_that_a_file_cannot_name_leaves_the_others(id: str) -> None:
    found = drafts([(id, "directed by", "", ""), ("r2", "genre", "", "")])
    assert (found.left_out, found.askable) == ({"id": 1}, 1)
    assert list(parse_book(book_text(found.drafts)).relations) == ["r2"]


def test_nouns_are_the_types_of_the_ends() -> None:
    relation = read("r1", "directed by", "film", "human")
    assert (relation.subject.one, relation.subject.many) == ("film", "films")
    assert (relation.object.many, relation.object.who) == ("people", True)
    assert relation.hypothesis == "{subject} was directed by {object}."
    assert read("r1", "genre").objects[0].things.many == "genres"
    assert read("r1", "place of birth").objects[0].things.many == "places of birth"
    assert read("r1", "award received").objects[0].things.many == "awards received"
    assert read("/film/film/genre", "").subject.many == "films"


def test_mixed_ends_are_asked_for_one_by_one() -> None:
    relation = read("r1", "directed by", ("city", "region"), ("company", "human"))
    assert (relation.subject.many, relation.object.many) == ("things", "things")
    assert [(one.things.many, one.things.types[0].label) for one in relation.subjects] == [
        ("cities", "city"),
        ("regions", "region"),
    ]
    assert [one.things.many for one in relation.objects] == ["companies", "people"]
    assert [one.things.who for one in relation.objects] == [False, True]
    (genres,) = read("r1", "genre", ("film", "song"), ("style", "topic")).objects
    assert (genres.things.many, genres.things.types) == ("genres", ())


def test_cues_are_the_words_of_the_label() -> None:
    assert read("r1", "directed by").cues == ("direct*",)
    assert read("r1", "written by").cues == ("written*", "wrote")
    assert read("r1", "member of").cues == ("member*",)


def test_drafts_are_sorted_and_counted() -> None:
    found = drafts([("b", "ISBN", "", ""), ("a", "genre", "", ""), ("c", "DOI", "", "")])
    assert [one.id for one in found.drafts] == ["a", "b", "c"]
    assert found.left_out == {"technical": 2}


WORDS = [
    "has",
    "is",
    "of",
    "by",
    "in",
    "part",
    "made",
    "place",
    "born",
    "a",
    "the",
    "{given}",
    "or",
    "#",
    "contains",
    "s",
]
LABELS = st.one_of(st.text(max_size=80), st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join))


ENDS = st.one_of(LABELS, st.lists(LABELS, min_size=2, max_size=3, unique=True).map(tuple))


@given(st.lists(st.tuples(st.uuids().map(str), LABELS, ENDS, ENDS), max_size=5))
def test_whatever_labels_are_the_file_is_a_book_of_drafts(
    relations: list[tuple[str, str, str | Kinds, str | Kinds]],
) -> None:
    found = drafts(relations)
    book = parse_book(book_text(found.drafts, "Drafted.\nRead it."))
    assert set(book.relations) == {id for id, *_ in relations}
    assert all(relation.draft for relation in book.relations.values())
    quiet = sum(not relation.subjects and not relation.objects for relation in book.relations.values())
    assert quiet == sum(found.left_out.values())


def test_a_label_that_spells_its_path_is_read_as_the_path() -> None:
    path = "/base/schools/school/pupils./education/education/parent_genre"
    found = draft(path, "base schools school pupils. education education parent genre").entry
    assert found["subject"] == {"one": "school", "many": "schools"}
    assert found["label"] == "parent genre"


@pytest.mark.parametrize("label", ["film film genre", "award nominations. award", "countries spoken in"])
def test_paths_with_blanks_and_nouns_with_verbs_are_unclear(label: str) -> None:
    assert draft("r1", label).reason == "unclear"


def test_what_is_asked_with_an_auxiliary_is_no_first_step() -> None:
    assert draft("r1", "genre").entry["uses"] == {"objects": ["simple", "second"]}
    assert "uses" not in draft("r1", "directed by").entry


@pytest.mark.parametrize(
    ("label", "noun"),
    [
        ("campuses", {"one": "campus", "many": "campuses"}),
        ("houses", {"one": "house", "many": "houses"}),
        ("music", {"one": "music", "many": "music"}),
    ],
)
def test_nouns_have_their_forms(label: str, noun: dict[str, str]) -> None:
    assert draft("r1", label).entry["object"] == noun


def test_numbers_are_asked_for_and_not_given() -> None:
    area = read("area", "area", "country", "number")
    assert (area.subjects, [one.clause.many for one in area.objects]) == ((), ["does {given} have"])
    assert draft("r1", "located in", "place", "number").reason == "of-numbers"


def test_bounds_of_labels() -> None:
    assert draft("r1", "x" * 60).reason == ""
    assert draft("r1", "one two three four five six seven").reason == ""
    assert draft("r1", "one two three four five six seven eight").reason == "too-long"
    assert draft("r1", "image of the grave").reason == "technical"  # wherever the word stands
    assert draft("r1", "member of NBA team").entry["label"] == "member of NBA team"


def test_what_can_be_asked_from_one_side_is_counted_as_asked() -> None:
    found = drafts([("a", "located in", "", ""), ("b", "area", "", "number"), ("c", "ISBN", "", "")])
    assert [("subjects" in one.entry, "objects" in one.entry) for one in found.drafts] == [
        (True, False),
        (False, True),
        (False, False),
    ]
    assert found.askable == 2


@pytest.mark.parametrize(
    ("label", "subjects", "objects"),
    [
        ("was directed by", "were directed by {given}", ["directed {given}"]),
        ("known by", "were known by {given}", []),  # no active form to ask in
        ("university", "have {given} as a university", ["does {given} have"]),
        ("umbrella", "have {given} as an umbrella", ["does {given} have"]),
        ("hour", "have {given} as an hour", ["does {given} have"]),
        ("gas", "have {given} as a gas", ["does {given} have"]),
        ("pet", "have {given} as a pet", ["does {given} have"]),
    ],
)
def test_words_that_only_look_like_others(label: str, subjects: str, objects: list[str]) -> None:
    relation = read("r1", label)
    assert [one.clause.many for one in relation.subjects] == [subjects]
    assert [one.clause.many for one in relation.objects] == objects


@pytest.mark.parametrize(
    ("type", "many"),
    [
        ("Human", "people"),
        ("monastery", "monasteries"),
        ("day", "days"),
        ("C++ file", "things"),
        ("church", "churches"),
    ],
)
def test_nouns_of_an_end_in_the_plural(type: str, many: str) -> None:
    assert read("r1", "directed by", type).subject.many == many


def test_a_word_of_three_letters_is_a_cue() -> None:
    assert read("r1", "pet").cues == ("pet*",)
    assert read("r1", "ox").cues == ()


def test_a_model_s_words_for_all_leave_each_kind_asked_for_by_itself() -> None:
    said = {"sensible": True, "kind": "role", "tense": "ever", "subject_is": "place", "object_is": "person",
            "subject_one": "area", "subject_many": "areas", "object_one": "ruler",
            "object_many": "rulers", "hypothesis": "{subject} was ruled by {object}.",
            "subjects_one": "was ruled by {given}", "subjects_many": "were ruled by {given}",
            "objects_one": "", "objects_many": ""}  # fmt: skip
    found = reworded(draft("r1", "directed by", ("city", "region"), ("king", "queen")), said)
    assert [one["many"] for one in found.entry["typed"]["subjects"]] == ["cities", "regions"]
    assert [found.entry[key] for key in ("kind", "tense", "ends")] == ["role", "ever", ["place", "person"]]
    assert "objects" not in found.entry["typed"]  # nobody asks for them
