"""Tell what an object is by the package and the name of its class, without importing the package."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

T = TypeVar("T")

ClassName = tuple[str, str]
"""The package that a class was defined in, and the name of the class: `("langchain_core", "Document")`."""


def class_entry(value: object, entries: Mapping[ClassName, T]) -> T | None:
    """The entry of the object's class, else of the nearest class above it; None where there is none."""
    for one in type(value).__mro__:
        entry = entries.get((one.__module__.partition(".")[0], one.__name__))
        if entry is not None:
            return entry
    return None


def is_of(value: object, *names: ClassName) -> bool:
    """Whether the object is of one of these classes, or of one below it."""
    return class_entry(value, dict.fromkeys(names, True)) is not None
