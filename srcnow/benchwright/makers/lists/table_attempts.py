"""Turns one draft from a table into a checked example, and counts what tables can supply."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from threading import Lock
from typing import get_args

from benchwright.corpus.store import Corpus
from benchwright.makers.lists.draft_checks import Distract, DraftChecks, ListCell
from benchwright.makers.lists.plan_settings import conditions_of
from benchwright.makers.lists.relation_split import part_of, split_relations
from benchwright.makers.lists.shortfalls import shortfall
from benchwright.makers.lists.tables import Kind, TableDraft, TableQuestions
from benchwright.makers.lists.tables.second_reading import entailed, misread
from benchwright.makers.lists.tables.table_questions import MODALITIES, VERSION
from benchwright.plan import Plan
from benchwright.records import Check, Json, Modality, Outcome
from benchwright.run import Supply

TABLE_KINDS: tuple[Kind, ...] = get_args(Kind)


class TableAttempts:
    """Attempts over the tables of one corpus, which are looked through when first needed."""

    version = f"tables/{VERSION}"

    def __init__(self, plan: Plan, corpus: Corpus, distract: Distract) -> None:
        self._plan = plan
        self._corpus = corpus
        self._checks = DraftChecks(corpus, conditions_of(plan.lists), plan.seed, distract)
        self._lock = Lock()
        self._numbers: dict[str, tuple[int, ...]] = {}

    @cached_property
    def _questions(self) -> TableQuestions:
        return TableQuestions.of(self._corpus, self._checks.conditions)

    def supply(self, cell: ListCell) -> Supply:
        """How many questions of the cell's kind there are, and how many tables they come from."""
        numbers = self._wanted(cell)
        if not numbers:
            return Supply(0, why=self.why_short(cell, 0, {}))
        groups = self._questions.groups(_kind(cell), named_kinds(cell))
        return Supply(len(numbers), {"relation": groups.get("table", 0), "document": groups.get("document", 0)})

    def why_short(self, cell: ListCell, seen: int, reasons: Mapping[str, int]) -> str:
        """Why the cell ended short after `seen` attempts, of which those counted as `status:reason` fell."""
        kind, kinds = _kind(cell), named_kinds(cell)
        if kinds not in MODALITIES:
            return f"questions over tables have text or tables as evidence, never {kinds}: ask for one of these"
        questions = self._questions
        stages = {"tables": questions.tables, "tables that list a set": len(questions)}
        stages["questions"] = questions.supply(kind, kinds)
        if self._plan.lists.part is not None:
            stages["questions in the part"] = len(self._wanted(cell))
        return shortfall("table", stages, questions.refused, seen, reasons)

    def sampling(self) -> Json:
        return {"tables": len(self._questions), "left_out": dict(self._questions.refused)}

    def attempt(self, cell: ListCell, number: int) -> Outcome:
        """Write and check question `number` of the cell."""
        at = self._wanted(cell)[number]
        draft = self._questions.attempt(_kind(cell), named_kinds(cell), at, self._plan.seed)
        return self._checks.outcome(
            cell,
            number,
            draft,
            entails=lambda: self._entails(draft),
            correct=lambda: misread(draft, self._corpus),
            counted="rows",
        )

    def _wanted(self, cell: ListCell) -> tuple[int, ...]:
        """The numbers of the questions that are in the part of the split that the plan asks for."""
        with self._lock:
            if cell.key not in self._numbers:
                self._numbers[cell.key] = self._of_part(_kind(cell), named_kinds(cell))
            return self._numbers[cell.key]

    def _of_part(self, kind: Kind, kinds: str) -> tuple[int, ...]:
        questions, part, seed = self._questions, self._plan.lists.part, self._plan.seed
        numbers = range(questions.supply(kind, kinds))
        if part is None:
            return tuple(numbers)
        split = split_relations((), seed)
        return tuple(at for at in numbers if part_of(kind, questions.relations(kind, kinds, at, seed), split) == part)

    # ------------------------------------------------------------------ checks
    def _entails(self, draft: TableDraft) -> Check:
        """The spans themselves, not only their pages, hold the words that tell; the score is the least share of
        them."""
        fault, share = entailed(draft, self._corpus)
        return Check("entails", "fail" if fault else "pass", fault, share, f"entails/{self.version}")


def _kind(cell: ListCell) -> Kind:
    return next(kind for kind in TABLE_KINDS if kind == cell.kind)


def named_kinds(cell: ListCell) -> str:
    """The kinds of sources that the cell asks for, "" for any."""
    return "" if cell.kinds is None else "+".join(kind.value for kind in Modality if kind in cell.kinds)
