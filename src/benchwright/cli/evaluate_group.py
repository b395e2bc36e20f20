"""The commands of `benchwright evaluate`."""

from __future__ import annotations

from benchwright.cli.command_group import CommandGroup
from benchwright.cli.evaluate import retrieval, system
from benchwright.cli.evaluate_answers import answers

EVALUATE_GROUP = CommandGroup(
    """Measure retrievers, models and whole RAG systems on a benchmark, with confidence intervals.

    \b
    Example:
      benchwright evaluate retrieval bench -r bm25 -r dense:wordllama
    """,
    {"retrieval": retrieval, "system": system, "answers": answers},
)
