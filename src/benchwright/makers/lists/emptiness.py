"""Why a knowledge base gives no question of a kind, or fewer than were asked for: a line with the figures at hand and
what may be done.

The causes in the order in which they are looked for: nothing is stated, the book words nothing of it, nothing may be
asked in that way, nothing is of the types that it asks for, everything that is stated was left out, nothing is proven,
no query meets the conditions, or all that do are in the other part of a split.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from benchwright.makers.lists.edges import is_split
from benchwright.makers.lists.knowledge import View
from benchwright.makers.lists.pipeline import Base, Doubts
from benchwright.makers.lists.queries import SLACK, Conditions, Flags
from benchwright.makers.lists.remedies import by_attempts, line
from benchwright.makers.lists.runs import Runs

_USES: Final = {"simple": ("simple",), "intersection": ("simple",), "composition": ("first", "second")}
_NAMED: Final = 3

_MEND: Final = {
    "relation-not-in-book": "write entries for more of its relations (benchwright graph draft makes a file)",
    "ruled-out": "take out what rules them out: types that begin with not, under subject or object in the file of "
    "relations",
    "of-another-type": "mend the types of the entries of typed, load types, or write the entries without typed",
    "without-page": "load the pages of its things, or leave lists: covered out",
    "kind-not-told": "no page tells of what kind its thing is: leave lists: covered out, or write told: false",
    "without-label": "load labels of its things",
    "about-itself": "nothing is asked about itself: load what it states of other things",
}
"""What to do about what was left out most."""

_NO_PAGE: Final = "ingest the pages of its things, or load which pages they are (graph load --pages-file)"

Told = Mapping[str, int | float]
"""What a listing counted."""


def why_empty(kind: str, base: Base, conditions: Conditions, told: Told, pages: int | None = None) -> str:
    """Why there is no question of a kind of queries. `told` is what its listing counted, `pages` how many things of the
    knowledge base have a page in the corpus (None: nobody asks that, as of facts)."""
    nothing = _unasked(kind, base, pages) or ("" if _untyped(kind, base) else _unproven(base, pages))
    if nothing:
        return nothing
    if told["queries"]:
        what = f"all {told['queries']:,} queries have relations of the other part of the split"
        return line(what, "change lists: part or lists: mixed")
    match kind:
        case "composition":
            what, mend = _compositions(base, conditions, told)
        case "intersection" if told["simple"]:
            what, mend = _intersections(conditions, told)
        case _:
            what, mend = _simples(base, conditions)
    untyped = _untyped(kind, base)
    if untyped:
        return line(f"{untyped}; of what else is asked: {what}", _MEND["of-another-type"])
    fell = _fell(base)
    return line(f"{what}; left out before: {fell}" if fell else what, _mostly(base) or mend)


def why_short(
    kind: str, base: Base, conditions: Conditions, told: Told, kept: int, seen: int, reasons: Mapping[str, int]
) -> str:
    """Why a cell that has questions has fewer than it was asked for. `told` is what its listing counted, `kept` how
    many queries that is in the part of the split; `seen` attempts were made, and `reasons` counts those that fell, as
    `status:reason`. What most attempts fell by comes first, then what other queries fell by before any attempt."""
    tried = by_attempts("facts" if isinstance(base, Doubts) else "graph", kept, seen, reasons)
    if tried:
        return tried
    others = int(told["queries"]) - kept
    if others > 0:
        return line(
            f"{others:,} more queries have relations of the other part of the split",
            "change lists: part or lists: mixed",
        )
    match kind:
        case "composition":
            what, mend = _compositions(base, conditions, told)
        case "intersection":
            what, mend = _intersections(conditions, told)
        case _:
            what, mend = _simples(base, conditions)
    before = _fell(base)
    return line(f"{what}; left out before: {before}" if before else what, _mostly(base) or mend)


def _fell(base: Base) -> str:
    """What was left out, by reason: whole statements, then ways to ask for the others, of which there may be more."""
    left = base.left_out
    whole, ways = _counted(left.statements), _counted(left.by_way)
    if ways:
        ways = f"of {left.asked:,} ways to ask for {'the others' if whole else 'them'} {ways}"
    return "; ".join(filter(None, (whole, ways)))


def _counted(fell: Mapping[str, int]) -> str:
    listed = sorted(fell.items(), key=lambda pair: (-pair[1], pair[0]))
    return ", ".join(f"{count:,} {reason}" for reason, count in listed)


def _stated(base: Base) -> int:
    """How many statements there are, those that the book rules out among them."""
    return len(base.statements) + base.left_out.statements.get("ruled-out", 0)


def _mostly(base: Base) -> str:
    """What to do where one reason took out more than half of what there is to ask, "" where none did. Answers of
    another type are no such reason: where a relation is split, a statement is of another type for most of its types."""
    left = base.left_out
    return next(
        (
            _MEND[reason]
            for reason, count in left.by_way.items()
            if reason != "of-another-type" and reason in _MEND and 2 * count > left.asked
        ),
        "",
    )


# ------------------------------------------------------------------ before any query
def _unasked(kind: str, base: Base, pages: int | None) -> str:
    """What keeps all statements from being asked for, "" if nothing does."""
    relations = base.statements.relations
    if not _stated(base):
        fell = _fell(base)
        return line(
            f"{base.name} states nothing that lists are made of{f' (left out: {fell})' if fell else ''}",
            "load a graph, or ask for other styles",
        )
    if not base.views:
        forbidden = [entry.id for entry in base.entries if entry.subjects or entry.objects]
        if forbidden:
            return line(
                f"the file of relations has clauses for {_first(forbidden)}, and its uses lets none of them be asked",
                "name simple, first or second for a side under uses, or leave uses out",
            )
        ids = _first(relations)
        return line(
            f"the book of relations has no clause to ask with for any of the {len(relations):,} relations of "
            f"{base.name} ({ids})",
            "write entries for them (benchwright graph draft makes a file), or name another book under lists: "
            "relations",
        )
    for use in _USES[kind]:
        if not any(use in view.uses for view in base.views):
            what = "asked by itself" if use == "simple" else f"the {use} step of a composition"
            return line(
                f"none of the {len(base.views):,} clauses for {base.name} may be {what}",
                "see uses in the file of relations, and lists: both_ways",
            )
    untyped = _untyped(kind, base)
    if untyped and not _any_edge(kind, base):
        return line(untyped, _MEND["of-another-type"])
    if not len(base.edges):
        if pages == 0 and base.left_out.by_way.get("without-page"):
            return line(
                f"no page of the corpus belongs to {base.name}, and none of its {_stated(base):,} statements can be "
                f"asked for without: {_fell(base)}",
                _NO_PAGE,
            )
        return line(
            f"none of the {_stated(base):,} statements of {base.name} can be asked for: {_fell(base)}",
            _MEND.get(_foremost(base), "see lists.relations in docs/lists.md"),
        )
    return ""


def _first(names: Sequence[str]) -> str:
    return ", ".join(names[:_NAMED]) + (", ..." if len(names) > _NAMED else "")


def _foremost(base: Base) -> str:
    """The reason that took out most of what the book words; where that is nothing, that it words nothing."""
    fell = {reason: count for reason, count in base.left_out.total.items() if reason != "relation-not-in-book"}
    return min(fell, key=lambda reason: (-fell[reason], reason), default="relation-not-in-book")


# ------------------------------------------------------------------ types that nothing has
def _any_edge(kind: str, base: Base) -> bool:
    asked = np.array([not view.uses.isdisjoint(_USES[kind]) for view in base.views], np.bool_)
    return bool(asked[base.edges.view].any())


def _untyped(kind: str, base: Base) -> str:
    """That nothing is of the types which the book asks for, where this takes out most of the statements that it words
    for such questions; else ""."""
    sides: dict[tuple[str, str], list[tuple[int, View]]] = {}
    for place, view in enumerate(base.views):
        if not view.uses.isdisjoint(_USES[kind]) and base.statements.count(view.relation.id):
            sides.setdefault((view.relation.id, view.side), []).append((place, view))
    dead = {side: views for side, views in sides.items() if all(_dead(base, *one) for one in views)}
    worded = sum(base.statements.count(id) for id in {id for id, _ in sides})
    if not dead or 2 * sum(base.statements.count(id) for id in {id for id, _ in dead}) <= worded:
        return ""
    kinds = dict.fromkeys(_typed(view) for views in dead.values() for _, view in views)
    looked = sum(base.statements.count(id) for id, _ in dead)
    return f"none of {looked:,} answers is of a type that the book asks for: {_first(list(kinds))}"


def _dead(base: Base, place: int, view: View) -> bool:
    """Whether a view asks for a type, and nothing that it might be asked for is of it."""
    fell = base.left_out.ways[place]
    looked = base.statements.count(view.relation.id) - fell.get("without-label", 0) - fell.get("about-itself", 0)
    return is_split(view) and looked > 0 and fell.get("of-another-type", 0) == looked


def _typed(view: View) -> str:
    """What an entry of `typed` asks for, and by which types: `films (types: Q11424 film, not short)`."""
    things = view.asked.things
    types = [" ".join(filter(None, ("not" * type.ruled_out, type.id, type.label))) for type in things.types]
    return f"{things.many} (types: {', '.join(types)})"


def _unproven(base: Base, pages: int | None) -> str:
    if base.edges.proven.any():
        return ""
    edges = f"the {len(base.edges):,} answers that {base.name} has"
    if pages == 0:
        return line(
            f"no page of the corpus belongs to {base.name}, so that none of {edges} is proven",
            _NO_PAGE,
        )
    told = "" if pages is None else f", though {pages:,} of its things have a page"
    fell = _fell(base)
    before = f"; left out before: {fell}" if fell else ""
    return line(
        f"no sentence of the corpus was found that states any of {edges}{told}{before}",
        _mostly(base) or "see cues and hypothesis in the file of relations, or lower lists: threshold",
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
    unsure = proven < share * size - SLACK
    enough = ~few & ~fewer & ~many & unsure
    met = ~few & ~fewer & ~many & ~unsure
    counts = [
        (int(few.sum()), f"have fewer than {least} answers (min_answers)"),
        (int(fewer.sum()), f"fewer than {least} that are proven"),
        (int(many.sum()), f"more than {most} that are proven (max_answers)"),
        (int(enough.sum()), f"less than {share:.0%} of their answers proven (validated)"),
    ]
    fell = ", ".join(f"{count:,} {what}" for count, what in counts if count)
    if not len(size):
        return "nothing is left to ask for", _MEND.get(_foremost(base), "see lists.relations in docs/lists.md")
    what = f"none of {len(size):,} queries meets the conditions"
    if met.any():
        what = f"{int(met.sum()):,} of {len(size):,} queries meet the conditions" + (", of the others" if fell else "")
    mend = _simpler(size[~met], proven[~met], enough[~met], conditions, "other " if met.any() else "")
    if fewer.any() and any(view.relation.draft for view in base.views):
        mend += "; the words are drafted: benchwright graph draft writes them to a file to mend"
    return f"{what}: {fell}" if fell and not met.any() else f"{what} {fell}".rstrip(), mend


def _simpler(
    size: np.ndarray[tuple[int], np.dtype[np.int32]],
    proven: np.ndarray[tuple[int], np.dtype[np.int32]],
    enough: Flags,
    conditions: Conditions,
    other: str,
) -> str:
    """The condition that is nearest to being met, by queries that do not meet all; `other` if some do."""
    if enough.any():
        best = float((proven[enough] / size[enough]).max())
        return f"ingest more pages, or lower lists: validated (the best {other}share is {best:.3f})"
    if (proven > conditions.max_answers).any():
        least = int(proven[proven > conditions.max_answers].min())
        return f"raise lists: max_answers (the shortest of them has {least:,})"
    whole = proven >= conditions.validated * size - SLACK
    best = int(proven[whole].max(initial=0))
    if best < 2:
        long = size.max(initial=0) >= conditions.min_answers
        return "ingest more pages of its things" if long else "load more statements, or ask with more relations"
    return f"ingest more pages, or lower lists: min_answers (the longest {other}list that is proven has {best})"


def _intersections(conditions: Conditions, told: Told) -> tuple[str, str]:
    least, most = conditions.min_answers, conditions.max_answers
    own = "" if conditions.whole_parts else f", {conditions.validated:.0%} of them all"
    found = f"no more than {int(told['queries']):,} pairs" if told["queries"] else "no two"
    what = f"{found} of {told['simple']:,} simple queries share {least} to {most} proven answers{own}"
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
    found = f"no more than {int(told['queries']):,}" if told["queries"] else "none"
    have = "have" if told["queries"] else "has"
    return (
        f"{found} of the compositions out of {told['pairs']:,} pairs of steps {have} {conditions.min_answers} to "
        f"{conditions.max_answers} proven answers, {conditions.validated:.0%} of them all{alike}",
        "ingest more pages, or change lists: validated, min_answers, first_hop",
    )
