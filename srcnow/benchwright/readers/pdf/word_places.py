"""Each word of a page is given one place: running text, a table or caption that says it, or the picture of a figure.

A line belongs to the table, figure or caption that its middle is in. What a table or caption does not say of it stays
text where the whole line is missing, and is listed as lost where only some words are. So is all that stands in the
picture of a table that could not be read. Paragraphs of running text stay text, whatever is drawn around them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from benchwright.readers.pdf.captions import names_table, running_style, style_of
from benchwright.readers.pdf.page import PageContent, PageFigure, PageTable, Rect, TextLine, Word

_LONG = 0.4  # of the longest line of running text


@dataclass(frozen=True, slots=True)
class WordPlaces:
    """Where the words of a line are: `free` if it is running text, `drawn` in a figure, `lost` in a table or caption
    that does not say them, or in a table's picture. A word that is in none of these is said by a table or caption."""

    free: TextLine | None = None
    drawn: tuple[Word, ...] = ()
    lost: tuple[Word, ...] = ()


def paragraph_lines(content: PageContent, lines: Sequence[TextLine]) -> frozenset[Rect]:
    """Where the lines of running text are: long ones in the page's usual style, with another one right above or below
    that begins or ends where they do."""
    style = running_style(content)
    usual = [line.rect for line in lines if sum(map(_says, line.words)) > 3 and style_of(line.words) == style]
    longest = max((rect.width for rect in usual), default=0.0)
    long = [rect for rect in usual if rect.width > _LONG * longest]
    result: set[Rect] = set()
    for at, rect in enumerate(long):  # from the top
        for below in long[at + 1 :]:
            step = below.bottom - rect.bottom
            if step > 1.6 * rect.height:
                break
            beside = min(abs(below.left - rect.left), abs(below.right - rect.right))
            if step > 0.8 * rect.height and beside < 0.2 * rect.height:
                result |= {rect, below}
    return frozenset(result)


def place_words(
    line: TextLine, floats: Sequence[PageTable | PageFigure], paragraphs: frozenset[Rect] = frozenset()
) -> WordPlaces:
    """Where the words of a line are, among the tables and figures of its page. No figure takes `paragraphs`."""
    drawn = unread = False
    lost: tuple[Word, ...] | None = None
    for each in floats:
        in_caption = each.caption_rect is not None and each.caption_rect.holds(line.rect)
        if not in_caption and not each.rect.holds(line.rect):
            continue
        if isinstance(each, PageFigure) and not in_caption:
            drawn = line.rect not in paragraphs
            unread = unread or names_table(each.caption)
            continue
        said = each.caption if in_caption or isinstance(each, PageFigure) else _letters_of_cells(each)
        letters = "".join(said.replace("\u00ad", "").split())
        missing = tuple(word for word in line.words if "".join(word.text.split()).rstrip("-") not in letters)
        lost = missing if lost is None or len(missing) < len(lost) else lost
    if not lost and lost is not None:
        return WordPlaces()
    if drawn:
        words = line.words if lost is None else lost
        return WordPlaces(lost=words) if unread else WordPlaces(drawn=words)
    return WordPlaces(free=line) if lost is None or len(lost) == len(line.words) else WordPlaces(lost=lost)


def _says(word: Word) -> bool:
    return word.text.strip(".,;:()").isalpha()


def _letters_of_cells(table: PageTable) -> str:
    return " ".join(cell for row in table.grid for cell in row)
