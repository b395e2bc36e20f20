"""Splits leak nothing, lose nothing, keep their sizes, and do not change."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from benchwright.benchmark.question_split import (
    ACROSS,
    EASY,
    SURPLUS,
    SplitQuestion,
    clusters,
    split_questions,
    whole_sizes,
)
from benchwright.benchmark.splits import PARTS

THIRDS = {"train": 0.8, "dev": 0.1, "test": 0.1}


def sized(questions: list[SplitQuestion], shares: dict[str, float]) -> dict[str, dict[str, float]]:
    counts = Counter(one.cell for one in questions)
    return {part: {cell: share * count for cell, count in counts.items()} for part, share in shares.items()}


@st.composite
def question_lists(draw: st.DrawFn, *, most_shared: int = 3) -> list[SplitQuestion]:
    count = draw(st.integers(1, 40))
    names = st.sampled_from([f"n{number}" for number in range(draw(st.integers(1, 30)))])
    return [
        SplitQuestion(
            f"q{number}",
            draw(st.sampled_from(["a", "b", "c"])),
            frozenset(draw(st.lists(names, max_size=most_shared))),
            draw(st.booleans()),
        )
        for number in range(count)
    ]


@given(question_lists(), st.integers(0, 5), st.randoms(use_true_random=False))
def test_nothing_is_shared_nothing_lost_and_the_order_of_questions_does_not_matter(
    questions: list[SplitQuestion], seed: int, random: object
) -> None:
    split = split_questions(questions, sized(questions, THIRDS), seed)
    by_id = {one.id: one for one in questions}
    shared = {part: {name for id in ids for name in by_id[id].shared} for part, ids in split.parts.items()}
    assert not shared["train"] & shared["dev"]
    assert not shared["train"] & shared["test"]
    assert not shared["dev"] & shared["test"]
    placed = [id for ids in split.parts.values() for id in ids] + list(split.left_out)
    assert sorted(placed) == sorted(by_id)
    assert not any(by_id[id].easy for id in split.parts["test"])
    assert all(by_id[id].easy for id, reason in split.left_out.items() if reason == EASY)
    shuffled = list(questions)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    other = split_questions(shuffled, sized(questions, THIRDS), seed)
    assert {part: set(ids) for part, ids in other.parts.items()} == {p: set(ids) for p, ids in split.parts.items()}
    assert other.left_out == split.left_out


@given(question_lists(most_shared=1), st.integers(0, 5))
def test_no_part_is_past_its_size_by_more_than_the_largest_cluster(questions: list[SplitQuestion], seed: int) -> None:
    plain = [SplitQuestion(one.id, one.cell, one.shared) for one in questions]
    split = split_questions(plain, sized(plain, THIRDS), seed)
    assert split.cut or not split.left_out
    for part, cells in split.wanted.items():
        assert len(split.parts[part]) <= sum(cells.values()) + split.largest


@given(question_lists(most_shared=0), st.integers(0, 5))
def test_questions_that_share_nothing_are_dealt_out_exactly_by_cell(questions: list[SplitQuestion], seed: int) -> None:
    plain = [SplitQuestion(one.id, one.cell) for one in questions]
    split = split_questions(plain, sized(plain, {"train": 0.5, "test": 0.25}), seed)
    cell_of = {one.id: one.cell for one in plain}
    for part in ("train", "test"):
        got = Counter(cell_of[id] for id in split.parts[part])
        assert got == +Counter(split.wanted[part])
    assert set(split.left_out.values()) <= {SURPLUS}


@given(
    st.dictionaries(st.sampled_from("abcdefgh"), st.integers(0, 50), min_size=1),
    st.lists(st.floats(0, 1), min_size=3, max_size=3),
)
def test_whole_sizes_add_up_in_each_cell_and_drift_nowhere(counts: dict[str, int], weights: list[float]) -> None:
    total = max(1.0, sum(weights))
    shares = dict(zip(PARTS, (weight / total for weight in weights), strict=True))
    sizes = {part: {cell: share * count for cell, count in counts.items()} for part, share in shares.items()}
    whole = whole_sizes(sizes, counts)
    for cell, count in counts.items():
        assert sum(cells[cell] for cells in whole.values()) == count
        assert all(cells[cell] >= 0 for cells in whole.values())
    for part in PARTS:
        assert abs(sum(whole[part].values()) - shares[part] * sum(counts.values())) < 2


def test_a_part_has_only_the_cells_that_it_wants_and_the_others_of_its_clusters_are_left_out() -> None:
    """Ten clusters of one `a` and one `b`; the test part wants three `a` and no `b`."""
    questions = [SplitQuestion(f"{cell}{n}", cell, frozenset({f"d{n}"})) for cell in "ab" for n in range(10)]
    split = split_questions(questions, {"train": {"a": 7, "b": 10}, "dev": {}, "test": {"a": 3}}, 1)
    assert len(split.parts["test"]) == 3
    assert all(id.startswith("a") for id in split.parts["test"])
    assert split.left_out == {id.replace("a", "b"): SURPLUS for id in split.parts["test"]}


def test_a_seed_makes_another_split() -> None:
    questions = [SplitQuestion(f"q{n}", "a", frozenset({f"d{n % 10}"})) for n in range(40)]
    sizes = sized(questions, THIRDS)
    assert len({split_questions(questions, sizes, seed).parts["test"] for seed in range(20)}) > 3


def test_clusters_are_joined_by_what_is_between() -> None:
    questions = [
        SplitQuestion("a", "x", frozenset({"1"})),
        SplitQuestion("b", "x", frozenset({"1", "2"})),
        SplitQuestion("c", "x", frozenset({"2"})),
        SplitQuestion("d", "x", frozenset({"3"})),
        SplitQuestion("e", "x"),
    ]
    assert sorted([one.id for one in group] for group in clusters(questions)) == [["a", "b", "c"], ["d"], ["e"]]


def test_a_cluster_larger_than_every_part_is_cut_and_what_lies_between_is_counted() -> None:
    """A chain of 20 questions, each on two neighbours of 21 things: two cuts leave out one question each."""
    chain = [SplitQuestion(f"q{n:02}", "a", frozenset({f"n{n:02}", f"n{n + 1:02}"})) for n in range(20)]
    split = split_questions(chain, sized(chain, THIRDS), 13)
    assert (split.clusters, split.largest, split.cut) == (1, 20, 1)
    assert set(split.left_out.values()) == {ACROSS}
    assert 2 <= len(split.left_out) <= 4
    assert all(split.parts.values())


def test_a_cluster_that_leaves_a_part_empty_is_cut_although_another_part_has_room() -> None:
    """16 of 20 questions hang together, and train wants 16; the other 4 do, too, and dev and test want 2 each."""
    chain = [SplitQuestion(f"q{n:02}", "a", frozenset({f"n{n:02}", f"n{n + 1:02}"})) for n in range(16)]
    rest = [SplitQuestion(f"r{n}", "a", frozenset({"r"})) for n in range(4)]
    split = split_questions([*chain, *rest], sized([*chain, *rest], THIRDS), 13)
    assert split.cut == 2
    assert all(split.parts.values())


def test_easy_questions_stay_out_of_the_test_part() -> None:
    questions = [SplitQuestion(f"q{n}", "a", easy=n % 2 == 0) for n in range(20)]
    split = split_questions(questions, sized(questions, {"train": 0.5, "test": 0.5}), 1)
    assert not split.left_out
    assert len(split.parts["test"]) == 10
