"""The part of a page that tables may be made of: the words that no table has yet, and where a table has to end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from benchwright.readers.pdf.boxed_tables import RuleSpan
from benchwright.readers.pdf.column_gaps import TextRow, text_rows
from benchwright.readers.pdf.page import PageContent, Rect, Word

SHORTEST = 40.0
"""Points: a table's rules are at least this long."""


@dataclass(frozen=True, slots=True)
class TableRegion:
    """What may be used on a page: words that no table has yet, the rectangles (captions) where no table goes on, and
    the heights of rules."""

    words: tuple[Word, ...]
    stops: tuple[Rect, ...]
    code: tuple[Rect, ...]
    bottom: float
    rules: tuple[float, ...] = ()

    def rows(self, left: float, right: float, top: float, bottom: float) -> tuple[TextRow, ...]:
        inside = [
            word
            for word in self.words
            if word.rect.left < right and word.rect.right > left and top - 1 < word.rect.middle[1] < bottom + 1
        ]
        return text_rows(inside)

    def rows_over(self, rule: RuleSpan, heights: Sequence[float]) -> tuple[TextRow, ...]:
        """The rows over a rule, up to the next caption, or to the next of the rules at `heights`."""
        ends = [stop.bottom for stop in self._beside(rule) if stop.bottom <= rule.at]
        top = max([0.0, *ends, *(height for height in heights if height < rule.at - 4)])
        return self.rows(rule.start, rule.end, top, rule.at)

    def rows_under(self, rule: RuleSpan, heights: Sequence[float]) -> tuple[TextRow, ...]:
        """The rows under a rule, down to the next caption, or to the next of the rules at `heights`."""
        ends = [stop.top for stop in self._beside(rule) if stop.top >= rule.at]
        bottom = min([self.bottom, *ends, *(height for height in heights if height > rule.at + 4)])
        return self.rows(rule.start, rule.end, rule.at, bottom)

    def _beside(self, rule: RuleSpan) -> list[Rect]:
        return [stop for stop in self.stops if stop.left < rule.end and stop.right > rule.start]

    def stopped(self, rect: Rect) -> bool:
        """Whether a caption stands inside, or that of a listing or an algorithm right over or under it."""
        wide = Rect(rect.left, rect.top - 24, rect.right, rect.bottom + 24)
        return any(stop.overlap(rect) > 0.3 * stop.area for stop in self.stops) or any(
            code.overlap(wide) > 0.3 * code.area for code in self.code
        )


def region_of(
    content: PageContent, taken: Sequence[Rect], stops: Sequence[Rect], code: Sequence[Rect] = ()
) -> TableRegion:
    """The words outside the rectangles `taken`; `stops` are the page's captions, `code` those of listings."""
    words = tuple(word for word in content.words if not any(rect.holds(word.rect) for rect in taken))
    rules = sorted(rule.rect.top for rule in content.rules if rule.across and rule.rect.width > SHORTEST)
    return TableRegion(words, tuple(stops), tuple(code), content.height, tuple(rules))
