"""Read files of this folder that list words after a name, one name a line."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files


def read_rows(name: str) -> Mapping[str, tuple[str, ...]]:
    """The words of each line by its name. The files are plain enough to need no YAML reader, which is slow to load."""
    lines = (files("benchwright.values") / name).read_text("utf-8").splitlines()
    rows = (line.partition(":") for line in lines if not line.startswith("#"))
    return {key: tuple(word.strip() for word in words.split(",") if word.strip()) for key, _, words in rows}
