"""Register the built-in families of questions, and find the families that plug-ins add.

Every other module in this folder defines one family. The folder contains only families whose questions independent
readers found correct and natural (see dev/LOG.md).
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

import benchwright.makers.composed.families as folder
from benchwright.makers.composed.family import Family
from benchwright.registry import Registry

FAMILIES: Registry[Family] = Registry("family of questions", "benchwright.families")


def _shipped() -> Iterator[Family]:
    """The family that each module of the folder defines."""
    for entry in iter_modules(folder.__path__, f"{folder.__name__}."):
        if entry.name != __name__:
            for value in vars(import_module(entry.name)).values():
                if isinstance(value, type) and issubclass(value, Family) and value.__module__ == entry.name:
                    yield value()


for _family in _shipped():
    FAMILIES.register(_family.name)(_family)


def families() -> tuple[Family, ...]:
    """All families by name: those above, and those of plug-ins."""
    return tuple(family for _, family in FAMILIES.items())
