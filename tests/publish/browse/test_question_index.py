"""Filters, searches and addresses, on the towns and on attempts that fell."""

from __future__ import annotations

from dataclasses import replace

import pytest
from towns_bench import examples, sources

from benchwright.publish.browse.browse_query import BrowseQuery
from benchwright.publish.browse.question_index import QuestionIndex, index_entries
from benchwright.records import Check, Outcome, Status


@pytest.fixture(scope="module")
def index() -> QuestionIndex:
    every = [replace(one, checks=(Check("leak", "pass"),)) for one in examples()]
    cell = every[0].origin.cell
    outcomes = [
        Outcome(cell, 0, Status.ACCEPTED, example=every[0]),
        Outcome(cell, 1, Status.REJECTED, "leak", "'ardon' stands in it", replace(every[0], id="fallen")),
        Outcome(cell, 2, Status.REFUSED, "tie", "two towns are equal"),
        Outcome(cell, 3, Status.ACCEPTED, example=replace(every[1], id="spare")),
    ]
    entries = index_entries(every, outcomes, {"size-Ardon": ("bm25: full score (scores)",)})
    return QuestionIndex(entries, {one.id: one for one in sources()})


def keys(index: QuestionIndex, words: str = "", **chosen: str) -> list[str]:
    return [index.entries[place].key for place in index.select(words, chosen).places.tolist()]


def test_questions_come_first_and_spare_ones_not_at_all(index: QuestionIndex) -> None:
    assert [one.status for one in index.entries[55:]] == [Status.ACCEPTED, Status.REJECTED, Status.REFUSED]
    assert len(index.entries) == 58
    assert index.entries[0].outcome is not None


def test_values_of_a_filter_are_counted_where_the_others_hold(index: QuestionIndex) -> None:
    selected = index.select("", {"status": "accepted", "style": "comparison"})
    assert len(selected.places) == 8
    assert dict(selected.counts["style"]) == {"information-extraction": 24, "numerical": 24, "comparison": 8}
    assert dict(selected.counts["modality"])["with table"] == 8
    assert dict(selected.counts["reason"]) == {"refused:tie": 0, "rejected:leak": 0}
    assert dict(index.select("", {"status": "accepted"}).counts["reason"]) == {"refused:tie": 1, "rejected:leak": 1}


def test_filters_name_reasons_checks_and_results(index: QuestionIndex) -> None:
    assert len(keys(index, reason="rejected:leak")) == 1
    assert len(keys(index, check="leak: pass")) == 57
    assert keys(index, result="bm25: full score (scores)") == ["size-Ardon"]
    assert keys(index, style="no such style") == []


def test_words_are_found_in_questions_and_in_their_sources(index: QuestionIndex) -> None:
    assert keys(index, "mayor selby", status="accepted") == ["mayor-Selby"]
    assert keys(index, "mayor-selby") == ["mayor-Selby"]
    assert len(keys(index, "towns.csv", status="accepted")) == 32  # only the table's document is called so
    assert len(keys(index, "two towns are equal")) == 1
    assert keys(index, "nobody") == []


def test_an_address_says_what_the_query_says() -> None:
    query = BrowseQuery.read({"q": " a&b ", "style": "x y", "page": "3"})
    assert (query.words, dict(query.chosen), query.page) == ("a&b", {"status": "accepted", "style": "x y"}, 3)
    assert query.address() == "/?q=a%26b&style=x+y&page=3"
    assert BrowseQuery.read({}).address() == "/"
    assert BrowseQuery.read({"status": "any"}).address("/question", id="ü") == "/question?id=%C3%BC&status=any"


def test_a_reason_reaches_beyond_the_status() -> None:
    query = BrowseQuery.read({"reason": "rejected:leak", "status": "accepted"})
    assert dict(query.chosen) == {"reason": "rejected:leak"}
    assert query.address() == "/?reason=rejected%3Aleak"
    assert BrowseQuery.read({"reason": "rejected:leak"}) == query


@pytest.mark.parametrize("page", ["", "0", "-1", "x", "٣", "1e9", "9" * 30, "2\n"])
def test_a_page_that_is_none_is_the_first(page: str) -> None:
    assert BrowseQuery.read({"page": page}).page == 1


def test_values_are_cut() -> None:
    query = BrowseQuery.read({"q": "x" * 10_000, "style": "y" * 10_000})
    assert (len(query.words), len(query.chosen["style"])) == (400, 120)
