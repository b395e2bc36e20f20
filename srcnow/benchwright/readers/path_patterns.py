"""A pattern like `docs/**/*.md` is expanded to the files that match; links to folders are not followed.

So no pattern leaves its folder, and circular links cost nothing."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from fnmatch import translate
from pathlib import Path

_WILD = re.compile(r"[*?\[]")


def has_wildcard(text: str) -> bool:
    """Whether a path is a pattern."""
    return _WILD.search(text) is not None


def matching(pattern: Path) -> tuple[Path, tuple[Path, ...]]:
    """The folder that the pattern begins in (its part before the first wildcard), and the files that match, in order.

    `*`, `?` and `[...]` stand for a part of one name, `**` for any folders, none too. A wildcard stands for no hidden
    file or folder. Folders that cannot be listed match nothing."""
    fixed: list[str] = []
    for part in pattern.parts[:-1]:
        if has_wildcard(part):
            break
        fixed.append(part)
    root = Path(*fixed).resolve()
    rules = [None if part == "**" else _rule(part) for part in pattern.parts[len(fixed) :]]
    results: list[Path] = []
    folders = [(root, _opened({0}, rules))]
    while folders:
        folder, places = folders.pop()
        try:
            with os.scandir(folder) as listing:
                entries = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in listing]
        except OSError:
            continue
        for name, is_folder in entries:
            onwards = _after(name, places, rules)
            if is_folder and (inside := onwards - {len(rules)}):
                folders.append((folder / name, frozenset(inside)))
            elif not is_folder and len(rules) in onwards and not os.path.isdir(folder / name):
                results.append(folder / name)
    return root, tuple(sorted(results))


def _rule(part: str) -> re.Pattern[str]:
    return re.compile(translate(part) if part.startswith(".") else rf"(?!\.)(?:{translate(part)})")


def _opened(places: Iterable[int], rules: Sequence[re.Pattern[str] | None]) -> frozenset[int]:
    """The places in the rules with those behind a `**`, which may stand for nothing."""
    reached = set()
    for place in places:
        reached.add(place)
        while place < len(rules) and rules[place] is None:
            place += 1
            reached.add(place)
    return frozenset(reached)


def _after(name: str, places: Iterable[int], rules: Sequence[re.Pattern[str] | None]) -> frozenset[int]:
    """Where in the rules one is behind this name."""
    onwards = set()
    for place in places:
        if place == len(rules):
            continue
        rule = rules[place]
        if rule is None:
            if not name.startswith("."):
                onwards.add(place)
                if place == len(rules) - 1:  # "docs/**" names every file below
                    onwards.add(len(rules))
        elif rule.match(name):
            onwards.add(place + 1)
    return _opened(onwards, rules)
