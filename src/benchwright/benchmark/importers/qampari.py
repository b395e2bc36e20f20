"""Import QAMPARI (Amouyal et al., 2023): questions with many answers, each with the passages that prove it.

    {"qid": "799__wikidata_simple__dev", "question_text": ..., "entities": [...], "answer_list": [{"answer_text": ...,
     "aliases": [...], "aid": ..., "answer_url": ..., "proof": [{"proof_text": ..., "pid": ..., "found_in_url": ...}]}]}

The proofs of a composition's or an intersection's answer tell one step each and are needed together; those of other
answers are alternatives. Where that is not how it is, every proof of an answer names by number the `sets` that it is in
(Benchwright's own field, which readers of QAMPARI pass over): each set suffices, and all of a set is needed.

The reduced form, a JSON list of {"id", "question", "answers": [[name, alias ...]]}, has no proofs: its questions have
answers and no sources, and so have those of files in which no answer has a proof.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from benchwright.benchmark.importers.base import STYLE, Imported, Importer, mistake, origin, records, text_field
from benchwright.benchmark.importers.evidence import whole
from benchwright.corpus.store import Corpus
from benchwright.errors import ReadError, UsageError
from benchwright.readers.base import InputFile
from benchwright.readers.layouts import verbatim
from benchwright.readers.layouts.qampari import (
    ANSWERS,
    READER,
    UNDECIDED,
    Proof,
    answers_of,
    proofs_of,
    qampari_files,
    reduced_files,
)
from benchwright.records import Answer, Drop, Example, Json, Modalities, Span

KINDS = {
    "wikidata_simple": ("simple", "graph"),
    "wikidata_intersection": ("intersection", "graph"),
    "wikidata_comp": ("composition", "graph"),
    "wikitables_simple": ("table-simple", "table"),
    "wikitables_composition": ("table-composition", "table"),
}
"""The kind and the source that the middle of a `qid` stands for."""

PARTS = ("train", "dev", "test")

_TOGETHER = frozenset(("composition", "intersection"))
_REPEATED, _NO_PROOF, _SOME_BARE = "id-repeated", "no-proof", "answers-without-proof"


def kind_of(qid: str) -> tuple[str, str]:
    """The kind and source that a `qid` names; ("", "") if it is not built as QAMPARI's are."""
    parts = qid.split("__")
    return KINDS.get(parts[1], ("", "")) if len(parts) == 3 else ("", "")


def usual_sets(kind: str, proofs: Sequence[str]) -> list[tuple[str, ...]]:
    """Which of some proofs suffice together, each list of them one set, where nothing is told of that."""
    if not proofs:
        return []
    return [tuple(proofs)] if kind in _TOGETHER else [(proof,) for proof in proofs]


def question_files(folder: Path, split: str) -> tuple[str, ...]:
    """The files of the questions, all parts that lie there, or those whose names hold the split that was asked for."""
    found = qampari_files(folder) or reduced_files(folder)
    if not found:
        raise UsageError(
            f"{folder} is no folder of QAMPARI's", hint="it needs a .jsonl file with qid and answer_list in each line"
        )
    wanted = tuple(name for name in found if split in name)
    if not wanted:
        raise UsageError(f"{folder} has no split {split!r}", hint=f"its files are {', '.join(found)}")
    return wanted


def read_qampari(folder: Path, files: Sequence[str], corpus: Corpus) -> Imported:
    """An example for each question with answers, file by file in the order of the lines."""
    ids: dict[Proof, str] = {}
    for source in corpus.sources():
        ids.setdefault((source.document, source.text, source.url), source.id)
    examples: list[Example] = []
    drops: list[Drop] = []
    seen: set[str] = set()
    some_bare = False
    for name in files:
        reduced = _is_reduced(name)
        for number, record in _entries(folder, name) if reduced else records(folder, name):
            path, where = folder / name, f"{'entry' if reduced else 'line'} {number}"
            id = text_field(record, "id" if reduced else "qid", path, number)
            question = text_field(record, "question" if reduced else "question_text", path, number)
            if id in seen:
                drops.append(Drop(name, _REPEATED, f"{where}: {id!r} stands there before", question))
                continue
            seen.add(id)
            answers, told = _named(record, path, number) if reduced else _proven(record, id, ids, corpus, path, number)
            undecided, named = ((), []) if reduced else _listed(record, UNDECIDED, id, ids, corpus, path, number)
            told |= {"undecided": named} if named else {}
            bare = sum(not answer.evidence for answer in answers)
            if bare and ids:
                reason = _NO_PROOF if bare == len(answers) else _SOME_BARE
                drops.append(Drop(name, reason, f"{where}: {bare} answers of {id!r} have no proof", question))
                if reason == _NO_PROOF:
                    continue
                some_bare = True
            made = _example(id, question, answers, {**told, "part": _part(name, id)}, number)
            examples.append(replace(made, undecided=undecided))
    return Imported(tuple(examples), tuple(drops), "some" if some_bare else "all" if ids else "none")


def _part(name: str, qid: str) -> str:
    """The part that a question is of: the one that its file is named for, else the one its id names; "" for neither."""
    named = [part for part in PARTS if part in re.split("[^a-z]+", name.casefold())]
    told = qid.rpartition("__")[2]
    return named[0] if len(named) == 1 else told if told in PARTS else ""


def _proven(
    record: Json, id: str, ids: dict[Proof, str], corpus: Corpus, path: Path, number: int
) -> tuple[tuple[Answer, ...], Json]:
    """The answers with their proofs as evidence, and what else is told of the question. UsageError for none."""
    answers, told = _listed(record, ANSWERS, id, ids, corpus, path, number)
    if not answers:
        raise mistake(path, number, "has an answer_list that is no list of answers")
    entities = record.get("entities")
    return answers, {"answers": told, "entities": entities if isinstance(entities, list) else []}


def _listed(
    record: Json, key: str, id: str, ids: dict[Proof, str], corpus: Corpus, path: Path, number: int
) -> tuple[tuple[Answer, ...], list[Json]]:
    """The answers of a list with their proofs as evidence, and the id and address of each. UsageError for no list."""
    answers: list[Answer] = []
    told: list[Json] = []
    for one in answers_of(record, key):
        if not isinstance(one, dict):
            raise mistake(path, number, f"has an {key} that is no list of answers")
        text = text_field(one, "answer_text", path, number)
        proofs = [(ids[proof], said) for proof, said in proofs_of(one) if proof in ids]
        spans = {source: whole(corpus.source(source)) for source, _ in proofs}
        sets = _sets(proofs) or usual_sets(kind_of(id)[0], list(spans))
        evidence = dict.fromkeys(tuple(spans[source] for source in sources) for sources in sets)
        answers.append(Answer(text, _texts(one.get("aliases")), tuple(evidence)))
        told.append({"id": verbatim.text_of(one, "aid"), "url": verbatim.text_of(one, "answer_url")})
    return tuple(answers), told


def _sets(proofs: Sequence[tuple[str, Json]]) -> list[tuple[str, ...]]:
    """The sets that proofs say they are in, in the order of their numbers; [] unless all of them say so."""
    members: dict[int, dict[str, None]] = {}
    for source, said in proofs:
        numbers = said.get("sets")
        if not isinstance(numbers, list) or not numbers or not all(type(one) is int and one >= 0 for one in numbers):
            return []
        for one in numbers:
            members.setdefault(one, {})[source] = None
    return [tuple(members[number]) for number in sorted(members)]


def _named(record: Json, path: Path, number: int) -> tuple[tuple[Answer, ...], Json]:
    """The answers of the reduced form, names only. UsageError for none."""
    listed = record.get("answers")
    named = [_texts(one) for one in listed] if isinstance(listed, list) else []
    if not named or not all(forms and forms[0].strip() for forms in named):
        raise mistake(path, number, "has answers that are no lists of names")
    answers = tuple(Answer(forms[0], tuple(forms[1:])) for forms in named)
    return answers, {"answers": [{"id": "", "url": ""} for _ in answers], "entities": []}


def _texts(value: object) -> tuple[str, ...]:
    """The texts of a list as they are, repetitions among them."""
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list) else ()


def _entries(folder: Path, name: str) -> Iterator[tuple[int, Json]]:
    """(number, entry) of a JSON list. UsageError if it is none."""
    try:
        data = json.loads(InputFile(folder / name, name, folder).read_bytes())
    except ReadError as error:
        raise UsageError(f"{folder / name} cannot be read: {error}", hint="is it whole?") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{folder / name} is no JSON: {error}", hint="is it whole?") from error
    if not isinstance(data, list):
        raise UsageError(f"{folder / name} is no JSON list", hint="the reduced form is a list of questions")
    for number, one in enumerate(data, 1):
        if not isinstance(one, dict):
            raise mistake(folder / name, number, "is no JSON object")
        yield number, one


def _example(id: str, question: str, answers: tuple[Answer, ...], told: Json, number: int) -> Example:
    kind, source = kind_of(id)
    first: list[Span] = [span for answer in answers for spans in answer.evidence[:1] for span in spans]
    sources = tuple(dict.fromkeys(span.source for span in first))
    modalities = Modalities(text=len(sources))
    named = {"kind": kind, "source": source} if kind else {}
    return Example(
        id=id,
        question=question,
        answers=answers,
        style=STYLE,
        modalities=modalities,
        sources=sources,
        distractors=(),
        entity="",
        family=QAMPARI.name,
        checks=(),
        origin=origin(modalities, number - 1),
        derivation={**named, "relations": [], **told},
    )


def _is_reduced(name: str) -> bool:
    return name.endswith(".json")


def _is_bare(folder: Path, files: Sequence[str]) -> bool:
    """Whether no answer of these files has a proof."""
    proofs = (
        proof
        for name in files
        if not _is_reduced(name)
        for _, record in records(folder, name)
        for answer in answers_of(record)
        for proof in proofs_of(answer)
    )
    return next(proofs, None) is None


QAMPARI = Importer("qampari", READER, question_files, read_qampari, frozenset({_SOME_BARE}), _is_bare)
