"""On which side of its tables and figures a document has its captions is told by the pages where that is plain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from benchwright.readers.pdf.page import Float, PageFigure, PageTable

_FEWEST = 2  # captions that tell a side
_MOST = 3  # times as many as on the other side


@dataclass(frozen=True, slots=True)
class CaptionSides:
    """How many captions stand over tables or figures, and how many under them."""

    _counts: Counter[tuple[type[object], bool]] = field(default_factory=Counter)

    def count(self, floats: Sequence[Float]) -> None:
        """Count the captions of a page."""
        for each in (floating.found for floating in floats):
            if each.caption_rect is not None:
                self._counts[type(each), each.caption_rect.top < each.rect.top] += 1

    def over(self, kind: type[PageTable] | type[PageFigure]) -> bool | None:
        """Whether captions stand over things of a kind; None as long as too few do, or they differ."""
        over, under = self._counts[kind, True], self._counts[kind, False]
        plain = max(over, under) >= _FEWEST and max(over, under) >= _MOST * min(over, under)
        return over > under if plain else None


def in_doubt(floats: Sequence[Float]) -> bool:
    """Whether a page has a caption and, of the same kind, several things that it may belong to."""
    for kind in (PageTable, PageFigure):
        captions = [each.found.caption_rect is not None for each in floats if isinstance(each.found, kind)]
        if any(captions) and not all(captions):
            return True
    return False
