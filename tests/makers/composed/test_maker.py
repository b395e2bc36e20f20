"""`derive` as a maker: pure attempts, honest supplies, and plans that it refuses."""

from pathlib import Path

import pytest
from tests.support.grounds import cell, table, text, told

from benchwright.corpus.store import write_corpus
from benchwright.errors import PlanError
from benchwright.facts.store import FactTable, rows_of
from benchwright.makers.composed.maker import Derive, open_derive
from benchwright.plan import parse_plan
from benchwright.records import Example, Fact, Source, Status

KENYA = text("kenya", "Kenya", "Capital: Nairobi. " + "Kenya lies in East Africa. " * 8)
AREAS = table("areas", "Sizes", ["Country", "Area (sq km)"], [["Kenya", "580,367"], ["Ghana", "238,533"]])
FACTS = [
    told(KENYA, "Kenya", "capital", "Nairobi", subject_type="country"),
    *(cell(AREAS, row, 1, "area", "quantity", unit="square kilometre", subject_type="country") for row in range(2)),
]
PLAN = "corpus: c\ncells: [{style: compound, modalities: text+table, count: 1}]\n"


def opened(folder: Path, plan: str = PLAN) -> Derive:
    corpus = write_corpus(folder, [KENYA, AREAS])
    return open_derive(parse_plan(plan), corpus, FactTable(rows_of(FACTS)))


def test_an_attempt_is_a_pure_function(tmp_path: Path) -> None:
    one, two = opened(tmp_path / "one"), opened(tmp_path / "two")
    (key,) = (made.key for made in parse_plan(PLAN).cells())
    assert one.supply(key).attempts == 1
    assert one.supply(key).groups == {"family": 1, "document": 1}
    first, again, other = one.attempt(key, 0), one.attempt(key, 0), two.attempt(key, 0)
    assert first == again == other
    assert first.status is Status.ACCEPTED
    assert first.example is not None
    assert set(first.example.sources) == {"kenya", "areas"}
    assert [check.verdict for check in first.example.checks] == ["pass"] * 7


def test_what_is_asked_twice_is_rejected_in_commit_order(tmp_path: Path) -> None:
    maker = opened(tmp_path)
    (key,) = (made.key for made in parse_plan(PLAN).cells())
    outcome = maker.attempt(key, 0)
    (rule,) = maker.rules()
    judged = rule.judge(outcome)
    assert judged.example is not None
    assert (judged.example.checks[-1].name, judged.example.checks[-1].verdict) == ("duplicate", "pass")
    rule.admit(judged)
    repeated = rule.judge(outcome)
    assert (repeated.status, repeated.reason) == (Status.REJECTED, "duplicate")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("checks: {leak: off}\n", "checks: leak: off is not for the writer derive"),
    ],
)
def test_plans_that_derive_cannot_follow(tmp_path: Path, line: str, message: str) -> None:
    plan = PLAN.replace("count: 1", "count: 1, maker: derive")
    with pytest.raises(PlanError, match=message):
        opened(tmp_path, line + plan)


def test_a_cell_that_no_family_covers_has_no_supply(tmp_path: Path) -> None:
    plan = "corpus: c\ncells: [{style: multi-hop, modalities: 2text, count: 1}]\n"
    (key,) = (made.key for made in parse_plan(plan).cells())
    assert opened(tmp_path, plan).supply(key).attempts == 0


def accepted(folder: Path, plan: str, sources: list[Source], facts: list[Fact]) -> Example:
    maker = open_derive(parse_plan(plan), write_corpus(folder, sources), FactTable(rows_of(facts)))
    (key,) = (made.key for made in parse_plan(plan).cells())
    example = maker.attempt(key, 0).example
    assert example is not None
    assert [check.verdict for check in example.checks] == ["pass"] * 7
    return example


def test_a_source_that_only_mentions_the_value_is_neither_evidence_nor_a_distractor(tmp_path: Path) -> None:
    mention = text("rail", "Railways", "Kenya was crossed by rail when the line from Mombasa reached Nairobi in 1899.")
    example = accepted(tmp_path, PLAN, [KENYA, AREAS, mention], FACTS)
    assert [[span.source for span in spans] for spans in example.answers[0].evidence] in (
        [["kenya", "areas"]],
        [["areas", "kenya"]],
    )
    assert "rail" not in example.distractors


def test_a_source_that_states_one_fact_again_keeps_the_other_of_the_same_source(tmp_path: Path) -> None:
    plan = "corpus: c\ncells: [{style: compare-contrast, modalities: 2text, count: 1}]\n"
    more = {"subject_type": "country", "value_type": "quantity"}
    kenya = text("kenya", "Kenya", "Kenya covers 580,367 square kilometres. Kenya has a coast of 536 kilometres.")
    ghana = text("ghana", "Ghana", "Ghana covers 238,533 square kilometres. Ghana has a coast of 539 kilometres.")
    guide = text("guide", "Travel in Kenya", "Kenya covers 580,367 square kilometres and has many parks.")
    facts = [
        *(told(one, one.title, "area", one.text.split()[2], unit="square kilometre", **more) for one in (kenya, ghana)),
        *(told(one, one.title, "coastline", one.text.split()[-2], unit="kilometre", **more) for one in (kenya, ghana)),
        told(guide, "Kenya", "area", "580,367", unit="square kilometre", **more),
    ]
    example = accepted(tmp_path, plan, [kenya, ghana, guide], facts)
    own, other = (sorted(span.source for span in spans) for spans in example.answers[0].evidence)
    assert own == ["ghana", "ghana", "kenya", "kenya"]
    assert other == ["ghana", "ghana", "guide", "kenya"]
    (again,) = (example.derivation or {})["restatements"]
    assert (again["id"], again["restates"]) == ("guide#area@13", "kenya#area@13")
