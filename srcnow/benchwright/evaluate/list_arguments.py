"""Refuse a single value where a caller of the library has to give a list: a text would be read letter by letter."""

from __future__ import annotations

from collections.abc import Iterable

from benchwright.errors import UsageError


def refuse_single(**given: object) -> None:
    """UsageError for an argument, by its name, that is no list."""
    for name, value in given.items():
        if isinstance(value, str | bytes) or not isinstance(value, Iterable):
            shown = repr(value) if isinstance(value, str | int) else f"a {type(value).__name__}"
            example = repr(value) if isinstance(value, str | int) else "..."
            raise UsageError(f"{name} is {shown}, and is to be a list", hint=f"write {name}=[{example}]")
