"""Read lists and tables of words from the YAML file beside the code that uses them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from benchwright.files.package_data import read_yaml


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """One section of such a file; each method gives one entry as the type that its name says."""

    entries: Mapping[str, Any]

    @classmethod
    def of(cls, package: str, section: str) -> Vocabulary:
        """The section of `vocabulary.yaml` in that package. Raises KeyError if there is none."""
        return cls(_sections(package)[section])

    def words(self, key: str) -> frozenset[str]:
        """A set of words."""
        return frozenset(self.entries[key])

    def row(self, key: str) -> tuple[str, ...]:
        """Words whose order matters."""
        return tuple(self.entries[key])

    def pattern(self, key: str) -> str:
        """A regular expression for any one of some words, which are expressions themselves."""
        return "|".join(self.entries[key])

    def texts(self, key: str) -> Mapping[str, str]:
        """A text for each word."""
        return dict(self.entries[key])

    def rows(self, key: str) -> Mapping[str, tuple[str, ...]]:
        """A row of words for each word."""
        return {word: tuple(row) for word, row in self.entries[key].items()}


@cache
def _sections(package: str) -> dict[str, dict[str, Any]]:
    return dict(read_yaml(files(package) / "vocabulary.yaml"))
