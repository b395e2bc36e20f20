"""Why a knowledge base gives no question of a kind: a line with the figures at hand and what may be done.

The causes in the order in which they are looked for: nothing is stated, the book words nothing of it, nothing may be
asked in that way, everything that is stated was left out, nothing is proven, no query meets the conditions, or all that
do are in the other part of a split.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np

from benchwright.qampari.pipeline import Base
from benchwright.qampari.queries import SLACK, Conditions, Flags
from benchwright.qampari.runs import Runs

_USES: Final = {"simple": ("simple",), "intersection": ("simple",), "composition": ("first", "second")}
_NAMED: Final = 3

_MEND: Final = {
    "relation-not-in-book": "write entries for more of its relations (benchwright graph draft makes a file)",
    "of-another-type": "nothing has the types that the book asks for: write its entries without typed, or load types",
    "without-page": "load the pages of its things, or leave lists: covered out",
    "kind-not-told": "no page tells of what kind its thing is: leave lists: covered out, or write told: false",
    "without-label": "load labels of its things",
}
"""What to do about what was left out most."""

Told = Mapping[str, int | float]
"""What a listing counted."""


def why_empty(kind: str, base: Base, conditions: Conditions, told: Told, pages: int | None = None) -> str:
    """Why there is no question of a kind of queries. `told` is what its listing counted, `pages` how many things of the
    knowledge base have a page in the corpus (None: nobody asks that, as of facts)."""
    nothing = _unasked(kind, base) or _unproven(base, pages)
    if nothing:
        return nothing
    if told["queries"]:
        what = f"all {told['queries']:,} queries have relations of the other part of the split"
        return _line(what, "change lists: part or lists: mixed")
    match kind:
        case "composition":
            what, mend = _compositions(base, conditions, told)
        case "intersection" if told["simple"]:
            what, mend = _intersections(conditions, told)
        case _:
            what, mend = _simples(base, conditions)
    fell = _fell(base)
    return _line(f"{what}; left out before: {fell}" if fell else what, mend)


def _line(what: str, mend: str) -> str:
    return f"{what} — {mend}"


def _fell(base: Base) -> str:
    listed = sorted(base.left_out.items(), key=lambda pair: (-pair[1], pair[0]))
    return ", ".join(f"{count:,} {reason}" for reason, count in listed)


# ------------------------------------------------------------------ before any query
def _unasked(kind: str, base: Base) -> str:
    """What keeps all statements from being asked for, "" if nothing does."""
    relations = base.statements.relations
    if not len(base.statements):
        fell = _fell(base)
        return _line(
            f"{base.name} states nothing that lists are made of{f' (left out: {fell})' if fell else ''}",
            "load a graph, or ask for other styles",
        )
    if not base.views:
        ids = ", ".join(relations[:_NAMED]) + (", ..." if len(relations) > _NAMED else "")
        return _line(
            f"the book of relations has no clause to ask with for any of the {len(relations):,} relations of "
            f"{base.name} ({ids})",
            "write entries for them (benchwright graph draft makes a file), or name another book under lists: "
            "relations",
        )
    for use in _USES[kind]:
        if not any(use in view.uses for view in base.views):
            what = "asked by itself" if use == "simple" else f"the {use} step of a composition"
            return _line(
                f"none of the {len(base.views):,} clauses for {base.name} may be {what}",
                "see uses in the file of relations, and lists: both_ways",
            )
    if not len(base.edges):
        left_out = base.left_out
        most = min(left_out, key=lambda reason: (-left_out[reason], reason), default="")
        return _line(
            f"none of the {len(base.statements):,} statements of {base.name} can be asked for: {_fell(base)}",
            _MEND.get(most, "see lists.relations in docs/lists.md"),
        )
    return ""


def _unproven(base: Base, pages: int | None) -> str:
    if base.edges.proven.any():
        return ""
    edges = f"the {len(base.edges):,} answers that {base.name} has"
    if pages == 0:
        return _line(
            f"no page of the corpus belongs to {base.name}, so that none of {edges} is proven",
            "ingest the pages of its things, or load which pages they are (graph load --pages-file)",
        )
    told = "" if pages is None else f", though {pages:,} of its things have a page"
    fell = _fell(base)
    before = f"; left out before: {fell}" if fell else ""
    return _line(
        f"no sentence of the corpus was found that states any of {edges}{told}{before}",
        "see cues and hypothesis in the file of relations, or lower lists: threshold",
    )


# ------------------------------------------------------------------ queries
def _marked(base: Base, use: str) -> Flags:
    return np.array([use in view.uses for view in base.views], np.bool_)


def _simples(base: Base, conditions: Conditions) -> tuple[str, str]:
    runs = Runs.of(base.edges)
    of_use = _marked(base, "simple")[runs.view]
    size, proven = runs.size[of_use], runs.proven[of_use]
    least, most, share = conditions.min_answers, conditions.max_answers, conditions.validated
    few = size < least
    fewer = ~few & (proven < least)
    many = proven > most
    enough = ~few & ~fewer & ~many
    counts = [
        (int(few.sum()), f"have fewer than {least} answers (min_answers)"),
        (int(fewer.sum()), f"fewer than {least} that are proven"),
        (int(many.sum()), f"more than {most} that are proven (max_answers)"),
        (int(enough.sum()), f"less than {share:.0%} of their answers proven (validated)"),
    ]
    fell = ", ".join(f"{count:,} {what}" for count, what in counts if count)
    return f"none of {len(size):,} queries meets the conditions: {fell}", _simpler(size, proven, enough, conditions)


def _simpler(
    size: np.ndarray[tuple[int], np.dtype[np.int32]],
    proven: np.ndarray[tuple[int], np.dtype[np.int32]],
    enough: Flags,
    conditions: Conditions,
) -> str:
    """The condition that is nearest to being met."""
    if enough.any():
        best = float((proven[enough] / size[enough]).max())
        return f"ingest more pages, or lower lists: validated (the best share is {best:.3f})"
    if (proven > conditions.max_answers).any():
        least = int(proven[proven > conditions.max_answers].min())
        return f"raise lists: max_answers (the shortest of them has {least:,})"
    whole = proven >= conditions.validated * size - SLACK
    best = int(proven[whole].max(initial=0))
    if best < 2:
        return "ingest more pages of its things"
    return f"ingest more pages, or lower lists: min_answers (the longest list that is proven has {best})"


def _intersections(conditions: Conditions, told: Told) -> tuple[str, str]:
    least, most = conditions.min_answers, conditions.max_answers
    own = "" if conditions.whole_parts else f", {conditions.validated:.0%} of them all"
    what = f"no two of {told['simple']:,} simple queries share {least} to {most} proven answers{own}"
    if conditions.whole_parts:
        return f"{what} without one containing the other", "lists: {whole_parts: false} tries more pairs"
    return f"{what} without one containing the other", "lower lists: min_answers or validated"


def _compositions(base: Base, conditions: Conditions, told: Told) -> tuple[str, str]:
    runs = Runs.of(base.edges)
    size = runs.size[_marked(base, "first")[runs.view]]
    few, many = int((size < conditions.min_answers).sum()), int((size > conditions.first_hop).sum())
    starts = len(size) - few - many
    if not starts:
        return (
            f"no first step has {conditions.min_answers} to {conditions.first_hop} answers: {few:,} of {len(size):,} "
            f"have fewer (min_answers), {many:,} more (first_hop)",
            "raise lists: first_hop" if many else "lower lists: min_answers",
        )
    if not told["pairs"]:
        return (
            f"what {starts:,} first steps find has no answers of its own to go on to, or too many",
            "write entries for the relations of such things, or raise lists: max_answers",
        )
    single = int(told.get("one-intermediate", 0))
    alike = f" ({single:,} more ask no more than one about a single thing in between)" if single else ""
    return (
        f"none of the compositions out of {told['pairs']:,} pairs of steps has {conditions.min_answers} to "
        f"{conditions.max_answers} proven answers, {conditions.validated:.0%} of them all{alike}",
        "ingest more pages, or change lists: validated, min_answers, first_hop",
    )
