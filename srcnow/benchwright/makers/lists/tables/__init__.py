"""Makes questions from tables: what a list holds, and which rows meet a condition (QAMPARI, section 2.3)."""

from benchwright.makers.lists.tables.table_questions import Kind, TableDraft, TableQuestions

__all__ = ["Kind", "TableDraft", "TableQuestions"]
