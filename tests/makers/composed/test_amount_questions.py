"""The plain form of a verb is found from its third person."""

import pytest

from benchwright.english.verbs import third_person
from benchwright.makers.composed.amount_questions import _bases


@pytest.mark.parametrize(
    "verb", ["close", "pass", "carry", "go", "use", "last", "cost", "size", "teach", "take", "release", "reach", "stay"]
)
def test_the_plain_form_of_a_verb(verb: str) -> None:
    written = third_person(verb)
    assert next(base for base in _bases(written) if third_person(base) == written) == verb
