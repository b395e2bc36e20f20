"""Find which entities are of a type, directly or through subclasses; cycles do no harm.

A walk that marks where it has been visits every type once, so that a cycle (A is a kind of B, B of A) makes its types
equal; the number of cycles is reported.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

Codes = npt.NDArray[np.int32]


class Hierarchy:
    """`entities` are instances of `types`, `types_below` subclasses of `types_above`: four int32 columns."""

    def __init__(self, entities: Codes, types: Codes, types_below: Codes, types_above: Codes, size: int) -> None:
        self._entities = entities
        self._types = types
        self._size = size
        from scipy.sparse import csr_array  # here, for it takes longer to import than most runs take to start

        ones = np.ones(len(types_below), np.int8)
        self._kinds = (types, types_below, types_above)
        self._down = csr_array((ones, (types_above, types_below)), shape=(size, size))

    @cached_property
    def types(self) -> Codes:
        """Everything that something is an instance, a subclass or a superclass of, sorted, each once."""
        codes: Codes = np.unique(np.concatenate(self._kinds)).astype(np.int32)
        return codes

    def of_others(self, types: Codes) -> npt.NDArray[np.bool_]:
        """bool [size]: which entities are an instance of anything that is not among these types."""
        others = np.zeros(self._size, dtype=bool)
        others[self._entities[~np.isin(self._types, types)]] = True
        return others

    @cached_property
    def cycles(self) -> int:
        """How many groups of types are subclasses of each other."""
        from scipy.sparse.csgraph import connected_components

        _, group = connected_components(self._down, directed=True, connection="strong")
        return int(np.sum(np.bincount(group) > 1))

    def below(self, type_code: int) -> Codes:
        """The type itself and everything that is a kind of it, sorted."""
        from scipy.sparse.csgraph import breadth_first_order

        reached = breadth_first_order(self._down, type_code, directed=True, return_predecessors=False)
        codes: Codes = np.sort(reached).astype(np.int32)
        return codes

    def members(self, type_code: int) -> Codes:
        """The entities of that type or of one below it, sorted, each once."""
        wanted = np.zeros(self._size, bool)
        wanted[self.below(type_code)] = True
        codes: Codes = np.unique(self._entities[wanted[self._types]])
        return codes
