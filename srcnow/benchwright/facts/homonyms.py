"""Tell things apart that only share a name: by what kind of thing each fact is about, and for people by more.

A city and a country are never one thing, nor are a lake and a town. Two people of one name are one person only where a
value of both, or what both do, is the same.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field

from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.keys import place_level
from benchwright.facts.relations import Relation
from benchwright.values import name_key
from benchwright.values.nations import CERTAIN_COUNTRIES

_TRADES = Vocabulary.of("benchwright.facts", "homonyms").rows("trades")
"""What the pages of people call those whom a relation or a column names otherwise."""
_KIND = re.compile(r'\["kind","([^"]*)"\]')
_OPEN = frozenset({"", "thing", "term", "entry"})  # these may be said of anything
_SIDES = frozenset({"organisation", "team"})
_COUNTRIES = frozenset(map(name_key, CERTAIN_COUNTRIES))


@dataclass(frozen=True, slots=True)
class Sort:
    """What kind of thing a fact is about: its type, of a place also the level of its kind ("town")."""

    type: str
    level: int | None = None
    kind: str = ""

    def clashes(self, other: Sort) -> bool:
        """Whether nothing is of both sorts."""
        if {self.type, other.type} & _OPEN or {self.type, other.type} == _SIDES:
            return False
        return self.type != other.type or None is not self.level != other.level is not None


def sort_of(type: str, qualifiers: str) -> Sort:
    """The sort of a fact's subject, from its type and its qualifiers as they are stored."""
    kind = _KIND.search(qualifiers) if type in ("place", "person") else None
    name = kind[1] if kind else ""
    return Sort(type, place_level(name) if type == "place" else None, name)


@dataclass
class Bearers:
    """What the facts of a corpus say of those that bear one name."""

    sorts: dict[str, set[Sort]] = field(default_factory=lambda: defaultdict(set))
    """By key: the sorts of what has a page of that title."""
    mentions: dict[str, set[Sort]] = field(default_factory=lambda: defaultdict(set))
    """By key: the sorts of what is only named, in tables and elsewhere."""
    values: dict[tuple[str, str], set[tuple[str, str]]] = field(default_factory=lambda: defaultdict(set))
    """By key and source, "" for the page: what is said of a person."""

    def add(self, key: str, source: str, sort: Sort, relation: str, value: str) -> None:
        """Note one fact; `source` is "" for one of the page itself."""
        (self.mentions if source else self.sorts)[key].add(sort)
        if sort.type == "person":
            self.values[key, source].add((relation, value.casefold()))

    def is_subject(self, key: str, named: str, source: str, sort: Sort) -> bool:
        """Whether the subject that a source calls `named` may be what the page with that key is about."""
        if self._lacks_sort(key, sort):
            return False
        said = self.values[key, ""]
        alike = said & self.values[named, source] or self._does(key, sort.kind)
        return sort.type != "person" or not said or bool(alike)

    def is_value(self, key: str, relation: Relation) -> bool:
        """Whether a value of that relation may be what the page with that key is about."""
        sorts = self.sorts[key]
        people = any(sort.type == "person" for sort in sorts)
        fits = not sorts or not all(map(Sort(relation.leads_to).clashes, sorts))
        return fits and (not people or self._does(key, relation.noun))

    def is_shared(self, key: str, sort: Sort) -> bool:
        """Whether a name that no page has is given to things of different sorts."""
        certain = sort.type == "country" and key in _COUNTRIES
        return not certain and any(map(sort.clashes, self.mentions[key] - {Sort("place")}))

    def _does(self, key: str, noun: str) -> bool:
        """Whether the page of a person says that they are what the noun names: "film director" is a director."""
        words = set(_TRADES.get(noun, noun.split()))
        trades = (value for relation, value in self.values[key, ""] if relation == "occupation")
        return any(words & set(re.findall(r"\w+", trade)) for trade in trades)

    def _lacks_sort(self, key: str, sort: Sort) -> bool:
        """Whether the page with that key is of none of the sorts that a fact's subject may be. A place of an unknown
        kind may be a country if the name means one."""
        known = key in _COUNTRIES and sort in (Sort("place"), Sort("country"))
        fitting = {Sort("place"), Sort("country")} if known else {sort}
        return bool(self.sorts[key]) and all(one.clashes(other) for one in fitting for other in self.sorts[key])
