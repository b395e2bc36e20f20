"""A line is kept in short form, text and looks without words, while the other pages are read."""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchwright.readers.pdf.page import Drawing, Rect, TextLine, Word

_MARK = r"[•▪◦‣■□●○∙·⁃➢✓]"
_BULLET = re.compile(rf"^{_MARK}\s*")
_NUMBER = re.compile(r"^(?:\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)]|\[\d{1,3}\]|[–—-])\s+(?=\S)")

_LARGEST_DOT = 12.0  # points


@dataclass(frozen=True, slots=True)
class LineRecord:
    """A line of a page. `size` is that of most of its letters; bold, italic and mono hold for all of them. `first` is
    the width of its first word, `dotted` tells that the mark of a list item is drawn before it. `words` are kept where
    a table may go on from the page before."""

    page: int
    rect: Rect
    text: str
    size: float
    bold: bool = False
    italic: bool = False
    mono: bool = False
    first: float = 0.0
    dotted: bool = False
    words: tuple[Word, ...] = ()

    @property
    def spot(self) -> float:
        """The baseline."""
        return self.rect.bottom - 0.2 * self.size

    @property
    def bullet(self) -> bool:
        """Whether it begins with a sign that only list items have."""
        return self.dotted or bool(_BULLET.match(self.text))

    @property
    def numbered(self) -> bool:
        """Whether it begins as a list item may ("2. Oaks"), and as a line of running text may too."""
        return bool(_NUMBER.match(self.text))


class BulletDrawings:
    """The small round or square drawings of a page. Browsers draw the marks of list items, and set no sign for them."""

    def __init__(self, drawings: Iterable[Drawing]) -> None:
        small = (each.rect for each in drawings if max(each.rect.width, each.rect.height) <= _LARGEST_DOT)
        round_ = (rect for rect in small if 0.7 * rect.height <= rect.width <= 1.4 * rect.height)
        self._rects = sorted(round_, key=lambda rect: rect.middle[1])
        self._heights = [rect.middle[1] for rect in self._rects]

    def before(self, line: Rect, size: float) -> bool:
        """Whether one stands close before a line whose letters have this size, at the height of small letters."""
        low = bisect_left(self._heights, line.top + 0.25 * size)
        high = bisect_right(self._heights, line.bottom - 0.2 * size)
        return any(
            0.15 * size <= rect.width <= 0.7 * size and 0.1 * size <= line.left - rect.right <= 1.5 * size
            for rect in self._rects[low:high]
        )


def make_row(line: TextLine, page: int, dots: BulletDrawings | None = None, whole: bool = False) -> LineRecord:
    """What is kept of a line, and its words if it is kept `whole`.

    Words of one width keep their distances as spaces: code is read by its columns.
    """
    words = line.words
    sizes: Counter[float] = Counter()
    for word in words:
        sizes[word.size] += len(word.text)
    size = max(sizes.items(), key=lambda pair: (pair[1], pair[0]))[0]
    description = [word for word in words if any(letter.isalnum() for letter in word.text)] or list(words)
    mono = sum(len(word.text) for word in words if word.mono) >= 0.8 * sum(len(word.text) for word in words)
    text = _spaced(line) if mono else line.text
    return LineRecord(
        page,
        line.rect,
        text,
        size,
        all(word.bold for word in description),
        all(word.italic for word in description),
        mono,
        words[0].rect.width,
        dots is not None and dots.before(line.rect, size),
        words if whole else (),
    )


def _spaced(line: TextLine) -> str:
    letters = sum(len(word.text) for word in line.words)
    width = sum(word.rect.width for word in line.words) / max(letters, 1)
    parts = [line.words[0].text]
    for last, word in zip(line.words, line.words[1:], strict=False):
        gap = (word.rect.left - last.rect.right) / width if width > 0 else 1.0
        parts.append(" " * min(max(round(gap), 1), 80) + word.text)
    return "".join(parts)


@dataclass(frozen=True, slots=True)
class Measures:
    """What is usual in a document: the size of its running text, and the distance of baselines by size."""

    body: float
    pitches: dict[float, float]

    def pitch(self, size: float) -> float:
        return self.pitches.get(round(size), 1.2 * size)


def measure(columns: Sequence[Sequence[LineRecord]]) -> Measures:
    """The measures of rows in reading order. 10 points where there is no row."""
    sizes: Counter[float] = Counter()
    steps: dict[float, Counter[float]] = {}
    for rows in columns:
        for row in rows:
            if not row.mono:
                sizes[row.size] += len(row.text)
        for above, row in itertools.pairwise(rows):
            step = row.spot - above.spot
            if abs(row.size - above.size) < 0.5 and 0.9 * row.size < step < 2.0 * row.size:
                steps.setdefault(round(row.size), Counter())[round(step, 1)] += 1
    body = max(sizes.items(), key=lambda pair: (pair[1], pair[0]))[0] if sizes else 10.0
    usual = {size: max(result.items(), key=lambda pair: (pair[1], -pair[0]))[0] for size, result in steps.items()}
    return Measures(body, {size: step for size, step in usual.items() if sum(steps[size].values()) >= 4})
