import math
from itertools import chain

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rankings import gold, gold_of_qrels, measured, ordered, question, run

from benchwright.errors import UsageError
from benchwright.evaluate.gold import Gold
from benchwright.evaluate.match.source_ids import match_sources
from benchwright.evaluate.matched_run import MatchedRun
from benchwright.evaluate.measures.retrieval import retrieval_measures

STEMS = ("recall", "all", "precision", "nDCG", "MRR", "MAP")
DOCS = tuple("abcdefgh")


def values(found: MatchedRun, *names: str) -> dict[str, list[float]]:
    return {one.measure: one.values.tolist() for one in retrieval_measures(found, names)}


def chunks(asked: Gold, gains: list[list[tuple[str, ...]]], relevant: list[list[bool]] | None = None) -> MatchedRun:
    """What a matcher of chunks hands over."""
    flat = [gain for listed in gains for gain in listed]
    count = len(flat)
    return MatchedRun(
        name="chunks",
        gold=asked,
        starts=np.cumsum([0, *(len(listed) for listed in gains)]).astype(np.int64),
        gains=flat,
        relevant=np.array([*chain(*relevant)] if relevant else [bool(gain) for gain in flat], dtype=np.bool_),
        scores=-np.arange(count, dtype=np.float64),
        hits=np.arange(count),
    )


def test_by_hand():
    """q1: a and c of (a, b, c) at ranks 2 and 4; q2 finds nothing; q3 is not in the run."""
    asked = gold(question("q1", "abc"), question("q2", "a"), question("q3", "a"))
    mine = run({"q1": [("x", 9), ("a", 8), ("y", 7), ("c", 6)], "q2": [("x", 1), ("y", 0)]})
    found = match_sources(mine, asked, {*"abcxy"})
    got = values(found, "recall@1", "recall@2", "recall@4", "all@4", "precision@4", "MRR@1", "MRR@4", "MAP@4", "nDCG@4")
    assert got["recall@1"] == [0, 0, 0]
    assert got["recall@2"] == [1 / 3, 0, 0]
    assert got["recall@4"] == [2 / 3, 0, 0]
    assert got["all@4"] == [0, 0, 0]
    assert got["precision@4"] == [0.5, 0, 0]
    assert got["MRR@1"] == [0, 0, 0]
    assert got["MRR@4"] == [0.5, 0, 0]
    assert got["MAP@4"] == [(1 / 2 + 2 / 4) / 3, 0, 0]
    dcg, best = 1 / math.log2(3) + 1 / math.log2(5), 1 + 1 / math.log2(3) + 1 / math.log2(4)
    assert got["nDCG@4"] == [pytest.approx(dcg / best), 0, 0]


def test_precision_counts_ranks_that_a_short_list_has_not():
    found = match_sources(run({"q": [("a", 1)]}), gold(question("q", "a")), {"a"})
    assert values(found, "precision@5") == {"precision@5": [0.2]}


def test_alternatives_take_the_best_set_and_precision_their_union():
    """{a, b} is half found, {c} wholly: the sets are alternatives. a and c both hold evidence."""
    asked = gold(question("q", "ab", "c"))
    found = match_sources(run({"q": [("a", 3), ("x", 2), ("c", 1)]}), asked, {*"abcx"})
    got = values(found, "recall@1", "recall@3", "all@1", "all@3", "precision@3", "MRR@3", "MAP@3", "nDCG@3")
    assert got["recall@1"] == [0.5]
    assert got["recall@3"] == [1]
    assert (got["all@1"], got["all@3"]) == ([0], [1])
    assert got["precision@3"] == [2 / 3]
    assert got["MRR@3"] == [1]  # by {a, b}
    assert got["MAP@3"] == [0.5]  # {a, b}: (1/1) / 2; {c}: 1/3
    assert got["nDCG@3"] == [pytest.approx(max(1 / (1 + 1 / math.log2(3)), 1 / math.log2(4)))]


def test_grades_are_gains():
    """Grades 3, 2, 1 of a, b, c; the order b, x, a."""
    asked = gold(question("q", "abc", grades={"a": 3, "b": 2}))
    found = match_sources(run({"q": [("b", 3), ("x", 2), ("a", 1)]}), asked, {*"abcx"})
    best = 3 + 2 / math.log2(3) + 1 / 2
    assert values(found, "nDCG@3", "recall@3") == {
        "nDCG@3": [pytest.approx((2 + 3 / 2) / best)],
        "recall@3": [2 / 3],
    }


def test_a_chunk_with_all_the_evidence_is_all_of_it():
    found = chunks(gold(question("q", "abc")), [[("a", "b", "c"), ()]])
    assert values(found, "recall@1", "all@1", "nDCG@1", "MRR@1", "MAP@1", "precision@1", "precision@2") == {
        "recall@1": [1],
        "all@1": [1],
        "nDCG@1": [1],
        "MRR@1": [1],
        "MAP@1": [1],
        "precision@1": [1],
        "precision@2": [0.5],
    }


def test_cut_offs_count_chunks_not_sources():
    """Of a, b, c the second chunk holds a and b, the fourth c. Cut behind 2 chunks the list is [-, a, b], behind 4
    [-, a, b, -, c]."""
    found = chunks(gold(question("q", "abc")), [[(), ("a", "b"), (), ("c",)]])
    got = values(found, "recall@1", "recall@2", "recall@3", "recall@4", "all@4", "MRR@4", "MAP@2", "MAP@4", "nDCG@4")
    assert [got[f"recall@{k}"] for k in (1, 2, 3, 4)] == [[0], [pytest.approx(2 / 3)], [pytest.approx(2 / 3)], [1]]
    assert got["all@4"] == [1]
    assert got["MRR@4"] == [0.5]
    assert got["MAP@2"] == [pytest.approx((1 / 2 + 2 / 3) / 3)]
    assert got["MAP@4"] == [pytest.approx((1 / 2 + 2 / 3 + 3 / 5) / 3)]
    ideal = 1 + 1 / math.log2(3) + 1 / 2
    assert got["nDCG@4"] == [pytest.approx((1 / math.log2(3) + 1 / 2 + 1 / math.log2(6)) / ideal)]


def test_a_chunk_that_repeats_evidence_is_precise_and_finds_nothing_more():
    found = chunks(gold(question("q", "ab")), [[("a",), (), ("b",)]], [[True, True, True]])
    assert values(found, "precision@2", "recall@2", "MAP@3") == {
        "precision@2": [1],
        "recall@2": [0.5],
        "MAP@3": [pytest.approx((1 + 2 / 3) / 2)],
    }


def test_a_question_without_gold_is_not_scored():
    found = match_sources(run({"q": [("a", 1)], "r": [("a", 1)]}), gold(question("q"), question("r", "a")), {"a"})
    (recall,) = retrieval_measures(found, ["recall@1"])
    assert (recall.scored.tolist(), recall.values.tolist(), recall.reasons) == ([False, True], [0, 1], {"no gold": 1})


def test_measures_come_in_the_order_asked_for():
    found = match_sources(run({"q": [("a", 1)]}), gold(question("q", "a")), {"a"})
    assert [one.measure for one in retrieval_measures(found, ["MRR@3", "recall@2"])] == ["MRR@3", "recall@2"]
    assert retrieval_measures(found, []) == ()


def test_a_measure_that_is_none_of_ranks_is_refused():
    found = match_sources(run({"q": [("a", 1)]}), gold(question("q", "a")), {"a"})
    with pytest.raises(UsageError, match="latency is not a measure of ranks"):
        retrieval_measures(found, ["latency"])


def test_grades_have_a_limit():
    found = match_sources(run({"q": [("a", 1)]}), gold(question("q", "a", grades={"a": 1001})), {"a"})
    with pytest.raises(UsageError, match="'q' has a grade above 1000"):
        retrieval_measures(found, ["nDCG@5"])


scores = st.sampled_from([0.0, 0.5, 1.0, -1.0, math.nan, math.inf, -math.inf])
sets = st.lists(st.sets(st.sampled_from(DOCS), min_size=1, max_size=4), min_size=1, max_size=3)
grades = st.dictionaries(st.sampled_from(DOCS), st.integers(0, 3))
listed = st.lists(st.tuples(st.sampled_from([*DOCS, "x", "y", "z", "q0"]), scores), max_size=12)


@given(st.lists(st.tuples(sets, grades, listed), min_size=1, max_size=4), st.sampled_from(["worst", "trec"]))
def test_equals_the_definitions(drawn, ties):
    asked = gold(*(question(f"q{i}", *one, grades=levels) for i, (one, levels, _) in enumerate(drawn)))
    mine = run({"q0": [("a", 0.1), *drawn[0][2]], **{f"q{i}": hits for i, (_, _, hits) in enumerate(drawn) if i}})
    found = match_sources(mine, asked, {*DOCS, "x"}, ties=ties)
    names = [f"{stem}@{k}" for stem in STEMS for k in (1, 3, 5, 20)]
    got = values(found, *names)
    for place, one in enumerate(asked):
        docs = ordered([(mine.sources[j], mine.scores[j]) for j in range(*mine.hits(one.id).indices(10**6))], one, ties)
        own = slice(int(found.starts[place]), int(found.starts[place + 1]))
        assert [mine.sources[j] for j in found.hits[own]] == docs
        relevant = [doc in one.evidence for doc in docs]
        for name in names:
            expected = measured(name, [(doc,) for doc in docs], one, relevant)
            assert got[name][place] == pytest.approx(expected, abs=1e-12), name


@given(st.data())
def test_chunks_equal_the_definitions_and_nothing_exceeds_one(data):
    one = question("q", *data.draw(sets), grades=data.draw(grades))
    left = sorted(one.evidence)
    gains: list[tuple[str, ...]] = []
    for _ in range(data.draw(st.integers(1, 8))):
        here = data.draw(st.lists(st.sampled_from(left), unique=True, max_size=3)) if left else []
        left = [doc for doc in left if doc not in here]
        gains.append(tuple(here))
    relevant = [bool(gain) or data.draw(st.booleans()) for gain in gains]
    names = [f"{stem}@{k}" for stem in STEMS for k in (1, 2, 4, 9)]
    got = values(chunks(gold(one), [gains], [relevant]), *names)
    for name in names:
        assert got[name][0] == pytest.approx(measured(name, gains, one, relevant), abs=1e-12), name
        assert 0 <= got[name][0] <= 1 + 1e-12


@given(st.lists(st.tuples(st.sets(st.sampled_from(DOCS)), grades, listed), min_size=1, max_size=5))
def test_values_are_those_of_ir_measures_to_the_bit(drawn):
    import ir_measures
    from ir_measures import AP, P, R, nDCG

    qrels = {f"q{i}": {doc: max(1, levels.get(doc, 1)) for doc in docs} for i, (docs, levels, _) in enumerate(drawn)}
    asked = gold_of_qrels(qrels)
    mine = run({"q0": [("a", 0.1)], **{f"q{i}": hits for i, (_, _, hits) in enumerate(drawn) if i}})
    found = match_sources(mine, asked, {*DOCS, "x", "y", "z", "q0"})
    plain = {
        one.id: {str(mine.sources[found.hits[j]]): -float(j) for j in range(found.starts[i], found.starts[i + 1])}
        for i, one in enumerate(asked)
    }
    pairs = {"recall@3": R @ 3, "precision@3": P @ 3, "nDCG@3": nDCG @ 3, "MAP@3": AP @ 3}
    got = values(found, *pairs)
    theirs = {
        (one.query_id, str(one.measure)): one.value
        for one in ir_measures.pytrec_eval.iter_calc(list(pairs.values()), qrels, plain)
    }
    for name, measure in pairs.items():
        for place, one in enumerate(asked):
            assert got[name][place] == theirs.get((one.id, str(measure)), 0.0)
