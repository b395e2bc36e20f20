"""Import BEIR (Thakur et al., 2021): queries, and which documents are relevant to each.

    queries.jsonl   {"_id": "1", "text": "0-dimensional biomaterials show inductive properties."}
    qrels/test.tsv  query-id <tab> corpus-id <tab> score, with or without that first line
                    1 <tab> 31715818 <tab> 1

A query has no answer, only relevant documents: all with a score above 0 are its sources, scores above 1 its grades.
`queries.jsonl` holds the queries of all splits, so that those without a line in this one's qrels are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from benchwright.benchmark.importers.base import (
    STYLE,
    Imported,
    Importer,
    lines,
    mistake,
    origin,
    records,
    text_field,
)
from benchwright.corpus.store import Corpus
from benchwright.errors import UsageError
from benchwright.readers.base import COMPRESSED
from benchwright.readers.layouts import verbatim
from benchwright.readers.layouts.beir import READER, beir_files
from benchwright.records import Drop, Example, Modalities

_USUAL = "test"


def question_files(folder: Path, split: str) -> tuple[str, ...]:
    """The queries, and the qrels of the split: the one that is named, else `test`, else the only one."""
    if not beir_files(folder):
        raise UsageError(
            f"{folder} is no folder of BEIR's", hint="it needs corpus.jsonl with _id and text in each line"
        )
    queries = verbatim.part(folder, "queries.jsonl")
    if not queries:
        raise UsageError(f"{folder} has no queries.jsonl", hint="BEIR keeps the questions there")
    found = {path.name.split(".tsv")[0]: f"qrels/{path.name}" for path in sorted((folder / "qrels").glob("*.tsv*"))}
    found = {name: file for name, file in found.items() if Path(file).suffix in (".tsv", *COMPRESSED)}
    if not found:
        raise UsageError(f"{folder} has no qrels/*.tsv", hint="BEIR keeps there which documents are relevant")
    wanted = split or (_USUAL if _USUAL in found else next(iter(found)) if len(found) == 1 else "")
    if wanted not in found:
        said = f"{folder} has no split {wanted!r}" if wanted else f"{folder} has several splits"
        raise UsageError(said, hint=f"write --split with one of: {', '.join(found)}")
    return (queries, found[wanted])


def read_beir(folder: Path, files: Sequence[str], corpus: Corpus) -> Imported:
    """An example for each query with a relevant document, in the order of the queries."""
    queries_file, qrels_file = files
    relevant, drops = _qrels(folder, qrels_file, corpus)
    judged = set(relevant)
    examples: list[Example] = []
    seen: set[str] = set()
    for number, record in records(folder, queries_file):
        id = text_field(record, "_id", folder / queries_file, number)
        text = text_field(record, "text", folder / queries_file, number)
        if id in seen:
            drops.append(Drop(queries_file, "id-repeated", f"line {number}: {id!r} stands there before", text))
            continue
        seen.add(id)
        if id not in judged:
            drops.append(Drop(queries_file, "not-in-split", f"line {number}: {qrels_file} does not name {id!r}", text))
            continue
        grades = relevant[id]
        if not grades:
            drops.append(Drop(queries_file, "no-relevant", f"line {number}: {id!r} has no relevant document", text))
            continue
        sources = tuple(grades)
        modalities = Modalities.of(corpus.modality(source) for source in sources)
        examples.append(
            Example(
                id=id,
                question=text,
                answers=(),
                style=STYLE,
                modalities=modalities,
                sources=sources,
                distractors=(),
                entity="",
                family=BEIR.name,
                checks=(),
                origin=origin(modalities, number - 1),
                grades={source: grade for source, grade in grades.items() if grade > 1},
            )
        )
    unknown = [query for query in relevant if query not in seen]
    drops.extend(Drop(qrels_file, "unknown-query", f"{query!r} is not in {queries_file}") for query in unknown)
    return Imported(tuple(examples), tuple(drops))


def _qrels(folder: Path, name: str, corpus: Corpus) -> tuple[dict[str, dict[str, int]], list[Drop]]:
    """The relevant documents of every query that the file names, with their grades; a query whose documents are all
    judged irrelevant, or are not in the corpus, has none."""
    relevant: dict[str, dict[str, int]] = {}
    drops: list[Drop] = []
    for number, line in lines(folder, name):
        try:
            fields = line.decode("utf-8").rstrip("\r\n").split("\t")
        except UnicodeDecodeError as error:
            raise mistake(folder / name, number, "is not UTF-8") from error
        if len(fields) != 3:
            raise mistake(folder / name, number, f"has {len(fields)} columns between tabs, not 3")
        query, document, score = (field.strip() for field in fields)
        try:
            grade = int(score)
        except ValueError:
            if number == 1 and not any(letter.isdigit() for letter in score):  # the names of the columns
                continue
            raise mistake(folder / name, number, f"has the score {score!r}, which is no whole number") from None
        if not query or not document:
            raise mistake(folder / name, number, "has an empty id")
        grades = relevant.setdefault(query, {})
        if grade <= 0:
            continue
        if document not in corpus:
            drops.append(Drop(name, "unknown-source", f"line {number}: {document!r} is not in the corpus"))
        elif document in grades:
            drops.append(Drop(name, "judged-twice", f"line {number}: {document!r} for {query!r}; the higher counts"))
            grades[document] = max(grade, grades[document])
        else:
            grades[document] = grade
    return relevant, drops


BEIR = Importer("beir", READER, question_files, read_beir, frozenset({"not-in-split"}))
