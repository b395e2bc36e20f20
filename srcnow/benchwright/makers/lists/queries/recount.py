"""Works out the answers of a query a second time, by a plain walk over statements.

It shares nothing with `answers.py` but the statements (sorted by relation, then object), so that a mistake in joining,
typing or looking up edges shows.
"""

from __future__ import annotations

import numpy as np

from benchwright.graphs.lookups import rows_with
from benchwright.makers.lists.knowledge.edges import is_split
from benchwright.makers.lists.knowledge.knowledge_base import Knowledge
from benchwright.makers.lists.queries.query_types import Composition, Intersection, Query, Simple


def denotation(query: Query, base: Knowledge) -> set[int]:
    """The codes of all answers, proven or not."""
    if isinstance(query, Simple):
        return _stated_answers(base, query.view, query.given)
    if isinstance(query, Intersection):
        return denotation(query.first, base) & denotation(query.second, base)
    return _reached(query, base) - {query.first.given}


def leads_back(query: Composition, base: Knowledge) -> bool:
    """Whether what a composition starts from is among what it leads to."""
    return query.first.given in _reached(query, base)


def _reached(query: Composition, base: Knowledge) -> set[int]:
    middles = denotation(query.first, base)
    return set().union(*(_stated_answers(base, query.view, middle) for middle in middles))


def _stated_answers(base: Knowledge, number: int, given: int) -> set[int]:
    """Everything that stands at the other end of a statement of the view's relation, has a label, is of the type that
    is asked for (and its page says so, where the corpus has to cover it), is not the given thing itself, and counts."""
    view = base.views[number]
    stated = base.statements
    rows = rows_with(stated.relation, stated.relations.index(view.relation.id))
    subjects, objects = stated.subject[rows], stated.object[rows]
    if view.side == "objects":
        places = np.flatnonzero(subjects == given)
        answers = objects[places]
    else:
        of_given = rows_with(objects, given)
        places = np.arange(of_given.start, of_given.stop)
        answers = subjects[of_given]
    proven = stated.proven[rows.start + places]
    proven_answers = set(answers[proven].tolist())
    answers = np.unique(answers[answers != given])
    if is_split(view):
        answers = answers[base.members(view.phrasing.things.types)[answers]]
    if base.pages is not None:
        answers = answers[[not base.lacks_kind(number, one) for one in answers.tolist()]]
    entities = {one: base.entity(one) for one in answers.tolist()}
    # Where the corpus has to cover an answer, it is proven, is a value, or has a page.
    return {
        one
        for one, entity in entities.items()
        if entity.label
        and (base.pages is None or one in proven_answers or entity.kind != "entity" or base.pages.of(one))
    }
