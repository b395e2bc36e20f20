"""Decides whether a name alone says which thing is meant, although other things share it.

A question names a thing by its label. Another thing of that label matters only if it could be meant in the same place:
Cambridge in England and Cambridge in Massachusetts, but not the continent Asia and the band.

Statements are read once for all things that share a label, and what those of one label have in common is counted once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from benchwright.makers.lists.knowledge.knowledge_base import View
from benchwright.makers.lists.knowledge.statements import Statements
from benchwright.makers.lists.queries.query_types import Codes

Longs = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class _Alike:
    """How many things of one label stand at each end of a relation, and how many at none."""

    roles: Counter[int]
    without: int


class Namesakes:
    """The things of a knowledge base that share labels. `labels` are those of all things by code, "" for what is
    nobody's namesake, and `type_labels` gives the types of one. Safe to ask from several threads."""

    def __init__(
        self,
        labels: pa.Array,
        statements: Statements,
        views: Sequence[View],
        type_labels: Callable[[int], Iterable[str]],
    ) -> None:
        self._labels = labels
        self._statements = statements
        self._asked = {view.relation.id for view in views}
        self._type_labels = type_labels
        self._alike: dict[int, _Alike] = {}
        self._typed: dict[int, Counter[str]] = {}
        self._told: dict[int, Counter[str]] = {}

    def of(self, code: int) -> list[int]:
        """The other things of the same label; none for a thing without one."""
        return [one for one in self._called(self._group(code)).tolist() if one != code]

    def may_be_mistaken(self, code: int) -> bool:
        """Whether another thing of a thing's label could be meant in its place: one that has a type of its own types,
        or stands at the same end of some relation that is asked for, or of which nothing is known."""
        group = self._group(code)
        if not len(self._called(group)):
            return False
        if group not in self._alike:
            self._alike[group] = self._counted(group)
        alike, own = self._alike[group], self._roles_of(code).tolist()
        if alike.without > (not own) or any(alike.roles[role] > 1 for role in own):
            return True
        if group not in self._typed:
            members = self._called(group).tolist()
            self._typed[group] = Counter(label for one in members for label in set(self._type_labels(one)))
        return any(self._typed[group][label] > 1 for label in set(self._type_labels(code)))

    def told_alike(self, code: int, words: str, told_by: Callable[[int], Iterable[str]]) -> bool:
        """Whether another thing of a thing's label is told by the same words. `told_by` gives those that may tell what
        something is; each thing of a label is asked for them once, so that it has to be the same at every call."""
        group = self._group(code)
        if group not in self._told:
            members = self._called(group).tolist()
            self._told[group] = Counter(phrase for one in members for phrase in set(told_by(one)))
        return self._told[group][words] > (words in set(told_by(code)))

    def _counted(self, group: int) -> _Alike:
        listed = [self._roles_of(code) for code in self._called(group).tolist()]
        return _Alike(Counter(np.concatenate(listed).tolist()), sum(not len(roles) for roles in listed))

    # ------------------------------------------------------------------ what is worked out once
    @cached_property
    def _groups(self) -> tuple[Codes, Longs, Longs]:
        """The label of each thing as a number, the things that share theirs sorted by it, and where those of each
        begin: those of label n are `things[starts[n]:starts[n + 1]]`."""
        numbers = pc.dictionary_encode(self._labels)
        group: Codes = numbers.indices.to_numpy(zero_copy_only=False).astype(np.int32)
        sizes = np.bincount(group, minlength=len(numbers.dictionary))
        named = pc.not_equal(numbers.dictionary, "").to_numpy(zero_copy_only=False)
        sizes[(sizes < 2) | ~named] = 0
        things = np.flatnonzero(sizes[group] > 0)
        things = things[np.argsort(group[things], kind="stable")]
        return group, things, np.append(0, np.cumsum(sizes))

    def _group(self, code: int) -> int:
        return int(self._groups[0][code])

    def _called(self, group: int) -> Longs:
        """The things of a label that several have, ascending; empty for another label."""
        _, things, starts = self._groups
        return things[starts[group] : starts[group + 1]]

    @cached_property
    def _roles(self) -> Longs:
        """Thing by thing, of those that share a label, which ends of which relations it stands at, as far as the book
        words them, packed into one number each and sorted. Others, such as the category of a web page, may be about
        anything."""
        stated = self._statements
        sharing = np.zeros(len(self._groups[0]), np.bool_)
        sharing[self._groups[1]] = True
        is_asked = np.array([id in self._asked for id in stated.relations], np.bool_)
        if not is_asked.any():
            return np.zeros(0, np.int64)
        packed = []
        for end, column in enumerate((stated.subject, stated.object)):
            rows = np.flatnonzero(sharing[column] & is_asked[stated.relation])
            role = 2 * stated.relation[rows].astype(np.int64) + end
            packed.append(np.unique(column[rows].astype(np.int64) * self._width + role))
        return np.unique(np.concatenate([np.zeros(0, np.int64), *packed]))

    @property
    def _width(self) -> int:
        return 2 * len(self._statements.relations)

    def _roles_of(self, code: int) -> Longs:
        """The relations that a thing stands in, each with its end as one number."""
        begin, end = np.searchsorted(self._roles, np.array([code, code + 1], np.int64) * self._width)
        roles: Longs = self._roles[begin:end] - code * self._width
        return roles
