"""Checks a drafted list question, over statements or over a table, and writes it as an example."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from benchwright.checks.readable import fault_of
from benchwright.corpus.store import Corpus
from benchwright.makers.lists.proof.undecided_answers import UndecidedAnswers
from benchwright.makers.lists.queries.query_types import SLACK, Conditions
from benchwright.records import Answer, Check, Example, Hop, Json, Modalities, Modality, Origin, Outcome, Status
from benchwright.values import NameValue, key_of, occurs_in, words_of

MAKER = "qampari"
STYLE = "list"
VERSION = 5

Distract = Callable[[str, Sequence[str], Sequence[str]], tuple[str, ...]]
"""Sources that are near a question and do not help: of the question, the sources that prove an answer, all names of
answers."""


@dataclass(frozen=True, slots=True)
class ListCell:
    """A cell as this maker sees it. `kinds` are the kinds of sources that its evidence has together, None: any."""

    key: str
    kind: str
    kinds: frozenset[Modality] | None


@dataclass(frozen=True, slots=True)
class ListDraft:
    """A question with its proven answers and their evidence, the first set of each first. `sources` are those of the
    first sets, `entity` what the question is about, `given` the names in it; of the `found` answers or rows that meet
    the question, `proven` are proven. `unproven` are all names of the others."""

    question: str
    answers: tuple[Answer, ...]
    sources: tuple[str, ...]
    entity: str
    derivation: Json
    found: int
    proven: int
    given: tuple[str, ...] = ()
    hops: tuple[Hop, ...] = ()
    unproven: tuple[str, ...] = ()

    @property
    def share(self) -> float:
        """How much of what meets the question is proven."""
        return self.proven / self.found


@dataclass(frozen=True, slots=True)
class DraftChecks:
    """The checks of list questions over one corpus, with what the plan holds them to."""

    corpus: Corpus
    conditions: Conditions
    seed: int
    distract: Distract = lambda question, sources, names: ()

    def outcome(
        self,
        cell: ListCell,
        number: int,
        draft: ListDraft,
        *,
        entails: Callable[[], Check],
        correct: Callable[[], str],
        undecided: Callable[[], UndecidedAnswers] = UndecidedAnswers,
        counted: str = "answers",
        validated: bool = True,
    ) -> Outcome:
        """Attempt `number` of a cell: rejected by the first check that fails. `entails` and `correct` are the caller's
        own checks. `counted` says what `found` counts, `validated` whether the plan's share of it has to be proven."""
        checks: list[Check] = []
        every: Sequence[Callable[[], Check]] = (
            lambda: passed("modalities", self._other_kinds(cell, draft)),
            lambda: self._answers(draft, counted, validated),
            lambda: passed("style", self._style(draft)),
            lambda: passed("readable", fault_of(draft.question, draft.answers[0].text)),
            lambda: passed("leak", leaked(draft.question, draft.answers, draft.given)),
            entails,
            lambda: passed("correct", correct()),
        )
        for check in every:
            checks.append(check())
            if checks[-1].verdict != "pass":
                example = self._example(cell, number, draft, checks, ())
                return Outcome(cell.key, number, Status.REJECTED, checks[-1].name, checks[-1].reason, example)
        others = undecided()
        names = [name for answer in draft.answers for name in (answer.text, *answer.aliases)]
        names += [*draft.unproven, *others.names]
        proving = {span.source for answer in draft.answers for spans in answer.evidence for span in spans}
        distractors = self.distract(draft.question, tuple(sorted(proving | others.sources)), names)
        example = self._example(cell, number, draft, checks, distractors[: len(draft.sources)])
        return Outcome(cell.key, number, Status.ACCEPTED, example=others.of(example))

    def _other_kinds(self, cell: ListCell, draft: ListDraft) -> str:
        kinds = {self.corpus.modality(source) for source in draft.sources}
        named = "+".join(kind.value for kind in Modality if kind in kinds)
        return "" if cell.kinds in (None, kinds) else f"its evidence is {named}"

    def _answers(self, draft: ListDraft, counted: str, validated: bool) -> Check:
        """Enough answers, and enough of them proven (section 2.1)."""
        wanted = self.conditions
        enough = wanted.min_answers <= len(draft.answers) <= wanted.max_answers
        whole = not validated or draft.share >= wanted.validated - SLACK
        reason = f"{draft.proven} of {draft.found} {counted} are proven"
        return Check("answers", "pass" if enough and whole else "fail", reason, draft.share, "answers/1")

    def _style(self, draft: ListDraft) -> str:
        """The evidence that the answers rest on is not all of one text or image, and no two answers have one name; a
        table may hold a whole list."""
        if len(draft.sources) == 1 and self.corpus.modality(draft.sources[0]) is not Modality.TABLE:
            return f"one source proves all answers: {draft.sources[0]}"
        names = {key_of(NameValue(answer.text)) for answer in draft.answers}
        return "two answers have one name" if len(names) < len(draft.answers) else ""

    def _example(
        self, cell: ListCell, number: int, draft: ListDraft, checks: Sequence[Check], distractors: tuple[str, ...]
    ) -> Example:
        identity = hashlib.sha256(f"{MAKER}\0{cell.key}\0{number}\0{draft.question}".encode()).hexdigest()[:16]
        return Example(
            id=identity,
            question=draft.question,
            answers=draft.answers,
            style=STYLE,
            modalities=Modalities.of(self.corpus.modality(source) for source in draft.sources),
            sources=draft.sources,
            distractors=distractors,
            entity=draft.entity,
            family=cell.kind,
            checks=tuple(checks),
            origin=Origin(MAKER, cell.key, number, self.seed),
            hops=draft.hops,
            derivation=draft.derivation,
        )


def leaked(question: str, listed: Sequence[Answer], given: Sequence[str] = ()) -> str:
    """The answer that stands in the question, "" if none does. An answer that is what the question names does, one that
    is only a part of that name does not (Carolina in North Carolina). Names of one or two letters, and other names of
    one word, are ignored: too many other things have them."""
    named = {key_of(NameValue(name)) for name in given}
    for answer in listed:
        if key_of(NameValue(answer.text)) in named:
            return f"{answer.text!r} is an answer, and the question names it"
        for place, name in enumerate(NameValue(one) for one in (answer.text, *answer.aliases)):
            words = words_of(name.text)
            telling = len("".join(words)) > 2 and (not place or len(words) > 1) and key_of(name) not in named
            if telling and occurs_in(name, question, longer=given):
                return f"{name.text!r} is an answer and occurs in the question"
    return ""


def passed(name: str, fault: str) -> Check:
    """The check of that name: passed if there is no fault."""
    return Check(name, "fail" if fault else "pass", fault, by=f"{name}/list/{VERSION}")


def fingerprint_of(parts: Mapping[str, str]) -> str:
    """One hash of everything that an attempt depends on beside the plan."""
    listed = "\n".join(f"{name} {value}" for name, value in sorted({**parts, "version": str(VERSION)}.items()))
    return hashlib.sha256(listed.encode()).hexdigest()[:16]
