"""The plain form of a verb is found from its third person."""

from typing import cast

import pytest

from benchwright.english.verbs import third_person
from benchwright.makers.composed.amount_questions import _bases, amount_clause
from benchwright.makers.composed.family import SeedRefusedError, World
from benchwright.records import Fact, Span


@pytest.mark.parametrize(
    "verb", ["close", "pass", "carry", "go", "use", "last", "cost", "size", "teach", "take", "release", "reach", "stay"]
)
def test_the_plain_form_of_a_verb(verb: str) -> None:
    written = third_person(verb)
    assert next(base for base in _bases(written) if third_person(base) == written) == verb


def test_how_often_is_not_asked_as_an_amount() -> None:
    predicate = (("predicate", "must be serviced every"),)
    fact = Fact("a", "The boiler", "boiler @ a", "amount:must be serviced every", "12 months", Span("a", "text", 0, 9),
                value_type="quantity", unit="month", qualifiers=predicate)  # fmt: skip
    with pytest.raises(SeedRefusedError):
        amount_clause(cast(World, None), fact)
