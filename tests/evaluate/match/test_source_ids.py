import dataclasses
import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rankings import gold, question, run

from benchwright.errors import UsageError
from benchwright.evaluate.match.source_ids import match_sources
from benchwright.evaluate.matched_run import MatchedRun, SourceGains
from benchwright.evaluate.measures.retrieval import retrieval_measures
from benchwright.evaluate.runs import Coded, Run, RunHit, TextChunk, run_of
from benchwright.records import Answer, Span

NAN, INF = math.nan, math.inf


def sources(mine: Run, found: MatchedRun, place: int = 0) -> list[str]:
    own = found.hits[found.starts[place] : found.starts[place + 1]]
    return [str(mine.sources[hit]) for hit in own]


def test_scores_decide_and_not_the_order_of_rows():
    mine = run({"q": [("x", 1), ("a", 3), ("y", 2)]})
    found = match_sources(mine, gold(question("q", "a")), {*"axy"})
    assert sources(mine, found) == ["a", "y", "x"]
    assert found.scores.tolist() == [3, 2, 1]
    assert found.relevant.tolist() == [True, False, False]
    assert list(found.gains) == [("a",), (), ()]
    assert found.notes == {}


def test_ties_put_what_is_not_relevant_first_then_lower_grades_then_ids():
    mine = run({"q": [("c", 1), ("y", 1), ("b", 1), ("x", 1), ("a", 1), ("z", 2)]})
    asked = gold(question("q", "abc", grades={"a": 2}))
    found = match_sources(mine, asked, {*"abcxyz"})
    assert sources(mine, found) == ["z", "x", "y", "b", "c", "a"]
    assert found.notes == {"tied": 1}
    assert sources(mine, match_sources(mine, asked, {*"abcxyz"}, ties="trec")) == ["z", "y", "x", "c", "b", "a"]


def test_trec_ties_are_by_bytes():
    mine = run({"q": [("a", 1), ("é", 1), ("Z", 1), ("10", 1), ("9", 1)]})
    found = match_sources(mine, gold(question("q", "a")), {"a"}, ties="trec")
    assert sources(mine, found) == ["é", "a", "Z", "9", "10"]


@pytest.mark.parametrize("names", [["a", "b", "c", "d"], ["d", "c", "b", "a"], ["z1", "z2", "a1", "a2"]])
def test_a_constant_scorer_gains_nothing_by_its_ids(names):
    """All of a corpus of 4 x 25 sources with one score: whatever the gold's ids are, it stands behind the rest."""
    corpus = [f"{stem}{number:02}" for stem in names for number in range(25)]
    mine = run({f"q{i}": [(source, 0.5) for source in corpus] for i in range(len(corpus))})
    asked = gold(*(question(f"q{i}", [source]) for i, source in enumerate(corpus)))
    found = match_sources(mine, asked, set(corpus))
    for one in retrieval_measures(found, ["recall@50", "nDCG@99", "MRR@99", "MAP@99", "precision@99", "all@99"]):
        assert one.values.max() == 0
    assert found.notes == {"constant": 100, "tied": 100}


def test_nan_is_last_and_counted_and_infinities_are_numbers():
    mine = run({"q": [("n", NAN), ("low", -INF), ("a", 0.0), ("high", INF), ("m", NAN)]})
    found = match_sources(mine, gold(question("q", ["a"])), {"a"})
    assert sources(mine, found) == ["high", "a", "low", "m", "n"]
    assert found.notes == {"nan": 2, "infinite": 2, "unknown sources": 4}


def test_all_nan_is_a_constant_scorer():
    mine = run({"q": [("a", NAN), ("b", NAN)]})
    found = match_sources(mine, gold(question("q", ["a"])), {"a", "b"})
    assert sources(mine, found) == ["b", "a"]
    assert found.notes == {"nan": 2, "constant": 1, "tied": 1}


def test_a_repeat_keeps_its_best_score():
    mine = run({"q": [("a", 1), ("b", 2), ("a", 3), ("a", NAN)], "r": [("a", 1)]})
    found = match_sources(mine, gold(question("q", "b"), question("r", "b")), {"a", "b"})
    assert sources(mine, found) == ["a", "b"]
    assert found.scores.tolist() == [3, 2, 1]
    assert found.notes == {"repeated": 2}


def test_a_document_that_is_its_own_question_is_taken_out():
    mine = run({"d1": [("d1", 9), ("d2", 8)], "d2": [("d1", 9), ("d2", 8)]})
    found = match_sources(mine, gold(question("d1", ["d2"]), question("d2", ["d1"])), {"d1", "d2"})
    assert (sources(mine, found, 0), sources(mine, found, 1)) == (["d2"], ["d1"])
    assert found.notes == {"itself": 2}


def test_a_source_that_the_gold_names_stays_whatever_its_id():
    mine = run({"7": [("7", 9), ("8", 8)]})
    found = match_sources(mine, gold(question("7", ["7"])), {"7", "8"})
    assert sources(mine, found) == ["7", "8"]
    assert found.notes == {}


def test_what_only_tells_an_undecided_answer_is_neither_relevant_nor_irrelevant():
    def told_by(source):
        return Answer(source, (), ((Span(source, "text", 0, 1),),))

    asked = replace(question("q", ["a", "b"]), undecided=(told_by("u"), told_by("b"), Answer("bare")))
    assert asked.unjudged == {"u"}  # what proves a right answer, too, stays
    mine = run({"q": [("u", 9), ("c", 8), ("b", 7)], "other": [("u", 9), ("c", 8)]})
    found = match_sources(mine, gold(asked, question("other", ["c"])), {"a", "b", "c", "u"})
    assert sources(mine, found) == ["c", "b"]
    assert sources(mine, found, 1) == ["u", "c"]
    assert found.notes == {"undecided sources": 1}
    values = retrieval_measures(found, ["precision@2", "MRR@5", "recall@2"])
    assert [one.values.tolist() for one in values] == [[0.5, 0.5], [0.5, 0.5], [0.5, 1.0]]


def test_questions_are_in_the_order_of_the_gold_and_counted_where_they_do_not_fit():
    hits = [
        ("q3", [RunHit("a", 1.0)]),
        ("other", [RunHit("a", 1.0)]),
        ("q1", [RunHit("b", 1.0)]),
        ("q5", []),
    ]
    mine = run_of("mine", hits, failed={"q4": "no reply"}, notes={"cut off": 3})
    asked = gold(*(question(f"q{i}", "a") for i in range(1, 6)))
    found = match_sources(mine, asked, {"a", "b"})
    assert found.starts.tolist() == [0, 1, 1, 2, 2, 2]
    assert [sources(mine, found, place) for place in range(5)] == [["b"], [], ["a"], [], []]
    assert found.notes == {"cut off": 3, "unknown questions": 1, "failed": 1, "missing": 1, "no hits": 1}


def test_unknown_sources_stay_as_irrelevant():
    mine = run({"q": [("foreign", 3), ("a", 2)]})
    found = match_sources(mine, gold(question("q", "a")), {"a"})
    assert sources(mine, found) == ["foreign", "a"]
    assert found.notes == {"unknown sources": 1}


def test_a_run_of_another_benchmark_is_refused_with_an_id_of_each_side():
    asked = gold(question("q", "a"))
    with pytest.raises(UsageError, match="no hit of the run mine is a source of hand: it has 'doc-1', not 'a'"):
        match_sources(run({"q": [("doc-1", 1)]}), asked, {"a"})
    with pytest.raises(UsageError, match="no question of the run mine is one of hand: it has 'PLAIN-2', not 'q'"):
        match_sources(run({"PLAIN-2": [("a", 1)]}), asked, {"a"})
    with pytest.raises(UsageError, match="the run mine has no hits"):
        match_sources(run({"q": []}), asked, {"a"})


def test_a_system_that_failed_on_everything_is_no_mistake_of_the_user():
    found = match_sources(run_of("down", [], failed={"q": "500"}), gold(question("q", "a")), {"a"})
    assert found.notes == {"failed": 1}
    (recall,) = retrieval_measures(found, ["recall@5"])
    assert recall.values.tolist() == [0]


def test_chunks_are_not_ranked_here():
    with pytest.raises(ValueError, match="chunks"):
        match_sources(run_of("c", [("q", [RunHit(chunk=TextChunk("words"))])]), gold(question("q", "a")), {"a"})


def test_codes_are_those_of_the_sources_even_of_a_changed_copy():
    """The codes of a column are not used for another column."""
    mine = run({"q": [("a", 1), ("b", 2), ("a", 0)]})
    codes, names = mine.codes()
    assert (codes.tolist(), names) == ([0, 1, 0], ("a", "b"))
    coded = dataclasses.replace(mine, coded=Coded(mine.sources, codes, names))
    assert coded.codes()[0] is codes
    other = dataclasses.replace(coded, sources=np.array(["b", "b", "a"], dtype=object))
    assert (other.codes()[0].tolist(), other.codes()[1]) == ([0, 0, 1], ("b", "a"))


def test_gains_are_a_sequence():
    gains = SourceGains(np.array([1, -1, 0]), np.array([1, 0, 2]), ("a", "b"))
    assert list(gains) == [("b",), (), ("a",)]
    assert list(gains[1:]) == [(), ("a",)]
    assert gains[-1] == ("a",)
    with pytest.raises(IndexError):
        gains[3]


@given(st.data())
def test_the_order_of_rows_and_questions_changes_nothing(data):
    row = st.tuples(st.sampled_from("abcxyz"), st.sampled_from([0.0, 1.0, 2.0, NAN]))
    hits = {f"q{i}": data.draw(st.lists(row, max_size=6)) for i in range(3)} | {"q9": [("a", 1.0)]}
    asked = gold(*(question(f"q{i}", "ab", "c") for i in range(3)), question("q9", "a"))
    first = run(hits)
    shuffled = {name: data.draw(st.permutations(hits[name])) for name in data.draw(st.permutations(list(hits)))}
    second = run(shuffled)
    ties = data.draw(st.sampled_from(["worst", "trec"]))
    one, two = match_sources(first, asked, {*"abcxyz"}, ties=ties), match_sources(second, asked, {*"abcxyz"}, ties=ties)
    assert one.starts.tolist() == two.starts.tolist()
    assert [first.sources[j] for j in one.hits] == [second.sources[j] for j in two.hits]
    assert list(one.gains) == list(two.gains)
    assert one.notes == two.notes
