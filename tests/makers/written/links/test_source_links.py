"""Which sources are offered together in small corpora of made-up islands, how they are linked, and what is left out."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.islands import islands

from benchwright.corpus.store import Corpus, write_corpus
from benchwright.errors import UnfillableCellError
from benchwright.facts.store import FactTable, rows_of
from benchwright.makers.written.links.cell_supplies import cell_supplies, require_supplies, supply_lines
from benchwright.makers.written.links.draw_order import draw_order
from benchwright.makers.written.links.neighbourhood import CellSupply, LinkKind, Neighbourhood, SharedLink, covers, room
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


def opened(folder: Path, sources: list[Source], facts: FactTable = NO_FACTS) -> SourceLinks:
    return SourceLinks(write_corpus(folder / "corpus", sources), facts)


def supply(folder: Path, sources: list[Source], style: str, wants: str, facts: FactTable = NO_FACTS) -> CellSupply:
    return opened(folder, sources, facts).supply(styles()[style], Modalities.parse(wants))


def offered(found: CellSupply) -> set[frozenset[str]]:
    return {frozenset(one.ids) for one in found.neighbourhoods}


def names(folder: Path, sources: list[Source], wants: str) -> list[dict[str, tuple[str, ...]]]:
    """The names that each neighbourhood of a cell of multi-hop questions has."""
    links, style, needs = opened(folder, sources), styles()["multi-hop"], Modalities.parse(wants)
    return [dict(links.linked(style, needs, one).names) for one in links.supply(style, needs).neighbourhoods]


def shared(
    folder: Path, sources: list[Source], style: str, wants: str, facts: FactTable = NO_FACTS
) -> set[tuple[LinkKind, str, frozenset[str]]]:
    """The links of all neighbourhoods of a cell: kind, bridge and sources."""
    links, needs = opened(folder, sources, facts), Modalities.parse(wants)
    found = links.supply(styles()[style], needs).neighbourhoods
    return {
        (link.kind, link.bridge, frozenset(link.ids))
        for one in found
        for link in links.linked(styles()[style], needs, one).links
    }


LIGHT = "The lighthouse was built of red granite by masons from the mainland over eleven summers."
FERRY = "A ferry called the Osprey carries passengers, post and sheep across the sound twice a day."
WELL = "Water comes from a deep well that the monks dug in the north before the great drought."


def test_a_table_and_the_passage_that_refers_to_it(tmp_path: Path) -> None:
    sources = [
        passage("p1", f"{FERRY} Table 1 lists the fares."),
        passage("p2", WELL),
        table("t1", "Fares", ("Ticket", "Price"), ("single", "4"), ("return", "7"), refers=("p1",)),
    ]
    found = supply(tmp_path / "a", sources, "compound", "text+table")
    assert offered(found) == {frozenset({"p1", "t1"})}  # once, whichever of them is the seed
    assert found.left_out == {"without a partner": 1}
    assert shared(tmp_path / "b", sources, "compound", "text+table") == {
        (LinkKind.REFERRED, "Fares", frozenset({"p1", "t1"}))
    }


def test_passages_under_one_heading(tmp_path: Path) -> None:
    sources = [
        passage("p1", LIGHT, "Arvo", "History", document="a"),
        passage("p2", WELL, "Arvo", "History", document="a"),
        passage("p3", FERRY, "Arvo", "Travel", document="a"),
        passage("p4", VISIT, document="b"),
    ]
    assert (LinkKind.SECTION, "History", frozenset({"p1", "p2"})) in shared(
        tmp_path / "a", sources, "compound", "2text"
    )
    found = supply(tmp_path / "b", sources, "compound", "2text").neighbourhoods
    assert found[0].ids == ("p1", "p2", "p3")  # the nearest first
    assert "p4" not in found[0].ids


def test_near_copies_make_no_neighbourhood(tmp_path: Path) -> None:
    sources = [passage(id, LIGHT, "Arvo", "History", document="a") for id in ("p1", "p2")]
    found = supply(tmp_path, sources, "compound", "2text")
    assert (found.neighbourhoods, found.why) == ((), "no 2text of its 2 sources go together")


HARBOURS = table("t1", "Harbours", ("Harbour", "Depth", "Berths"), ("Vexholm", "9 m", "12"), ("Tarnsund", "6 m", "4"))
VISIT = "Captain Ruud spent the winter of the blockade at Vexholm, where the ice held his ship until May."


def test_hops_get_the_names_that_several_sources_state(tmp_path: Path) -> None:
    assert names(tmp_path, [passage("p1", VISIT), HARBOURS], "text+table") == [{"Vexholm": ("p1", "t1")}]


def test_two_passages_of_which_a_question_needs_one_share_no_name_for_it(tmp_path: Path) -> None:
    other = passage("p2", "The pilots of Vexholm and Captain Ruud drank tea in the customs house every Sunday.")
    found = names(tmp_path, [passage("p1", VISIT), other, HARBOURS], "text+table")
    assert [list(one) for one in found] == [["Vexholm"]]


def test_a_reference_states_nothing(tmp_path: Path) -> None:
    for text in ("For all berths and dues that ships pay in the spring, see Vexholm.", "Vexholm. Tar and rope."):
        found = supply(tmp_path, [passage("p1", text), HARBOURS], "multi-hop", "text+table")
        assert found.neighbourhoods == (), text


def test_a_heading_of_several_documents_and_a_numeral_link_nothing(tmp_path: Path) -> None:
    towns = [passage(f"{n}", f"{n * 9} is a town.", n, "Vexholm", document=n) for n in ("Arne", "Bora")]
    found = supply(tmp_path / "two", [passage("p1", VISIT), HARBOURS, *towns], "multi-hop", "text+table")
    assert found.neighbourhoods == ()
    assert "Vexholm" in names(tmp_path / "one", [passage("p1", VISIT), HARBOURS, towns[0]], "text+table")[0]
    ranks = table("t2", "Ranks", ("Rank", "Boat"), ("1st", "Tern"), ("2nd", "Gull"))
    race = passage("p2", "In the race of that summer her boat came in 2nd behind the one from the next island.")
    assert supply(tmp_path / "rank", [race, ranks], "multi-hop", "text+table").neighbourhoods == ()


def test_names_need_word_boundaries_and_few_sources(tmp_path: Path) -> None:
    part = VISIT.replace("Vexholm", "Vexholmar")
    assert not supply(tmp_path / "part", [passage("p1", part), HARBOURS], "multi-hop", "text+table").neighbourhoods
    many = [passage(f"p{n}", f"{VISIT} Number {n}, {'abcdefghij'[n] * 9}.") for n in range(10)]
    assert not supply(tmp_path / "many", [*many, HARBOURS], "multi-hop", "text+table").neighbourhoods


def test_a_code_is_found_as_it_is_written(tmp_path: Path) -> None:
    options = table("t1", "Options", ("Option", "Meaning"), ("host.type", "what it is"), ("host.size", "how large"))
    said = "Every {} of the park was painted green by the volunteers who came in spring."
    for words, count in (("host type", 0), ("host.type", 1)):
        sources = [passage("p1", said.format(words)), options]
        assert len(supply(tmp_path / words, sources, "multi-hop", "text+table").neighbourhoods) == count


def test_tables_with_one_header_are_compared_first(tmp_path: Path) -> None:
    sources = [
        table("t1", "Ferries of Arvo", ("Ferry", "Seats"), ("Osprey", "120"), ("Heron", "80"), document="a"),
        table("t2", "Ferries of Bresk", ("Ferry", "Seats"), ("Tern", "60"), ("Gull", "45"), document="b"),
        table("t3", "Wells of Bresk", ("Well", "Depth"), ("north", "30"), ("south", "12"), document="b"),
        table(
            "t4", "Pilots of the sound", ("Pilot", "Born"), ("Hanna Ruud", "1902"), ("Ole Vik", "1911"), document="c"
        ),
        table(
            "t5", "Prizes of the regatta", ("Winner", "Boat"), ("Ole Vik", "Lark"), ("Hanna Ruud", "Kite"), document="d"
        ),
    ]
    links, wants = opened(tmp_path, sources), Modalities.parse("2table")
    found = links.supply(styles()["compare-contrast"], wants).neighbourhoods
    for seed in range(9):
        first, last = draw_order(found, {f"t{n}": 0.2 for n in range(1, 6)}, np.random.SeedSequence(seed))
        assert (set(first.ids), set(last.ids)) == ({"t1", "t2"}, {"t4", "t5"})
        assert (first.preferred, last.preferred) == (True, False)
    (same, *_) = links.linked(styles()["compare-contrast"], wants, first).links
    assert (same.kind, same.bridge, set(same.ids)) == (LinkKind.PARALLEL, "ferry, seats", {"t1", "t2"})


def test_the_same_part_of_different_things_is_compared(tmp_path: Path) -> None:
    texts = (
        "The soil is thin and sour, and only oats and rye grow on it.",
        "The soil is deep, and barley and apples grow in walled gardens.",
        "The soil washed away, and nothing but moss and heather grow there.",
    )
    sources = [passage(f"p{n}", text, f"Isle {n}", "Farming") for n, text in enumerate(texts)]
    assert shared(tmp_path, sources, "compare-contrast", "2text") == {
        (LinkKind.PARALLEL, "farming", frozenset({"p0", "p1", "p2"}))
    }


def test_facts_of_one_entity_link_their_sources(tmp_path: Path) -> None:
    def fact(source: str, relation: str) -> Fact:
        return Fact(f"{source}#{relation}", "Arvo", "arvo", relation, "x", Span(source, "text", 0, 4))

    facts = FactTable(rows_of([fact("p1", "builder"), fact("p2", "ferry")]))
    sources = [passage("p1", LIGHT), passage("p2", FERRY)]
    assert shared(tmp_path, sources, "compound", "2text", facts) == {(LinkKind.FACT, "Arvo", frozenset({"p1", "p2"}))}


def test_numbers_are_put_together_only_with_the_same_unit(tmp_path: Path) -> None:
    def with_table(folder: str, sentence: str) -> CellSupply:
        return supply(tmp_path / folder, [passage("p1", sentence), HARBOURS], "numerical", "text+table")

    metres = with_table("m", "Dredgers brought the channel before Vexholm to a depth of 14 metres last spring.")
    assert offered(metres) == {frozenset({"p1", "t1"})}
    kilograms = with_table("kg", "Dredgers brought up an anchor of 14 kilograms before Vexholm last spring.")
    assert kilograms.neighbourhoods == ()
    alone = with_table("alone", "The rope that the dredgers lost in spring was 14 metres long and made of hemp.")
    assert alone.neighbourhoods == ()  # a unit links nothing by itself
    none = with_table("none", "Dredgers made the channel before Vexholm much deeper than it had been.")
    assert none.left_out["without numbers"] == 1


def test_a_writer_is_told_the_links_by_labels() -> None:
    links = (
        SharedLink(LinkKind.REFERRED, "Fares", ("t", "p", "q")),
        SharedLink(LinkKind.NAME, "Vexholm", ("p", "q")),
        SharedLink(LinkKind.SECTION, "Travel", ("p", "t")),
        SharedLink(LinkKind.UNIT, "metre", ("p", "t")),
    )
    assert list(Neighbourhood("p", ("q", "t"), links).lines()) == [
        "S1, S2 refer to S3",
        "S1, S2: Vexholm",
        "S1, S3: in one section, 'Travel'",
        "S1, S3: amounts of metre",
    ]


@pytest.mark.parametrize(
    ("wants", "most", "offers"),
    [
        ("text", 9, "text"),
        ("2text", 9, "6text"),
        ("text+table", 9, "5text+4table"),
        ("text+image", 9, "5text+3image"),
        ("text+table+image", 9, "3text+3table+3image"),
        ("2text+table", 9, "5text+4table"),
        ("text+table", 4, "2text+2table"),
        ("text+table", 2, "text+table"),
        ("5text", 2, "5text"),
    ],
)
def test_how_many_sources_of_each_kind_are_offered(wants: str, most: int, offers: str) -> None:
    assert room(Modalities.parse(wants), most) == Modalities.parse(offers)


WORDS = ("Vexholm", "Tarnsund", "granite", "ferry", "sheep", "lantern", "monks", "harbour", "heather", "blockade")
PASSAGES = st.lists(
    st.tuples(st.lists(st.sampled_from(WORDS), min_size=6, max_size=12), st.integers(0, 2), st.booleans()),
    min_size=2,
    max_size=14,
)


@settings(max_examples=15)
@given(PASSAGES, st.sampled_from(["2text", "text+table", "2text+table"]))
def test_what_holds_for_all_neighbourhoods(drawn: list[tuple[list[str], int, bool]], wanted: str) -> None:
    wants = Modalities.parse(wanted)
    sources = []
    for number, (words, document, tabular) in enumerate(drawn):
        if tabular:
            rows = tuple((f"{word} {number}", str(at)) for at, word in enumerate(words))
            sources.append(table(f"s{number}", f"Of {words[0]}", ("Thing", "Count"), *rows, document=f"d{document}"))
        else:
            text = f"They saw {' and '.join(words)} on day {number} of the long journey."
            sources.append(passage(f"s{number}", text, words[0], document=f"d{document}"))
    kinds = {source.id: source.modality for source in sources}
    with TemporaryDirectory() as folder:
        corpus = write_corpus(Path(folder) / "corpus", sources)
        found = SourceLinks(corpus, NO_FACTS).supply(styles()["compound"], wants)
        assert found == SourceLinks(corpus, NO_FACTS).supply(styles()["compound"], wants)
    assert len({frozenset(one.ids) for one in found.neighbourhoods}) == len(found.neighbourhoods)
    most = room(wants)
    for one in found.neighbourhoods:
        assert len(set(one.ids)) == len(one.ids)
        assert getattr(wants, kinds[one.seed].value)
        offers = Modalities.of(kinds[id] for id in one.ids)
        assert covers((kinds[id] for id in one.ids), wants)
        assert all(getattr(offers, kind.value) <= getattr(most, kind.value) for kind in Modality)
        assert 0 < one.strength <= 1


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
    assert [one.seed for one in found.neighbourhoods] == ["p2"]
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
    assert next(supply_lines(plan, supplies)) == "information-extraction text: 4 seeds"
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
    assert found[0].neighbourhoods


NEIGHBOURHOODS = st.lists(
    st.tuples(st.integers(0, 9), st.integers(10, 19), st.sampled_from([0.5, 1.0])), unique=True, max_size=30
)


@given(NEIGHBOURHOODS, st.integers(0, 5))
def test_no_source_is_drawn_again_before_others(drawn: list[tuple[int, int, float]], seed: int) -> None:
    found = [Neighbourhood(f"s{a}", (f"s{b}",), strength=weight) for a, b, weight in drawn]
    chances = {f"s{n}": 0.1 for n in range(10)}
    ordered = draw_order(found, chances, np.random.SeedSequence(seed))
    assert sorted(one.ids for one in ordered) == sorted(one.ids for one in found)
    assert ordered == draw_order(found, chances, np.random.SeedSequence(seed))
    used: Counter[str] = Counter()
    for place, one in enumerate(ordered):
        uses = [max(used[source] for source in other.ids) for other in ordered[place:]]
        assert uses[0] == min(uses)
        used.update(one.ids)


def test_a_source_that_cannot_be_drawn_starts_nothing() -> None:
    found = [Neighbourhood("a"), Neighbourhood("b")]
    assert [one.seed for one in draw_order(found, {"a": 1.0}, np.random.SeedSequence(1))] == ["a"]


def test_a_passage_and_a_table_are_compared_only_where_they_belong_together(tmp_path: Path) -> None:
    """Both tell birth dates. The keepers' table has no row of Ole Vik, whose passage refers to it; Mara Lind
    stands in the table herself, and of Iver Dahl nothing but his birth date is of the same kind."""

    def born(source: str, subject: str) -> Fact:
        span = Span(source, "text", 0, 4)
        return Fact(f"{source}{subject}", subject, subject.lower(), "birth_date", "1900", span, subject_type="person")

    keepers = table(
        "t1",
        "Keepers of Skerry Light",
        ("Keeper", "Born"),
        ("Mara Lind", "1901"),
        ("Per Aas", "1911"),
        refers=("p1", "p2"),
        document="a",
    )
    vik = passage("p1", "Ole Vik was born in 1899. Table 1 lists the keepers after him.", document="a")
    lind = passage("p2", "Mara Lind was born in 1901. Table 1 lists the keepers with her.", document="a")
    dahl = passage("p3", "Iver Dahl was born in 1870 on the mainland, far from any sea.", document="c")
    facts = {"t1": ("Mara Lind", "Per Aas"), "p1": ("Ole Vik",), "p2": ("Mara Lind",), "p3": ("Iver Dahl",)}

    def seeds(folder: str, *sources: Source) -> CellSupply:
        told = [born(one.id, name) for one in sources for name in facts[one.id]]
        return supply(tmp_path / folder, list(sources), "compare-contrast", "text+table", FactTable(rows_of(told)))

    assert offered(seeds("vik", keepers, vik)) == {frozenset({"t1", "p1"})}
    for name, other in (("lind", lind), ("dahl", dahl)):
        found = seeds(name, keepers, other)
        assert not found.neighbourhoods
        assert found.why == "no text+table of its 2 sources tell the same kind of thing of different subjects"


def test_a_text_of_headings_carries_no_question(tmp_path: Path) -> None:
    sources = [
        passage("p1", "Lighthouses of the northern skerries", "Lighthouses of the northern skerries"),
        passage("p2", LIGHT, "Lighthouses of the northern skerries"),
    ]
    found = supply(tmp_path, sources, "information-extraction", "text")
    assert [one.seed for one in found.neighbourhoods] == ["p2"]
    assert found.left_out["headings"] == 1
