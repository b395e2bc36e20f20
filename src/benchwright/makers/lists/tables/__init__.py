"""Questions from the tables of a corpus: what a list holds, and which of its rows meet a condition (QAMPARI, section
2.3)."""

from benchwright.makers.lists.tables.table_questions import Kind, TableDraft, TableQuestions, TableSettings

__all__ = ["Kind", "TableDraft", "TableQuestions", "TableSettings"]
