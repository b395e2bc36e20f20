"""The search over a graph: what it finds, keeps, and finds again."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from tests.makers.lists.evidence.test_lexical import BOOK
from tests.support.graph_folders import Drawn, write_graph

from benchwright.corpus.store import Corpus, write_corpus
from benchwright.errors import CorpusError
from benchwright.graphs.graph import Graph
from benchwright.graphs.relations import GraphRelation, RelationBook, Things
from benchwright.makers.lists.evidence import search, store
from benchwright.makers.lists.evidence.checker import NameMatch, Statement
from benchwright.makers.lists.evidence.lexical import Lexical
from benchwright.makers.lists.evidence.pages import find_pages
from benchwright.records import Modality, Place, Source

TEXTS = {
    "heron#0": ("Grey Heron", "/wiki/Grey_Heron", "Grey Heron is a film of 1974. It was directed by Henri Sall."),
    "heron#1": ("Grey Heron", "/wiki/Grey_Heron", "Many liked it. Paula Roth was there."),
    "sall": ("Henri Sall", "sall", "Henri Sall was born in Lund. He directed White Stork."),
}
TRIPLES = [
    ("heron", "P57", "sall"),
    ("sall", "made", "stork"),
    ("sall", "P19", "lund"),
    ("heron", "P58", "roth"),
    ("heron", "P999", "sall"),
]


def world(folder: Path) -> tuple[Graph, Corpus, RelationBook]:
    sources = [
        Source(id, Modality.TEXT, title, text, Place(document, 0, len(text)))
        for id, (title, document, text) in TEXTS.items()
    ]
    corpus = write_corpus(folder, sources)
    entities = {
        "heron": Drawn("Grey Heron", page="https://en.wikipedia.org/wiki/Grey_Heron"),
        "sall": "Henri Sall",
        "stork": "White Stork",
        "lund": "Lund",
        "roth": "Paula Roth",
    }
    book = RelationBook(BOOK.relations, {"made": ("P57", True)})
    return write_graph(folder, TRIPLES, entities), corpus, book


def proven(graph: Graph, table: store.EvidenceTable) -> set[tuple[str, str, str]]:
    rows = np.flatnonzero(table.proven)
    subjects, objects = graph.ids_of(graph.subjects[rows]), graph.ids_of(graph.objects[rows])
    relations = [graph.relation_ids[code] for code in graph.relations[rows]]
    return set(zip(subjects, relations, objects, strict=True))


def test_the_statements_that_the_corpus_tells_are_found(tmp_path: Path) -> None:
    graph, corpus, book = world(tmp_path)
    told = []
    table = store.find_evidence(graph, corpus, book, Lexical(book), progress=told.append)
    assert proven(graph, table) == {("heron", "P57", "sall"), ("sall", "made", "stork"), ("sall", "P19", "lund")}
    assert [(one.done, one.pages, one.places) for one in told] == [(1, 2, 0), (2, 2, 0), (2, 2, 3)]
    row = int(np.flatnonzero(graph.relations == graph.relation_ids.index("made"))[0])
    (place,) = table.rows_of(row)
    text = corpus.source(corpus.ids[place.source]).text
    assert text[place.mention_start : place.mention_end] == "White Stork"
    assert text[place.start : place.end] == "He directed White Stork."
    assert (place.premise, place.about) == (0, "object")
    assert table.counts["triples_without_relation"] == 1
    assert table.counts["pages"] == 2


def test_a_search_is_read_again_and_a_stopped_one_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    graph, corpus, book = world(tmp_path)
    monkeypatch.setattr(search, "BLOCK", 2)
    whole = store.find_evidence(graph, corpus, book, Lexical(book), tmp_path / "whole")
    (place,) = (tmp_path / "whole").iterdir()
    read = search.Search.read
    left = [1]

    def stopping(self: search.Search, block: object, *rest: object) -> object:
        if not left:
            raise KeyboardInterrupt
        left.pop()
        return read(self, block, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(search.Search, "read", stopping)
    with pytest.raises(KeyboardInterrupt):
        store.find_evidence(graph, corpus, book, Lexical(book), tmp_path / "stopped")
    monkeypatch.setattr(search.Search, "read", read)
    told: list[store.Progress] = []
    again = store.find_evidence(graph, corpus, book, Lexical(book), tmp_path / "stopped", told.append)
    assert [(one.done, one.pages) for one in told] == [
        (1, 2),
        (1, 2),
        (2, 2),
        (2, 2),
    ]  # the second page takes two blocks
    assert again.columns == whole.columns
    stopped = tmp_path / "stopped" / place.name
    for file in ("places.parquet", "manifest.json"):
        assert (stopped / file).read_bytes() == (place / file).read_bytes()
    monkeypatch.setattr(store, "_search", None)
    assert store.find_evidence(graph, corpus, book, Lexical(book), tmp_path / "whole").columns == whole.columns


def test_pages_are_found_by_address_and_by_a_title_that_only_one_has(tmp_path: Path) -> None:
    graph, corpus, _ = world(tmp_path)
    pages = find_pages(graph, corpus)
    heron, sall = graph.code_of("heron"), graph.code_of("sall")
    assert heron is not None
    assert sall is not None
    assert (pages.of(heron), pages.of(sall)) == ((0, 1), (2,))
    assert pages.counts == {"document": 1, "label": 1}
    twins = write_graph(tmp_path, [("a", "P57", "b")], {"a": "Henri Sall", "b": "Henri Sall"}, name="twins")
    assert len(find_pages(twins, corpus)) == 0


@pytest.mark.parametrize("said", ["[]", "{}", '{"fingerprint": 1}', "no JSON", '{"counts": {}}'])
def test_a_damaged_manifest_is_one_line(said: str, tmp_path: Path) -> None:
    graph, corpus, book = world(tmp_path)
    store.find_evidence(graph, corpus, book, Lexical(book))
    (manifest,) = (graph.path / "evidence").glob("*/manifest.json")
    manifest.write_text(said)
    with pytest.raises(CorpusError, match="cannot be read"):
        store.find_evidence(graph, corpus, book, Lexical(book))


def test_a_damaged_part_is_read_anew_and_leftovers_go(tmp_path: Path) -> None:
    graph, corpus, book = world(tmp_path)
    whole = store.find_evidence(graph, corpus, book, Lexical(book))
    (manifest,) = (graph.path / "evidence").glob("*/manifest.json")
    place = manifest.parent
    before = (place / "places.parquet").read_bytes()
    manifest.unlink()
    (place / "parts").mkdir()
    (place / "parts" / "000000.parquet").write_bytes(b"PAR1 torn")
    assert len(store.find_evidence(graph, corpus, book, Lexical(book))) == len(whole)
    assert (place / "places.parquet").read_bytes() == before
    (place / "parts").mkdir()
    store.find_evidence(graph, corpus, book, Lexical(book))
    assert not (place / "parts").exists()


class Recorder(Lexical):
    """Keeps what it is asked."""

    asked: tuple[Statement, ...] = ()

    def score(self, statements: Sequence[Statement]) -> list[float]:
        self.asked += tuple(statements)
        return super().score(statements)


def test_a_match_of_names_keeps_every_sentence_that_names_both(tmp_path: Path) -> None:
    """For a model to judge. `lexical` keeps the best few that it accepts."""
    thing = Things("thing", "things")
    lies = GraphRelation("in", "place", thing, thing, "{subject} is located in {object}.", cues=("town in",))
    text = "Delft is a town in Holland. " + "It is far from Holland. " * 12
    source = Source("page", Modality.TEXT, "Delft", text, Place("page", 0, len(text)))
    corpus = write_corpus(tmp_path, [source])
    graph = write_graph(tmp_path, [("delft", "in", "holland")], {"delft": "Delft", "holland": "Holland"})
    book = RelationBook({"in": lies})
    assert len(store.find_evidence(graph, corpus, book, NameMatch())) == 13
    assert 0 < len(store.find_evidence(graph, corpus, book, Lexical(book))) <= store.MOST_PLACES


def test_a_page_of_something_else_is_not_read(tmp_path: Path) -> None:
    thing = Things("thing", "things")
    lies = GraphRelation("in", "place", thing, thing, "{subject} is located in {object}.", cues=("state", "in"))
    text = "Jalisco is a state in Old Pond. It is one of the states in Old Pond."
    source = Source("page", Modality.TEXT, "Hidalgo", text, Place("page", 0, len(text)))
    corpus = write_corpus(tmp_path, [source])
    asked = []
    for name, alias in (("other", "Jalisco"), ("none", "Free State")):
        things: dict[str, Drawn | str] = {"hidalgo": Drawn("Hidalgo", aliases=[alias]), "pond": "Old Pond"}
        graph = write_graph(tmp_path, [("hidalgo", "in", "pond")], things, name=name)
        recorder = Recorder(RelationBook({"in": lies}))
        store.find_evidence(graph, corpus, RelationBook({"in": lies}), recorder)
        asked.append(len(recorder.asked))
    assert asked == [0, 2]
