"""A small corpus with a passage, a table without a place and pictures, to match chunks with; and its gold.

Filler words are numbered, so that every stretch of filler is its own and lengths can be counted by hand.
"""

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchwright.corpus.store import Corpus, write_corpus
from benchwright.evaluate.gold import Gold, Question
from benchwright.readers.source_columns import DocumentText
from benchwright.readers.table_records import table_text
from benchwright.records import Answer, Image, Modalities, Modality, Place, Source, Span, Table

GUIDE = "guide/lakes.md"
DEPTH = "Lake Orrin is 388 m deep at its northern end."
LEVEL = "Its level has fallen by two metres since the dam was built in 1961, and the old pier now stands on dry land."


def filler(first: int, words: int) -> str:
    """Words of seven characters with the space behind: `w00012 `."""
    return "".join(f"w{number:05} " for number in range(first, first + words))


ONE = filler(0, 40) + DEPTH + " " + filler(40, 20).rstrip()
TWO = filler(100, 60) + LEVEL + " " + filler(160, 10).rstrip()
TEXT = f"Lakes of the north\n\n{ONE}\n\n{TWO}\n"
TABLE = Table(
    (("Lake", "Depth (m)", "Area (km²)"),),
    (("Orrin", "388", "12.5"), ("Lower Vey", "41", "3.75"), ("Sann", "117", "80")),
)
FLAG = Image(hashlib.sha256(b"flag").hexdigest(), "png", 10, 10, "Flag of the lake district.")
MAP_CAPTION = "A map of the four lakes with their rivers and the railway line of 1904."


def corpus(folder: Path) -> Corpus:
    """Two passages and a table in the guide, a flag that is its own document, a map that is in the guide."""
    start = TEXT.index(ONE)
    second = TEXT.index(TWO)
    title = "Lakes by depth"
    sources = [
        Source("one", Modality.TEXT, "Lakes", ONE, Place(GUIDE, start, start + len(ONE))),
        Source("two", Modality.TEXT, "Lakes", TWO, Place(GUIDE, second, second + len(TWO))),
        Source("table", Modality.TABLE, title, table_text(title, TABLE), Place(GUIDE), table=TABLE),
        Source(
            "map", Modality.IMAGE, "Map", MAP_CAPTION, Place(GUIDE), image=Image("ab" * 32, "png", 9, 9, MAP_CAPTION)
        ),
        Source("flag", Modality.IMAGE, "Flag", FLAG.caption, Place("flags/district.png"), image=FLAG),
        Source("note", Modality.TEXT, "Note", "Ferries run daily. " + DEPTH, Place("note", 0, 19 + len(DEPTH))),
    ]
    documents = [DocumentText(GUIDE, "Lakes", TEXT), DocumentText("flags/district.png", "Flag", "")]
    return write_corpus(folder, sources, documents)


def span(source: str, words: str) -> Span:
    """Where the words stand in a passage."""
    text = {"one": ONE, "two": TWO, "note": "Ferries run daily. " + DEPTH}[source]
    return Span(source, "text", text.index(words), text.index(words) + len(words))


def cell(row: int, column: int) -> Span:
    return Span("table", "cell", cells=((row, column),))


def question(name: str, *alternatives: Sequence[Span], sources: Sequence[str] = (), text: str = "") -> Question:
    """A question with one answer, whose evidence is these alternatives; or one that only names its sources."""
    sets = [frozenset(one.source for one in spans) for spans in alternatives] or [frozenset(sources)]
    answers = (Answer("an answer", (), tuple(map(tuple, alternatives))),) if alternatives else ()
    wanted = Modalities(text=1)
    return Question(name, text or name, "x", wanted, answers, tuple(dict.fromkeys(sets)), name, (GUIDE,))


def gold(*questions: Question) -> Gold:
    return Gold("lakes", "0", questions)


def found_at(gains: Sequence[tuple[str, ...]]) -> Mapping[str, int]:
    """The rank, from 1, at which each source is found."""
    return {source: rank for rank, gained in enumerate(gains, 1) for source in gained}
