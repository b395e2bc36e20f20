"""Plurals and singulars of English nouns.

inflect knows the rules. `nouns.yaml` beside this file lists the nouns that it gets wrong.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

from ruamel.yaml import YAML

if TYPE_CHECKING:
    import inflect

_LAST_WORD = re.compile(r"[^\W\d_]+$")
_LIKE_PLURALS = re.compile(r"(?:ss|us|is)$")


@dataclass(frozen=True, slots=True)
class _Exceptions:
    """The nouns that inflect gets wrong. `plurals` maps a singular to its plural, `singulars` a plural to its singular;
    `end_like_plurals` are singulars that end like a plural."""

    plurals: Mapping[str, str]
    singulars: Mapping[str, str]
    end_like_plurals: frozenset[str]


@cache
def engine() -> inflect.engine:
    """inflect's engine, made at its first use: its import takes half a second."""
    import inflect

    return inflect.engine()


@cache
def _exceptions() -> _Exceptions:
    data = YAML(typ="safe", pure=True).load((files("benchwright.english") / "nouns.yaml").read_text("utf-8"))
    plurals = dict(data["plurals"])
    singulars = {many: one for one, many in plurals.items()} | {str(many): one for many, one in data["singulars"].items()}
    return _Exceptions(plurals, singulars, frozenset(data["end_like_plurals"]))


@lru_cache(2**16)
def plural(noun: str) -> str:
    """The plural of a noun or of a noun phrase: "cities", "bodies of water", "mothers-in-law"."""
    before, word = _split(noun)
    if not word:
        return noun
    listed = _exceptions().plurals.get(word.casefold())
    if listed is not None:
        return before + _in_case_of(word, listed)
    return str(engine().plural_noun(noun))  # type: ignore[arg-type]  # inflect's Word is a text that is not empty


@lru_cache(2**16)
def singular(noun: str) -> str:
    """The singular of a noun; a noun that is not a plural stays as it is. Of a phrase only the last word changes."""
    before, word = _split(noun)
    plain = word.casefold()
    exceptions = _exceptions()
    if not word or plain in exceptions.end_like_plurals:
        return noun
    if plain in exceptions.singulars:
        return before + _in_case_of(word, exceptions.singulars[plain])
    if _LIKE_PLURALS.search(plain):
        return noun
    one = engine().singular_noun(word)  # type: ignore[arg-type]
    return before + one if one else noun


def is_plural(noun: str) -> bool:
    """Whether the last word of a noun phrase has the form of a plural. Nouns with one form for both ("species") count
    as singulars."""
    return singular(noun) != noun


def _split(noun: str) -> tuple[str, str]:
    """What stands before the last word, and that word; the word is empty where the phrase ends in none."""
    match = _LAST_WORD.search(noun)
    return (noun[: match.start()], match[0]) if match else (noun, "")


def _in_case_of(word: str, listed: str) -> str:
    return listed.capitalize() if word[:1].isupper() else listed
