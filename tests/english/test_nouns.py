from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest
import typeguard
from ruamel.yaml import YAML

from benchwright.english.nouns import engine, is_plural, plural, singular


def pairs() -> set[tuple[str, str]]:
    """The nouns of all books of relations and of the lexicon, as (one, many), without those of two nouns."""
    yaml = YAML(typ="safe", pure=True)
    found: set[tuple[str, str]] = set()
    waiting: list[Any] = []
    for package in ("benchwright.graphs", "benchwright.facts"):
        folder = files(package) / ("books" if package.endswith("graphs") else "lexicon")
        waiting += [yaml.load(file.read_text("utf-8")) for file in folder.iterdir() if file.name.endswith(".yaml")]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            one, many = part.get("one"), part.get("many")
            if isinstance(one, str) and isinstance(many, str) and "{" not in one and " or " not in one:
                found.add((one, many))
            waiting += part.values()
        elif isinstance(part, list):
            waiting += part
    return found - {("Olympic Games", "Olympic Games"), ("role in a film crew", "roles in film crews")}


def test_the_nouns_of_all_books_turn_into_their_plurals_and_back() -> None:
    known = pairs()
    assert len(known) > 300
    assert [(one, plural(one)) for one, many in sorted(known) if plural(one) != many] == []
    assert [(many, singular(many)) for one, many in sorted(known) if singular(many) != one] == []
    assert [one for one, _ in sorted(known) if singular(one) != one] == []


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("quiz", "quizzes"),
        ("wife", "wives"),
        ("businessman", "businessmen"),
        ("actress", "actresses"),
        ("ski jumper", "ski jumpers"),
        ("attorney", "attorneys"),
        ("Swiss", "Swiss"),
        ("American football player", "American football players"),
        ("mother-in-law", "mothers-in-law"),
        ("passer-by", "passers-by"),
        ("house", "houses"),
        ("church", "churches"),
        ("Briton", "Britons"),
    ],
)
def test_plurals(one: str, many: str) -> None:
    assert plural(one) == many
    assert singular(many) == one
    assert is_plural(many) is (one != many)


@pytest.mark.parametrize("noun", ["gas", "lens", "corps", "genus", "thesis", "campus", "physics", "glass", "opera", ""])
def test_singulars_that_end_like_plurals_stay(noun: str) -> None:
    assert singular(noun) == noun
    assert not is_plural(noun)


@pytest.mark.parametrize("plural_noun", ["feet", "teeth", "children", "mice", "criteria", "geese", "towns"])
def test_plurals_of_all_kinds_are_known(plural_noun: str) -> None:
    assert is_plural(plural_noun)


@pytest.mark.parametrize("noun", ["ant", "fish", "city", "foot", "tooth", "spacecraft", "bus", "glass"])
def test_singulars_are_no_plurals(noun: str) -> None:
    assert not is_plural(noun)


def test_inflect_is_imported_without_checks_of_types() -> None:
    own = typeguard.typechecked
    assert not [name for name in engine().plural_noun.__code__.co_names if "typeguard" in name or "check" in name]
    assert typeguard.typechecked is own
