"""Build an Arrow table with one row a question, for data frames and data sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa

from benchwright.records import Example, Source

_LIST = pa.list_(pa.string())
COLUMNS = pa.schema(
    [
        ("id", pa.string()),
        ("question", pa.string()),
        ("answer", pa.string()),
        ("answers", _LIST),
        ("style", pa.string()),
        ("modalities", pa.string()),
        ("family", pa.string()),
        ("entity", pa.string()),
        ("maker", pa.string()),
        ("documents", _LIST),
        ("sources", _LIST),
        ("distractors", _LIST),
    ]
)
"""The columns of every benchmark. What an import brought along (`Example.columns`) stands behind them, as text."""


def question_table(examples: Sequence[Example], sources: Mapping[str, Source]) -> pa.Table:
    """One row an example, in their order. `answer` is all answers as one line, `documents` are those of the needed
    sources, each once."""
    extra = sorted({name for one in examples for name in one.columns} - set(COLUMNS.names))
    schema = pa.schema([*COLUMNS, *((name, pa.string()) for name in extra)])
    rows = [_row(one, sources) | {name: one.columns.get(name) for name in extra} for one in examples]
    return pa.Table.from_pylist(rows, schema)


def with_images(table: pa.Table, files: Sequence[Sequence[str]]) -> pa.Table:
    """The table with a column `images`: the paths of the pictures of each row."""
    return table.append_column("images", pa.array(files, pa.list_(pa.string())))


def _row(example: Example, sources: Mapping[str, Source]) -> dict[str, Any]:
    return {
        "id": example.id,
        "question": example.question,
        "answer": example.answer,
        "answers": [one.text for one in example.answers],
        "style": example.style,
        "modalities": str(example.modalities),
        "family": example.family,
        "entity": example.entity,
        "maker": example.origin.maker,
        "documents": list(dict.fromkeys(sources[name].document for name in example.sources)),
        "sources": list(example.sources),
        "distractors": list(example.distractors),
    }
