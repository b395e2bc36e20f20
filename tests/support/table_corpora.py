"""Small corpora of tables in OTT-QA's layout, whose key cells link to pages."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchwright.corpus.ingest import ingest_paths
from benchwright.corpus.store import Corpus

NAMES = ("Ard", "Bol", "Cam", "Dun", "Eld", "Fen", "Gam", "Hol", "Ivo", "Jul")


@dataclass(frozen=True)
class Drawn:
    """A table: its first column names things, each linked to the page of its name."""

    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    section: str = ""


def towers(count: int = 10, city: str = "Ribe") -> list[tuple[str, str]]:
    """Rows of so many towers, all in one city."""
    return [(f"{name} Tower", city) for name in NAMES[:count]]


def corpus_of(folder: Path, tables: Sequence[Drawn], pages: Mapping[str, str]) -> Corpus:
    """A corpus of these tables and of a page for each name, with one text that has no part in anything."""
    listed = [
        {
            "table_id": f"t{number}", "url": "", "title": one.title, "section_title": one.section,
            "header": list(one.header), "rows": [list(row) for row in one.rows],
            "links": [[[_id(row[0])] if row[0] in pages else [], *[[] for _ in row[1:]]] for row in one.rows],
        }
        for number, one in enumerate(tables)
    ]  # fmt: skip
    told = [{"passage_id": _id(name), "title": name, "text": text} for name, text in pages.items()]
    told.append({"passage_id": "/wiki/Else", "title": "Else", "text": "Something else ."})
    data = folder / "data"
    data.mkdir(parents=True)
    (data / "tables.jsonl").write_text("".join(json.dumps(one) + "\n" for one in listed), "utf-8")
    (data / "passages.jsonl").write_text("".join(json.dumps(one) + "\n" for one in told), "utf-8")
    ingest_paths([data], folder / "corpus", workers=0)
    return Corpus.open(folder / "corpus")


def _id(name: str) -> str:
    return f"/wiki/{name.replace(' ', '_')}"
