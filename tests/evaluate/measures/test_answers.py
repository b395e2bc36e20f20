import dataclasses
import random
import unicodedata
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rankings import gold as gold_
from rankings import question as question_

from benchwright.evaluate.gold import Question
from benchwright.evaluate.measures.answer_text import answer_lines
from benchwright.evaluate.measures.answers import (
    ANSWER_MEASURES,
    SetScores,
    answer_f1,
    answer_measures,
    decided,
    listed_answers,
    set_scores,
    undecided_answers,
)
from benchwright.records import Answer

FIVE = [Answer(text, (text, *more)) for text, *more in [("A X", "AX"), ("B",), ("C",), ("D",), ("E",)]]


@dataclass(frozen=True)
class Reply:
    answers: tuple[str, ...] = ()


def test_qamparis_vector():
    """Two of three answers are right, of five: F1 = 2 * 2/3 * 2/5 / (2/3 + 2/5) = 1/2."""
    assert set_scores(["a x", "B", "zzz"], FIVE) == SetScores(2 / 3, 2 / 5, pytest.approx(0.5, abs=1e-15))


def test_repeats_are_of_forms():
    alpha = [Answer("Alpha"), Answer("Beta")]
    thrice = ["Alpha", "alpha", "ALPHA"]
    assert set_scores(thrice, alpha) == SetScores(1.0, 1 / 2, pytest.approx(2 / 3))


@pytest.mark.parametrize("empty", [[], ["", " "], ["?"]])
def test_an_empty_answer_scores_0(empty):
    assert set_scores(empty, FIVE) == SetScores(0.0, 0.0, 0.0)
    assert set_scores(empty, FIVE).exact == answer_f1(empty, FIVE) == 0.0


def test_each_gold_answer_is_credited_once_in_the_best_way():
    # "x" fits both, "y" only the first: both can be credited, whatever comes first
    two = [Answer("first", ("x", "y")), Answer("second", ("x",))]
    for answers in (["x", "y"], ["y", "x"]):
        assert set_scores(answers, two) == SetScores(1.0, 1.0, 1.0)
    assert set_scores(["first", "y"], two).recall == 0.5


@given(st.lists(st.sampled_from(["a", "A", "b", "1,000", "1000", "c d", ""]), max_size=6), st.randoms())
def test_the_order_of_answers_says_nothing(answers, shuffler: random.Random):
    mixed = [*answers]
    shuffler.shuffle(mixed)
    golds = [Answer("a", ("b",)), Answer("b", ("c d",)), Answer("1000")]
    assert set_scores(answers, golds) == set_scores(mixed, golds)
    assert answer_f1(answers, golds) == pytest.approx(answer_f1(mixed, golds))


@given(st.lists(st.text(max_size=6), max_size=5), st.lists(st.text(max_size=6), min_size=1, max_size=4))
def test_scores_are_shares(answers, names):
    golds = [Answer(name) for name in names]
    one = set_scores(answers, golds)
    assert 0 <= one.precision <= 1
    assert 0 <= one.recall <= 1
    assert min(one.precision, one.recall) - 1e-12 <= one.f1 <= max(one.precision, one.recall) + 1e-12
    assert 0 <= answer_f1(answers, golds) <= 1 + 1e-12


def token_f1(answer: str, gold: str) -> float:
    return answer_f1([answer], [Answer(gold)])


def test_token_f1_by_hand():
    # 2 words in common of 3 and 4: 2 * 2 / 7
    assert token_f1("Lake Orrin North", "the deep Lake Orrin side") == pytest.approx(4 / 7)
    assert token_f1("b b c", "b b b") == pytest.approx(2 / 3)
    assert token_f1("about 3.5", "about 35") == 0.5
    assert token_f1("5 km", "5000 metres") == 1.0
    assert token_f1("", "x") == token_f1("x", "") == token_f1("", "") == 0.0
    assert token_f1(unicodedata.normalize("NFD", "Café Noir"), "café noir") == 1.0


def test_answer_f1_is_squads_for_one_answer_and_pairs_lists():
    single = [Answer("Barack Obama", ("Obama", "B. H. Obama"))]
    assert answer_f1(["Barack Hussein Obama"], single) == pytest.approx(4 / 5)
    assert answer_f1(["Obama"], single) == 1.0
    assert answer_f1(["Obama", "Merkel"], single) == 0.5
    two = [Answer("red deer"), Answer("fox")]
    assert answer_f1(["fox", "deer"], two) == pytest.approx((1 + 2 / 3) / 2)
    assert answer_f1(["fox"], two) == 0.5
    assert answer_f1(["fox", "FOX", "red deer"], two) == 1.0


def test_exact_match_is_all_and_nothing_else():
    two = [Answer("red deer"), Answer("5 km", ("3 miles",))]
    assert set_scores(["The red deer.", "5000 m"], two).exact == 1.0
    assert set_scores(["red deer", "3 miles", "fox"], two).exact == 0.0
    assert set_scores(["red deer"], two).exact == 0.0
    assert set_scores(["It is the red deer"], two[:1]).exact == 0.0


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("Paris; London;", ("Paris", "London")),
        ("- Paris\n- London\n\n", ("Paris", "London")),
        ("1. Paris\r\n2) London\n(c) Rome", ("Paris", "London", "Rome")),
        ("• 12.5 km\n* 3 km", ("12.5 km", "3 km")),
        ("12.5 km", ("12.5 km",)),
        ("A. Merkel", ("A. Merkel",)),
        ("E. coli; S. aureus", ("E. coli", "S. aureus")),
        ("A. thaliana\nB. subtilis", ("A. thaliana", "B. subtilis")),
        ("a. Paris\nb. London", ("Paris", "London")),
        ("-5\n1.5", ("-5", "1.5")),
        ("1. FC Köln\n1. FC Nürnberg", ("1. FC Köln", "1. FC Nürnberg")),
        ("1. FC Köln", ("1. FC Köln",)),
        ("(500) Days of Summer\nHeat", ("(500) Days of Summer", "Heat")),
        ("1. 1. FC Köln\n2. Hull", ("1. FC Köln", "Hull")),
        ("1. Paris 2. London 3. Rome", ("Paris", "London", "Rome")),
        ("1) Paris, 2) London", ("Paris", "London")),
        ("Heat 2. The End", ("Heat 2. The End",)),
        ("The cities are:\n1) Paris\n2) London", ("The cities are:", "Paris", "London")),
        ("Washington, D.C.", ("Washington, D.C.",)),
        (" ; \n", ()),
    ],
)
def test_one_string_for_several_answers_is_split(text, answers):
    assert tuple(line.text.strip(" ;") for part in text.split(";") for line in answer_lines(part)) == answers


def test_only_one_string_for_several_answers_is_split():
    assert listed_answers(["Paris; London"], FIVE) == ("Paris", "London")
    assert listed_answers(["Paris; London"], FIVE[:1]) == ("Paris; London",)
    assert listed_answers(["Paris; London", "Rome"], FIVE) == ("Paris; London", "Rome")


def with_answers(name: str, *answers: Answer) -> Question:
    made = question_(name, ["s"])
    return Question(name, "?", "x", made.modalities, answers, made.gold_sets, name, ())


def test_measures_over_questions():
    asked = gold_(
        with_answers("right", Answer("Orrin")),
        with_answers("half", Answer("a b"), Answer("c")),
        with_answers("abstains", Answer("x")),
        with_answers("missing", Answer("x")),
        with_answers("unanswerable"),
    )
    replies = {"right": Reply(("orrin",)), "half": Reply(("c\nd",)), "abstains": Reply(), "unanswerable": Reply(("x",))}
    values = {one.measure: one for one in answer_measures(asked, replies)}
    assert tuple(values) == ANSWER_MEASURES
    assert {name: one.values.tolist() for name, one in values.items()} == {
        "answer-F1": [1, 0.5, 0, 0, 0],
        "exact-match": [1, 0, 0, 0, 0],
        "set-precision": [1, 0.5, 0, 0, 0],
        "set-recall": [1, 0.5, 0, 0, 0],
        "set-F1": [1, 0.5, 0, 0, 0],
    }
    for one in values.values():
        assert one.scored.tolist() == [True] * 4 + [False]
        assert one.reasons == {"no gold answers": 1}
    assert [one.measure for one in answer_measures(asked, replies, ["set-F1"])] == ["set-F1"]


@pytest.mark.parametrize(
    ("alias", "answer", "right"),
    [
        ("1994; 1996", "1994; 1996", 1.0),
        ("1994; 1996", "1994 and 1996", 1.0),
        ("1994; 1996", "1996; 1994", 0.0),
        ("1994; 1996", "1996 and 1994", 0.0),
        ("Hull; Leeds", "Hull, Leeds", 1.0),
        ("Hull; Leeds", "Leeds, Hull", 0.0),
        ("Ida Moss; 34 metres", "Ida Moss; 34 m", 1.0),
        ("5; 5", "5; 5", 1.0),
    ],
)
def test_the_halves_of_a_compound_answer_keep_their_order_and_those_of_a_set_need_not(alias, answer, right):
    whole = with_answers("two", Answer("The first and then the other, in a whole sentence of words.", (alias,)))
    asked = gold_(dataclasses.replace(whole, style="compound"), dataclasses.replace(whole, id="set"))
    replies = {"two": Reply((answer,)), "set": Reply((answer,))}
    (exact,) = answer_measures(asked, replies, ["exact-match"])
    assert exact.values.tolist() == [right, 1.0]


NEITHER = (Answer("Oldham"), Answer("Lincoln", ("Lincoln (city)",)), Answer("B"))


@pytest.mark.parametrize(
    ("answers", "kept", "left_out"),
    [
        (["A X", "Oldham", "zzz"], ("A X", "zzz"), 1),
        (["oldham", "OLDHAM ", "lincoln (City)"], (), 2),
        (["B"], ("B",), 0),  # a right answer is right, whatever else is called so
        ([], (), 0),
    ],
)
def test_what_is_neither_right_nor_wrong_is_left_out(answers, kept, left_out):
    assert decided(answers, FIVE, NEITHER) == (kept, left_out)
    assert decided(answers, FIVE, ()) == (tuple(answers), 0)


def with_neither(name, neither=NEITHER):
    return dataclasses.replace(question_(name), answers=tuple(FIVE), undecided=neither)


def test_undecided_answers_cost_no_precision_and_add_no_recall():
    """Of A X, B, zzz, Oldham, Lincoln three are scored: precision 2/3, recall 2/5, F1 1/2; without the rule 2/5."""
    reply = {"q": Reply(("A X", "B", "zzz", "Oldham", "Lincoln"))}
    told = {one.measure: one.values[0] for one in answer_measures(gold_(with_neither("q")), reply)}
    assert (told["set-precision"], told["set-recall"]) == (2 / 3, 2 / 5)
    assert told["set-F1"] == pytest.approx(0.5)
    assert told["answer-F1"] == pytest.approx(2 / 5)  # two of the five references
    plain = {one.measure: one.values[0] for one in answer_measures(gold_(with_neither("q", ())), reply)}
    assert plain["set-precision"] == 2 / 5
    assert undecided_answers(gold_(with_neither("q"), with_neither("other")), reply) == {"q": 2}
    assert undecided_answers(gold_(with_neither("q", ())), reply) == {}


def test_a_list_of_right_and_undecided_answers_is_exact():
    reply = {"q": Reply(("AX", "B", "C", "D", "E", "Oldham"))}
    told = {one.measure: one.values[0] for one in answer_measures(gold_(with_neither("q")), reply)}
    assert told == dict.fromkeys(ANSWER_MEASURES, 1.0)


def test_who_says_nothing_but_undecided_answers_has_said_nothing():
    whole = gold_(with_neither("q"))
    for answers in (("Oldham", "Lincoln"), ("Oldham; Lincoln",), ()):
        values = answer_measures(whole, {"q": Reply(answers)})
        assert [one.values[0] for one in values] == [0.0] * 5
        assert all(one.scored[0] for one in values)
