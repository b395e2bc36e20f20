"""Import BEIR (Thakur et al., 2021): queries, and which documents are relevant to each.

    queries.jsonl   {"_id": "1", "text": "0-dimensional biomaterials show inductive properties."}
    qrels/test.tsv  query-id <tab> corpus-id <tab> score, with or without that first line
                    1 <tab> 31715818 <tab> 1

A query has no answer, only relevant documents: all with a score above 0 are its sources, scores above 1 its grades.
`queries.jsonl` holds the queries of all splits, so that those without a line in this one's qrels are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from benchwright.benchmark.importers.base import (
    Imported,
    Importer,
    QuestionEntry,
    choose_split,
    entries,
    import_entries,
    lines,
    mistake,
)
from benchwright.corpus.store import Corpus
from benchwright.errors import UsageError
from benchwright.readers.base import COMPRESSED
from benchwright.readers.layouts import verbatim
from benchwright.readers.layouts.beir import READER, beir_files
from benchwright.records import Drop, Example


def question_files(folder: Path, split: str) -> tuple[str, ...]:
    """The queries, and the qrels of the split: the one that is named, else `test`, else the only one."""
    if not beir_files(folder):
        raise UsageError(
            f"{folder} is not a folder of BEIR", hint="it needs corpus.jsonl with _id and text in each line"
        )
    queries = verbatim.part(folder, "queries.jsonl")
    if not queries:
        raise UsageError(f"{folder} has no queries.jsonl", hint="BEIR keeps the questions there")
    splits = {
        path.name.split(".tsv")[0]: f"qrels/{path.name}"
        for path in sorted((folder / "qrels").glob("*.tsv*"))
        if path.suffix in (".tsv", *COMPRESSED)
    }
    if not splits:
        raise UsageError(f"{folder} has no qrels/*.tsv", hint="BEIR keeps there which documents are relevant")
    return (queries, choose_split(folder, splits, split, "test"))


def read_beir(folder: Path, files: Sequence[str], corpus: Corpus) -> Imported:
    """An example for each query with a relevant document, in the order of the queries."""
    queries_file, qrels_file = files
    relevant, drops = _qrels(folder, qrels_file, corpus)
    queries: set[str] = set()

    def convert(entry: QuestionEntry) -> Iterator[Example | Drop]:
        queries.add(entry.id)
        grades = relevant.get(entry.id)
        if grades is None:
            yield entry.drop("not-in-split", f"is not in {qrels_file}")
        elif not grades:
            yield entry.drop("no-relevant", "has no relevant document")
        else:
            above = {source: grade for source, grade in grades.items() if grade > 1}
            yield entry.example(BEIR.name, (), grades, corpus, grades=above)

    imported = import_entries(entries(folder, [queries_file], "_id", "text"), convert)
    unknown = (query for query in relevant if query not in queries)
    drops += [
        *imported.drops,
        *(Drop(qrels_file, "unknown-query", f"{one!r} is not in {queries_file}") for one in unknown),
    ]
    return Imported(imported.examples, tuple(drops))


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
            raise mistake(folder / name, number, f"has the score {score!r}, which is not a whole number") from None
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
