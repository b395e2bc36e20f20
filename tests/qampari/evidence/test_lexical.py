"""What the checker that reads words makes of sentences: one rule each, both ways."""

import json
from dataclasses import replace
from math import exp
from pathlib import Path

import pytest

from benchwright.graphs.book import open_book
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
WORKS = Relation(
    "P106", "occupation", PERSON, Things("occupation", "occupations"), "{subject} works or worked as {object}.",
    cues=("is a", "is an", "was a", "was an", "as a"),
)  # fmt: skip
WON = Relation("P166", "award received", FILM, PERSON, "{object} won an award for {subject}.", cues=("won",))
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


OPENING = "Nils Erik Aker ( born 3 May 1961 in Lund ; called Nisse ) is a Swedish actor , comedian and writer ."


def asked(relation: Relation, sentence: str, own: str, other: str, about: str = "subject", **more: object) -> Statement:
    return replace(statement(relation, sentence, own, other, about), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("other", ["actor", "comedian", "writer"])
def test_what_a_page_opens_with_is_read_behind_its_parentheses(other: str) -> None:
    one = statement(WORKS, OPENING, "Nils Erik Aker", other)
    assert LEXICAL.score([one])[0] >= LEXICAL.threshold
    unnamed = replace(one, anchor=None)
    assert LEXICAL.score([unnamed])[0] >= LEXICAL.threshold  # a longer name than the page's


@pytest.mark.parametrize(
    "sentence",
    [
        "Nils Aker is a Swedish painter who never met an actor .",
        "Nils Aker is a Swedish painter , known for his pictures of an actor .",
    ],
)
def test_what_stands_behind_the_predicate_is_not_what_a_page_is_about(sentence: str) -> None:
    found = LEXICAL.features(statement(WORKS, sentence, "Nils Aker", "actor"))
    assert not {"predicate_opens", "predicate_common"} & set(found)
    assert LEXICAL.score_of(found) < LEXICAL.threshold


LIST = "He starred in Grey Heron ( 1971 ) , White Stork ( 1973 , with Paula Roth ) , Red Kite ( 1980 ) and Bittern ."


@pytest.mark.parametrize("other", ["Grey Heron", "White Stork", "Red Kite", "Bittern"])
def test_each_entry_of_a_list_is_as_near_to_the_cue(other: str) -> None:
    one = statement(ACTED, LIST, "Nils Aker", other, "object")
    assert LEXICAL.features(one)["strong_near"] >= exp(-0.5 / 4)  # "in" and "and"
    assert LEXICAL.score([one])[0] >= LEXICAL.threshold


def test_a_list_may_stand_before_its_verb() -> None:
    words = "Paula Roth , Ada Lind and Nils Aker all starred ."
    assert LEXICAL.features(statement(ACTED, words, "Grey Heron", "Paula Roth"))["strong_near"] > 0.7


def test_a_list_does_not_reach_over_another_clause() -> None:
    words = "He starred in Grey Heron , but his sister wrote Red Kite ."
    assert LEXICAL.score([statement(ACTED, words, "Nils Aker", "Red Kite", "object")])[0] < LEXICAL.threshold


PRIZES = (
    "He starred in Grey Heron ( 1971 , for which he won a prize ) , White Stork and Red Kite , for which he won two ."
)


def test_a_relative_tells_of_what_stands_before_it() -> None:
    def found(other: str) -> dict[str, float]:
        return LEXICAL.features(statement(WON, PRIZES, "Nils Aker", other, "object"))

    assert found("Grey Heron")["strong_near"] > 0.6
    assert found("White Stork")["strong_near"] < 0.3
    assert found("Red Kite")["strong_near"] > 0.5


def test_the_pair_s_other_relations_are_asked() -> None:
    words = "Grey Heron was directed by Henri Sall ."
    alone = LEXICAL.features(asked(WROTE, words, "Grey Heron", "Henri Sall"))
    contested = LEXICAL.features(asked(WROTE, words, "Grey Heron", "Henri Sall", rivals=("P57",)))
    silent = LEXICAL.features(asked(WROTE, words, "Grey Heron", "Henri Sall", rivals=("P161",)))
    assert "pair_alone" not in alone
    assert contested["pair_alone"] == 1
    assert silent["pair_silent"] == 1
    assert LEXICAL.score_of(contested) < LEXICAL.score_of(silent)
    assert LEXICAL.score_of(silent) < LEXICAL.threshold


def test_a_relation_that_the_two_cannot_have_is_no_rival() -> None:
    seat = Relation("P36", "capital", TOWN, TOWN, "{object} is the capital of {subject}.", cues=("capital", "written"))
    lexical = Lexical(RelationBook({"P57": DIRECTED, "P36": seat}))
    words = "Grey Heron was directed and not written by Henri Sall ."
    assert "rival_between" not in lexical.features(statement(DIRECTED, words, "Grey Heron", "Henri Sall"))
    both = Lexical(RelationBook({"P57": DIRECTED, "P58": WROTE}))
    assert both.features(statement(DIRECTED, words, "Grey Heron", "Henri Sall"))["rival_between"] == 1


def test_the_labelled_sentences_are_told_as_well_as_was_measured() -> None:
    path = Path(__file__).parents[2] / "data" / "stated" / "statements.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    book = open_book("freebase", Path())
    lexical = Lexical(book)
    made = [
        Statement(
            book.relations[row["relation"]], row["subject"], row["object"], row["about"], row["text"],
            (0, len(row["text"])), tuple(row["mention"]), row["anchor"] and tuple(row["anchor"]), row["title"],
            row["opens"], tuple(row["rivals"]),
        )
        for row in rows
    ]  # fmt: skip
    accepted = [score >= lexical.threshold for score in lexical.score(made)]
    hits = sum(row["stated"] for row, yes in zip(rows, accepted, strict=True) if yes)
    assert hits / sum(accepted) >= 0.92
    assert hits / sum(row["stated"] for row in rows) >= 0.65
