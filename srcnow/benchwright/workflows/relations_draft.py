"""Draft a file of relations from the headers and labels that a corpus uses most often and no relation knows.

Each entry is whole and valid, so that the file can be used as it stands; its wording is for the user to complete.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from benchwright.corpus.row_tables import RowTable
from benchwright.corpus.store import Corpus
from benchwright.facts.labelled import labels_in
from benchwright.facts.open.context import is_open
from benchwright.facts.relations import label_key, lexicon
from benchwright.facts.store import FactTable
from benchwright.files.atomic import atomic_path
from benchwright.files.output_paths import check_output_file
from benchwright.readers.source_columns import source_of_row

_MOST, _FEWEST = 20, 3
"""Relations of a draft from headers, and from labels; how often a word has to occur."""
_CELL = "cell:"
_HEAD = """\
# Relations that `benchwright facts {corpus} --draft` found no meaning for, the most frequent first.
# Delete what you do not need, and complete the rest: subjects (what has it), noun, ask, clause.
# docs/facts.md, "Add your own relations", explains every key. Use the file with
#   benchwright facts CORPUS --relations FILE      or the line  relations: FILE  in a plan.
"""
_ENTRY = """
# {seen}, such as {sample}
{name}:
  subjects: [thing]
  value: {value}
  noun: {noun}
  {where}
  ask: [{ask}]
  clause: {clause}
"""


def check_draft(path: Path) -> None:
    """UsageError for a path where no draft may be written."""
    check_output_file(path, replace=False, option="--draft", hint="name another file for the draft")


def write_draft(corpus: Corpus, table: FactTable, path: Path) -> None:
    """Write the draft. Raises UsageError for a file that is there already, StorageError if the disk refuses."""
    check_draft(path)
    entries = dict([*_of_headers(table), *_of_labels(corpus)])
    with atomic_path(path) as temporary:
        temporary.write_text(_HEAD.format(corpus=corpus.path.name) + "".join(entries.values()), encoding="utf-8")


def _of_headers(table: FactTable) -> Iterator[tuple[str, str]]:
    """(name, entry) for the most frequent headers of tables whose cells are open facts."""
    counts = {name: count for name, count in table.relations().items() if name.startswith(_CELL)}
    for relation in sorted(counts, key=lambda name: (-counts[name], name))[:_MOST]:
        facts = table.at(table.rows_of_relation(relation))
        header = relation.removeprefix(_CELL)
        value = Counter(fact.value_type for fact in facts).most_common(1)[0][0]
        tables = len({fact.source for fact in facts})
        if len(facts) >= _FEWEST and lexicon().by_header("thing", header) is None:
            seen = f"{len(facts):,} cells of {tables:,} table{'s' * (tables != 1)}"
            yield from _entry(header, seen, f"{facts[0].value} for {facts[0].subject}", value, "headers", header)


def _of_labels(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """(name, entry) for the most frequent labels of lines ("Label: value") that are no relation's."""
    counts: Counter[str] = Counter()
    samples: dict[str, str] = {}
    for row in RowTable(corpus.columns.table).rows():
        source = source_of_row(row)
        if source.table is None and source.image is None:
            for label, value in labels_in(source.text):
                counts[label_key(label)] += 1
                samples.setdefault(label_key(label), value)
    unknown = [(label, count) for label, count in counts.most_common() if lexicon().by_label(label) is None]
    for label, count in [pair for pair in unknown if pair[1] >= _FEWEST][:_MOST]:
        yield from _entry(label, f"{count:,} lines", samples[label], "text", "labels", label)


def _entry(noun: str, seen: str, sample: str, value: str, key: str, word: str) -> Iterator[tuple[str, str]]:
    name = re.sub(r"\W+", "_", noun).strip("_")
    if not name or set(noun) & set("{}"):
        return
    name = f"{name}_{key[:-1]}" if name in lexicon() or is_open(name) or name.isdigit() else name
    where = f"headers: {{thing: [{json.dumps(word)}]}}" if key == "headers" else f"labels: [{json.dumps(word)}]"
    text = _ENTRY.format(
        seen=seen,
        sample=json.dumps(" ".join(sample.split())[:80]),
        name=json.dumps(name),
        value=value,
        noun=json.dumps(noun),
        where=where,
        ask=json.dumps(f"What is the {noun} of {{s}}?"),
        clause=json.dumps(f"what is {{their}} {noun}"),
    )
    yield name, text
