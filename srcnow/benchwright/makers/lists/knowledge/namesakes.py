"""Finds the other things that share the label of a thing, so that a question can tell them apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from benchwright.makers.lists.queries.query_types import Codes, Longs


class Namesakes:
    """The things of a knowledge base that share labels. `labels` are those of all things by code, "" for a thing that
    shares no label. Safe to call from several threads."""

    def __init__(self, labels: pa.Array) -> None:
        self._labels = labels
        self._phrases: dict[int, Counter[str]] = {}

    def of(self, code: int) -> list[int]:
        """The other things of the same label; none for a thing without one."""
        return [one for one in self._of_group(int(self._groups[0][code])).tolist() if one != code]

    def share_phrase(self, code: int, phrase: str, phrases_of: Callable[[int], Iterable[str]]) -> bool:
        """Whether a phrase describes another thing with the label of `code` too. `phrases_of` gives the phrases that
        describe a thing; it is called once for each thing of a label, and has to return the same at every call."""
        group = int(self._groups[0][code])
        if group not in self._phrases:
            members = self._of_group(group).tolist()
            self._phrases[group] = Counter(one for member in members for one in set(phrases_of(member)))
        return self._phrases[group][phrase] > (phrase in set(phrases_of(code)))

    @cached_property
    def _groups(self) -> tuple[Codes, Longs, Longs]:
        """The label of each thing as a number, the things that share theirs sorted by it, and where those of each
        begin: those of label n are `things[starts[n]:starts[n + 1]]`."""
        numbers = pc.dictionary_encode(pc.utf8_lower(pc.utf8_normalize(self._labels, "NFC")))
        group: Codes = numbers.indices.to_numpy(zero_copy_only=False).astype(np.int32)
        sizes = np.bincount(group, minlength=len(numbers.dictionary))
        named = pc.not_equal(numbers.dictionary, "").to_numpy(zero_copy_only=False)
        sizes[(sizes < 2) | ~named] = 0
        things = np.flatnonzero(sizes[group] > 0)
        things = things[np.argsort(group[things], kind="stable")]
        return group, things, np.append(0, np.cumsum(sizes))

    def _of_group(self, group: int) -> Longs:
        """The things of a label that several have, ascending; empty for another label."""
        _, things, starts = self._groups
        return things[starts[group] : starts[group + 1]]
