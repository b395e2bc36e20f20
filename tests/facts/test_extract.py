"""Reading a whole corpus: one order whatever the number of processes; other languages refused and counted."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from benchwright.corpus.store import Corpus, write_corpus
from benchwright.facts import extract as module
from benchwright.facts.extract import extract, read_facts
from benchwright.facts.relations import OWN
from benchwright.records import Modality, Place, Source, Table
from benchwright.records.sources import Entry

FRENCH = (
    "Le Kenya est un pays de l'Afrique de l'Est. Il est bordé par l'Éthiopie au nord et par la Tanzanie au sud, "
    "et sa capitale est la ville de Nairobi, qui est aussi la plus grande du pays."
)


def text(id: str, title: str, body: str) -> Source:
    return Source(id, Modality.TEXT, title, body, Place(id))


def table(id: str, title: str, header: tuple[str, ...], *rows: tuple[str, ...]) -> Source:
    return Source(id, Modality.TABLE, title, "", Place(id), table=Table((header,), rows))


SOURCES = [
    text("kenya", "Kenya", "Capital: Nairobi\nCurrency: Kenyan shilling\n"),
    text("fr", "Le Kenya", FRENCH),
    table(
        "land",
        "Countries of Africa: area, 2024",
        ("Country", "Area (sq km)", "Capital"),
        ("Kenya", "580,367", "Nairobi"),
        ("Chad", "1,284,000", "N'Djamena"),
    ),
]


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    return write_corpus(tmp_path / "corpus", SOURCES)


def test_facts_stand_in_the_order_of_the_sources(corpus: Corpus) -> None:
    made = extract(corpus)
    assert [fact.id for fact in made.facts if fact.source == "land"] == [
        "land#r0c1",
        "land#r0c2",
        "land#r1c1",
        "land#r1c2",
    ]
    order = [corpus.position(fact.source) for fact in made.facts]
    assert order == sorted(order)
    kenya = {(fact.relation, fact.value, fact.source) for fact in made.facts.of_entity("kenya")}
    assert ("area", "580,367", "land") in kenya
    assert ("capital", "Nairobi", "kenya") in kenya


def test_other_languages_are_refused_and_counted(corpus: Corpus) -> None:
    made = extract(corpus)
    assert made.refused == {"not English": 1}
    assert made.sources == {"table": 1, "text": 2}
    assert made.facts.of_source("fr") == []


def test_processes_change_nothing_and_know_own_relations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = (("a.yaml", "burrs: {subjects: [thing], value: text, noun: burrs, headers: {thing: [burrs]}}"),)
    rows = (("P-200", "hardened steel"), ("P-300", "plain steel"))
    tables = [table(f"t{at}", "Pumps", ("Model", "Burrs"), *rows) for at in range(2)]
    corpus = write_corpus(tmp_path / "corpus", [*SOURCES, *tables])
    monkeypatch.setattr(module, "CHUNK", 1)
    token = OWN.set(own)
    try:
        alone = list(read_facts(corpus, processes=1))
        monkeypatch.setattr(module, "ALONE", 0)
        read = read_facts(corpus, processes=2)
    finally:
        OWN.reset(token)
    assert list(read) == alone
    assert read.relations()["burrs"] == 4


@pytest.mark.parametrize("chunk", [1, 2048])
def test_a_table_beside_passages_in_another_language_gives_no_open_facts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chunk: int
) -> None:
    monkeypatch.setattr(module, "CHUNK", chunk)
    pumps = table("t", "Pumps of 2024", ("Model", "Price"), ("P-200", "£249"), ("P-300", "£310"))
    for name, body, count in (("fr", FRENCH, 0), ("en", "The pumps that we sell are made in Leeds by us.", 2)):
        beside = [text("p", "Pumps", body), replace(pumps, place=Place("p"))]
        corpus = write_corpus(tmp_path / name, beside)
        assert len(read_facts(corpus).of_source("t")) == count


@pytest.mark.parametrize("chunk", [1, 2, 2048])
def test_a_heading_is_answered_only_where_its_section_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chunk: int
) -> None:
    monkeypatch.setattr(module, "CHUNK", chunk)
    headings = ("FAQ", "How do I send mail to many people?")
    bodies = ("Use the module smtplib for that.", "Use a loop if there are many people.", "Use a list of people.")
    places = (Place("faq", headings=headings), Place("faq", headings=headings), Place("other", headings=headings))
    sources = [
        Source(f"p{at}", Modality.TEXT, "FAQ", body, place)
        for at, (body, place) in enumerate(zip(bodies, places, strict=True))
    ]
    sources.insert(1, table("t", "People", ("Name", "Mail"), ("Ann", "a@b.c")))
    facts = read_facts(write_corpus(tmp_path / "corpus", sources))
    assert [fact.source for fact in facts.of_relation("answer")] == ["p0", "p2"]


@pytest.mark.parametrize(
    ("words", "reads"),
    [
        ("Population figures are in thousands.", False),
        ("(in thousands)", False),
        ("Countries of the world. All numbers are given in millions of people.", False),
        ("Thousands of people live here, and many of them have come from far away to work.", True),
    ],
)
@pytest.mark.parametrize("above", [True, False])
def test_the_text_beside_a_table_may_give_the_scale_of_its_figures(
    tmp_path: Path, words: str, reads: bool, above: bool
) -> None:
    rows = ("Kenya", "53,771", "580,367"), ("Chad", "17,179", "1,284,000")
    header = ("Country", "Population", "Area (sq km)")
    made = table("a#t0", "Countries", header, *rows)
    beside = [replace(text("a#p0", "Countries", words), place=Place("a")), replace(made, place=Place("a"))]
    other = table("b", "Lands", header, *rows)
    facts = read_facts(write_corpus(tmp_path / "c", [*(beside if above else beside[::-1]), other]), 1)
    figures = {(fact.source, fact.relation) for fact in facts if fact.relation in ("population", "area")}
    assert {("a#t0", "area"), ("b", "area"), ("b", "population")} <= figures
    assert (("a#t0", "population") in figures) == reads


BRANCHES = (("Branch", "Sales"), ("Oslo", "500"), ("Bergen", "507"), ("Molde", "514"))


def _document(parts: Sequence[tuple[tuple[str, ...], str]]) -> list[Source]:
    """A document: what stands under each path of headings, "" for a table."""
    made = []
    for at, (headings, words) in enumerate(parts):
        source = text(f"a#p{at}", "Report", words) if words else table(f"a#t{at}", headings[-1], *BRANCHES)
        made.append(replace(source, place=Place("a", headings=headings)))
    return sorted(made, key=lambda source: source.modality is Modality.TABLE)


@pytest.mark.parametrize(
    ("parts", "read"),
    [
        (((("R", "Basis"), "All amounts are in thousands."), (("R", "Sales"), ""), (("R", "Costs"), "")), set()),
        (((("R",), "Amounts in EUR thousand."), (("R", "Sales"), ""), (("R", "Costs"), "")), set()),
        (((("Sales",), "Amounts in EUR thousand."), (("Sales",), ""), (("Costs",), ""), (("C",), "More.")), {"a#t2"}),
        (((("Sales",), "All amounts in thousands."), (("Sales",), ""), (("Costs",), ""), (("C",), "More.")), {"a#t2"}),
        (((("Sales",), "Figures in this report are in millions."), (("Sales",), ""), (("Costs",), "")), set()),
        (((("S",), "Thousands of people have come here over the years to work."), (("S",), "")), {"a#t1"}),
    ],
)
def test_a_scale_note_reaches_the_tables_under_its_heading(
    tmp_path: Path, parts: Sequence[tuple[tuple[str, ...], str]], read: set[str]
) -> None:
    other = replace(table("b#t0", "Sales", *BRANCHES), place=Place("b", headings=("Sales",)))
    facts = read_facts(write_corpus(tmp_path / "c", [*_document(parts), other]), 1)
    assert {fact.source for fact in facts if fact.relation == "cell:sales"} == read | {"b#t0"}


def test_a_note_on_the_first_of_several_tables_of_a_sheet_holds_for_all(tmp_path: Path) -> None:
    sheet = _document(((("Summary",), ""), (("Summary",), ""), (("Crew",), "")))
    sheet[0] = replace(sheet[0], title="Summary: All figures in thousands of euros. Sales")
    facts = read_facts(write_corpus(tmp_path / "c", sheet), 1)
    assert {fact.source for fact in facts if fact.relation == "cell:sales"} == {"a#t2"}


def test_a_note_is_known_where_the_reading_of_a_document_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "CHUNK", 1)
    sources = _document(((("R",), "All amounts in this report are in thousands."), (("R", "Sales"), "")))
    assert "cell:sales" not in read_facts(write_corpus(tmp_path / "c", sources), 1).relations()


LEAD = "The supported zones are:"
ZONES = f"{LEAD}\n\nEurope\n\nAsia"


@pytest.mark.parametrize("chunk", [1, 2, 2048])
@pytest.mark.parametrize(
    ("headings", "behind", "whole"),
    [
        (("Zones",), "In addition, there is the guest zone.", False),
        (("Zones",), "and, since version 3, Africa.", False),
        (("Zones",), "For students, the supported zones are: Africa, Oceania and Europe.", False),
        (("Zones",), "Zones do not change.", True),
        (("Other",), "In addition, there is the guest unit.", True),
    ],
)
def test_a_list_may_go_on_in_the_next_passage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chunk: int, headings: tuple[str, ...], behind: str, whole: bool
) -> None:
    monkeypatch.setattr(module, "CHUNK", chunk)
    items = tuple((at, at + len(item)) for item in ("Europe", "Asia") for at in (ZONES.index(item),))
    zones = Entry("list", (0, len(LEAD)), (items[0][0], len(ZONES)), items=items)
    passages = [
        Source("a#p0", Modality.TEXT, "A", ZONES, Place("a", headings=("Zones",)), entries=(zones,)),
        Source("a#p1", Modality.TEXT, "A", behind, Place("a", headings=headings)),
        text("b", "B", "In addition, there is another document."),
    ]
    facts = read_facts(write_corpus(tmp_path / "corpus", passages))
    values = ["Europe; Asia"] if whole else []
    assert [fact.value for fact in facts if fact.relation == "members"] == values
