"""Hold the questions of a benchmark, and its fallen attempts, to be filtered and searched in milliseconds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

import numpy as np

from benchwright.publish.benchmark_page.benchmark_views import NO_SOURCE
from benchwright.publish.browse.text_search import Mask, TextSearch, search_terms
from benchwright.publish.safe_text import line
from benchwright.records import Example, Modality, Outcome, Source, Status

MOST_VALUES = 200
"""Values of a filter that are offered, the most frequent ones."""
LONGEST_VALUE = 120
"""Characters of a value: filters compare values as they are shown."""


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """A question, or an attempt that gave none. `key` names it in addresses; `outcome` is its attempt, if there is a
    log; `results` are what systems made of it, as the filter lists them."""

    key: str
    status: Status
    example: Example | None
    outcome: Outcome | None
    results: tuple[str, ...] = ()

    @property
    def reason(self) -> str:
        """`rejected:leak`; "" for a question of the benchmark."""
        if self.status is Status.ACCEPTED or self.outcome is None:
            return ""
        return f"{self.status}:{self.outcome.reason}"


def _modalities(entry: IndexEntry) -> tuple[str, ...]:
    """`text+table`, and each of its kinds where there are several."""
    if entry.example is None:
        return ()
    wanted = entry.example.modalities
    kinds = [f"with {kind}" for kind in Modality if getattr(wanted, kind.value)]
    return (str(wanted) or NO_SOURCE, *kinds)


def _checks(entry: IndexEntry) -> tuple[str, ...]:
    checks = entry.example.checks if entry.example else ()
    return tuple(dict.fromkeys(f"{one.name}: {one.verdict}" for one in checks))


FILTERS: Mapping[str, tuple[str, Callable[[IndexEntry], tuple[str, ...]]]] = {
    "status": ("Status", lambda entry: (str(entry.status),)),
    "reason": ("Reason", lambda entry: (entry.reason,) if entry.reason else ()),
    "style": ("Style", lambda entry: (entry.example.style,) if entry.example else ()),
    "modality": ("Modalities", _modalities),
    "family": ("Family", lambda entry: (entry.example.family,) if entry.example and entry.example.family else ()),
    "check": ("Check", _checks),
    "result": ("System", lambda entry: entry.results),
}
"""The filters by their names in addresses: what they are called, and the values of an entry."""

BEYOND: Mapping[str, str] = {"reason": "status"}
"""Filters that reach beyond another one: a reason says that an attempt fell, whatever status is chosen."""


@dataclass(frozen=True, slots=True)
class Selected:
    """What a query leaves: the places of entries, and by filter the values with their numbers where all other filters
    hold."""

    places: np.ndarray[tuple[int], np.dtype[np.int64]]
    counts: Mapping[str, tuple[tuple[str, int], ...]]


class QuestionIndex:
    """All entries: the questions in the benchmark's order, then the attempts that fell."""

    def __init__(self, entries: Sequence[IndexEntry], sources: Mapping[str, Source]) -> None:
        self.entries = tuple(entries)
        self.position = {entry.key: place for place, entry in reversed(list(enumerate(self.entries)))}
        self._masks = {name: self._masks_of(values_of) for name, (_, values_of) in FILTERS.items()}
        self._words = TextSearch(map(_words_of, self.entries))
        self._source_words = TextSearch(f"{one.title} {one.document} {one.text}" for one in sources.values())
        places = {name: place for place, name in enumerate(sources)}
        needed = [
            (place, places[name])
            for place, entry in enumerate(self.entries)
            if entry.example
            for name in entry.example.sources
            if name in places
        ]
        self._needed = np.array(needed, dtype=np.int64).reshape(-1, 2)

    def _masks_of(self, values_of: Callable[[IndexEntry], tuple[str, ...]]) -> dict[str, Mask]:
        places: dict[str, list[int]] = {}
        for place, entry in enumerate(self.entries):
            for value in values_of(entry):
                places.setdefault(line(value, LONGEST_VALUE), []).append(place)
        ranked = sorted(places, key=lambda value: (-len(places[value]), value))[:MOST_VALUES]
        masks = {}
        for value in ranked:
            masks[value] = np.zeros(len(self.entries), dtype=np.bool_)
            masks[value][places[value]] = True
        return masks

    @cached_property
    def by_status(self) -> Counter[Status]:
        """How many entries there are of each status."""
        return Counter(entry.status for entry in self.entries)

    def select(self, query: str, chosen: Mapping[str, str]) -> Selected:
        """The entries that hold all words of the query, in themselves or in a source, and have the chosen values. A
        value that no entry has leaves none."""
        found = np.ones(len(self.entries), dtype=np.bool_)
        for term in search_terms(query):
            found &= self._holding(term)
        nothing = np.zeros(len(self.entries), dtype=np.bool_)
        masks = {name: self._masks[name].get(value, nothing) for name, value in chosen.items() if value}
        counts = {}
        for name, values in self._masks.items():
            others = found.copy()
            for other, mask in masks.items():
                if other not in (name, BEYOND.get(name)):
                    others &= mask
            counts[name] = tuple((value, int(np.count_nonzero(mask & others))) for value, mask in values.items())
        for mask in masks.values():
            found = found & mask
        return Selected(np.flatnonzero(found), counts)

    def _holding(self, term: str) -> Mask:
        mask = self._words.holding(term).copy()
        sources = self._source_words.holding(term)
        if len(self._needed):
            mask[self._needed[sources[self._needed[:, 1]], 0]] = True
        return mask


def index_entries(
    examples: Sequence[Example], outcomes: Sequence[Outcome], results: Mapping[str, tuple[str, ...]]
) -> list[IndexEntry]:
    """The entries of a benchmark. Attempts that were accepted and that the benchmark did not need are left out."""
    by_attempt = {(one.cell, one.number): one for one in outcomes}
    entries = [
        IndexEntry(
            one.id,
            Status.ACCEPTED,
            one,
            by_attempt.get((one.origin.cell, one.origin.attempt)),
            results.get(one.id, ()),
        )
        for one in examples
    ]
    fallen = [one for one in outcomes if one.status is not Status.ACCEPTED]
    fallen.sort(key=lambda one: (one.cell, one.number))
    return entries + [IndexEntry(_attempt_key(one), one.status, one.example, one) for one in fallen]


def _attempt_key(outcome: Outcome) -> str:
    digest = sha256(f"{outcome.number} {outcome.cell}".encode("utf-8", "surrogatepass")).hexdigest()
    return f"attempt-{digest[:20]}"


def _words_of(entry: IndexEntry) -> str:
    parts = [entry.key, entry.reason, entry.outcome.detail if entry.outcome else ""]
    if entry.example is not None:
        one = entry.example
        parts += [one.id, one.question, one.entity, one.family, one.style, *one.columns.values()]
        parts += [text for answer in one.answers for text in (answer.text, *answer.aliases)]
        parts += [text for hop in one.hops for text in (hop.question, hop.answer)]
    return " ".join(parts)
