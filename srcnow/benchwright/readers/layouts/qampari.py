"""QAMPARI is read: the passages that prove the answers, out of the files of the questions.

    {"qid": "799__wikidata_simple__dev", "question_text": "What manga was drawn by Ryoichi Ikegami?", "entities": [...],
     "answer_list": [{"answer_text": "Heat", "aliases": ["Heat"], "aid": "...", "answer_url": "https://...",
       "proof": [{"proof_text": "Heat is a manga ...", "pid": "51235__0", "found_in_url": "https://..."}]}]}

Every proof is one text source, kept once. Its document is the proof's `pid`, its id too; a second text under one `pid`
gets a suffix. Exports of Benchwright have all passages of their corpus in `passages.jsonl`, which is read first, and
`undecided_list`, a field of the form of `answer_list`. The reduced form, a JSON list of {"id", "question",
"answers": [["Heat"]]}, has no passages. (Amouyal et al., 2023.)
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

from benchwright.readers.base import COMPRESSED, InputFile, Item, Limits, Reader
from benchwright.readers.inputs import is_plain_file
from benchwright.readers.json_members import first_value
from benchwright.readers.layouts import verbatim
from benchwright.records import Drop, Json, Source

_ENDS = (".jsonl", *(f".jsonl{suffix}" for suffix in COMPRESSED))
_QUESTION_BYTES = 1 << 16
PASSAGES = "passages.jsonl"
ANSWERS, UNDECIDED = "answer_list", "undecided_list"

Proof = tuple[str, str, str]
"""pid, text, address: what makes two proofs one source."""


def qampari_files(folder: Path) -> tuple[str, ...]:
    """The files of the layout that hold proofs, by name; () if this folder has none."""
    return tuple(
        name for name in _names(folder, _ENDS) if {"qid", "answer_list"} <= verbatim.first_fields(folder, name)
    )


def layout_files(folder: Path) -> tuple[str, ...]:
    """All files of the layout: those that hold proofs, and the passages."""
    files = qampari_files(folder)
    return (*files, *filter(None, (verbatim.part(folder, PASSAGES),))) if files else ()


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
    """Every passage and every proof of every file as one text source, in the order of the files."""
    ids = verbatim.Ids()
    seen: set[Proof] = set()
    licence = verbatim.licence_of(file)
    if name := verbatim.part(file.path, PASSAGES):
        for item in verbatim.records(file.beside(name), "id", "contents"):
            yield from [item] if isinstance(item, Drop) else _passage(name, *item, ids, seen, licence)
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


def _passage(
    name: str, number: int, record: Json, ids: verbatim.Ids, seen: set[Proof], licence: str
) -> Iterator[Source | Drop]:
    """A passage of the corpus. One without words was exported by reference, because of its licence."""
    value = record.get("meta")
    meta: Json = value if isinstance(value, dict) else {}
    pid, url = verbatim.text_of(meta, "pid") or record["id"], verbatim.text_of(meta, "url")
    text, title = record["contents"], verbatim.text_of(meta, "title")
    if not pid or not text.strip():
        yield Drop(name, "empty", f"line {number}: {record['id']!r} has no words", title)
    elif (pid, text, url) not in seen:
        seen.add((pid, text, url))
        told = verbatim.text_of(meta, "licence") or licence
        yield verbatim.passage(ids.take(pid), title, text, told, url, document=pid)


READER = Reader("qampari", read_qampari, layout=layout_files, version=2, verbatim=True)
