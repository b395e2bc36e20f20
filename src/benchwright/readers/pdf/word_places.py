"""Each word of a page is given one place: running text, a table or caption that says it, or the picture of a figure.

A line belongs to the table, figure or caption that its middle is in. What a table or caption does not say of it stays
text where the whole line is missing, and is listed as lost where only some words are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from benchwright.readers.pdf.page import PageFigure, PageTable, TextLine, Word


@dataclass(frozen=True, slots=True)
class WordPlaces:
    """Where the words of a line are: `free` if it is running text, `drawn` in a figure, `lost` in a table or caption
    that does not say them. A word that is in none of these is said by a table or caption."""

    free: TextLine | None = None
    drawn: tuple[Word, ...] = ()
    lost: tuple[Word, ...] = ()


def place_words(line: TextLine, floats: Sequence[PageTable | PageFigure]) -> WordPlaces:
    """Where the words of a line are, among the tables and figures of its page."""
    drawn = False
    lost: tuple[Word, ...] | None = None
    for each in floats:
        in_caption = each.caption_rect is not None and each.caption_rect.holds(line.rect)
        if not in_caption and not each.rect.holds(line.rect):
            continue
        if isinstance(each, PageFigure) and not in_caption:
            drawn = True
            continue
        said = each.caption if in_caption or isinstance(each, PageFigure) else _letters_of_cells(each)
        letters = "".join(said.split())
        missing = tuple(word for word in line.words if "".join(word.text.split()).rstrip("-") not in letters)
        lost = missing if lost is None or len(missing) < len(lost) else lost
    if not lost and lost is not None:
        return WordPlaces()
    if drawn:
        return WordPlaces(drawn=line.words if lost is None else lost)
    return WordPlaces(free=line) if lost is None or len(lost) == len(line.words) else WordPlaces(lost=lost)


def _letters_of_cells(table: PageTable) -> str:
    return " ".join(cell for row in table.grid for cell in row)
