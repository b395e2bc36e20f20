"""HotpotQA is read: the paragraphs of Wikipedia that its questions come with.

One or several `*.json` files, plain or compressed, each a list of questions:

    [{"_id": "5a8b...", "question": "...", "answer": "yes", "type": "comparison", "level": "hard",
      "supporting_facts": [["Ed Wood (film)", 0], ...],
      "context": [["Ed Wood (film)", ["Ed Wood is a 1994 ... film.", " The film concerns ..."]], ...]}, ...]

Or in the form of Hugging Face, where both are objects of lists:

     "supporting_facts": {"title": ["Ed Wood (film)", ...], "sent_id": [0, ...]},
     "context": {"title": ["Ed Wood (film)", ...], "sentences": [["Ed Wood is a 1994 ... film.", ...], ...]}

A paragraph is a source under its title. Sentences are joined as they are, so that a supporting sentence has its place.
(Yang et al., 2018.)
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

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


def paragraphs(record: Json) -> tuple[dict[str, tuple[str, ...]], str]:
    """The sentences of each paragraph of a question by title, and what is wrong with its context ("" if nothing is).
    One sentence may stand without a list around it. What is not a paragraph is left out."""
    found: dict[str, tuple[str, ...]] = {}
    pairs = _pairs(record.get("context"), "sentences")
    bad = 0
    for title, sentences in pairs or ():
        listed = [sentences] if isinstance(sentences, str) else sentences
        if isinstance(title, str) and title and isinstance(listed, list) and all(isinstance(x, str) for x in listed):
            found.setdefault(title, tuple(listed))
        else:
            bad += 1
    if pairs is None:
        return found, "its context is in neither form of HotpotQA"
    return found, f"{bad} of its {len(pairs)} paragraphs are not a title with sentences" if bad else ""


def supporting_facts(record: Json) -> tuple[list[tuple[str, int]], str]:
    """(title, number from 0) of each supporting sentence, and what is wrong with them ("" if nothing is)."""
    pairs = _pairs(record.get("supporting_facts"), "sent_id")
    found = [pair for pair in pairs or () if isinstance(pair[0], str) and isinstance(pair[1], int)]
    if pairs is None:
        return found, "its supporting_facts are in neither form of HotpotQA"
    bad = len(pairs) - len(found)
    return found, f"{bad} of its {len(pairs)} supporting_facts are not a title with a number" if bad else ""


def _pairs(value: object, second: str) -> list[tuple[Any, Any]] | None:
    """The pairs of a list, or of an object with `title` and `second`, two lists of one length; None for another form.
    What is not there, as the facts of the blind test, has none."""
    if value is None:
        return []
    if isinstance(value, list):
        return [tuple(one) if isinstance(one, list) and len(one) == 2 else (None, None) for one in value]
    titles, others = (value.get("title"), value.get(second)) if isinstance(value, dict) else (None, None)
    if isinstance(titles, list) and isinstance(others, list) and len(titles) == len(others):
        return list(zip(titles, others, strict=True))
    return None


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
                member, record = result
                found, problem = paragraphs(record)
                if problem:
                    yield Drop(name, "bad-record", f"question {member.number + 1}: {problem}")
                for title, sentences in found.items():
                    text = "".join(sentences)
                    if title not in texts and text.strip():
                        yield verbatim.passage(title, title, text, licence)
                    elif text.strip() and texts[title] != hash(text):
                        yield Drop(name, "fact-differs", f"{title!r} stands there before with other words", text[:200])
                    texts.setdefault(title, hash(text))

    return marked_items(file, items())


READER = Reader("hotpotqa", read_hotpotqa, layout=hotpotqa_files, verbatim=True)
