"""The commands of `benchwright evaluate`."""

from __future__ import annotations

from benchwright.cli.command_group import CommandGroup
from benchwright.cli.evaluate import retrieval, system
from benchwright.cli.evaluate_answers import answers
from benchwright.cli.evaluate_questions import questions

EVALUATE_GROUP = CommandGroup(
    """Measure retrievers, models, whole RAG systems and questions, with confidence intervals.

    \b
    Example:
      benchwright evaluate retrieval bench -r bm25 -r dense:wordllama
    """,
    {"retrieval": retrieval, "system": system, "answers": answers, "questions": questions},
)
