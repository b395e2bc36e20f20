"""A name resolves to the document that it means, or to none."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.corpus.store import Corpus, write_corpus
from benchwright.evaluate.match.document_names import DocumentNames
from benchwright.evaluate.match.word_overlap import words_of
from benchwright.readers.source_columns import DocumentText
from benchwright.records import Modality, Place, Source

DOCUMENTS = ["St. Louis", "Chapter 1.1", "Vol. 2", "flags/ghana.png", "notes.v2.md", "U.S. towns"]


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> DocumentNames:
    return DocumentNames(corpus(tmp_path_factory.mktemp("names")))


def corpus(folder: Path) -> Corpus:
    sources = [Source(f"s{at}", Modality.TEXT, name, "text", Place(name, 0, 4)) for at, name in enumerate(DOCUMENTS)]
    return write_corpus(folder, sources, [DocumentText(name, name, "text") for name in DOCUMENTS])


@pytest.mark.parametrize("name", ["St. Paul", "Chapter 1.7", "Vol. 3", "U.S. lakes", "notes.v3.md", "St", "Chapter 1"])
def test_a_title_with_a_full_stop_is_no_file_with_a_suffix(names: DocumentNames, name: str) -> None:
    assert names.meant(name).kind == "unknown"


@pytest.mark.parametrize(
    ("name", "document"),
    [("St. Louis", "St. Louis"), ("ghana.pdf", "flags/ghana.png"), ("other/notes.v2.txt", "notes.v2.md")],
)
def test_files_of_one_name_may_differ_in_their_suffix(names: DocumentNames, name: str, document: str) -> None:
    assert names.meant(name).name == document


WORDS = st.sampled_from(["St.", "Paul", "Louis", "Chapter", "1.1", "1.7", "Vol.", "2", "ghana", "U.S.", "towns", "png"])


@given(st.lists(WORDS, min_size=1, max_size=3).map(" ".join) | st.text(max_size=12))
def test_a_title_resolves_only_to_a_document_with_the_same_words(names: DocumentNames, title: str) -> None:
    meant = names.meant(title)
    if meant.kind == "document":
        assert words_of(bare(meant.name)).words == words_of(bare(title)).words


def bare(name: str) -> str:
    """A file's name without a suffix that readers know."""
    file = name.rpartition("/")[2]
    return file.removesuffix(".png").removesuffix(".md")
