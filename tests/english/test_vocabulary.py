from __future__ import annotations

import pytest

from benchwright.english.vocabulary import Vocabulary, _sections


def test_entries_come_as_the_type_that_is_asked_for() -> None:
    section = Vocabulary({"set": ["b", "a"], "texts": {"x": "y"}, "rows": {"x": ["y", "z"]}})
    assert section.words("set") == {"a", "b"}
    assert section.row("set") == ("b", "a")
    assert section.texts("texts") == {"x": "y"}
    assert section.rows("rows") == {"x": ("y", "z")}


@pytest.mark.parametrize(
    "package", ["benchwright.facts", "benchwright.checks", "benchwright.programs", "benchwright.makers.composed"]
)
def test_no_word_is_read_as_something_else_than_a_text(package: str) -> None:
    waiting: list[object] = list(_sections(package).values())
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            waiting += [*part, *part.values()]
        elif isinstance(part, list):
            waiting += part
        else:
            assert isinstance(part, str), part
