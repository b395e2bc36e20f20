"""What published measures have in common: their range, what is missing, what they cannot score."""

import shutil
from dataclasses import dataclass, replace
from importlib import import_module

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rankings import gold as gold_
from rankings import question as question_

from benchwright.errors import UsageError
from benchwright.evaluate.gold import Gold, Question
from benchwright.evaluate.measures.catalogue import parse_measure, parse_measures
from benchwright.evaluate.measures.official import OFFICIAL, official_measures
from benchwright.evaluate.measures.official.base import needs_extra
from benchwright.evaluate.measures.official.bleu import split_tokens
from benchwright.evaluate.measures.official.meteor import meteor
from benchwright.evaluate.measures.official.mmqa import list_exact_match, list_f1
from benchwright.evaluate.measures.official.squad import exact_match, token_f1
from benchwright.evaluate.measures.official.token_overlap import token_recall
from benchwright.evaluate.measures.official.webqa import accuracy
from benchwright.records import Answer

QUICK = tuple(one for one in OFFICIAL if not one.model and one.name != "METEOR")


@dataclass(frozen=True)
class Reply:
    answers: tuple[str, ...] = ()
    failure: str = ""


def asked(name: str, *answers: Answer, **columns: str) -> Question:
    return replace(question_(name, ["s"]), answers=answers, columns=columns)


def values(gold: Gold, replies, *names: str):
    chosen = [(one, one.model, one.name) for one in OFFICIAL if one.name in names]
    return {one.measure: one for one in official_measures(gold, replies, chosen)}


texts = st.text("abc 15.-", max_size=12)


@given(st.lists(texts, max_size=3), st.lists(texts.filter(str.strip), min_size=1, max_size=3), st.sampled_from(QUICK))
def test_every_value_is_between_0_and_1(answers, wanted, measure):
    gold = gold_(asked("q", *map(Answer, wanted), category="text", keywords="a"))
    (one,) = official_measures(gold, {"q": Reply(tuple(answers))}, [(measure, "", measure.name)])
    assert 0 <= one.values[0] <= 1


@given(st.text("abc ", min_size=1).filter(str.strip), st.sampled_from(QUICK))
def test_the_reference_itself_scores_most(text, measure):
    gold = gold_(asked("q", Answer(f"b{text}"), category="text", keywords=f"b{text}"))
    (one,) = official_measures(gold, {"q": Reply((f"b{text}",))}, [(measure, "", measure.name)])
    # a text of n words has no sequence of more than n words
    words = len(f"b{text}".split())
    assert one.values[0] == pytest.approx(1.0) or measure.name in {f"BLEU-{order}" for order in range(words + 1, 5)}


@pytest.mark.parametrize("measure", QUICK, ids=lambda one: one.name)
def test_a_missing_prediction_scores_0_and_is_scored(measure):
    gold = gold_(*(asked(name, Answer("Rome"), category="text", keywords="Rome") for name in "abcd"))
    replies = {"a": Reply(("Rome",)), "b": Reply((" ",)), "c": Reply(("Rome",), "did not answer")}
    (one,) = official_measures(gold, replies, [(measure, "", measure.name)])
    assert one.scored.tolist() == [True] * 4
    assert one.values.tolist()[1:] == [0.0, 0.0, 0.0]


def test_what_cannot_be_scored_is_counted_with_its_reason():
    gold = gold_(asked("a", Answer("Rome"), Answer("Oslo")), asked("b"), asked("c", Answer("Rome")))
    told = values(gold, {"a": Reply(("Rome", "Oslo"))}, "SQuAD-F1", "MMQA-F1", "WebQA-accuracy")
    assert told["SQuAD-F1"].reasons == {"several gold answers": 1, "no gold answers": 1}
    assert told["MMQA-F1"].reasons == {"no gold answers": 1}
    assert told["MMQA-F1"].values.tolist() == [1.0, 0.0, 0.0]
    assert told["WebQA-accuracy"].reasons == {"no category or no keywords of WebQA's": 2, "no gold answers": 1}


def test_the_shares_of_qampari():
    five = asked("q", *(Answer(name) for name in ("Ada", "Bo", "Cy", "Di", "Ed")))
    told = values(
        gold_(five),
        {"q": Reply(("Ada", "ada", "Bo", "Cy", "Di"))},
        *(one.name for one in OFFICIAL if "share" in one.name),
    )
    assert {name: one.values[0] for name, one in told.items()} == {
        "QAMPARI-share-F1": 1.0, "QAMPARI-share-recall": 1.0, "set-share-F1": 1.0, "set-share-recall": 1.0,
    }  # fmt: skip
    told = values(gold_(five), {"q": Reply(("Ada", "Bo"))}, "QAMPARI-F1", "QAMPARI-share-F1", "set-share-recall")
    assert [one.values[0] for one in told.values()] == [pytest.approx(4 / 7), 1.0, 0.0]


def test_squad_s_rules():
    assert exact_match("The U.S.", "us") == 1.0
    assert exact_match("-5", "5") == 1.0  # what it is known for
    assert token_f1("it is the red one", "red") == pytest.approx(2 * 1 / 5)
    assert token_f1("", "red") == 0.0
    assert token_recall("it is the red one", "red") == 1.0
    assert token_recall("red", "red or blue") == pytest.approx(1 / 3)


def test_drop_s_rules():
    assert list_exact_match(["7.0"], ["7"]) == 1.0
    assert list_exact_match(["a", "b"], ["b", "a"]) == 1.0
    assert list_exact_match(["a b", "a b"], ["a b"]) == 0.0
    assert list_f1(["well-known man"], ["known"]) == 0.5
    assert list_f1(["red 5"], ["red 6"]) == 0.0  # none of the numbers
    assert list_f1(["red", "blue", "green"], ["red"]) == 0.33


@pytest.mark.parametrize(
    ("answer", "keywords", "category", "value"),
    [
        ("There are three cats.", "3", "number", 1.0),
        ("There are 3 or 4.", "3", "number", 2 / 3),
        ("Red and blue flags", "red", "color", 2 / 3),
        ("It is crimson", "red", "color", 0.0),
        ("Yes, it has wings.", "Yes", "YesNo", 1.0),
        ("The churches were taller", "church tall oak", "Others", 2 / 3),
        ("", "church", "text", 0.0),
    ],
)
def test_webqa_s_categories(answer, keywords, category, value):
    assert accuracy(answer, keywords, category) == pytest.approx(value)


@pytest.mark.soak
@pytest.mark.skipif(shutil.which("java") is None, reason="METEOR runs in Java")
def test_meteor_reads_a_line_a_text():
    overall, single = meteor(["the old\nbridge ||| of stone", "an elm"], [["the old bridge of stone"], ["nine yews"]])
    assert single == [pytest.approx(1.0), 0.0]
    assert 0 < overall < 1


def test_tokens_stand_apart():
    assert split_tokens("It's 4.5 m, no?") == "it ' s 4 . 5 m , no ?"


def test_a_model_can_be_named():
    assert parse_measure("BERTScore").name == "BERTScore"
    assert parse_measure("BERTScore(/models/tiny)").model == "/models/tiny"
    assert parse_measure("BERTScore(microsoft/deberta-xlarge-mnli)").name == "BERTScore"  # its own
    listed = [one.name for one in parse_measures(["BERTScore(b)", "BERTScore", "BERTScore(a)", "ROUGE-1"])]
    assert listed == ["ROUGE-1", "BERTScore", "BERTScore(a)", "BERTScore(b)"]
    with pytest.raises(UsageError, match="there is no measure 'ROUGE-1\\(x\\)'"):
        parse_measure("ROUGE-1(x)")


def test_a_package_that_is_missing_is_named():
    with pytest.raises(UsageError, match="nothing_like_it is not installed") as told, needs_extra("text-measures"):
        import_module("nothing_like_it.part")
    assert told.value.hint == "pip install 'benchwright[text-measures]'"


def test_every_measure_says_where_it_comes_from():
    assert len({one.name for one in OFFICIAL}) == len(OFFICIAL)
    assert all(one.paper and one.about for one in OFFICIAL)
