"""Reads what a plan says of list questions: what a cell asks for, what queries have to meet, and who is asked."""

from __future__ import annotations

import json

from benchwright.errors import UsageError
from benchwright.makers.lists.draft_checks import ListCell
from benchwright.makers.lists.queries.query_types import Conditions
from benchwright.plan import Plan
from benchwright.plan.sections import Lists
from benchwright.records import Modality

QUERIES = ("simple", "intersection", "composition")
"""The kinds that are made of a knowledge base."""


def conditions_of(lists: Lists) -> Conditions:
    """What the plan holds queries to."""
    if lists.min_answers > lists.max_answers:
        raise UsageError(
            f"lists: min_answers is {lists.min_answers} and max_answers {lists.max_answers}",
            hint="min_answers may not be the larger",
        )
    return Conditions(
        lists.min_answers,
        lists.max_answers,
        lists.validated,
        max(lists.first_hop, lists.min_answers),
        lists.most_pairs,
        lists.whole_parts,
    )


def cell_of(key: str) -> ListCell:
    """A cell by its key."""
    fields = json.loads(key)
    named = fields["modalities"]
    kinds = frozenset(Modality(part.lstrip("0123456789")) for part in named.split("+")) if named else None
    return ListCell(key, fields.get("kind", ""), kinds)


def verifier_of(plan: Plan) -> str | None:
    """The model that judges in this plan: its verifier, else its writer."""
    if "/" in plan.verifier:
        return plan.verifier
    return None if plan.cast is None else plan.cast.verifier


def asked_names(plan: Plan) -> tuple[str, str]:
    """The models that reword and that judge; where the plan names one of them only, it does both. ValueError where it
    names none."""
    names = [name for name in (plan.paraphraser, verifier_of(plan)) if name is not None]
    if not names:
        raise ValueError("the plan names no model for lists")
    return names[0], names[-1]
