"""Draw the documents of a corpus as a mosaic by folder: a stronger colour has more questions, grey has none.

Of a large corpus a tile stands for several documents that follow each other, and its colour for the share of them that
is asked about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil

from benchwright.benchmark.corpus_coverage import CorpusCoverage, DocumentCoverage
from benchwright.english.counts import counted
from benchwright.publish.safe_text import line

TILES = 3000
"""What a browser draws at once, and a page of 300 kB holds."""
STEPS = (1, 2, 4, 8, 16)
"""The least questions on one document of each step of the colour scale."""
_FOLDERS = 30
_LISTED = 15
_NEVER = 100
_NAME = 120


@dataclass(frozen=True, slots=True)
class MapTile:
    """A document, or several that follow each other: its step on the colour scale (0 grey), and what is told of it."""

    step: int
    told: str


@dataclass(frozen=True, slots=True)
class MapFolder:
    """The documents of one folder."""

    name: str
    told: str
    tiles: tuple[MapTile, ...]


@dataclass(frozen=True, slots=True)
class CorpusMap:
    """The map, and the same in words: the most asked documents, some that no question asks about, and counts by kind of
    source. `each` is how many documents a tile stands for."""

    told: str
    each: int
    folders: tuple[MapFolder, ...]
    most: tuple[tuple[str, str, str], ...]
    never: tuple[tuple[str, str], ...]
    more_never: int
    kinds: tuple[tuple[str, str, str, str], ...]
    legend: tuple[tuple[int, str], ...]


def corpus_map(coverage: CorpusCoverage) -> CorpusMap:
    """The map of a corpus."""
    asked, never = coverage.asked, coverage.never_asked
    whole = len(coverage.documents)
    each = max(1, ceil(whole / TILES))
    return CorpusMap(
        f"{len(asked):,} of {counted(whole, 'document')} are asked about, {len(never):,} are not.",
        each,
        tuple(_folder(name, documents, each) for name, documents in _by_folder(coverage.documents)),
        tuple(
            (line(one.name, _NAME), f"{one.questions:,}", f"{one.needed:,} of {one.sources:,}")
            for one in asked[:_LISTED]
        ),
        tuple((line(one.name, _NAME), f"{one.sources:,}") for one in never[:_NEVER]),
        max(0, len(never) - _NEVER),
        tuple(
            (str(kind), f"{total:,}", f"{used:,}", f"{used / total:.1%}")
            for kind, (total, used) in coverage.sources.items()
        ),
        _legend(each),
    )


def _legend(each: int) -> tuple[tuple[int, str], ...]:
    if each > 1:
        return ((0, "none asked about"), *((step, f"up to {20 * step} %") for step in range(1, len(STEPS) + 1)))
    ends = [*(str(low) if low + 1 == high else f"{low}–{high - 1}" for low, high in pairwise(STEPS))]
    return ((0, "no question"), *((step, text) for step, text in enumerate([*ends, f"{STEPS[-1]} or more"], 1)))


def _by_folder(documents: Sequence[DocumentCoverage]) -> list[tuple[str, list[DocumentCoverage]]]:
    """The documents by the first folder in which they differ, largest folders first."""
    split = [one.name.split("/")[:-1] for one in documents]
    shared = 0
    while split and all(len(one) > shared and one[shared] == split[0][shared] for one in split):
        shared += 1
    folders: dict[str, list[DocumentCoverage]] = {}
    for one, parts in zip(documents, split, strict=True):
        folders.setdefault(parts[shared] if len(parts) > shared else "", []).append(one)
    ranked = sorted(folders.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    others = [one for _, listed in ranked[_FOLDERS:] for one in listed]
    return [*ranked[:_FOLDERS], *([(f"{len(ranked) - _FOLDERS:,} others", others)] if others else [])]


def _folder(name: str, documents: Sequence[DocumentCoverage], each: int) -> MapFolder:
    asked = sum(bool(one.questions) for one in documents)
    tiles = [_tile(documents[start : start + each]) for start in range(0, len(documents), each)]
    return MapFolder(
        line(f"{name}/", _NAME) if name else "", f"{asked:,} of {counted(len(documents), 'document')}", tuple(tiles)
    )


def _tile(documents: Sequence[DocumentCoverage]) -> MapTile:
    if len(documents) == 1:
        one = documents[0]
        step = sum(one.questions >= least for least in STEPS)
        return MapTile(step, f"{line(one.name, _NAME)}: {counted(one.questions, 'question')}")
    asked = sum(bool(one.questions) for one in documents)
    told = f"{line(documents[0].name, 60)} … {line(documents[-1].name, 60)}: {asked:,} of {len(documents):,}"
    return MapTile(ceil(len(STEPS) * asked / len(documents)), told)
