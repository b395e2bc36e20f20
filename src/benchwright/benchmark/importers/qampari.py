"""QAMPARI: questions with many answers, each with the passages that prove it. (Amouyal et al., 2023.)

    {"qid": "799__wikidata_simple__dev", "question_text": ..., "entities": [...], "answer_list": [{"answer_text": ...,
     "aliases": [...], "aid": ..., "answer_url": ..., "proof": [{"proof_text": ..., "pid": ..., "found_in_url": ...}]}]}

The proofs of a simple question's answer are alternatives; those of a composition or an intersection tell one step each
and are needed together. The reduced form, a JSON list of {"id", "question", "answers": [[name, alias ...]]}, has no
proofs: its questions have answers and no sources.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchwright.benchmark.importers.base import STYLE, Imported, Importer, mistake, origin, records, text_field
from benchwright.benchmark.importers.evidence import whole
from benchwright.corpus.read import layouts
from benchwright.corpus.read.base import InputFile
from benchwright.corpus.read.qampari import READER, Proof, proofs_of, qampari_files, reduced_files
from benchwright.corpus.store import Corpus
from benchwright.errors import ReadError, UsageError
from benchwright.records import Answer, Drop, Example, Json, Modalities, Span

KINDS = {
    "wikidata_simple": ("simple", "graph"),
    "wikidata_intersection": ("intersection", "graph"),
    "wikidata_comp": ("composition", "graph"),
    "wikitables_simple": ("table-simple", "table"),
    "wikitables_composition": ("table-composition", "table"),
}
"""The kind and the source that the middle of a `qid` stands for."""

_USUAL = "dev"
_TOGETHER = frozenset(("composition", "intersection"))


def kind_of(qid: str) -> tuple[str, str]:
    """The kind and source that a `qid` names; ("", "") if it is not built as QAMPARI's are."""
    parts = qid.split("__")
    return KINDS.get(parts[1], ("", "")) if len(parts) == 3 else ("", "")


def question_files(folder: Path, split: str) -> tuple[str, ...]:
    """The questions of the split: the file whose name holds it, else `dev`, else the only one."""
    found = qampari_files(folder) or reduced_files(folder)
    if not found:
        raise UsageError(
            f"{folder} is no folder of QAMPARI's", hint="it needs a .jsonl file with qid and answer_list in each line"
        )
    wanted = [name for name in found if split in name] if split else [name for name in found if _USUAL in name]
    if not wanted and not split:
        wanted = list(found)
    if len(wanted) != 1:
        said = f"{folder} has {'no' if not wanted else 'several files of'} split {split!r}"
        raise UsageError(
            said if split else f"{folder} has several splits", hint=f"name one of these by --split: {', '.join(found)}"
        )
    return (wanted[0],)


def read_qampari(folder: Path, files: Sequence[str], corpus: Corpus) -> Imported:
    """An example for each question with answers, in the order of the file."""
    (name,) = files
    if _is_bare(files):
        return _reduced(folder, name)
    ids: dict[Proof, str] = {}
    for source in corpus.sources():
        ids.setdefault((source.document, source.text, source.url), source.id)
    examples: list[Example] = []
    drops: list[Drop] = []
    seen: set[str] = set()
    for number, record in records(folder, name):
        path = folder / name
        id, question = (text_field(record, field, path, number) for field in ("qid", "question_text"))
        if id in seen:
            drops.append(Drop(name, "id-repeated", f"line {number}: {id!r} stands there before", question))
            continue
        seen.add(id)
        kind, _ = kind_of(id)
        answers, told = _answers(record, kind, ids, corpus, path, number)
        bare = sum(not answer.evidence for answer in answers)
        if bare:
            drops.append(Drop(name, "no-proof", f"line {number}: {bare} answers of {id!r} have no proof", question))
            continue
        entities = record.get("entities")
        derivation = {"answers": told, "entities": entities if isinstance(entities, list) else []}
        sources = tuple(dict.fromkeys(span.source for answer in answers for span in answer.evidence[0]))
        examples.append(_example(id, question, answers, sources, derivation, number))
    return Imported(tuple(examples), tuple(drops))


def _answers(
    record: Json, kind: str, ids: dict[Proof, str], corpus: Corpus, path: Path, number: int
) -> tuple[tuple[Answer, ...], list[Json]]:
    """The answers with their proofs as evidence, and what else is told of each. UsageError for none."""
    listed = record.get("answer_list")
    if not isinstance(listed, list) or not listed or not all(isinstance(one, dict) for one in listed):
        raise mistake(path, number, "has an answer_list that is no list of answers")
    spans: dict[int, list[Span]] = {}
    for place, proof in proofs_of(record):
        if proof in ids:
            spans.setdefault(place, []).append(whole(corpus.source(ids[proof])))
    answers: list[Answer] = []
    told: list[Json] = []
    for place, one in enumerate(listed):
        text = text_field(one, "answer_text", path, number)
        found = tuple(dict.fromkeys(spans.get(place, ())))
        evidence = ((found,) if kind in _TOGETHER else tuple((span,) for span in found)) if found else ()
        answers.append(Answer(text, _texts(one.get("aliases")), evidence))
        told.append({"id": layouts.text_of(one, "aid"), "url": layouts.text_of(one, "answer_url")})
    return tuple(answers), told


def _reduced(folder: Path, name: str) -> Imported:
    examples: list[Example] = []
    drops: list[Drop] = []
    seen: set[str] = set()
    for number, record in enumerate(_list(folder, name), 1):
        path = folder / name
        id, question = (text_field(record, field, path, number) for field in ("id", "question"))
        if id in seen:
            drops.append(Drop(name, "id-repeated", f"entry {number}: {id!r} stands there before", question))
            continue
        seen.add(id)
        listed = record.get("answers")
        named = [_texts(one) for one in listed] if isinstance(listed, list) else []
        if not named or not all(forms and forms[0].strip() for forms in named):
            raise mistake(path, number, "has answers that are no lists of names")
        answers = tuple(Answer(forms[0], tuple(forms[1:])) for forms in named)
        told: Json = {"answers": [{"id": "", "url": ""} for _ in answers], "entities": []}
        examples.append(_example(id, question, answers, (), told, number))
    return Imported(tuple(examples), tuple(drops), evidence=False)


def _texts(value: object) -> tuple[str, ...]:
    """The texts of a list as they are, repetitions among them."""
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list) else ()


def _list(folder: Path, name: str) -> Iterator[Json]:
    """The entries of a JSON list. UsageError if it is none."""
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
        yield one


def _example(
    id: str, question: str, answers: tuple[Answer, ...], sources: tuple[str, ...], told: Json, number: int
) -> Example:
    kind, source = kind_of(id)
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


def _is_bare(files: Sequence[str]) -> bool:
    """Whether the questions are in the reduced form."""
    return all(name.endswith(".json") for name in files)


QAMPARI = Importer("qampari", READER, question_files, read_qampari, frozenset(), _is_bare)
