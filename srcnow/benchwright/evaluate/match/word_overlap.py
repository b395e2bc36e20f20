"""Split texts into words with places, and find the runs of words that two texts share.

Chunks of other systems come stripped, cut in mid-word, with "..." in them, with other white space, in another Unicode
form, or with Markdown signs left in or taken out. All of that is outside words. So texts are compared as sequences of
words: runs of letters and digits, case folded, in Unicode's compatible form, without soft hyphens and zero-width
signs. In scripts that put no spaces between words (Chinese, Japanese, Thai, Khmer ...) each letter is a word of its
own.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from benchwright.values.scripts import SPACELESS

WordRun = tuple[int, int]
"""First word and the word after the last one, in the text that was searched."""

SHINGLE = 5
"""Words in a row that two texts must share before any of it counts as shared: fewer are shared by chance."""

_MANY = 32  # places of one shingle that are tried; more say the same thing again

_JOINED = "\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufeff"
_WORD = re.compile(rf"[{SPACELESS}]|(?:(?![{SPACELESS}])[^\W_])(?:(?![{SPACELESS}])[^\W_]|[{_JOINED}])*")
_UNSEEN = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")


def spelled(word: str) -> str:
    """The form in which words are compared."""
    if word.isascii():
        return word.lower()
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", _UNSEEN.sub("", word)).casefold())


@dataclass(frozen=True, eq=False)
class TextWords:
    """The words of a text; word i stands at `starts[i]:ends[i]` of it (code points)."""

    text: str
    words: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.words)

    @cached_property
    def shingles(self) -> dict[tuple[str, ...], list[int]]:
        """Where each run of `size` words begins, the first few places of each."""
        index: dict[tuple[str, ...], list[int]] = {}
        words, size = self.words, self.size
        for at in range(len(words) - size + 1):
            places = index.setdefault(words[at : at + size], [])
            if len(places) < _MANY:
                places.append(at)
        return index

    @cached_property
    def size(self) -> int:
        """How many words its shingles have: fewer than `SHINGLE` only where the text has fewer."""
        return min(SHINGLE, len(self.words))

    def within(self, start: int, end: int) -> WordRun:
        """The words that stand whole or in part in `start:end`."""
        return bisect_right(self.ends, start), bisect_left(self.starts, end)


def words_of(text: str) -> TextWords:
    """The words of a text."""
    if text.isascii():
        matches = [*_WORD.finditer(text.lower())]
        words = tuple(match[0] for match in matches)
        return TextWords(
            text, words, tuple(match.start() for match in matches), tuple(match.end() for match in matches)
        )
    spelt = [(spelled(match[0]), match.start(), match.end()) for match in _WORD.finditer(text)]
    spellings = [one for one in spelt if one[0]]
    return TextWords(
        text, tuple(one[0] for one in spellings), tuple(one[1] for one in spellings), tuple(one[2] for one in spellings)
    )


def holds(words: Sequence[str], wanted: Sequence[str]) -> bool:
    """Do the words hold the wanted ones in a row?"""
    return bool(wanted) and next(places(words, wanted), None) is not None


def places(words: Sequence[str], wanted: Sequence[str]) -> Iterator[int]:
    """Where the wanted words begin, each time that they stand in a row."""
    size, at = len(wanted), -1
    if not size:
        return
    sequence, sought = tuple(words), tuple(wanted)
    while True:
        try:
            at = sequence.index(sought[0], at + 1)
        except ValueError:
            return
        if sequence[at : at + size] == sought:
            yield at


def shared(chunk: TextWords, text: TextWords) -> list[WordRun]:
    """The runs of `text` that the chunk holds word by word, ascending, each of at least `SHINGLE` words, or as many as
    the shorter of both has.

    From its first word on the chunk is read once: at each place the longest run of `text` that goes on from there is
    taken (all of them, if several are as long), and reading goes on behind it.
    """
    size = min(chunk.size, text.size)
    if not size:
        return []
    if size < text.size:  # a chunk of few words: it stands there as a whole, or not
        return [(at, at + size) for at in places(text.words, chunk.words)]
    runs: set[WordRun] = set()
    at, end = 0, len(chunk)
    mine, theirs, index = chunk.words, text.words, text.shingles
    while at + size <= end:
        starts = index.get(mine[at : at + size])
        if not starts:
            at += 1
            continue
        lengths = [_length(mine, at, theirs, start, size) for start in starts]
        longest = max(lengths)
        for start, length in zip(starts, lengths, strict=True):
            if length == longest:
                back = _back(mine, at, theirs, start)
                runs.add((start - back, start + length))
        at += longest
    return sorted(runs)


def _length(mine: Sequence[str], at: int, theirs: Sequence[str], start: int, least: int) -> int:
    most = min(len(mine) - at, len(theirs) - start)
    length = least
    while length < most and mine[at + length] == theirs[start + length]:
        length += 1
    return length


def _back(mine: Sequence[str], at: int, theirs: Sequence[str], start: int) -> int:
    """How many words before both places are the same: the end of the run before may be the begin of this one."""
    back = 0
    while back < min(at, start) and mine[at - back - 1] == theirs[start - back - 1]:
        back += 1
    return back
