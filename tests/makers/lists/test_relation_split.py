from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from listmade import passage, some_answers
from listmade import question as example_of

from benchwright.makers.lists.relation_split import (
    FULL,
    KINDS,
    MIXED,
    SURPLUS,
    TABLE_COMPOSITION,
    ListQuestion,
    RelationSplit,
    Split,
    SplitRules,
    draw_evenly,
    part_of,
    split_questions,
    split_relations,
)

RELATIONS = [f"P{number}" for number in range(9)]
SIDES = RelationSplit(frozenset({"a", "b"}), frozenset({"x", "y"}), 13)

relation = st.sampled_from(RELATIONS)
seeds = st.integers(0, 2**32)


@st.composite
def lists_of_questions(draw: st.DrawFn) -> list[ListQuestion]:
    made = []
    for number in range(draw(st.integers(0, 60))):
        kind = draw(st.sampled_from(KINDS))
        if kind.startswith("table"):
            relations = [draw(st.sampled_from(["List of lakes", "List of towers", "List of ships"]))]
        elif kind == "simple":
            relations = [draw(relation)]
        else:
            relations = list(dict.fromkeys([draw(relation), draw(relation)]))
        by_type = [draw(st.sampled_from((one, f"{one} towns", f"{one} rivers"))) for one in relations]
        typed = () if kind.startswith("table") or draw(st.booleans()) else tuple(by_type)
        made.append(ListQuestion(f"q{number}", kind, tuple(relations), typed))
    return made


@st.composite
def rules(draw: st.DrawFn) -> SplitRules:
    return SplitRules(
        draw(seeds),
        draw(st.sampled_from(("train", "drop"))),
        draw(st.integers(1, 6)),
        draw(st.dictionaries(st.sampled_from(KINDS), st.integers(0, 12))),
        draw(st.sampled_from((None, "train", "test"))),
    )


def split_all(questions: list[ListQuestion], how: SplitRules) -> Split:
    """Split by the relations of the questions and others that came up in none."""
    return split_questions(questions, split_relations([*RELATIONS, "P99"], how.seed), how)


@pytest.mark.parametrize(
    ("kind", "relations", "mixed", "part"),
    [
        ("simple", ["a"], "train", "train"),
        ("simple", ["x"], "train", "test"),
        ("composition", ["a", "b"], "train", "train"),
        ("composition", ["a", "x"], "train", "test"),
        ("composition", ["x", "a"], "drop", "test"),
        ("composition", ["x"], "train", "test"),
        ("intersection", ["a", "b"], "drop", "train"),
        ("intersection", ["x", "y"], "drop", "test"),
        ("intersection", ["x"], "drop", "test"),
        ("intersection", ["a", "x"], "train", "train"),
        ("intersection", ["a", "x"], "drop", None),
        ("table-simple", ["List of lakes"], "drop", "test"),
    ],
)
def test_a_question_goes_where_its_relations_are(kind: str, relations: list[str], mixed: str, part: str | None) -> None:
    assert part_of(kind, relations, SIDES, mixed) == part  # type: ignore[arg-type]


def test_what_cannot_be_placed_is_an_error() -> None:
    with pytest.raises(KeyError):
        part_of("simple", ["q"], SIDES)
    with pytest.raises(ValueError, match="not a kind of list question"):
        part_of("riddle", ["a"], SIDES)
    with pytest.raises(ValueError, match="on 0 relations"):
        part_of("simple", [], SIDES)


def test_the_compositions_of_tables_go_both_ways_and_those_of_one_table_one_way() -> None:
    names = [f"List of things {number}" for number in range(200)]
    parts = Counter(part_of(TABLE_COMPOSITION, [name], SIDES) for name in names)
    assert parts == Counter({"test": 100, "train": 100})


@given(st.sets(st.text(min_size=1)), seeds)
def test_relations_are_halved_in_whatever_order_they_come(relations: set[str], seed: int) -> None:
    split = split_relations(sorted(relations), seed)
    assert split.train | split.test == relations
    assert not split.train & split.test
    assert len(split.train) - len(split.test) in (0, 1)
    assert split == split_relations(sorted(relations, reverse=True), seed)


def test_a_seed_is_what_makes_the_split_another() -> None:
    assert len({split_relations(RELATIONS, seed).test for seed in range(30)}) > 20


@given(lists_of_questions(), rules())
def test_every_question_is_in_one_part_or_left_out_with_a_reason(
    questions: list[ListQuestion], how: SplitRules
) -> None:
    split = split_all(questions, how)
    placed = [id for ids in split.parts.values() for id in ids] + list(split.left_out)
    assert sorted(placed) == sorted(question.id for question in questions)
    assert split_all(questions, how) == split
    assert abs(len(split.parts["dev"]) - len(split.parts["test"])) <= 1


@given(lists_of_questions(), rules())
def test_no_training_question_breaks_the_rule(questions: list[ListQuestion], how: SplitRules) -> None:
    split = split_all(questions, how)
    train, held = set(split.parts["train"]), {*split.parts["dev"], *split.parts["test"]}
    if how.whole is not None:
        assert not (held if how.whole == "train" else train)
        return
    for question in questions:
        tested = split.relations.test & set(question.relations)
        if question.id in train:
            assert question.kind != "table-simple"
            assert not tested or (question.kind == "intersection" and tested != set(question.relations))
        if question.id in held and not question.from_table:
            assert tested
        if split.left_out.get(question.id) == MIXED:
            assert how.mixed == "drop"
            assert question.kind == "intersection"


@given(lists_of_questions(), rules())
def test_caps_and_sizes_hold(questions: list[ListQuestion], how: SplitRules) -> None:
    split = split_all(questions, how)
    named = {question.id: question for question in questions}
    counts = Counter(relation for id in split.parts["train"] for relation in named[id].typed or named[id].relations)
    assert all(count <= how.per_relation for count in counts.values())
    kinds = Counter(named[id].kind for part in ("dev", "test") for id in split.parts[part])
    assert all(kinds[kind] <= size for kind, size in how.test.items())
    for id, reason in split.left_out.items():
        if reason == FULL:  # at least one of its relations has no room
            full = max(counts[relation] for relation in named[id].typed or named[id].relations)
            assert full == how.per_relation
        if reason == SURPLUS:
            assert kinds[named[id].kind] == how.test[named[id].kind]


@given(lists_of_questions(), st.integers(0, 40), seeds)
def test_the_draw_is_uniform_over_relations_as_far_as_there_are_enough(
    questions: list[ListQuestion], size: int, seed: int
) -> None:
    simple = [question for question in questions if question.kind == "simple"]
    drawn = draw_evenly(simple, size, seed)
    assert len(drawn) == min(size, len(simple))
    supply = Counter(question.typed or question.relations for question in simple)
    taken = Counter(question.typed or question.relations for question in drawn)
    for one in supply:
        for other in supply:  # only one that has no more may be behind by two
            assert taken[one] >= taken[other] - 1 or taken[one] == supply[one]


@given(lists_of_questions(), rules())
def test_questions_go_where_the_makers_rule_sends_them(questions: list[ListQuestion], how: SplitRules) -> None:
    split = split_all(questions, replace(how, whole=None))
    train, held = set(split.parts["train"]), {*split.parts["dev"], *split.parts["test"]}
    for question in questions:
        part = part_of(question.kind, question.relations, split.relations, how.mixed)
        assert part == "train" or question.id not in train
        assert part == "test" or question.id not in held


def test_the_draw_is_uniform_over_relations_and_not_over_their_pairs() -> None:
    paired = [ListQuestion(f"a{n}", "composition", ("A", f"P{n % 8}")) for n in range(40)]
    drawn = draw_evenly([*paired, *(ListQuestion(f"b{n}", "composition", ("X", "Y")) for n in range(40))], 16, 13)
    taken = Counter(question.relations[0] for question in drawn)
    assert taken["X"] > 3 * 16 // 9  # one of nine pairs, but two of eleven relations


def test_a_relation_that_is_split_has_its_share_by_type_and_its_half_as_a_whole() -> None:
    kinds = ("cities", "rivers")
    questions = [ListQuestion(f"{kind}{n}", "simple", ("P131",), (f"P131 {kind}",)) for kind in kinds for n in range(5)]
    plain = [ListQuestion(f"plain{n}", "simple", ("P17",)) for n in range(5)]
    sides = RelationSplit(frozenset({"P131", "P17"}), frozenset(), 13)
    split = split_questions([*questions, *plain], sides, SplitRules(13, per_relation=3))
    kept = Counter(id.rstrip("0123456789") for id in split.parts["train"])
    assert kept == Counter(cities=3, rivers=3, plain=3)
    assert Counter(split.left_out.values()) == Counter({FULL: 6})
    held = split_questions(
        questions, RelationSplit(frozenset(), frozenset({"P131"}), 13), SplitRules(13, per_relation=3)
    )
    assert held.parts["train"] == ()
    assert len(held.parts["dev"]) + len(held.parts["test"]) == 10


def test_types_are_read_from_the_derivation() -> None:
    sources = [passage(f"p{n}", f"City {n}", f"City {n} is a city.") for n in range(5)]
    asked = ("e", "simple", ["P131"], "Which cities?", some_answers(sources))
    assert ListQuestion.of(example_of(*asked, typed=["P131 cities"])) == ListQuestion(
        "e", "simple", ("P131",), ("P131 cities",)
    )
    assert ListQuestion.of(example_of(*asked)) == ListQuestion("e", "simple", ("P131",))
    assert ListQuestion.of(example_of(*asked, typed="P131 cities")) == ListQuestion("e", "simple", ("P131",))  # no list


def test_too_few_test_questions_are_told() -> None:
    questions = [ListQuestion(f"s{n}", "simple", ("P1",)) for n in range(2)]
    sides = RelationSplit(frozenset(), frozenset({"P1"}), 13)
    assert split_questions(questions, sides, SplitRules(13, test={"simple": 99})).missing == {"simple": 97}


def test_dev_and_test_have_as_many_of_each_kind() -> None:
    questions = [ListQuestion(f"{kind}{n}", kind, (f"P{n % 4}",)) for kind in KINDS[:3] for n in range(40)]
    split = split_all(questions, SplitRules(7, test={"simple": 11, "intersection": 8, "composition": 10}))
    counts = [Counter(id.rstrip("0123456789") for id in split.parts[part]) for part in ("dev", "test")]
    assert counts[0] == Counter(simple=6, intersection=4, composition=5)
    assert counts[1] == Counter(simple=5, intersection=4, composition=5)
    tested = len(split.relations.test & {"P0", "P1", "P2", "P3"})
    assert Counter(split.left_out.values()) == {SURPLUS: 3 * 10 * tested - 29}


def test_without_a_word_a_mixed_intersection_is_for_training_and_a_relation_is_in_a_thousand() -> None:
    own = SplitRules(13)
    assert (own.mixed, own.per_relation, own.test, own.whole) == ("train", 1000, {}, None)
    assert part_of("intersection", ["a", "x"], SIDES) == "train"


def test_all_questions_of_the_test_half_are_held_where_no_size_is_told() -> None:
    questions = [ListQuestion(f"s{n}", "simple", ("x",)) for n in range(7)]
    split = split_questions(questions, SIDES, SplitRules(13))
    assert sorted(map(len, split.parts.values())) == [0, 3, 4]
    assert (split.missing, split.left_out) == ({}, {})
    assert split_questions(questions, SIDES, SplitRules(13, test={"simple": 7})).missing == {}


def test_what_is_no_list_question_is_not_listed() -> None:
    sources = [passage(f"p{n}", f"City {n}", f"City {n} is a city.") for n in range(5)]
    for kind, relations in (("riddle", ["P131"]), ("simple", [])):
        assert ListQuestion.of(example_of("e", kind, relations, "Which cities?", some_answers(sources))) is None


def test_dev_and_test_both_have_either_relation() -> None:
    questions = [ListQuestion(f"{relation}{n}", "simple", (relation,)) for relation in "xy" for n in range(20)]
    split = split_questions(questions, SIDES, SplitRules(13))
    assert [{id[0] for id in split.parts[part]} for part in ("dev", "test")] == [{"x", "y"}] * 2


def test_a_seed_draws_other_questions_relations_and_training_questions() -> None:
    one = [ListQuestion(f"q{n}", "simple", ("x",)) for n in range(20)]
    three = [ListQuestion(f"q{n}", "simple", (f"x{n}",)) for n in range(3)]
    train = [ListQuestion(f"q{n}", "simple", ("a",)) for n in range(20)]
    drawn = [{question.id for question in draw_evenly(one, 5, seed)} for seed in range(9)]
    first = {draw_evenly(three, 1, seed)[0].id for seed in range(30)}
    kept = [split_questions(train, SIDES, SplitRules(seed, per_relation=5)).parts["train"] for seed in range(9)]
    assert len(set(map(frozenset, drawn))) > 5
    assert first == {"q0", "q1", "q2"}
    assert len(set(kept)) > 5
