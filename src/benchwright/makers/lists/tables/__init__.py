"""Questions from the tables of a corpus: what a list holds, and which of its rows meet a condition (QAMPARI, section
2.3)."""

from benchwright.makers.lists.tables.questions import Kind, Settings, TableDraft, TableQuestions

__all__ = ["Kind", "Settings", "TableDraft", "TableQuestions"]
