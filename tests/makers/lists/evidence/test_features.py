"""What each feature of the checker `lexical` says of a sentence, both ways."""

from math import exp

import pytest
from tests.makers.lists.evidence.statements import (
    ACTED,
    BOOK,
    BORN,
    CITIZEN,
    DIRECTED,
    LIES,
    WON,
    WORKS,
    WROTE,
    statement,
)

from benchwright.graphs.relations import GraphRelation
from benchwright.makers.lists.evidence.checker import Statement
from benchwright.makers.lists.evidence.lexical import BIAS, Lexical, fitted_model

LEXICAL = Lexical(BOOK)
LIST = "He starred in Grey Heron ( 1971 ) , White Stork ( 1973 , with Paula Roth ) , Red Kite ( 1980 ) and Bittern ."


def found(relation: GraphRelation, sentence: str, own: str, other: str, about: str = "subject") -> dict[str, float]:
    return LEXICAL.features(statement(relation, sentence, own, other, about))


@pytest.mark.parametrize(
    ("feature", "relation", "with_it", "without_it", "other"),
    [
        ("cue_between", DIRECTED, "Ottar was directed by Roth .", "Ottar , like Roth , was directed late .", "Roth"),
        ("cue_before", BORN, "Ottar was born in Roth .", "Ottar of Roth was born late .", "Roth"),
        ("cue_near", ACTED, "Ottar starred Roth .", "Ottar started with Roth .", "Roth"),
        ("cue_in_name", DIRECTED, "Ottar was by Roth Director .", "Ottar was by Roth Heron .", "Roth Director"),
        ("other_cue", WROTE, "Ottar was directed by Roth .", "Ottar was written by Roth .", "Roth"),
        ("not_when", CITIZEN, "Ottar was born to French parents .", "Ottar is a French citizen .", "French"),
        ("not_when", WON, "Ottar was nominated for a Grammy .", "Ottar won a Grammy .", "Grammy"),
        ("named", DIRECTED, "Ottar was directed by Roth .", "It was directed by Roth .", "Roth"),
        ("ordered", DIRECTED, "Ottar was directed by Roth .", "Roth directed Ottar .", "Roth"),
        ("in_parentheses", ACTED, "Ottar ( with Roth ) starred .", "Ottar starred Roth .", "Roth"),
        ("doubted", BORN, "Ottar was not born in Roth .", "Ottar was born in Roth .", "Roth"),
        ("doubted", BORN, "Ottar was allegedly born in Roth .", "Never Again by Ottar , born in Roth .", "Roth"),
        ("past", LIES, "Ottar was formerly a city in Roth .", "Ottar is a city in Roth .", "Roth"),
        ("past", LIES, "Ottar is a former city in Roth .", "Ottar is the city in Roth .", "Roth"),
        ("predicate", WORKS, "Ottar is a Swedish actor .", "Ottar is a painter who met an actor .", "actor"),
        ("predicate", CITIZEN, "Ottar is a Swedish actor .", "Ottar met a Swedish actor .", "Swedish"),
        ("predicate_cue", WORKS, "Ottar is a Swedish actor .", "Ottar met an actor .", "actor"),
        ("common", WORKS, "Ottar is an actor .", "Ottar is an Actor .", "actor"),
        ("place_in", LIES, "Ottar is a city in Roth .", "Ottar is near Roth .", "Roth"),
        ("place_in", LIES, "Ottar is a city in Lund , Roth .", "Ottar is a city for Roth .", "Roth"),
        ("place_of_other", DIRECTED, "Ottar was directed in London .", "Ottar was directed by London .", "London"),
        ("adjective", DIRECTED, "Ottar directed a French film .", "Ottar directed a Roth film .", "French"),
    ],
)  # fmt: skip
def test_a_feature_is_there_and_not_there(
    feature: str, relation: GraphRelation, with_it: str, without_it: str, other: str
) -> None:
    assert found(relation, with_it, "Ottar", other).get(feature, 0.0) > 0
    word = other if other in without_it else without_it.split()[-2]
    if feature == "cue_in_name":
        word = "Roth Heron"
    if feature == "adjective":
        word = "Roth"
    if feature == "common":
        word = "Actor"
    assert feature not in found(relation, without_it, "Ottar", word)


@pytest.mark.parametrize("other", ["Grey Heron", "White Stork", "Red Kite", "Bittern"])
def test_each_entry_of_a_list_is_as_near_to_the_cue(other: str) -> None:
    assert found(ACTED, LIST, "Nils Aker", other, "object")["cue_near"] >= exp(-0.5 / 4)  # "in" and "and"


def test_a_cue_in_the_parentheses_of_another_name_does_not_count() -> None:
    words = "Ottar lists Grey Heron ( starred in 1971 ) and Roth ."
    assert "cue_near" not in found(ACTED, words, "Ottar", "Roth")
    assert "cue_near" in found(ACTED, words.replace("and Roth", "by no one").replace("Heron", "Roth"), "Ottar", "Roth")


def test_a_pronoun_stands_for_what_the_page_is_about() -> None:
    assert found(BORN, "He was born in Lund .", "Ottar", "Lund")["cue_between"] == 1
    assert found(DIRECTED, "The film was directed by Roth .", "Ottar", "Roth")["cue_between"] == 1
    assert "cue_between" not in found(DIRECTED, "Lind was directed by Roth .", "Ottar", "Roth")


def test_the_other_relations_of_a_pair_are_counted() -> None:
    one = statement(DIRECTED, "Ottar was written and directed by Roth .", "Ottar", "Roth")
    contested = Statement(**{**{name: getattr(one, name) for name in one.__slots__}, "rivals": ("P58",)})
    assert not {"rivals", "pair_rival"} & LEXICAL.features(one).keys()
    assert LEXICAL.features(contested)["pair_rival"] == 1
    assert LEXICAL.features(contested)["rivals"] > 0


def test_a_relation_of_other_ends_is_no_rival() -> None:
    assert "other_cue" not in found(DIRECTED, "Ottar was , born early , directed by Roth .", "Ottar", "Roth")


def test_there_are_at_most_20_features_and_each_has_a_weight() -> None:
    weights = fitted_model().weights
    assert BIAS in weights
    assert 10 <= len(weights) - 1 <= 20
