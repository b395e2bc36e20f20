"""SQuAD is read: the paragraphs that its questions are asked about, as version 1.1, 2.0, XQuAD and others publish them.

    {"version": "1.1", "data": [{"title": "Super_Bowl_50", "paragraphs": [
        {"context": "The Panthers defense gave up ...",
         "qas": [{"id": "56be...", "question": "...", "answers": [{"text": "308", "answer_start": 34}]}]}, ...]}, ...]}

A paragraph is a source, named after its article and its place in it: `Super_Bowl_50#3`. (Rajpurkar et al., 2016.)
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from benchwright.readers.base import COMPRESSED, InputFile, Item, Limits, Reader
from benchwright.readers.inputs import is_plain_file
from benchwright.readers.layouts import verbatim
from benchwright.readers.layouts.json_records import object_members
from benchwright.readers.layouts.resume_marks import marked_items
from benchwright.records import Drop, Json

ARTICLE_BYTES = 64 << 20
"""Bytes of one article with all its questions, at most: the longest of SQuAD's has some 600,000."""

_HEAD = 1 << 16


def squad_files(folder: Path) -> tuple[str, ...]:
    """The files of the layout, in the order of their names; () if this folder holds none."""
    endings = tuple(".json" + suffix for suffix in ("", *COMPRESSED))
    names = sorted(path.name for path in folder.iterdir() if path.name.endswith(endings) and is_plain_file(path))
    return tuple(name for name in names if _is_part(InputFile(folder / name, name, folder)))


def _is_part(file: InputFile) -> bool:
    """Whether the file is an object whose first article has paragraphs. Looks at its beginning before it is parsed:
    this is asked of every folder."""
    begin = file.head(_HEAD)
    if not begin.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") or b'"data"' not in begin:
        return False
    first = next(articles(file), None)
    return isinstance(first, tuple) and isinstance(first[1].get("paragraphs"), list)


def articles(file: InputFile) -> Iterator[tuple[str, Json] | Drop]:
    """(name, article) of each article of one file. A name that comes again gets a number: `Title~2`."""
    ids = verbatim.Ids()
    for result in object_members(file, ARTICLE_BYTES, frozenset({"data"})):
        if isinstance(result, Drop):
            yield result
        elif result[0].within == "data":
            record = result[1]
            yield ids.take(verbatim.text_of(record, "title") or "article"), record


def paragraphs(name: str, article: Json) -> Iterator[tuple[str, str, Json]]:
    """(id, text, paragraph) of each paragraph with words."""
    listed = article.get("paragraphs")
    for number, one in enumerate(listed if isinstance(listed, list) else [], 1):
        text = verbatim.text_of(one, "context") if isinstance(one, dict) else ""
        if text.strip():
            yield f"{name}#{number}", text, one


def read_squad(file: InputFile, limits: Limits) -> Iterator[Item]:
    """Every paragraph as one text source, in the order of the files. Files may share articles: one that another file
    has with the same words is one source."""

    def items() -> Iterator[Item]:
        texts: dict[str, int] = {}
        licence = verbatim.licence_of(file)
        for part in squad_files(file.path):
            for result in articles(file.beside(part)):
                if isinstance(result, Drop):
                    yield result
                    continue
                name, article = result
                for id, text, _ in paragraphs(name, article):
                    if id not in texts:
                        title = name.replace("_", " ")
                        yield verbatim.passage(id, title, text, licence)
                    elif texts[id] != hash(text):
                        yield Drop(part, "fact-differs", f"{id!r} stands there before with other words", text[:200])
                    texts.setdefault(id, hash(text))

    return marked_items(file, items())


READER = Reader("squad", read_squad, layout=squad_files, verbatim=True)
