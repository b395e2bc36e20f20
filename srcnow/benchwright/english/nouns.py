"""Form plurals and singulars of English nouns.

inflect knows the rules. `nouns.yaml` beside this file lists the nouns that it gets wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

from benchwright.files.package_data import read_yaml

if TYPE_CHECKING:
    import inflect

_HEAD = re.compile(r".*?(?P<head>[^\W\d_]+(?:-[^\W\d_]+)*)(?= (?:of|in|on|at|for|to|from|with|by|who|that) |$)")
_NOT_A_PLURAL = re.compile(r"[^-]*(?:ss|us|is|[bcdfgjkloprquvwyz]|[^t]h|[^e]th?)")
"""Endings without a plural among 97,000 words of encyclopaedias. inflect is not asked about them."""


@dataclass(frozen=True, slots=True)
class _Exceptions:
    """The nouns that inflect gets wrong. `plurals` maps a singular to its plural, `singulars` a plural to its singular;
    `end_like_plurals` are singulars that end like a plural."""

    plurals: Mapping[str, str]
    singulars: Mapping[str, str]
    end_like_plurals: frozenset[str]


@cache
def engine() -> inflect.engine:
    """inflect's engine, made at its first use. inflect has typeguard compile its methods anew, to check the types of
    their arguments: 1.2 s of a processor at each start, which is saved."""
    import typeguard

    checked = typeguard.typechecked
    typeguard.typechecked = lambda method: method  # type: ignore[assignment]
    try:
        import inflect
    finally:
        typeguard.typechecked = checked
    return inflect.engine()


@cache
def _exceptions() -> _Exceptions:
    data = read_yaml(files("benchwright.english") / "nouns.yaml")
    plurals = dict(data["plurals"])
    singulars = {many: one for one, many in plurals.items()} | {
        str(many): one for many, one in data["singulars"].items()
    }
    return _Exceptions(plurals, singulars, frozenset(data["end_like_plurals"]))


def plural(noun: str) -> str:
    """The plural of a noun or of a noun phrase: "cities", "bodies of water"."""
    return _with_head(noun, _plural_word)


def singular(noun: str) -> str:
    """The singular of a noun or of a noun phrase; what is not a plural stays as it is."""
    return _with_head(noun, _singular_word)


def is_plural(noun: str) -> bool:
    """Whether a noun has the form of a plural. Nouns with one form for both numbers ("species") count as singulars."""
    return singular(noun) != noun


def _with_head(phrase: str, turn: Callable[[str], str]) -> str:
    """The phrase with its head turned: the last word before a preposition."""
    match = _HEAD.match(phrase)
    return phrase[: match.start("head")] + turn(match["head"]) + phrase[match.end("head") :] if match else phrase


@lru_cache(2**16)
def _plural_word(word: str) -> str:
    many = _exceptions().plurals.get(word.casefold())
    return _in_case_of(word, many) if many else str(engine().plural_noun(word))


@lru_cache(2**16)
def _singular_word(word: str) -> str:
    plain = word.casefold()
    exceptions = _exceptions()
    if plain in exceptions.end_like_plurals:
        return word
    if plain in exceptions.singulars:
        return _in_case_of(word, exceptions.singulars[plain])
    one = "" if _NOT_A_PLURAL.fullmatch(plain) else engine().singular_noun(word)
    return str(one or word)


def _in_case_of(word: str, entry: str) -> str:
    return entry.capitalize() if word[:1].isupper() else entry
