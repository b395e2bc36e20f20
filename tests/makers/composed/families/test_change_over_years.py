"""`change_over_years`: the change of one figure between two years, and the balance of trade of one year."""

from dataclasses import replace
from pathlib import Path

from tests.support.drafting import accepted, drafts
from tests.support.grounds import cell, ground, table

from benchwright.makers.composed.families.change_over_years import ChangeOverYears
from benchwright.records import Fact

TRADE = table(
    "trade",
    "Kenya: trade by year",
    ["Year", "Exports (billion US$)", "Imports (billion US$)", "Inflation rate (%)"],
    [["2022", "13.8", "24.4", "7.7"], ["2024", "15.9", "24.4", "4.5"]],
)


def figure(row: int, column: int, relation: str, value_type: str, unit: str, value: str = "") -> Fact:
    fact = cell(TRADE, row, column, relation, value_type, unit=unit, subject_type="country")
    year = (("year", fact.subject),)
    return replace(fact, subject="Kenya", entity="kenya", value=value or fact.value, qualifiers=year)


def money(row: int, column: int, relation: str) -> Fact:
    assert TRADE.table is not None
    billions = TRADE.table.rows[row][column]
    return figure(row, column, relation, "money", "US dollar", f"{billions.replace('.', '')}00000000")


def test_a_rate_falls_by_percentage_points(tmp_path: Path) -> None:
    facts = [figure(row, 3, "inflation_rate", "percent", "percent") for row in range(2)]
    (example,) = accepted(ChangeOverYears(), ground(tmp_path, [TRADE], facts), "table")
    question = example.question
    assert question.startswith("By how many percentage points did the inflation rate of Kenya ")
    assert any(question.endswith(f" {word} from 2022 to 2024?") for word in ("fall", "decrease", "decline"))
    assert example.answers[0].text == "3.2 percentage points"


def test_exports_grow_and_imports_exceed_them(tmp_path: Path) -> None:
    facts = [money(row, 1, "exports") for row in range(2)] + [money(0, 2, "imports")]
    grown, balance = drafts(ChangeOverYears(), ground(tmp_path, [TRADE], facts), "table")
    assert not isinstance(grown, str)
    assert not isinstance(balance, str)
    assert "the exports of Kenya" in grown.question
    assert grown.answer == "US$2.1 billion"
    assert "imports of Kenya" in balance.question
    assert balance.answer == "US$10.6 billion"


def test_a_hedged_cell_is_no_figure(tmp_path: Path) -> None:
    facts = [figure(row, 3, "inflation_rate", "percent", "percent") for row in range(2)]
    facts[0] = replace(facts[0], qualifiers=(*facts[0].qualifiers, ("approximate", "yes")))
    assert drafts(ChangeOverYears(), ground(tmp_path, [TRADE], facts), "table") == []


def test_no_change_is_refused(tmp_path: Path) -> None:
    facts = [money(row, 2, "imports") for row in range(2)]
    assert drafts(ChangeOverYears(), ground(tmp_path, [TRADE], facts), "table") == ["equal"]
