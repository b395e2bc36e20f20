"""Words are joined to lines with one baseline that do not cross the space between two columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from benchwright.readers.pdf.page import PageContent, TextLine, Word, around

_FOLLOWING = 2.0
"""Of the size: how wide a gap may be before a word that follows in the file, and stands on the same baseline."""

_MEETING = 0.7
"""The same for pieces of a line that do not follow each other in the file."""

_CODE = 15.0
"""The same for letters of one width: code is set in columns by its spaces."""

_STRETCHED = 15.0
"""The same between the words of a line that is stretched to both edges of its column."""

_EVEN, _FLUSH = 0.15, 1.5
"""How far the spaces of such a line may differ, of the size; its ends from those of the lines beside it, in points."""

_NEIGHBOURS = 3.5
"""Of the size: how far above or below a line of its column may stand."""

_LONGEST_MARK = 3
_SMALLER = 0.87
"""A footnote's mark: its most letters, and its size against the text's."""

_LEVEL = 0.3
"""Of the size: baselines that differ by less are one line's."""


def make_lines(content: PageContent) -> tuple[TextLine, ...]:
    """The lines of a page from top to bottom, beside each other from left to right. Turned words are in none; every
    other word is in exactly one."""
    runs = _stretched(list(_runs(word for word in content.words if word.upright)))
    return tuple(make_line(words) for words in sorted(_meet(runs), key=_place))


def make_line(words: Sequence[Word]) -> TextLine:
    """A line of these words. ValueError for none."""
    return TextLine(tuple(words), around(word.rect for word in words))


def _place(words: Sequence[Word]) -> tuple[float, float]:
    return _baseline(words), words[0].rect.left


def _spot(word: Word) -> float:
    return word.rect.bottom - 0.2 * word.size


def _baseline(words: Sequence[Word]) -> float:
    """The baseline of the largest words, which are not raised or lowered."""
    return _spot(max(words, key=lambda word: (not word.raised, word.size)))


def _runs(words: Iterable[Word]) -> Iterator[list[Word]]:
    """Words that follow each other in the file and on the page."""
    run: list[Word] = []
    for word in words:
        if run and _follows(run, word):
            run.append(word)
        else:
            if run:
                yield run
            run = [word]
    if run:
        yield run


def _stretched(runs: list[list[Word]]) -> list[list[Word]]:
    """The runs, with those joined that are one line of justified text in a narrow column: they follow each other on one
    baseline with spaces of one width, from edge to edge of lines close by that go through. With one space, which has
    no other to be as wide as, two such lines have to."""
    results: list[list[Word]] = []
    at = 0
    by_edge: dict[int, list[list[Word]]] = {}
    for run in runs:
        if len(run) > 1:
            by_edge.setdefault(round(run[-1].rect.right), []).append(run)
    while at < len(runs):
        end = at + 1
        while end < len(runs) and _goes_on(runs[end - 1], runs[end]):
            end += 1
        words = [word for run in runs[at:end] for word in run]
        if end - at > 1 and _is_even(words) and _is_flush(words, by_edge):
            results.append(words)
        else:
            results.extend(runs[at:end])
        at = end
    return results


def _goes_on(run: Sequence[Word], following: Sequence[Word]) -> bool:
    last, word = run[-1], following[0]
    gap = word.rect.left - last.rect.right
    level = abs(_spot(word) - _spot(last)) < _LEVEL * min(last.size, word.size)
    return level and not last.mono and 0 < gap <= _STRETCHED * max(last.size, word.size)


def _is_even(words: Sequence[Word]) -> bool:
    """Whether all spaces between words are of one width; a mark or a bracket in another font may touch its word."""
    gaps = [word.rect.left - last.rect.right for last, word in pairwise(words)]
    return max(gaps) - min(gaps) <= 2 * _EVEN * words[0].size


def _is_flush(words: Sequence[Word], by_edge: Mapping[int, Sequence[Sequence[Word]]]) -> bool:
    """Whether lines close by go from the one end of these words to the other."""
    size, right = words[0].size, words[-1].rect.right
    near = [run for edge in range(round(right) - 2, round(right) + 3) for run in by_edge.get(edge, ())]
    beside = [
        run
        for run in near
        if abs(run[-1].rect.right - right) <= _FLUSH
        and abs(run[0].rect.left - words[0].rect.left) <= _FLUSH
        and 0.5 * size < abs(_spot(run[0]) - _spot(words[0])) <= _NEIGHBOURS * size
        and abs(run[0].size - size) < 0.1 * size
    ]
    return len(beside) >= (1 if len(words) > 2 else 2)


def _follows(run: Sequence[Word], word: Word) -> bool:
    last = run[-1]
    size = max(last.size, word.size)
    gap = word.rect.left - last.rect.right
    if not -size < gap <= (_CODE if last.mono and word.mono else _FOLLOWING) * size:
        return False
    if word.raised or last.raised:
        return min(last.rect.bottom, word.rect.bottom) - max(last.rect.top, word.rect.top) > 0.2 * min(
            last.rect.height, word.rect.height
        )
    if len(run) == 1 and _is_note_mark(last, word):
        return True
    if abs(_spot(word) - _spot(last)) < _LEVEL * min(last.size, word.size):
        return True
    anchor = max(run[-4:], key=lambda other: other.size)
    return abs(_spot(word) - _spot(anchor)) < _LEVEL * min(anchor.size, word.size)


def _is_note_mark(mark: Word, word: Word) -> bool:
    """Whether a word is the raised mark that a footnote begins with, close before its text."""
    up = _spot(word) - _spot(mark)
    return (
        len(mark.text) <= _LONGEST_MARK
        and mark.size < _SMALLER * word.size
        and 0.1 * word.size < up < 0.75 * word.size
        and word.rect.left - mark.rect.right < 0.5 * word.size
    )


def _meet(runs: list[list[Word]]) -> Iterator[list[Word]]:
    """Join runs of one baseline that meet: a link or a bold word may come later in the file."""
    level: list[list[Word]] = []
    for run in sorted(runs, key=_baseline):
        if level and _baseline(run) - _baseline(level[0]) > _LEVEL * min(run[0].size, level[0][0].size):
            yield from _side_by_side(level)
            level = []
        level.append(run)
    yield from _side_by_side(level)


def _side_by_side(level: list[list[Word]]) -> Iterator[list[Word]]:
    whole: list[Word] = []
    for run in sorted(level, key=lambda words: words[0].rect.left):
        size = max(run[0].size, whole[-1].size) if whole else 0.0
        widest = _CODE if whole and whole[-1].mono and run[0].mono else _MEETING
        if whole and -0.3 * size < run[0].rect.left - whole[-1].rect.right <= widest * size:
            whole.extend(run)
        else:
            if whole:
                yield whole
            whole = list(run)
    if whole:
        yield whole
