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

from benchwright.benchmark.importers.base import (
    Imported,
    Importer,
    QuestionEntry,
    entries,
    entry_of,
    import_entries,
    records,
)
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
from benchwright.records import Answer, Drop, Example, Json

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
    """Which of some proofs suffice together, each list of them one set, by default."""
    if not proofs:
        return []
    return [tuple(proofs)] if kind in _TOGETHER else [(proof,) for proof in proofs]


def question_files(folder: Path, split: str) -> tuple[str, ...]:
    """The files of the questions, all parts that lie there, or those whose names hold the split that was asked for."""
    files = qampari_files(folder) or reduced_files(folder)
    if not files:
        raise UsageError(
            f"{folder} is not a folder of QAMPARI", hint="it needs a .jsonl file with qid and answer_list in each line"
        )
    wanted = tuple(name for name in files if split in name)
    if not wanted:
        raise UsageError(f"{folder} has no split {split!r}", hint=f"its files are {', '.join(files)}")
    return wanted


def read_qampari(folder: Path, files: Sequence[str], corpus: Corpus) -> Imported:
    """An example for each question with answers, file by file in the order of the lines."""
    ids: dict[Proof, str] = {}
    for source in corpus.sources():
        ids.setdefault((source.document, source.text, source.url), source.id)
    bare_answers: set[str] = set()

    def convert(entry: QuestionEntry) -> Iterator[Example | Drop]:
        if _is_reduced(entry.file):
            answers, details = _named(entry)
            undecided: tuple[Answer, ...] = ()
        else:
            answers, details = _proven(entry, ids, corpus)
            undecided, named = _listed(entry, UNDECIDED, ids, corpus)
            details |= {"undecided": named} if named else {}
        bare = sum(not answer.evidence for answer in answers)
        if bare and ids:
            reason = _NO_PROOF if bare == len(answers) else _SOME_BARE
            bare_answers.add(reason)
            yield entry.drop(reason, f"has {bare} answers without a proof")
            if reason == _NO_PROOF:
                return
        kind, origin = kind_of(entry.id)
        sources = dict.fromkeys(span.source for answer in answers for spans in answer.evidence[:1] for span in spans)
        details = {**({"kind": kind, "source": origin} if kind else {}), "relations": [], **details}
        details["part"] = _part(entry.file, entry.id)
        yield entry.example(QAMPARI.name, answers, sources, corpus, derivation=details, undecided=undecided)

    imported = import_entries(_entries(folder, files), convert)
    return replace(imported, evidence="some" if _SOME_BARE in bare_answers else "all" if ids else "none")


def _entries(folder: Path, files: Sequence[str]) -> Iterator[QuestionEntry]:
    for name in files:
        if _is_reduced(name):
            for entry in _reduced_entries(folder, name):
                yield entry.named("id", "question")
        else:
            yield from entries(folder, [name], "qid", "question_text")


def _part(name: str, qid: str) -> str:
    """The part that a question is of: the one that its file is named for, else the one its id names; "" for neither."""
    named = [part for part in PARTS if part in re.split("[^a-z]+", name.casefold())]
    part = qid.rpartition("__")[2]
    return named[0] if len(named) == 1 else part if part in PARTS else ""


def _proven(entry: QuestionEntry, ids: dict[Proof, str], corpus: Corpus) -> tuple[tuple[Answer, ...], Json]:
    """The answers with their proofs as evidence, and what else is known of the question. UsageError for none."""
    answers, details = _listed(entry, ANSWERS, ids, corpus)
    if not answers:
        raise entry.mistake("has an answer_list that is not a list of answers")
    entities = entry.record.get("entities")
    return answers, {"answers": details, "entities": entities if isinstance(entities, list) else []}


def _listed(
    entry: QuestionEntry, key: str, ids: dict[Proof, str], corpus: Corpus
) -> tuple[tuple[Answer, ...], list[Json]]:
    """The answers of a list with their proofs as evidence, and the id and address of each. UsageError for no list."""
    answers: list[Answer] = []
    details: list[Json] = []
    for one in answers_of(entry.record, key):
        if not isinstance(one, dict):
            raise entry.mistake(f"has an {key} that is not a list of answers")
        proofs = [(ids[proof], record) for proof, record in proofs_of(one) if proof in ids]
        spans = {source: whole(corpus.source(source)) for source, _ in proofs}
        sets = _sets(proofs) or usual_sets(kind_of(entry.id)[0], list(spans))
        evidence = dict.fromkeys(tuple(spans[source] for source in sources) for sources in sets)
        answers.append(Answer(entry.text("answer_text", one), _texts(one.get("aliases")), tuple(evidence)))
        details.append({"id": verbatim.text_of(one, "aid"), "url": verbatim.text_of(one, "answer_url")})
    return tuple(answers), details


def _sets(proofs: Sequence[tuple[str, Json]]) -> list[tuple[str, ...]]:
    """The sets that proofs say they are in, in the order of their numbers; [] unless all of them say so."""
    members: dict[int, dict[str, None]] = {}
    for source, record in proofs:
        numbers = record.get("sets")
        if not isinstance(numbers, list) or not numbers or not all(type(one) is int and one >= 0 for one in numbers):
            return []
        for one in numbers:
            members.setdefault(one, {})[source] = None
    return [tuple(members[number]) for number in sorted(members)]


def _named(entry: QuestionEntry) -> tuple[tuple[Answer, ...], Json]:
    """The answers of the reduced form, names only. UsageError for none."""
    listed = entry.record.get("answers")
    named = [_texts(one) for one in listed] if isinstance(listed, list) else []
    if not named or not all(forms and forms[0].strip() for forms in named):
        raise entry.mistake("has answers that are not lists of names")
    answers = tuple(Answer(forms[0], tuple(forms[1:])) for forms in named)
    return answers, {"answers": [{"id": "", "url": ""} for _ in answers], "entities": []}


def _texts(value: object) -> tuple[str, ...]:
    """The texts of a list as they are, repetitions among them."""
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list) else ()


def _reduced_entries(folder: Path, name: str) -> Iterator[QuestionEntry]:
    """The entries of a JSON list. UsageError if it is none."""
    try:
        data = json.loads(InputFile(folder / name, name, folder).read_bytes())
    except ReadError as error:
        raise UsageError(f"{folder / name} cannot be read: {error}", hint="is it whole?") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{folder / name} is not JSON: {error}", hint="is it whole?") from error
    if not isinstance(data, list):
        raise UsageError(f"{folder / name} is not a JSON list", hint="the reduced form is a list of questions")
    for number, one in enumerate(data, 1):
        yield entry_of(folder, name, number, one, "entry")


def _is_reduced(name: str) -> bool:
    return name.endswith(".json")


def _is_bare(folder: Path, files: Sequence[str]) -> bool:
    """Whether no answer of these files has a proof."""
    proofs = (
        proof
        for name in files
        if not _is_reduced(name)
        for entry in records(folder, name)
        for answer in answers_of(entry.record)
        for proof in proofs_of(answer)
    )
    return next(proofs, None) is None


QAMPARI = Importer("qampari", READER, question_files, read_qampari, frozenset({_SOME_BARE}), _is_bare)
