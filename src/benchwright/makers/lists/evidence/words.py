"""Reads the closed classes of English words that names and sentences are read with (`words.yaml`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import yaml  # type: ignore[import-untyped]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The lists of `words.yaml`, which says what each is for."""

    function: frozenset[str]
    prepositions: frozenset[str]
    pronouns: frozenset[str]
    doubts: frozenset[str]
    past: frozenset[str]
    predicate_kinds: frozenset[str]
    place_kinds: frozenset[str]
    synonyms: Mapping[str, tuple[str, ...]]


@lru_cache(maxsize=1)
def vocabulary() -> Vocabulary:
    """The words of the package's own file."""
    text = (files("benchwright.makers.lists.evidence") / "words.yaml").read_text(encoding="utf-8")
    lists = yaml.safe_load(text)
    synonyms = {name: tuple(words) for name, words in lists.pop("synonyms").items()}
    return Vocabulary(**{name: frozenset(words.split()) for name, words in lists.items()}, synonyms=synonyms)
