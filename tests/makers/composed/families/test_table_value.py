"""`table_value`: one cell, asked with its table's scope or its year; what has no natural wording is refused."""

from pathlib import Path

from tests.support.drafting import accepted, drafts
from tests.support.grounds import cell, ground, table, text

from benchwright.makers.composed.families.table_value import TableValue
from benchwright.makers.composed.family import ComposedDraft
from benchwright.programs.operations import LookUp

POINTS = table("tour", "1982 Tour de France — Points classification", ["Rider", "Points"], [["Phil Anderson", "149"]])
JOBS = table("jobs", "Countries of Africa: economy, 2024", ["Country", "Unemployment rate (%)"], [["Kenya", "5.4"]])
SCOPE = (("scope", "the points classification of the 1982 Tour de France"), ("kind", "rider"))


def test_a_scoped_measure_is_asked_with_its_scope(tmp_path: Path) -> None:
    fact = cell(POINTS, 0, 1, "points", subject_type="person", qualifiers=SCOPE)
    (draft,) = drafts(TableValue(), ground(tmp_path, [POINTS], [fact]), "table")
    assert isinstance(draft, ComposedDraft)
    assert draft.question == (
        "How many points did Phil Anderson score in the points classification of the 1982 Tour de France?"
    )
    assert draft.answer == "149"
    assert draft.program == LookUp("tour#r0c1")


def test_a_figure_of_a_year_is_asked_in_the_past(tmp_path: Path) -> None:
    fact = cell(
        JOBS,
        0,
        1,
        "unemployment_rate",
        "percent",
        unit="percent",
        subject_type="country",
        qualifiers=(("year", "2024"),),
    )
    (example,) = accepted(TableValue(), ground(tmp_path, [JOBS], [fact]), "table")
    assert example.question == "What was the unemployment rate of Kenya in 2024?"
    assert example.answers[0].text == "5.4%"


def test_a_hedged_cell_is_not_asked_for(tmp_path: Path) -> None:
    fact = cell(POINTS, 0, 1, "points", subject_type="person", qualifiers=(*SCOPE, ("approximate", "yes")))
    assert drafts(TableValue(), ground(tmp_path, [POINTS], [fact]), "table") == []


def test_without_a_scope_nothing_is_asked(tmp_path: Path) -> None:
    fact = cell(POINTS, 0, 1, "points", subject_type="person")
    assert drafts(TableValue(), ground(tmp_path, [POINTS], [fact]), "table") == []


def test_gates(tmp_path: Path) -> None:
    films = table(
        "films",
        "List of films",
        ["Film", "Director"],
        [["Bey Yaar", "Abhishek Jain"], ["Duets", "Jan Novak Petr Dvorak"], ["The Steve Jobs Story", "Steve Jobs"]],
    )
    facts = [
        cell(films, row, 1, "director", "name", subject_type="work", qualifiers=(("kind", "film"),)) for row in range(3)
    ]
    first, *refused = drafts(TableValue(), ground(tmp_path, [films], facts), "table")
    assert isinstance(first, ComposedDraft)
    assert "the film Bey Yaar" in first.question
    assert refused == ["value", "tautology"]


def test_a_name_is_completed_by_its_passage(tmp_path: Path) -> None:
    arenas = table("arenas", "Facilities", ["Stadium", "Capacity"], [["Alerus", "12,283"]])
    passage = text("p", "Alerus Center", "The Alerus Center is an indoor arena in Grand Forks.")
    fact = cell(
        arenas, 0, 1, "capacity", subject_type="place", qualifiers=(("title", "Alerus Center"), ("kind", "stadium"))
    )
    known = ground(tmp_path, [arenas, passage], [fact])
    (draft,) = drafts(TableValue(), known, "table")
    assert isinstance(draft, ComposedDraft)
    assert "Alerus Center" in draft.question


def test_what_prices_are_counted_at_is_said(tmp_path: Path) -> None:
    title = "Countries of Europe: economy, 2024 (GDP at purchasing power parity)"
    output = table("gdp", title, ["Country", "Real GDP (billion US$)"], [["Germany", "5,247"]])
    fact = cell(output, 0, 1, "gdp", "money", unit="US dollar", subject_type="country", qualifiers=(("year", "2024"),))
    (draft,) = drafts(TableValue(), ground(tmp_path, [output], [fact]), "table")
    assert isinstance(draft, ComposedDraft)
    assert draft.question == "What was the gross domestic product of Germany at purchasing power parity in 2024?"


def test_a_work_of_one_word_is_refused_without_its_kind(tmp_path: Path) -> None:
    films = table("films", "Filmography", ["Title", "Director"], [["Shivers", "David Cronenberg"]])
    fact = cell(films, 0, 1, "director", "name", subject_type="work", qualifiers=(("kind", "work"),))
    assert drafts(TableValue(), ground(tmp_path, [films], [fact]), "table") == ["one-word"]
