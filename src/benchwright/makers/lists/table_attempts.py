"""Turns one draft from a table into a checked example, and counts what tables can supply."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import cached_property
from threading import Lock
from typing import get_args

from benchwright.checks.readable import fault_of
from benchwright.corpus.store import Corpus
from benchwright.makers.lists.queries.query_types import SLACK
from benchwright.makers.lists.query_attempts import MAKER, STYLE, Distract, ListCell, leaked, passed
from benchwright.makers.lists.relation_split import part_of, split_relations
from benchwright.makers.lists.shortfalls import shortfall
from benchwright.makers.lists.tables import Kind, TableDraft, TableQuestions, TableSettings
from benchwright.makers.lists.tables.second_reading import entailed, misread
from benchwright.makers.lists.tables.table_questions import MODALITIES, VERSION
from benchwright.plan import Plan
from benchwright.records import Check, Example, Json, Modalities, Modality, Origin, Outcome, Status
from benchwright.run import Supply

TABLE_KINDS: tuple[Kind, ...] = get_args(Kind)


class TableAttempts:
    """Attempts over the tables of one corpus, which are looked through when first needed."""

    version = f"tables/{VERSION}"

    def __init__(self, plan: Plan, corpus: Corpus, distract: Distract) -> None:
        self._plan = plan
        self._corpus = corpus
        self._distract = distract
        self._lock = Lock()
        self._numbers: dict[str, tuple[int, ...]] = {}

    @cached_property
    def _questions(self) -> TableQuestions:
        lists = self._plan.lists
        return TableQuestions.of(self._corpus, TableSettings(lists.min_answers, lists.max_answers, lists.validated))

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
        checks: list[Check] = []
        for check in self._checks(cell, draft):
            checks.append(check())
            if checks[-1].verdict != "pass":
                example = self._example(cell, number, draft, checks, ())
                return Outcome(cell.key, number, Status.REJECTED, checks[-1].name, checks[-1].reason, example)
        names = [name for answer in draft.answers for name in (answer.text, *answer.aliases)]
        proving = {span.source for answer in draft.answers for spans in answer.evidence for span in spans}
        distractors = self._distract(draft.question, tuple(sorted(proving)), names)[: len(draft.sources)]
        return Outcome(
            cell.key, number, Status.ACCEPTED, example=self._example(cell, number, draft, checks, distractors)
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
    def _checks(self, cell: ListCell, draft: TableDraft) -> list[Callable[[], Check]]:
        lists = self._plan.lists
        count_text = f"{draft.derivation['proven']} of {draft.derivation['found']} rows are proven"
        many = lists.min_answers <= len(draft.answers) <= lists.max_answers
        enough = many and draft.share >= lists.validated - SLACK
        kinds = {self._corpus.modality(source) for source in draft.sources}
        named = "+".join(kind.value for kind in Modality if kind in kinds)
        return [
            lambda: passed("modalities", "" if cell.kinds in (None, kinds) else f"its evidence is {named}"),
            lambda: Check("answers", "pass" if enough else "fail", count_text, draft.share, "answers/1"),
            lambda: self._style(draft),
            lambda: passed("readable", fault_of(draft.question, draft.answers[0].text)),
            lambda: passed("leak", leaked(draft.question, draft.answers)),
            lambda: self._entails(draft),
            lambda: passed("correct", misread(draft, self._corpus)),
        ]

    def _style(self, draft: TableDraft) -> Check:
        """The evidence is not all of one text, and no two answers have one name."""
        if len(draft.sources) == 1 and self._corpus.modality(draft.sources[0]) is not Modality.TABLE:
            return passed("style", f"all that proves the answers is {draft.sources[0]}")
        names = {answer.text.casefold() for answer in draft.answers}
        return passed("style", "two answers have one name" if len(names) < len(draft.answers) else "")

    def _entails(self, draft: TableDraft) -> Check:
        """The spans themselves, not only their pages, hold the words that tell; the score is the least share of
        them."""
        fault, share = entailed(draft, self._corpus)
        return Check("entails", "fail" if fault else "pass", fault, share, f"entails/{self.version}")

    def _example(
        self, cell: ListCell, number: int, draft: TableDraft, checks: list[Check], distractors: tuple[str, ...]
    ) -> Example:
        identity = hashlib.sha256(f"{MAKER}\0{cell.key}\0{number}\0{draft.question}".encode()).hexdigest()[:16]
        return Example(
            id=identity,
            question=draft.question,
            answers=draft.answers,
            style=STYLE,
            modalities=Modalities.of(self._corpus.modality(source) for source in draft.sources),
            sources=draft.sources,
            distractors=distractors,
            entity=draft.entity,
            family=cell.kind,
            checks=tuple(checks),
            origin=Origin(MAKER, cell.key, number, self._plan.seed),
            derivation=draft.derivation,
        )


def _kind(cell: ListCell) -> Kind:
    return next(kind for kind in TABLE_KINDS if kind == cell.kind)


def named_kinds(cell: ListCell) -> str:
    """The kinds of sources that the cell asks for, "" for any."""
    return "" if cell.kinds is None else "+".join(kind.value for kind in Modality if kind in cell.kinds)
