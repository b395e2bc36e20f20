"""QAMPARI is read: the passages that prove the answers, out of the files of the questions.

    {"qid": "799__wikidata_simple__dev", "question_text": "What manga was drawn by Ryoichi Ikegami?", "entities": [...],
     "answer_list": [{"answer_text": "Heat", "aliases": ["Heat"], "aid": "...", "answer_url": "https://...",
       "proof": [{"proof_text": "Heat is a manga ...", "pid": "51235__0", "found_in_url": "https://..."}]}]}

Every proof is one text source, kept once. Its document is the proof's `pid`, its id too; a second text under one `pid`
gets a suffix. `undecided_list`, a field of Benchwright's own, has the form of `answer_list`. The reduced form, a JSON
list of {"id", "question", "answers": [["Heat"]]}, has no passages. (Amouyal et al., 2023.)
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

from benchwright.readers.base import COMPRESSED, InputFile, Item, Limits, Reader
from benchwright.readers.inputs import is_plain_file
from benchwright.readers.json_members import first_value
from benchwright.readers.layouts import verbatim
from benchwright.records import Drop, Json

_ENDS = (".jsonl", *(f".jsonl{suffix}" for suffix in COMPRESSED))
_QUESTION_BYTES = 1 << 16
ANSWERS, UNDECIDED = "answer_list", "undecided_list"

Proof = tuple[str, str, str]
"""pid, text, address: what makes two proofs one source."""


def qampari_files(folder: Path) -> tuple[str, ...]:
    """The files of the layout that hold proofs, by name; () if this folder has none."""
    return tuple(
        name for name in _names(folder, _ENDS) if {"qid", "answer_list"} <= verbatim.first_fields(folder, name)
    )


def reduced_files(folder: Path) -> tuple[str, ...]:
    """The files of the folder in the reduced form, by name. They hold no passages, and are no layout of a corpus."""
    return tuple(name for name in _names(folder, (".json",)) if _is_reduced(folder, name))


def _names(folder: Path, ends: tuple[str, ...]) -> list[str]:
    try:
        return sorted(path.name for path in folder.iterdir() if path.name.endswith(ends) and is_plain_file(path))
    except OSError:
        return []


def _is_reduced(folder: Path, name: str) -> bool:
    """Whether a JSON file begins as a list of questions with lists of answers."""
    first = first_value(InputFile(folder / name, name, folder), "list", _QUESTION_BYTES)
    return isinstance(first, dict) and {"id", "question", "answers"} <= first.keys()


def proofs_of(answer: object) -> Iterator[tuple[Proof, Json]]:
    """Every proof of an answer that has an id and a text, with all that is told of it."""
    proofs = answer.get("proof") if isinstance(answer, dict) else None
    for proof in proofs if isinstance(proofs, list) else []:
        if isinstance(proof, dict):
            pid, text, url = (verbatim.text_of(proof, key) for key in ("pid", "proof_text", "found_in_url"))
            if pid and text.strip():
                yield (pid, text, url), proof


def answers_of(record: Json, key: str = ANSWERS) -> list[object]:
    """What stands in a record's list of answers, or in that of what is neither right nor wrong; [] if it has none."""
    answers = record.get(key)
    return answers if isinstance(answers, list) else []


def read_qampari(file: InputFile, limits: Limits) -> Iterator[Item]:
    """Every proof of every file as one text source, in the order of the files."""
    ids = verbatim.Ids()
    seen: set[Proof] = set()
    licence = verbatim.licence_of(file)
    for name in qampari_files(file.path):
        for item in verbatim.records(file.beside(name), "qid"):
            if isinstance(item, Drop):
                yield item
                continue
            listed = [*answers_of(item[1]), *answers_of(item[1], UNDECIDED)]
            for proof, _ in (description for answer in listed for description in proofs_of(answer)):
                if proof in seen:
                    continue
                seen.add(proof)
                pid, text, url = proof
                title = unquote(url.rstrip("/").rpartition("/")[2]).replace("_", " ") if "/wiki/" in url else ""
                yield verbatim.passage(ids.take(pid), title, text, licence, url, document=pid)


READER = Reader("qampari", read_qampari, layout=qampari_files, verbatim=True)
