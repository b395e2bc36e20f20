"""Whether an answer gives what was to be given, where that has several forms."""

from __future__ import annotations

import pytest

from benchwright.checks.judged.matching import AnswerPart, match


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
