"""Read the YAML files that come with the package."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from typing import Any

from ruamel.yaml import YAML


def read_yaml(file: Traversable) -> Any:
    """The content of a file of the package, or of a plug-in.

    The parser written in C is five times as fast as the one in Python, and a command reads hundreds of kilobytes of
    vocabulary when it starts. It refuses some plain scalars that the other accepts, such as `docs?` in a list: quote
    them. Files of users are read by the parser in Python: the one in C does not survive very deep nesting.
    """
    return YAML(typ="safe").load(file.read_text("utf-8"))
