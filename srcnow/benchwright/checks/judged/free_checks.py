"""Runs the checks of a model's question that cost nothing; what fails one of them is not worth a call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from benchwright.checks.judged.arithmetic import check_arithmetic
from benchwright.checks.judged.draft import QuestionDraft
from benchwright.checks.judged.leak import check_leak
from benchwright.checks.judged.quotes import check_quotes
from benchwright.checks.judged.settings import Action, action_of
from benchwright.checks.modalities import fault_of as fault_of_modalities
from benchwright.checks.readable import fault_of as fault_of_wording
from benchwright.facts.store import FactTable
from benchwright.records import Check, Json, Span
from benchwright.retrieval.word_index import holds


@dataclass(frozen=True, slots=True)
class FreeChecks:
    """What came of the free checks: their verdicts, where what was quoted stands, and the sum with its operands."""

    checks: tuple[Check, ...]
    spans: tuple[Span, ...]
    derivation: Json | None = None


def check_free(draft: QuestionDraft, settings: Mapping[str, Action], facts: FactTable | None = None) -> FreeChecks:
    """Run the free checks that the plan and the style ask for, up to the first required one that does not pass.

    The spans of the quotes are found even where the check `quotes` is off.
    """
    quotes, spans = check_quotes(draft)
    derivation: Json | None = None
    done: list[Check] = []
    for name in ("modalities", "readable", "leak", "quotes", "arithmetic"):
        action = action_of(name, settings)
        if action == "off" or (name == "arithmetic" and "arithmetic" not in draft.style.checks):
            continue
        match name:
            case "modalities":
                check = _modalities(draft)
            case "readable":
                check = _readable(draft)
            case "leak":
                check = check_leak(draft)
            case "quotes":
                check = quotes
            case _:
                check, derivation = check_arithmetic(draft, spans, facts)
        done.append(check)
        if action == "reject" and check.verdict != "pass":
            break
    return FreeChecks(tuple(done), spans, derivation)


def _modalities(draft: QuestionDraft) -> Check:
    ids = [source.id for source in draft.sources]
    fault = fault_of_modalities(ids, [source.modality for source in draft.sources], draft.wants)
    return Check("modalities", "fail" if fault else "pass", fault, by="modalities/1")


def _readable(draft: QuestionDraft) -> Check:
    fault = fault_of_wording(draft.question, draft.answer)
    if not fault and not draft.short_answer.strip():
        fault = "has no short answer"
    if not fault and "halves" in draft.style.checks and len(draft.halves) != 2:
        fault = f"has {len(draft.halves)} halves, not two"
    if not fault and "options" in draft.style.checks and not all(holds(draft.question, one) for one in draft.options):
        fault = "an option does not stand in the question"
    return Check("readable", "fail" if fault else "pass", fault, by="readable/1")
