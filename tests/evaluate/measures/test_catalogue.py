import math

import pytest

from benchwright.errors import UsageError
from benchwright.evaluate.measures.catalogue import (
    FAMILIES,
    Measure,
    depth,
    parse_cutoffs,
    parse_measure,
    parse_measures,
    retrieval_names,
)


@pytest.mark.parametrize("name", ["recall@5", "all@1", "nDCG@1000", "F1@threshold", "answer-F1", "latency", "MRR@10"])
def test_names_are_exact(name):
    assert parse_measure(name).name == name


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("ndcg@5", "did you mean nDCG@5?"),
        ("NDCG@10", "did you mean nDCG@10?"),
        ("recal@20", "did you mean recall@20?"),
        ("recall", "did you mean recall@10?"),
        ("recall@0", "did you mean recall@10?"),
        ("recall@05", "did you mean recall@5?"),
        ("recall@-1", "did you mean recall@10?"),
        ("R@5", "did you mean recall@5?"),
        ("P@3", "did you mean precision@3?"),
        ("RR@10", "did you mean MRR@10?"),
        ("AP@10", "did you mean MAP@10?"),
        ("answer_f1", "did you mean answer-F1?"),
        ("EM", "did you mean exact-match?"),
        ("F1@0.5", "did you mean F1@threshold?"),
        ("latency@5", "did you mean latency?"),
        ("recall@²", "did you mean recall@10?"),
    ],
)
def test_a_near_miss_is_told_the_name(name, hint):
    with pytest.raises(UsageError) as told:
        parse_measure(name)
    assert (str(told.value), told.value.hint) == (f"there is no measure {name!r}", hint)


def test_a_name_like_none_is_told_all():
    with pytest.raises(UsageError) as told:
        parse_measure("zzz?!")
    assert told.value.hint.startswith("there are recall@k, all@k, precision@k, nDCG@k")


def test_a_cut_off_has_a_limit():
    with pytest.raises(UsageError, match="too large"):
        parse_measure("recall@100001")
    with pytest.raises(UsageError, match="too large"):
        parse_measure("recall@" + "9" * 5000)


def test_measures_come_once_and_in_the_order_of_tables():
    names = ["latency", "MRR@10", "recall@10", "recall@5", "all@5", "recall@10"]
    told = [one.name for one in parse_measures(names)]
    assert told == ["recall@5", "recall@10", "all@5", "MRR@10", "latency"]


def test_what_measures_need_and_say():
    assert parse_measure("latency").family.higher_is_better is False
    assert parse_measure("latency").family.high == math.inf
    assert parse_measure("recall@5").is_retrieval
    assert parse_measure("F1@threshold").is_retrieval
    assert not parse_measure("citation-recall").is_retrieval
    assert all(family.about and family.high > 0 for family in FAMILIES)
    assert len({family.stem for family in FAMILIES}) == len(FAMILIES)


def test_every_name_that_is_made_is_a_name():
    for family in FAMILIES:
        name = Measure(family, 7 if family.at == "k" else 0, "openai/m" if family.at == "judge" else "").name
        assert parse_measure(name).family is family


@pytest.mark.parametrize(
    ("text", "cutoffs"),
    [("5,10", (5, 10)), (" 10, 5,5 ", (5, 10)), ("1000", (1000,)), ("2000,100000", (2000, 100_000))],
)
def test_cut_offs(text, cutoffs):
    assert parse_cutoffs(text) == cutoffs


@pytest.mark.parametrize("text", ["", "5,", "0", "-5", "5.0", "ten", "100001", "5;10", "٣", "9" * 5000])
def test_what_is_no_cut_off(text):
    with pytest.raises(UsageError) as told:
        parse_cutoffs(text)
    assert "1 to 100,000" in told.value.hint


def test_what_is_measured_of_a_retriever_unless_told_otherwise():
    assert retrieval_names() == ("recall@10", "all@10", "nDCG@10")
    assert retrieval_names((5, 20)) == ("recall@5", "recall@20", "all@5", "all@20", "nDCG@20")
    assert retrieval_names((3,), lists=True)[-2:] == ("ARECALL@3", "ERECALL@3")
    assert depth(retrieval_names((3, 20))) == 20
    assert depth(["latency"]) == 0


def test_a_judged_measure_names_its_judge():
    one = parse_measure("faithfulness@openai/gpt-x")
    assert (one.name, one.judge, one.family.stem) == ("faithfulness@openai/gpt-x", "openai/gpt-x", "faithfulness")
    assert parse_measure("nugget-recall@ollama/a@b").judge == "ollama/a@b"
    with pytest.raises(UsageError, match="does not say which judge") as told:
        parse_measure("faithfulness")
    assert told.value.hint == "name it: faithfulness@openai/NAME"
    with pytest.raises(UsageError) as told:
        parse_measure("faithfullness@openai/m")
    assert told.value.hint == "did you mean faithfulness@openai/m?"
