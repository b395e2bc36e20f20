"""Gold sets: alternatives, answers joined, the document that stands for a question."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rankings import measured

from benchwright.evaluate.gold import LIMIT, gold_of, gold_sets
from benchwright.evaluate.match.source_ids import match_sources
from benchwright.evaluate.measures.retrieval import STEMS, retrieval_measures
from benchwright.evaluate.runs import RunHit, run_of
from benchwright.records import Answer, Example, Modalities, Origin, Span


def span(source: str) -> Span:
    return Span(source, "text", 0, 1)


def example(id: str, sources: tuple[str, ...], *answers: tuple[tuple[str, ...], ...]) -> Example:
    """One answer an argument; each is its alternatives, each of them the sources of its spans."""
    told = tuple(Answer("x", (), tuple(tuple(map(span, one)) for one in alternatives)) for alternatives in answers)
    return Example(
        id,
        "q?",
        told,
        "multi-hop",
        Modalities(text=len(sources)),
        sources,
        (),
        "",
        "",
        (),
        Origin("derive", "{}", 0, 1),
    )


@dataclass(frozen=True)
class Pages:
    """A source's document is what stands before its dot."""

    def document(self, source_id: str) -> str:
        return source_id.partition(".")[0]


def test_the_own_sources_come_first_and_alternatives_behind_them() -> None:
    one = example("e", ("a", "b"), (("a", "b"), ("a", "c")))
    assert gold_sets(one) == ((frozenset("ab"), frozenset("ac")), True)


def test_a_set_that_holds_another_one_whole_is_left_out() -> None:
    one = example("e", ("a", "b"), (("a", "b"), ("c",), ("c", "d")))
    assert gold_sets(one) == ((frozenset("ab"), frozenset("c")), True)


def test_answers_are_joined_one_alternative_of_each() -> None:
    one = example("e", ("a", "b"), (("a",),), (("b",), ("c",)))
    assert gold_sets(one) == ((frozenset("ab"), frozenset("ac")), True)


def test_more_combinations_than_are_tried_are_told() -> None:
    answers = tuple(((f"a{n}",), (f"b{n}",)) for n in range(7))  # 128 combinations
    sets, whole = gold_sets(example("e", tuple(f"a{n}" for n in range(7)), *answers))
    assert not whole
    assert len(sets) == LIMIT
    assert gold_of("g", "f", [example("e", ("a0",), *answers)], Pages()).trimmed == 0  # a run's best set is tried too
    shared = ((("a0",), ("b0",)), (("a0",), ("b1",)), *answers[1:])
    assert gold_of("g", "f", [example("e", ("a0",), *shared)], Pages()).trimmed == 1


@given(st.permutations([f"{page}{n}" for n in range(7) for page in "abx"]))
def test_two_pages_an_answer_score_as_the_best_of_all_combinations(ranked: list[str]) -> None:
    """Seven answers have 128 combinations of their pages; the pages "x" tell nothing."""
    answers = tuple(((f"a{n}",), (f"b{n}",)) for n in range(7))
    gold = gold_of("g", "f", [example("e", tuple(f"a{n}" for n in range(7)), *answers)], Pages())
    assert gold.remarks() == ()
    run = run_of("mine", [("e", [RunHit(source, -float(place)) for place, source in enumerate(ranked)])])
    names = [f"{stem}@{k}" for stem in STEMS for k in (1, 5, 12, 21)]
    values = retrieval_measures(match_sources(run, gold, {source: source for source in ranked}), names)
    every = tuple(frozenset(f"{page}{n}" for n, page in enumerate(pages)) for pages in product("ab", repeat=7))
    asked = replace(gold.questions[0], gold_sets=every, choices=())
    for one in values:
        gains = [(source,) for source in ranked]
        relevant = [source[0] != "x" for source in ranked]
        assert one.values.tolist() == pytest.approx([measured(one.measure, gains, asked, relevant)])


def test_a_table_that_proves_every_answer_of_a_long_list_is_a_gold_set() -> None:
    pages = tuple(f"p{n}" for n in range(10))
    sets, whole = gold_sets(example("e", pages, *(((page,), ("table",)) for page in pages)))
    assert (sets, whole) == ((frozenset(pages), frozenset(["table"])), True)


def test_where_not_all_sets_are_tried_the_smallest_are() -> None:
    answers = tuple(((f"p{n}",), (f"q{n}",), ("table",)) for n in range(10))
    one = example("e", tuple(f"p{n}" for n in range(10)), *answers)
    sets, whole = gold_sets(one)
    assert frozenset(["table"]) in sets
    assert not whole
    (remark,) = gold_of("g", "f", [one], Pages()).remarks()
    assert remark.startswith("1 question has more than 64 combinations of evidence")


def test_an_answer_without_evidence_leaves_the_sources() -> None:
    one = example("e", ("a",), ())
    assert gold_sets(one) == ((frozenset("a"),), True)
    assert gold_sets(replace(one, answers=())) == ((frozenset("a"),), True)


def test_a_question_counts_under_the_document_that_most_questions_draw_on() -> None:
    examples = [
        example("1", ("p.1", "hub.1"), (("p.1", "hub.1"),)),
        example("2", ("hub.2",), (("hub.2",),)),
        example("3", ("q.1", "p.2"), (("q.1", "p.2"),)),
        example("4", ("q.3", "r.1"), (("q.3", "r.1"),)),
    ]
    gold = gold_of("g", "f", examples, Pages())
    # hub, p and q are drawn on twice each, r once: ties go by name
    assert [question.cluster for question in gold] == ["hub", "hub", "p", "q"]
    assert gold.questions[0].documents == ("p", "hub")
    assert gold.position == {"1": 0, "2": 1, "3": 2, "4": 3}


names = st.sampled_from("abcdef")
sets = st.lists(names, min_size=1, max_size=3).map(tuple)


@given(st.lists(st.lists(sets, min_size=1, max_size=3).map(tuple), min_size=1, max_size=3))
def test_no_gold_set_holds_another_and_all_are_of_the_evidence(answers: list[tuple[tuple[str, ...], ...]]) -> None:
    first = tuple(dict.fromkeys(name for alternatives in answers for name in alternatives[0]))
    one = example("e", first, *answers)
    found, whole = gold_sets(one)
    assert whole
    assert len(set(found)) == len(found)
    assert not any(a < b for a in found for b in found)
    for chosen in found:  # it suffices: of each answer, one alternative is in it whole
        assert all(any(set(alternative) <= chosen for alternative in answer) for answer in answers)
