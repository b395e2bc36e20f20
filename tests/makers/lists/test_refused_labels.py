"""A query that falls by a name says which name it was."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.films_graph import BOOK, NAMES, Found, pipeline, simple
from tests.support.graph_folders import Drawn, write_graph

from benchwright.graphs.book import parse_book
from benchwright.makers.lists.draft_checks import ListCell
from benchwright.makers.lists.knowledge.graph_base import GraphBase
from benchwright.records import Status

FILMS = [f"f{number}" for number in range(6)]


def fallen(tmp_path: Path, names: dict[str, Drawn | str], given: str = "ida") -> tuple[str, str]:
    """The reason and the detail of a question for the films that one directed."""
    triples = [*((film, "directed", given) for film in FILMS), *((film, "directed", "ann2") for film in FILMS)]
    graph = write_graph(tmp_path, triples, NAMES | names)
    base = GraphBase(graph, parse_book(BOOK), Found(len(graph)), [f"p{number}" for number in range(9)])
    outcome = pipeline(base).attempt(ListCell("{}", "simple", None), 0, simple(base, "directed", given))
    assert outcome.status is Status.REFUSED
    return outcome.reason, outcome.detail


@pytest.mark.parametrize(
    ("names", "given", "reason", "detail"),
    [
        ({"f3": "Q42"}, "ida", "answer-label", "the answer 'Q42' (f3) is not a name that a person would write"),
        (
            {"f3": "x" * 130},
            "ida",
            "answer-label",
            f"the answer '{'x' * 120}...' (f3) is longer than 120 characters",
        ),
        ({"ida": "Ida (b."}, "ida", "label", "what is asked about, 'Ida (b.' (ida), would break the sentence"),
        (
            {"ann": "Ann"},
            "ann",
            "namesakes",
            "'Ann' (ann) is a name of several things, and no note distinguishes them",
        ),
        (
            {"f3": "Heat", "f4": Drawn("Heat", description="film of 1995")},
            "ida",
            "answer-namesakes",
            "two answers are called 'Heat', and there is no short description of 'Heat' (f3)",
        ),
        (
            {"f3": Drawn("Heat", description="film"), "f4": Drawn("Heat", description="film")},
            "ida",
            "answer-namesakes",
            "two answers are 'Heat (film)', by name and description",
        ),
    ],
)
def test_the_detail_names_the_label(
    tmp_path: Path, names: dict[str, Drawn | str], given: str, reason: str, detail: str
) -> None:
    assert fallen(tmp_path, names, given) == (reason, detail)
