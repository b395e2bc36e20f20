"""One attempt at a question from a table: the draft that `qampari.tables` gives, checked and made an example."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from math import floor
from threading import Lock
from typing import get_args

from benchwright.checks.readable import fault_of
from benchwright.corpus.store import Corpus
from benchwright.makers.lists.empty_tables import Trial, why_few_tables
from benchwright.makers.lists.pipeline import MAKER, STYLE, Cell, Distract, leaked, passed
from benchwright.makers.lists.queries import SLACK
from benchwright.makers.lists.remedies import by_attempts, line
from benchwright.makers.lists.split import part_of, split_relations
from benchwright.makers.lists.tables import Kind, Settings, TableDraft, TableQuestions
from benchwright.makers.lists.tables.census import Census
from benchwright.makers.lists.tables.questions import MODALITIES, VERSION
from benchwright.makers.lists.tables.reading import entailed, misread, spare
from benchwright.plan import Plan
from benchwright.records import Check, Example, Json, Modalities, Modality, Origin, Outcome, Status
from benchwright.run import Supply

_FEWEST = 3
"""How many answers are tried where a cell is short: fewer make hardly a list."""

TABLE_KINDS: tuple[Kind, ...] = get_args(Kind)


class TablePipeline:
    """Attempts over the tables of one corpus, which are looked through when first needed."""

    version = f"tables/{VERSION}"

    def __init__(self, plan: Plan, corpus: Corpus, distract: Distract) -> None:
        self._plan = plan
        self._corpus = corpus
        self._distract = distract
        self._lock = Lock()
        self._numbers: dict[str, tuple[int, ...]] = {}

    @cached_property
    def _settings(self) -> Settings:
        lists = self._plan.lists
        return Settings(lists.min_answers, lists.max_answers, lists.validated)

    @cached_property
    def _questions(self) -> TableQuestions:
        return TableQuestions.of(self._corpus, self._settings)

    def supply(self, cell: Cell) -> Supply:
        """How many questions of the cell's kind there are, and how many tables they come from."""
        numbers = self._wanted(cell)
        if not numbers:
            return Supply(0, why=self._why(cell))
        groups = self._questions.groups(_kind(cell), named_kinds(cell))
        return Supply(len(numbers), {"relation": groups.get("table", 0), "document": groups.get("document", 0)})

    def why_short(self, cell: Cell, seen: int, reasons: Mapping[str, int]) -> str:
        """Why the cell ended short after `seen` attempts, of which those counted as `status:reason` fell."""
        return by_attempts("tables", len(self._wanted(cell)), seen, reasons) or self._why(cell)

    def _why(self, cell: Cell) -> str:
        """What became of the tables and of the queries that they give."""
        kind, kinds = _kind(cell), named_kinds(cell)
        if kinds not in MODALITIES:
            return line(
                f"the evidence of questions over tables is text or cells of tables, never {kinds}",
                "ask for modalities: text or table, or leave modalities out of the cell",
            )
        whole, part = self._questions.supply(kind, kinds), len(self._wanted(cell))
        if part < whole:
            found = f"all {whole:,} questions are" if not part else f"{whole - part:,} more questions are"
            return line(f"{found} of tables of the other part of the split", "change lists: part")
        census = self._questions.census(kind, kinds)
        return why_few_tables(kind, census, self._settings, self._trials(cell, census) if census.sets else ())

    def _trials(self, cell: Cell, census: Census) -> list[Trial]:
        """How many more questions other settings would give: the cells of the tables as evidence, a smaller share of
        rows as far down as the next that is proven, fewer answers, or more."""
        held, kind, kinds = self._settings, _kind(cell), named_kinds(cell)
        now = len(self._wanted(cell))
        tried: list[tuple[str, Settings, str]] = []
        if cell.kinds is None:
            tried.append(("modalities: table", held, "table"))
        if share := floor(20 * census.best) / 20:
            tried.append((f"lists: validated: {share:.2g}", replace(held, validated=share), kinds))
        if held.min_answers > _FEWEST:
            tried.append((f"lists: min_answers: {_FEWEST}", replace(held, min_answers=_FEWEST), kinds))
        if census.shortest:
            longest = replace(held, max_answers=census.shortest)
            tried.append((f"lists: max_answers: {census.shortest}", longest, kinds))
        return [
            (setting, len(self._of_part(self._questions.under(settings), kind, asked)) - now)
            for setting, settings, asked in tried
        ]

    def sampling(self) -> Json:
        return {"tables": len(self._questions), "left_out": dict(self._questions.refused)}

    def attempt(self, cell: Cell, number: int) -> Outcome:
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

    def _wanted(self, cell: Cell) -> tuple[int, ...]:
        """The numbers of the questions that are in the part of the split that the plan asks for."""
        with self._lock:
            if cell.key not in self._numbers:
                self._numbers[cell.key] = self._of_part(self._questions, _kind(cell), named_kinds(cell))
            return self._numbers[cell.key]

    def _of_part(self, questions: TableQuestions, kind: Kind, kinds: str) -> tuple[int, ...]:
        numbers, part, seed = range(questions.supply(kind, kinds)), self._plan.lists.part, self._plan.seed
        if part is None:
            return tuple(numbers)
        split = split_relations((), seed)
        return tuple(at for at in numbers if part_of(kind, questions.relations(kind, kinds, at, seed), split) == part)

    # ------------------------------------------------------------------ checks
    def _checks(self, cell: Cell, draft: TableDraft) -> list[Callable[[], Check]]:
        lists = self._plan.lists
        told = f"{draft.derivation['proven']} of {draft.derivation['found']} rows are proven"
        many = lists.min_answers <= len(draft.answers) <= lists.max_answers
        enough = many and draft.share >= lists.validated - SLACK
        kinds = {self._corpus.modality(source) for source in draft.sources}
        named = "+".join(kind.value for kind in Modality if kind in kinds)
        return [
            lambda: passed("modalities", "" if cell.kinds in (None, kinds) else f"its evidence is {named}"),
            lambda: Check("answers", "pass" if enough else "fail", told, draft.share, "answers/1"),
            lambda: self._style(draft),
            lambda: passed("readable", fault_of(draft.question, draft.answers[0].text)),
            lambda: passed("leak", leaked(draft.question, draft.answers)),
            lambda: self._entails(draft),
            lambda: self._needed(draft),
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

    def _needed(self, draft: TableDraft) -> Check:
        source = spare(draft, self._corpus)
        return passed("needed", f"{source} could be left out of an answer's evidence" if source else "")

    def _example(
        self, cell: Cell, number: int, draft: TableDraft, checks: list[Check], distractors: tuple[str, ...]
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


def _kind(cell: Cell) -> Kind:
    return next(kind for kind in TABLE_KINDS if kind == cell.kind)


def named_kinds(cell: Cell) -> str:
    """The kinds of sources that the cell asks for, "" for any."""
    return "" if cell.kinds is None else "+".join(kind.value for kind in Modality if kind in cell.kinds)
