"""A dump of Wikipedia is enough for questions over its links: cells name pages, and passages stand on those."""

from __future__ import annotations

from html import escape
from pathlib import Path

from benchwright.benchmark import Benchmark
from benchwright.benchmark.validate import validate
from benchwright.corpus.store import Corpus
from benchwright.facts.extract import read_facts
from benchwright.workflows.generate import generate
from benchwright.workflows.ingest import ingest

LANDS = {
    "Vorland": ("Arnholt", "8,100", "1,204", "3 May 1921", "Mount Orr, 2,110 m"),
    "Sellia": ("Brigham", "20,400", "402", "9 June 1905", "Sell Peak, 3,020 m"),
    "Garth (country)": ("Cold Ford", "53,200", "911", "1 July 1948", "Gray Tor, 1,480 m"),
    "Ostmark": ("Dunmere", "11,900", "655", "12 March 1933", "Mount Ost, 940 m"),
    "Tarn (state)": ("Elmwick", "77,300", "1,530", "30 April 1899", "Tarn Head, 2,760 m"),
}
"""Capital, area, length of roads, day of independence, highest point."""


def dump() -> str:
    """Every land's page, a page with two meanings of one of the names, and a table whose cells link to the lands."""
    pages = {}
    rows = []
    for title, (capital, area, roads, since, top) in LANDS.items():
        name = title.partition(" (")[0]
        lines = (
            f"Capital: {capital}",
            f"Independence: {since}",
            f"Highest point: {top}",
            "Official language: Old Norn",
            "Climate: cold winters with much snow, and short summers with long days and little rain in the valleys",
            "Terrain: low hills with many lakes, forests of birch and pine, and bare uplands along the coast",
        )
        about = f"'''{name}''' is a land in the north whose people live from wool, timber and fish. " * 3
        pages[title] = f"{about}\n\n== Profile ==\n" + "\n".join(f"* {line}" for line in lines)
        rows.append(f"|-\n| [[{title}|{name}]] || {area} || {roads}")
    pages["Garth (river)"] = "The '''Garth''' is a river that rises in the hills of Ostmark. " * 4
    head = '{| class="wikitable"\n! Country !! Area (sq km) !! Roads (km)\n'
    pages["Countries of the North: area and roads, 2024"] = head + "\n".join(rows) + "\n|}"
    made = "".join(
        f"<page><title>{escape(title)}</title><ns>0</ns><revision><model>wikitext</model>"
        f"<text>{escape(text)}</text></revision></page>"
        for title, text in pages.items()
    )
    return f"<mediawiki><siteinfo><base>https://wiki.example/wiki/Main</base></siteinfo>{made}</mediawiki>"


def test_a_question_goes_over_a_link_from_a_table_to_the_passages_of_a_page(tmp_path: Path) -> None:
    (tmp_path / "dump.xml").write_text(dump(), encoding="utf-8")
    ingest(tmp_path / "dump.xml", tmp_path / "corpus", workers=0)
    corpus = Corpus.open(tmp_path / "corpus")
    table = corpus.source("/wiki/Countries_of_the_North:_area_and_roads,_2024#t0")
    assert table.table is not None
    assert (2, 0, "/wiki/Garth_(country)") in table.table.links
    assert "/wiki/Garth_(country)#p0" in corpus
    assert "/wiki/Garth_(country)" not in corpus
    # The cell says "Garth", which two pages could mean: the link decides.
    areas = {fact.entity: (fact.subject, fact.value) for fact in read_facts(corpus, 1).of_relation("area")}
    assert areas["garth (country)"] == ("Garth", "53,200")
    (tmp_path / "plan.yaml").write_text(
        "name: lands\ncorpus: corpus\nseed: 13\nmax_share: {family: 1.0, document: 1.0}\ncells:\n"
        "  - {style: multi-hop, modalities: [text+table], count: 4}\n"
        "  - {style: compound, modalities: [text+table], count: 3}\n",
        encoding="utf-8",
    )
    report = generate(tmp_path / "plan.yaml", tmp_path / "bench")
    assert report.examples == 7
    bench = Benchmark.open(tmp_path / "bench")
    assert validate(bench) == []
    linked = {target for _, _, target in table.table.links}
    for example in bench.examples:
        page, *others = sorted({corpus.document(id) for id in example.sources} - {table.document})
        assert page in linked
        assert (others, table.id in example.sources) == ([], True)
