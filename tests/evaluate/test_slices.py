"""Slices by facets: which values have one, in which order, and what is said of the others."""

from __future__ import annotations

from benchwright.evaluate.facets import facets_of
from benchwright.evaluate.score_folder import ScoredQuestion
from benchwright.evaluate.slices import facets_cut, slice_questions
from benchwright.records import Answer, Check, Example, Hop, Modalities, Origin, Span


def asked(values: list[dict[str, str]]) -> list[ScoredQuestion]:
    return [ScoredQuestion(f"q{n}", "list", "text", f"d{n}", facets) for n, facets in enumerate(values)]


def example(**changes: object) -> Example:
    fields: dict[str, object] = {
        "id": "q1",
        "question": "Which?",
        "answers": (
            Answer("a", (), ((Span("s1", "text", 1, 2), Span("s2", "cell", cells=((1, 2),))),)),
            Answer("b", (), ((Span("s1", "text", 3, 4),),)),
        ),
        "style": "multi-hop",
        "modalities": Modalities(text=1, table=1),
        "sources": ("s1", "s2"),
        "distractors": (),
        "entity": "",
        "family": "",
        "checks": (),
        "origin": Origin("derive", "{}", 1, 13),
    }
    return Example(**{**fields, **changes})  # type: ignore[arg-type]


def test_facets_are_read_off_the_example() -> None:
    assert facets_of(example()) == {"answers": "2 to 4", "sources": "2 to 4", "evidence": "cell+text"}
    hops = (Hop("Who?", "x", ("s1",)), Hop("Where?", "y", ("s2",)))
    closed = (Check("closed_book", "fail"),)
    listed = {"kind": "intersection", "source": "facts"}
    more = facets_of(example(hops=hops, checks=closed, derivation=listed, sources=("s1",)))
    assert more["hops"] == "2"
    assert more["closed book"] == "answered without sources"
    by_reason = {"same: 'x'": 1.0, "other: 'y'": 0.0, "none": 0.0}
    tags = [(Check("closed_book", "pass", reason, score),) for reason, score in by_reason.items()]
    assert [facets_of(example(checks=checks))["closed book"] for checks in tags] == [
        "answered without sources",
        "answered otherwise without sources",
        "not answered without sources",
    ]
    assert "closed book" not in facets_of(example(checks=(Check("closed_book", "unscored"),)))
    assert (more["list kind"], more["list origin"], more["sources"]) == ("intersection", "facts", "1")


def test_columns_of_an_imported_benchmark_keep_names_that_are_free() -> None:
    facets = facets_of(example(columns={"topic": "flags", "style": "short", "answers": "yes"}))
    assert facets["topic"] == "flags"
    assert facets["style (benchmark)"] == "short"
    assert (facets["answers"], facets["answers (benchmark)"]) == ("2 to 4", "yes")


def test_values_are_slices_in_the_order_of_their_numbers() -> None:
    found = slice_questions(asked([{"answers": "10 to 19"}, {"answers": "2 to 4"}, {}, {"answers": "2 to 4"}]))
    assert [(one.slice.label, one.rows.tolist()) for one in found] == [
        ("all", [0, 1, 2, 3]),
        ("answers: 2 to 4", [1, 3]),
        ("answers: 10 to 19", [0]),
    ]


def test_a_facet_with_one_value_says_nothing() -> None:
    assert [one.slice.label for one in slice_questions(asked([{"hops": "2"}] * 3))] == ["all"]


def test_of_very_many_values_the_frequent_ones_are_slices_and_it_is_said() -> None:
    many = [{"topic": f"t{n}"} for n in range(30)] + [{"topic": "a"}] * 12 + [{"topic": "b"}] * 11
    found = slice_questions(asked(many))
    assert [one.slice.label for one in found] == ["all", "topic: a", "topic: b"]
    assert facets_cut(asked(many)) == ("topic has 32 values: slices are the 2 most frequent",)
    assert facets_cut(asked(many[:30])) == ("topic has 30 values: no 10 questions share one",)
