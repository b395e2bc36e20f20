"""The second half of a compound question that goes on about the same person or thing, and the sentence that answers it.

when was he born?      He was born on 12 March 1975.
where was she born?    She was born in Oslo.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from benchwright.derive.family import RefusedError
from benchwright.records import Fact
from benchwright.values import parse_date

_HALVES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "birth_date": ("when was {they} born", "{{s}} was born {on} {{v}}"),
        "birth_place": ("where was {they} born", "{{s}} was born in {{v}}"),
        "built": ("when was {they} built", "{{s}} was built {on} {{v}}"),
        "death_date": ("when did {they} die", "{{s}} died {on} {{v}}"),
        "elevation": ("how high above sea level is {they}", "{{s}} is {{v}} above sea level"),
        "founded": ("when was {they} founded", "{{s}} was founded {on} {{v}}"),
        "opened": ("when was {they} opened", "{{s}} was opened {on} {{v}}"),
        "population": ("how many people live there", "{{s}} has a population of {{v}}"),
    }
)


def second_half(fact: Fact, they: str) -> tuple[str, str]:
    """(question, statement with {s} and {v}) about what was named before. Raises RefusedError without a wording."""
    if fact.relation not in _HALVES:
        raise RefusedError("relation", f"{fact.relation} has no wording as a second half")
    clause, statement = _HALVES[fact.relation]
    date = parse_date(fact.value) if fact.value_type in ("date", "year") else None
    on = "on" if date is not None and date.precision == "day" else "in"
    return clause.format(they=they), statement.format(on=on)
