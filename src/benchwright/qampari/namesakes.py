"""Whether a name alone says what is meant, though other things are called so.

A question names what is given by its label. Another thing of that label needs telling apart only if it could be meant
in the same place: Cambridge in England and Cambridge in Massachusetts, and not the continent Asia and the band.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from benchwright.qampari.edges import Statements
from benchwright.qampari.knowledge import View


class Named(Protocol):
    """What is needed of a knowledge base."""

    @property
    def views(self) -> Sequence[View]: ...
    @property
    def statements(self) -> Statements: ...
    def namesakes(self, code: int) -> Sequence[int]:
        """The other things of the same label."""

    def type_labels(self, code: int) -> list[str]: ...


def may_be_mistaken(code: int, base: Named) -> bool:
    """Whether another thing of a thing's label could be meant in its place: one that has a type of its own types, or
    stands at the same end of some relation that is asked for, or of which nothing is known."""
    others = base.namesakes(code)
    if not others:
        return False
    own, types = _roles(code, base), set(base.type_labels(code))
    for other in others:
        roles = _roles(other, base)
        if not roles or roles & own or types & set(base.type_labels(other)):
            return True
    return False


def _roles(code: int, base: Named) -> set[tuple[int, str]]:
    """Which ends of which relations a thing stands at, as far as the book words them. Others, such as the category of a
    web page, may be about anything."""
    stated = base.statements
    asked = {view.relation.id for view in base.views}
    found: set[tuple[int, str]] = set()
    for end, column in (("subject", stated.subject), ("object", stated.object)):
        relations = np.unique(stated.relation[np.flatnonzero(column == code)]).tolist()
        found |= {(relation, end) for relation in relations if stated.relations[relation] in asked}
    return found
