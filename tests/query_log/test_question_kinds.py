"""Kinds of questions by form."""

from __future__ import annotations

import pytest

from benchwright.prompts.load import styles
from benchwright.query_log.question_kinds import in_other_language, kind_of, question_kinds


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("information-extraction", "What is the top speed of the K2?"),
        ("information-extraction", "how do i reset the router"),
        ("information-extraction", "The Tay Bridge collapsed in what year?"),
        ("information-extraction", "Tell me the opening hours"),
        ("compare-contrast", "What is the difference between the K2 and the K4?"),
        ("compare-contrast", "Basic vs Premium: which features are there?"),
        ("comparison", "Which is older, the Corinth Canal or the Kiel Canal?"),
        ("comparison", "Is the K2 cheaper or more expensive than the K4?"),
        ("comparison", "Were both engineers born in Leith?"),
        ("numerical", "How many more seats does the K4 have?"),
        ("numerical", "What is the average price of a filter?"),
        ("compound", "Who designed the bridge, and when was it opened?"),
        ("compound", "Who are you? And where?"),
        ("list", "List all pumps with two motors"),
        ("list", "What are the warranty terms?"),
        ("multi-hop", "Where was the man who designed the Tay Bridge born?"),
        ("multi-hop", "Who founded the company whose pumps we use?"),
        ("keywords", "pump K2 manual"),
        ("keywords", "pricing?"),
        ("other", "I ordered the pump in May but it has not arrived, and I am rather cross by now."),
        ("keywords", "thanks"),
    ],
)
def test_the_kind_of_a_question(kind: str, text: str) -> None:
    assert kind_of(text) == kind


def test_every_kind_that_can_be_asked_has_a_built_in_style() -> None:
    for kind in question_kinds().values():
        if kind.style:
            style = styles()[kind.style]
            assert (kind.list_kind in style.kinds) if style.kinds else not kind.list_kind
    assert {kind.style for kind in question_kinds().values()} - {""} == set(styles())


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("Wie spät ist es", True),
        ("¿Dónde está la estación de tren más cercana a la oficina?", True),
        ("Москва погода завтра", True),
        ("wo ist der Bahnhof", True),
        ("何ですか", True),
        ("12 ?", False),
        ("quanto costa la pompa nuova per il garage?", True),
        ("What year did Tesla die?", False),
        ("What do some community pharmacies do?", False),
        ("weather Reykjavík", False),
        ("K2 pump", False),
        ("What does Gemütlichkeit mean?", False),
    ],
)
def test_other_languages(text: str, other: bool) -> None:
    assert in_other_language(text) is other
