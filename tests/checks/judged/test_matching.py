"""Whether an answer gives what was to be given, where that has several forms."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from benchwright.checks.judged.matching import AnswerPart, match, match_by_heart, match_told
from benchwright.models import Reply

HALVES = (AnswerPart("Who designed the tower?", "Ida Moss"), AnswerPart("How high is the bridge?", "34 metres"))
TOWN = (AnswerPart("In which town was the designer of the tower born?", "Tarvik"),)


def parted(parts: Sequence[tuple[str, str]], answer: str = "") -> Reply:
    entries = [{"asks": "it", "basis": basis, "answer": text} for basis, text in parts]
    return Reply("", data={"parts": entries, "answer": answer})


@pytest.mark.parametrize(
    ("reference", "aliases", "candidate", "verdict"),
    [
        ("1969", (), "1972", "different"),
        ("1969", ("1972",), "1972", "same"),
        ("1969", ("1972",), "1980", "different"),
        ("United States", (), "America", "open"),
        ("United States", ("America",), "America", "same"),
        ("14 days", ("a fortnight",), "15 days", "open"),  # nothing tells what a fortnight is
        ("14 days", ("a fortnight",), "", "different"),
    ],
)
def test_an_alias_is_as_good_as_the_answer(
    reference: str, aliases: tuple[str, ...], candidate: str, verdict: str
) -> None:
    found = match((AnswerPart("What was it?", reference, aliases),), candidate, {})
    assert found.verdict == verdict
    assert [dict(ask.values)["reference"] for ask in found.asks] == [reference] * (verdict == "open")


@pytest.mark.parametrize(
    ("parts", "answer", "verdict"),
    [
        ([("told", "Ida Moss"), ("told", "34 m")], "", "same"),
        ([("told", "Ida Moss"), ("missing", "")], "", "different"),
        ([("told", "Ida Moss"), ("known", "34 m")], "Ida Moss; 34 m", "different"),
        ([("told", "34 m"), ("told", "Ida Moss")], "", "different"),  # each half is compared with its own answer
        ([("told", "Ida Moss; 34 m")], "Ida Moss; 34 m", "same"),
        ([("told", "Eva"), ("told", "34 m")], "", "open"),
    ],
)
def test_halves_are_told_by_the_sources_or_not(parts: list[tuple[str, str]], answer: str, verdict: str) -> None:
    assert match_told(HALVES, parted(parts, answer), {}).verdict == verdict


def test_only_the_half_that_no_rule_decides_is_compared() -> None:
    found = match_told(HALVES, parted([("told", "Eva"), ("told", "34 m")]), {})
    assert [dict(ask.values) for ask in found.asks] == [
        {"question": "Who designed the tower?", "reference": "Ida Moss", "candidate": "Eva"}
    ]


@pytest.mark.parametrize(
    ("parts", "answer", "verdict", "by_heart"),
    [
        ([("told", "Ida Moss"), ("told", "Tarvik")], "Tarvik", "same", "same"),
        ([("missing", ""), ("told", "Tarvik")], "", "same", "different"),  # the question gave it away
        ([("known", "Ida Moss"), ("told", "Tarvik")], "Tarvik", "different", "same"),  # the step is from memory
        ([("known", "Ida Moss"), ("known", "Tarvik")], "Tarvik", "different", "same"),
        ([("known", "Tarvik")], "Tarvik", "different", "same"),
        ([("missing", "")], "", "different", "different"),
        ([], "", "different", "different"),
        ([], "Tarvik", "same", "same"),
    ],
)
def test_what_is_only_known_is_not_told(parts: list[tuple[str, str]], answer: str, verdict: str, by_heart: str) -> None:
    reply = parted(parts, answer)
    assert match_told(TOWN, reply, {}).verdict == verdict
    assert match_by_heart(TOWN, reply, {}).verdict == by_heart


def test_an_unread_reply_decides_nothing() -> None:
    unread = Reply("what?", "unparsed", problem="it is not JSON")
    assert match_told(TOWN, unread, {}).verdict == match_by_heart(HALVES, unread, {}).verdict == "unscored"
