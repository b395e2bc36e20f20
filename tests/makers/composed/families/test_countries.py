"""The families that compare and follow countries: worked examples, and what their gates refuse."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.support.drafting import accepted, drafts
from tests.support.grounds import cell, ground, table, text, told

from benchwright.makers.composed.families.compare_measures import CompareMeasures
from benchwright.makers.composed.families.date_gap import DateGap
from benchwright.makers.composed.families.described_hop import DescribedHop
from benchwright.makers.composed.families.elevation_gap import ElevationGap
from benchwright.makers.composed.families.extreme_hop import ExtremeHop
from benchwright.makers.composed.families.measure_gap import MeasureGap
from benchwright.makers.composed.families.two_facts import TwoFacts
from benchwright.makers.composed.family import ComposedDraft
from benchwright.programs.corpus_facts import CorpusFacts
from benchwright.programs.operations import Both, Compare, Difference, Extreme, Follow, LookUp, Reverse, YearsBetween
from benchwright.records import Fact, Source

KENYA = text(
    "kenya", "Kenya", "Capital: Nairobi.\nIndependence: 12 December 1963.\nHighest point: 5,199 m. Mean: 762 m."
)
GHANA = text("ghana", "Ghana", "Capital: Accra.\nIndependence: 6 March 1957.\nHighest point: 885 m. Mean: 190 m.")
AREAS = table(
    "areas",
    "Sizes of some countries",
    ["Country", "Area (sq km)", "Coastline (km)"],
    [
        ["Kenya", "580,367", "536"],
        ["Ghana", "238,533", "539"],
        ["Zambia", "752,618", "0"],
        ["Egypt", "1,001,450", "2,450"],
    ],
)


def facts_of(source: Source) -> list[Fact]:
    dates = {"kenya": "12 December 1963", "ghana": "6 March 1957"}
    metres = {"kenya": ("5,199", "762"), "ghana": ("885", "190")}[source.id]
    more = {"subject_type": "country"}
    return [
        told(source, source.title, "capital", {"kenya": "Nairobi", "ghana": "Accra"}[source.id], **more),
        told(source, source.title, "independence", dates[source.id], "date", **more),
        told(source, source.title, "highest_elevation", metres[0], "quantity", unit="metre", **more),
        told(source, source.title, "mean_elevation", metres[1], "quantity", unit="metre", **more),
    ]


CELLS = [
    cell(AREAS, row, column, relation, "quantity", unit=unit, subject_type="country")
    for row in range(4)
    for column, relation, unit in ((1, "area", "square kilometre"), (2, "coastline", "kilometre"))
]
FACTS = [*facts_of(KENYA), *facts_of(GHANA), *CELLS]


@pytest.fixture
def world(tmp_path: Path) -> CorpusFacts:
    return ground(tmp_path, [KENYA, GHANA, AREAS], FACTS)


def test_measure_gap(world: CorpusFacts) -> None:
    asked = {draft.answer: draft for draft in drafts(MeasureGap(), world, "table") if isinstance(draft, ComposedDraft)}
    draft = asked["341,834 square kilometres"]
    assert draft.question == "How much larger is the area of Kenya than that of Ghana?"
    assert draft.program == Difference(LookUp("areas#r0c1"), LookUp("areas#r1c1"))
    assert "incomparable" in drafts(MeasureGap(), world, "table")  # nobody asks how much longer a coast is than none


def test_measure_gap_refuses_figures_of_other_years(tmp_path: Path) -> None:
    years = [replace(fact, qualifiers=(("year", str(2000 + row)),)) for row, fact in enumerate(CELLS[::2])]
    assert drafts(MeasureGap(), ground(tmp_path, [AREAS], years), "table") == []


def test_elevation_gap(world: CorpusFacts) -> None:
    answers = {example.entity: example.answer for example in accepted(ElevationGap(), world, "text")}
    assert answers == {"kenya": "4,437 metres", "ghana": "695 metres"}


def test_date_gap(world: CorpusFacts) -> None:
    assert drafts(DateGap(), world, "2text") == ["years-counted"]  # 9 months are left over: 6 or nearly 7 years?


def test_date_gap_counts_as_everybody_does(tmp_path: Path) -> None:
    later = replace(KENYA, text=KENYA.text.replace("12 December 1963", "12 May 1963"))
    fact = told(later, "Kenya", "independence", "12 May 1963", "date", subject_type="country")
    world = ground(tmp_path, [later, GHANA], [fact, facts_of(GHANA)[1]])
    (draft,) = drafts(DateGap(), world, "2text")
    assert isinstance(draft, ComposedDraft)
    assert (draft.question, draft.answer) == ("How many years after Ghana did Kenya become independent?", "6 years")
    assert draft.program == YearsBetween(LookUp(facts_of(GHANA)[1].id), LookUp(fact.id))


def test_compare_measures(world: CorpusFacts) -> None:
    examples = accepted(CompareMeasures(), world, "table")
    answers = {example.answer for example in examples}
    assert (
        "Kenya has a larger area than Ghana (580,367 square kilometres against 238,533 square kilometres), "
        "but it has a shorter coastline (536 kilometres against 539 kilometres)."
    ) in answers or (
        "Ghana has a smaller area than Kenya (238,533 square kilometres against 580,367 square kilometres), "
        "but it has a longer coastline (539 kilometres against 536 kilometres)."
    ) in answers
    assert all(
        isinstance(draft, str) or isinstance(draft.program, Compare)
        for draft in drafts(CompareMeasures(), world, "table")
    )
    assert "zero" in drafts(CompareMeasures(), world, "table")


def test_two_facts(world: CorpusFacts) -> None:
    for example in accepted(TwoFacts(), world, "text+table"):
        assert example.style == "compound"
        assert {world.modality(source).value for source in example.sources} == {"text", "table"}
    questions = {
        draft.question: draft for draft in drafts(TwoFacts(), world, "text+table") if isinstance(draft, ComposedDraft)
    }
    wanted = {
        "What is the capital of Kenya, and what is the country's area?",
        "What is the area of Kenya, and what is the country's capital?",
        "How large is Kenya, and what is the country's capital?",
    }
    (question,) = wanted & set(questions)
    assert isinstance(questions[question].program, Both)
    assert "Nairobi" in questions[question].answer
    assert "580,367 square kilometres" in questions[question].answer


def test_described_hop(world: CorpusFacts) -> None:
    found = {
        draft.question: draft
        for draft in drafts(DescribedHop(), world, "text+table")
        if isinstance(draft, ComposedDraft)
    }
    wanted = {
        "What is the area of the country whose capital is Nairobi?",
        "How large is the country whose capital is Nairobi?",
    }
    (question,) = wanted & set(found)
    draft = found[question]
    assert draft.answer == "580,367 square kilometres"
    assert draft.program == Follow(Reverse(FACTS[0].id), "areas#r0c1")
    assert [hop.answer for hop in draft.hops] == ["Kenya", "580,367 square kilometres"]
    assert draft.bridges == ("Kenya",)


def test_extreme_hop_names_its_choices(world: CorpusFacts) -> None:
    found = [draft for draft in drafts(ExtremeHop(), world, "text+table") if isinstance(draft, ComposedDraft)]
    assert found
    for draft in found:
        assert isinstance(draft.program, Follow)
        assert isinstance(draft.program.hop, Extreme)
        assert all(choice in draft.question for choice in draft.choices)
        assert draft.bridges[0] in draft.choices
    assert accepted(ExtremeHop(), world, "text+table")
    assert "zero" in drafts(ExtremeHop(), world, "text+table")
