"""Which sources go together in a small corpus of made-up islands, by kind of link, and what is left out and why."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.islands import islands

from benchwright.corpus.store import Corpus, write_corpus
from benchwright.errors import UnfillableCellError
from benchwright.facts.store import FactTable, rows_of
from benchwright.makers.written.links.cell_supplies import cell_supplies, require_supplies, supply_lines
from benchwright.makers.written.links.draw_order import draw_order
from benchwright.makers.written.links.linked_sources import CellSupply, LinkedSources, LinkKind
from benchwright.makers.written.links.source_links import SourceLinks
from benchwright.plan import parse_plan
from benchwright.prompts import styles
from benchwright.records import Fact, Modalities, Modality, Place, Source, Span, Table

NO_FACTS = FactTable(rows_of([]))


def passage(id: str, text: str, *headings: str, title: str = "", document: str = "") -> Source:
    return Source(id, Modality.TEXT, title, text, Place(document or id, 0, len(text), headings=headings))


def table(id: str, title: str, *rows: tuple[str, ...], refers: tuple[str, ...] = (), document: str = "") -> Source:
    text = "\n".join([title, *(" | ".join(row) for row in rows)])
    place = Place(document or id, headings=(title,))
    return Source(id, Modality.TABLE, title, text, place, table=Table(rows[:1], rows[1:]), referred_by=refers)


def supply(folder: Path, sources: list[Source], style: str, wants: str, facts: FactTable = NO_FACTS) -> CellSupply:
    corpus = write_corpus(folder / "corpus", sources)
    return SourceLinks(corpus, facts).supply(styles()[style], Modalities.parse(wants))


def pairs(found: CellSupply) -> set[tuple[LinkKind, frozenset[str]]]:
    return {(one.link, frozenset(one.ids)) for one in found.sets}


LIGHT = "The lighthouse was built of red granite by masons from the mainland over eleven summers."
FERRY = "A ferry called the Osprey carries passengers, post and sheep across the sound twice a day."
WELL = "Water comes from a deep well that the monks dug in the north before the great drought."


def test_a_table_and_the_passage_that_refers_to_it(tmp_path: Path) -> None:
    sources = [
        passage("p1", f"{FERRY} Table 1 lists the fares."),
        passage("p2", WELL),
        table("t1", "Fares", ("Ticket", "Price"), ("single", "4"), ("return", "7"), refers=("p1",)),
    ]
    found = supply(tmp_path, sources, "compound", "text+table")
    assert pairs(found) == {(LinkKind.REFERRED, frozenset({"p1", "t1"}))}
    assert {one.seed for one in found.sets} == {"p1", "t1"}
    assert (found.seeds, found.left_out) == (2, {"without a partner": 1})


def test_passages_under_one_heading(tmp_path: Path) -> None:
    sources = [
        passage("p1", LIGHT, "Arvo", "History", document="a"),
        passage("p2", WELL, "Arvo", "History", document="a"),
        passage("p3", FERRY, "Arvo", "Travel", document="a"),
    ]
    found = supply(tmp_path, sources, "compound", "2text")
    assert pairs(found) == {(LinkKind.SECTION, frozenset({"p1", "p2"}))}
    assert found.sets[0].bridge == "History"


def test_near_copies_make_no_set(tmp_path: Path) -> None:
    sources = [passage(id, LIGHT, "Arvo", "History", document="a") for id in ("p1", "p2")]
    found = supply(tmp_path, sources, "compound", "2text")
    assert (found.sets, found.seeds) == ((), 0)
    assert found.why == ("no 2text of its 2 sources go together (links looked for: referred, fact, row, name, section)")


HARBOURS = table("t1", "Harbours", ("Harbour", "Depth", "Berths"), ("Vexholm", "9 m", "12"), ("Tarnsund", "6 m", "4"))
VISIT = "Captain Ruud spent the winter of the blockade at Vexholm, where the ice held his ship until May."


def test_a_bridge_is_told_of_by_one_source_and_singled_out_by_another(tmp_path: Path) -> None:
    found = supply(tmp_path, [passage("p1", VISIT), HARBOURS], "multi-hop", "text+table")
    assert pairs(found) == {(LinkKind.BRIDGE, frozenset({"p1", "t1"}))}
    (one, _) = found.sets
    assert (one.bridge, one.describing, one.answering) == ("Vexholm", ("p1",), ("t1",))


def test_a_reference_singles_nothing_out(tmp_path: Path) -> None:
    for text in ("For all berths and dues that ships pay in the spring, see Vexholm.", "Vexholm. Tar and rope."):
        found = supply(tmp_path, [passage("p1", text), HARBOURS], "multi-hop", "text+table")
        assert found.sets == (), text


def test_a_heading_of_several_documents_links_nothing(tmp_path: Path) -> None:
    towns = [passage(f"{n}", f"{n * 9} is a town.", n, "Vexholm", document=n) for n in ("Arne", "Bora")]
    found = supply(tmp_path / "two", [passage("p1", VISIT), HARBOURS, *towns], "multi-hop", "text+table")
    assert found.sets == ()
    found = supply(tmp_path / "one", [passage("p1", VISIT), HARBOURS, towns[0]], "multi-hop", "text+table")
    assert (LinkKind.BRIDGE, frozenset({"p1", "t1"})) in pairs(found)


def test_names_need_word_boundaries_and_few_sources(tmp_path: Path) -> None:
    part = VISIT.replace("Vexholm", "Vexholmar")
    assert supply(tmp_path / "part", [passage("p1", part), HARBOURS], "multi-hop", "text+table").sets == ()
    many = [passage(f"p{n}", f"{VISIT} Number {n}, {'abcdefghij'[n] * 9}.") for n in range(10)]
    assert supply(tmp_path / "many", [*many, HARBOURS], "multi-hop", "text+table").sets == ()


def test_a_code_is_found_as_it_is_written(tmp_path: Path) -> None:
    options = table("t1", "Options", ("Option", "Meaning"), ("host.type", "what it is"), ("host.size", "how large"))
    said = "Every {} of the park was painted green by the volunteers who came in spring."
    for words, count in (("host type", 0), ("host.type", 2)):
        sources = [passage("p1", said.format(words)), options]
        assert len(supply(tmp_path / words, sources, "multi-hop", "text+table").sets) == count


def test_tables_with_one_header_are_compared(tmp_path: Path) -> None:
    sources = [
        table("t1", "Ferries of Arvo", ("Ferry", "Seats"), ("Osprey", "120"), ("Heron", "80"), document="a"),
        table("t2", "Ferries of Bresk", ("Ferry", "Seats"), ("Tern", "60"), ("Gull", "45"), document="b"),
        table("t3", "Wells of Bresk", ("Well", "Depth"), ("north", "30"), ("south", "12"), document="b"),
    ]
    found = supply(tmp_path, sources, "compare-contrast", "2table")
    assert pairs(found) == {(LinkKind.PARALLEL, frozenset({"t1", "t2"}))}


def test_the_same_part_of_different_things_is_compared(tmp_path: Path) -> None:
    texts = (
        "The soil is thin and sour, and only oats and rye grow on it.",
        "The soil is deep, and barley and apples grow in walled gardens.",
        "The soil washed away, and nothing but moss and heather grow there.",
    )
    sources = [passage(f"p{n}", text, f"Isle {n}", "Farming") for n, text in enumerate(texts)]
    found = supply(tmp_path, sources, "compare-contrast", "2text")
    assert {one.link for one in found.sets} == {LinkKind.PARALLEL}
    assert {one.seed for one in found.sets} == {"p0", "p1", "p2"}


def test_facts_of_one_entity_link_their_sources(tmp_path: Path) -> None:
    def fact(source: str, relation: str) -> Fact:
        return Fact(f"{source}#{relation}", "Arvo", "arvo", relation, "x", Span(source, "text", 0, 4))

    facts = FactTable(rows_of([fact("p1", "builder"), fact("p2", "ferry")]))
    found = supply(tmp_path, [passage("p1", LIGHT), passage("p2", FERRY)], "compound", "2text", facts)
    assert pairs(found) == {(LinkKind.FACT, frozenset({"p1", "p2"}))}
    assert found.sets[0].bridge == "Arvo"


def test_numbers_are_put_together_only_with_the_same_unit(tmp_path: Path) -> None:
    def with_table(folder: str, sentence: str) -> CellSupply:
        return supply(tmp_path / folder, [passage("p1", sentence), HARBOURS], "numerical", "text+table")

    metres = with_table("m", "Dredgers brought the channel before Vexholm to a depth of 14 metres last spring.")
    assert pairs(metres) == {(LinkKind.UNIT, frozenset({"p1", "t1"}))}
    assert with_table("kg", "Dredgers brought up an anchor of 14 kilograms before Vexholm last spring.").sets == ()
    none = with_table("none", "Dredgers made the channel before Vexholm much deeper than it had been.")
    assert none.left_out["without numbers"] == 1


@pytest.mark.parametrize(
    ("text", "headings", "reason"),
    [
        (
            "Anders B., Holm C. Trees of the north. They grow slowly and live for a long time.",
            ("References",),
            "references",
        ),
        ("What is a strait? Who built the lighthouse? Compare both of them.", (), "exercises"),
        ("Harbours . . . . . . 12\nLighthouses of the north . . . 31\nWells and springs . . . 44", (), "contents"),
        ("Too short.", (), "short"),
        ("alpha beta gamma delta " * 8, (), "names only"),
    ],
)
def test_what_carries_no_question_is_counted(tmp_path: Path, text: str, headings: tuple[str, ...], reason: str) -> None:
    found = supply(tmp_path, [passage("p1", text, *headings), passage("p2", LIGHT)], "information-extraction", "text")
    assert [one.seed for one in found.sets] == ["p2"]
    assert found.left_out == {reason: 1}


def test_a_thin_table_and_a_lone_source_are_told(tmp_path: Path) -> None:
    layout = table("t1", "Layout", ("a", "b"), ("only one", ""))
    found = supply(tmp_path, [layout], "information-extraction", "table")
    assert found.why == "the corpus has 0 table sources that can carry it (1 thin table)"
    assert supply(tmp_path / "h", [passage("p", LIGHT)], "multi-hop", "text").why == (
        "a question in two steps needs two sources"
    )


PLAN = """\
corpus: corpus
writer: test/writer
verifier: test/verifier
cells:
  - {style: information-extraction, modalities: [text, image], count: 3}
  - {style: compare-contrast, modalities: [2text+2image], count: 1}
"""


def test_an_empty_cell_is_told_with_its_reason(tmp_path: Path) -> None:
    corpus = islands(tmp_path / "corpus")
    plan = parse_plan(PLAN, folder=tmp_path)
    supplies = cell_supplies(plan, corpus, NO_FACTS)
    assert next(supply_lines(plan, supplies)) == "information-extraction text: 4 sets from 4 seeds (4 own)"
    reason = "compare-contrast 2text\\+2image: the corpus has 0 image sources that can carry it \\(4 icon"
    with pytest.raises(UnfillableCellError, match=reason) as raised:
        require_supplies(plan, supplies)
    assert raised.value.exit_code == 1
    entity = parse_plan(PLAN.replace("cells:", "sampling: {candidates: entity}\ncells:"), folder=tmp_path)
    assert cell_supplies(entity, corpus, NO_FACTS) == {}


def test_it_is_the_same_at_every_opening(tmp_path: Path) -> None:
    write_corpus(tmp_path / "corpus", [passage("p1", VISIT), HARBOURS, passage("p2", LIGHT)])
    found = [
        SourceLinks(Corpus.open(tmp_path / "corpus"), NO_FACTS).supply(
            styles()["multi-hop"], Modalities.parse("text+table")
        )
        for _ in range(2)
    ]
    assert found[0] == found[1]
    assert found[0].sets


SETS = st.lists(
    st.tuples(st.integers(0, 9), st.integers(10, 19), st.sampled_from([0.5, 1.0, 2.0])), unique=True, max_size=30
)


@given(SETS, st.integers(0, 5))
def test_no_source_is_drawn_again_before_others(drawn: list[tuple[int, int, float]], seed: int) -> None:
    sets = [LinkedSources(f"s{a}", (f"s{b}",), LinkKind.NAME, strength=weight) for a, b, weight in drawn]
    chances = {f"s{n}": 0.1 for n in range(10)}
    ordered = draw_order(sets, chances, np.random.SeedSequence(seed))
    assert sorted(one.ids for one in ordered) == sorted(one.ids for one in sets)
    assert ordered == draw_order(sets, chances, np.random.SeedSequence(seed))
    used: Counter[str] = Counter()
    for place, one in enumerate(ordered):
        uses = [max(used[source] for source in other.ids) for other in ordered[place:]]
        assert uses[0] == min(uses)
        used.update(one.ids)


def test_a_source_that_cannot_be_drawn_starts_no_set() -> None:
    sets = [LinkedSources("a"), LinkedSources("b")]
    assert [one.seed for one in draw_order(sets, {"a": 1.0}, np.random.SeedSequence(1))] == ["a"]
