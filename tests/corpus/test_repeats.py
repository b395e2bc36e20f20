"""Of two documents of one name the first counts, with its sources and no others."""

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from corpus_faults import corpus_faults

from benchwright.corpus.ingest import ingest_paths
from benchwright.corpus.repeats import _repeated
from benchwright.corpus.store import Corpus
from benchwright.readers import read_task as read_task_module
from benchwright.readers.base import Document, InputFile, Item, Limits, Mark, Reader, Source, TextBuilder
from benchwright.records import Modality, Place

WORDS = "The oak is a tree of the north, and it grows old where the ground is wet, and so does the elm. "


def read_pages(file: InputFile, limits: Limits) -> Iterator[Item]:
    """Each line of a file is [name, passages, letter] of a document, `null` for a mark, or the id of a bare source."""
    skipped = file.resume.state["line"] if file.resume else 0
    for number, line in file.lines():
        if number <= skipped:
            continue
        told = json.loads(line)
        if told is None:
            yield Mark({"line": number})
        elif isinstance(told, str):
            yield Source(told, Modality.TEXT, "", "A source.", Place("bare"))
        else:
            name, passages, letter = told
            text = TextBuilder()
            for _ in range(passages):
                text.paragraph(f"{letter}: " + WORDS * 4)
            yield Document(name, name, text.text, tuple(text.blocks))


PAGES = (Reader("pages", read_pages, (".pages",)),)


def write(folder: Path, **files: list[object]) -> None:
    folder.mkdir(exist_ok=True)
    for name, lines in files.items():
        (folder / f"{name}.pages").write_text("".join(json.dumps(line) + "\n" for line in lines))


def ingest(folder: Path) -> tuple[Corpus, dict[str, int], int]:
    report = ingest_paths([folder], folder.parent / "corpus", readers=PAGES)
    corpus = Corpus.open(report.corpus)
    assert corpus_faults(corpus) == []
    for source in map(corpus.source, corpus.ids):
        place = source.place
        if place.document != "bare":
            assert corpus.documents[place.document].text[place.start : place.end] == source.text
    return corpus, dict(report.drops), report.reused


def letters(corpus: Corpus) -> dict[str, str]:
    return {source.id: source.text[0] for source in map(corpus.source, corpus.ids) if source.place.document != "bare"}


def test_the_longer_second_of_two_inputs_leaves_nothing_behind(tmp_path: Path) -> None:
    write(tmp_path / "in", a=[["Oak", 1, "a"], ["Elm", 1, "a"]], b=[["Oak", 3, "b"], ["Ash", 2, "b"]])
    corpus, drops, _ = ingest(tmp_path / "in")
    assert letters(corpus) == {"Oak#p0": "a", "Elm#p0": "a", "Ash#p0": "b", "Ash#p1": "b"}
    assert list(corpus.documents) == ["Oak", "Elm", "Ash"]
    assert drops == {"repeated-document": 1}
    told = json.loads((tmp_path / "corpus/drops.jsonl").read_text())
    assert told["document"] == "Oak"
    assert told["detail"] == "in b.pages: a document before it has its name; 3 sources"
    # A lost name is free again once the first is gone; and what was whole is not read again.
    (tmp_path / "in/a.pages").unlink()
    corpus, drops, _ = ingest(tmp_path / "in")
    assert letters(corpus)["Oak#p2"] == "b"
    assert drops == {}
    write(tmp_path / "in", a=[["Ash", 1, "a"]])
    corpus, drops, reused = ingest(tmp_path / "in")
    assert letters(corpus) == {"Ash#p0": "a", "Oak#p0": "b", "Oak#p1": "b", "Oak#p2": "b"}
    assert (drops, reused) == ({"repeated-document": 1}, 1)


@pytest.mark.parametrize("most", [1, 2, 3, 5_000])
@pytest.mark.parametrize("marks", [False, True])
def test_within_one_input_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int, marks: bool) -> None:
    monkeypatch.setattr(read_task_module, "CHUNK_SOURCES", most)
    lines: list[object] = [
        ["Oak", 2, "a"],
        ["Oak", 4, "b"],
        ["Elm", 1, "c"],
        "bare-1",
        ["Oak", 3, "d"],
        ["Elm", 0, "e"],
    ]
    write(tmp_path / "in", a=[more for line in lines for more in ((line, None) if marks else (line,))])
    corpus, drops, _ = ingest(tmp_path / "in")
    assert letters(corpus) == {"Oak#p0": "a", "Oak#p1": "a", "Elm#p0": "c"}
    assert "bare-1" in corpus
    assert drops == {"repeated-document": 3}


def test_an_id_that_only_a_lost_document_had_is_free(tmp_path: Path) -> None:
    write(tmp_path / "in", a=[["Oak", 1, "a"]], b=[["Oak", 2, "b"]], c=["Oak#p1", "Oak#p0"])
    corpus, drops, _ = ingest(tmp_path / "in")
    assert corpus.source("Oak#p1").text == "A source."
    assert letters(corpus) == {"Oak#p0": "a"}
    assert drops == {"repeated-document": 1, "repeated-id": 1}


def test_numbers_of_what_stands_before() -> None:
    one, two, three = (bytes([number]) * 16 for number in (1, 2, 3))
    half = bytes([1]) * 8 + bytes(8)  # the same first half is not the same hash
    assert _repeated([one + two, one + half + three, three]).tolist() == [2, 5]
    assert _repeated([one + two, one + three, three], besides=np.array([0, 3])).tolist() == []
    assert _repeated([]).tolist() == []
