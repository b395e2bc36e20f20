"""HotpotQA is read: the paragraphs of Wikipedia that its questions come with.

One or several `*.json` files, plain or compressed, each a list of questions:

    [{"_id": "5a8b...", "question": "...", "answer": "yes", "type": "comparison", "level": "hard",
      "supporting_facts": [["Ed Wood (film)", 0], ...],
      "context": [["Ed Wood (film)", ["Ed Wood is a 1994 ... film.", " The film concerns ..."]], ...]}, ...]

A paragraph is a source under its title. Sentences are joined as they are, so that a supporting sentence has its place.
(Yang et al., 2018.)
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from benchwright.readers.base import COMPRESSED, InputFile, Item, Limits, Reader
from benchwright.readers.inputs import is_plain_file
from benchwright.readers.json_members import JsonMember, first_value
from benchwright.readers.layouts import verbatim
from benchwright.readers.layouts.json_records import object_members
from benchwright.readers.layouts.resume_marks import marked_items
from benchwright.records import Drop, Json

QUESTION_BYTES = 16 << 20
"""Bytes of one question with its paragraphs, at most: the published ones have some 10,000."""

_FIELDS = frozenset({"question", "context", "supporting_facts"})


def hotpotqa_files(folder: Path) -> tuple[str, ...]:
    """The files of the layout, in the order of their names; () if this folder holds none."""
    endings = tuple(".json" + suffix for suffix in ("", *COMPRESSED))
    names = sorted(path.name for path in folder.iterdir() if path.name.endswith(endings) and is_plain_file(path))
    return tuple(name for name in names if _is_part(InputFile(folder / name, name, folder)))


def _is_part(file: InputFile) -> bool:
    first = first_value(file, "list", QUESTION_BYTES)
    return isinstance(first, dict) and first.keys() >= _FIELDS


def hotpotqa_questions(file: InputFile) -> Iterator[tuple[JsonMember, Json] | Drop]:
    """The questions of one file, in its order."""
    return object_members(file, QUESTION_BYTES)


def paragraphs(record: Json) -> dict[str, tuple[str, ...]]:
    """The sentences of each paragraph of a question, by title; what is no paragraph is left out."""
    context = record.get("context")
    found: dict[str, tuple[str, ...]] = {}
    for one in context if isinstance(context, list) else []:
        match one:
            case [str() as title, list() as sentences] if title and all(isinstance(text, str) for text in sentences):
                found.setdefault(title, tuple(sentences))
    return found


def read_hotpotqa(file: InputFile, limits: Limits) -> Iterator[Item]:
    """Every paragraph once, in the order of the questions."""

    def items() -> Iterator[Item]:
        texts: dict[str, int] = {}
        licence = verbatim.licence_of(file)
        for name in hotpotqa_files(file.path):
            for result in hotpotqa_questions(file.beside(name)):
                if isinstance(result, Drop):
                    yield result
                    continue
                for title, sentences in paragraphs(result[1]).items():
                    text = "".join(sentences)
                    if title not in texts and text.strip():
                        yield verbatim.passage(title, title, text, licence)
                    elif text.strip() and texts[title] != hash(text):
                        yield Drop(name, "fact-differs", f"{title!r} stands there before with other words", text[:200])
                    texts.setdefault(title, hash(text))

    return marked_items(file, items())


READER = Reader("hotpotqa", read_hotpotqa, layout=hotpotqa_files, verbatim=True)
