"""Name a folder or file that stands beside a folder, after it."""

from __future__ import annotations

from pathlib import Path


def beside(folder: Path, ending: str) -> Path:
    """`bench-scores` beside `bench`. A path that ends in no name (`.`, `..`) names a folder all the same."""
    name = f"{folder.resolve().name}-{ending}"
    return folder / ".." / name if folder.name in ("", "..") else folder.with_name(name)
