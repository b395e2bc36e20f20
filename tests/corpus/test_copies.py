"""Equal documents and tables count as one thing."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from benchwright.corpus.copies import Copies
from benchwright.corpus.store import write_corpus
from benchwright.records import Modality, Place, Source, Table


def passage(document: str, at: int, text: str, title: str = "T") -> Source:
    return Source(f"{document}#p{at}", Modality.TEXT, title, text, Place(document))


def table(document: str, at: int, value: str) -> Source:
    cells = Table((("Name", "Price"),), (("Pump", value),))
    return Source(
        f"{document}#t{at}", Modality.TABLE, "Prices", f"Name | Price\nPump | {value}", Place(document), table=cells
    )


def test_a_document_is_a_copy_only_as_a_whole(tmp_path: Path) -> None:
    sources = [
        passage("a", 0, "same"),
        passage("a", 1, "more"),
        passage("b", 0, "same"),
        passage("b", 1, "more"),
        passage("c", 0, "same"),  # shares a passage only
        passage("d", 0, "same", "Another title"),
        passage("g.txt", 0, "plain", "g"),
        passage("h.txt", 0, "plain", "h"),  # called by its file only
        table("e", 0, "5"),
        table("e", 1, "5"),
        table("f", 0, "5"),
        table("f", 1, "6"),
    ]
    copies = Copies.of(write_corpus(tmp_path / "corpus", sources))
    assert copies.documents == {"b": "a", "h.txt": "g.txt"}
    assert copies.sources == {"b#p0": "a#p0", "b#p1": "a#p1", "h.txt#p0": "g.txt#p0", "e#t1": "e#t0", "f#t0": "e#t0"}
    assert copies.later == {"a#p0": ("b#p0",), "a#p1": ("b#p1",), "g.txt#p0": ("h.txt#p0",), "e#t0": ("e#t1", "f#t0")}
    assert [dict(one) for one in copies.alternatives(("a#p0", "c#p0"), 9)] == [
        {"a#p0": "a#p0", "c#p0": "c#p0"},
        {"a#p0": "b#p0", "c#p0": "c#p0"},
    ]
    assert len(list(copies.alternatives(("e#t0", "e#t0"), 2))) == 2


parts = st.lists(st.tuples(st.sampled_from("pt"), st.sampled_from("12")), min_size=1, max_size=3)


@given(st.lists(parts, min_size=1, max_size=6))
def test_what_is_a_copy_says_the_same_and_leads_to_no_other_copy(documents: list[list[tuple[str, str]]]) -> None:
    sources = [
        (passage if kind == "p" else table)(f"d{number}", at, text)
        for number, listed in enumerate(documents)
        for at, (kind, text) in enumerate(listed)
    ]
    with TemporaryDirectory() as folder:
        copies = Copies.of(write_corpus(Path(folder) / "corpus", sources))
    by_id = {source.id: source for source in sources}
    for later, first in copies.sources.items():
        assert by_id[later].text == by_id[first].text
        assert first not in copies.sources
    for later, first in copies.documents.items():
        assert documents[int(later[1:])] == documents[int(first[1:])]
        assert first not in copies.documents
        assert all(source.id in copies.sources for source in sources if source.document == later)
