"""Two lines are joined with a space, or without one where a word or address was broken at the line's end.

A hyphen at a line's end is taken out, unless the document tells otherwise: it writes the word with a hyphen elsewhere
and never without, or both parts are words of their own in it, or it parts no words at the ends of its lines.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property

from benchwright.english.stems import stem
from benchwright.english.vocabulary import Vocabulary

_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_ENDS = re.compile(r"([^\W\d_]+(?:-[^\W\d_]+)*)-$")
_STARTS = re.compile(r"^([^\W\d_]+(?:-[^\W\d_]+)*)")
_MARKED = re.compile(r"([^\W\d_]+(?:-[^\W\d_]+)*)\u00ad(?=([^\W\d_]+))")
_ADDRESS = re.compile(r"(?:https?:|//|www\.|doi\.org|doi:|\b10\.\d{4,9}/)\S*$", re.IGNORECASE)
_ADDRESS_GOES_ON = re.compile(r"^(?:[/?&=#_%.]|\S*[/_=%]|\S*\d|[\w-]+\.(?:\w|$))")
_NAME = re.compile(r"[A-Za-z_]\w*")
_NAME_ENDS = re.compile(r"[A-Za-z_]\w*$")
_NAME_STARTS = re.compile(r"\w+")
_BEHIND = 4  # rows
_FEWEST_ENDS = 4
"""Words with a hyphen at the ends of lines, none of which stands elsewhere without it, that tell that a document parts
no words: of those that a document does part, about every second stands elsewhere in it as well."""
_SELDOM = 0.04
"""Of the lines: where more end so, one such word has to stand elsewhere with its hyphen."""
_LAST = 256
"""Characters at a row's end that are looked at: a pattern that is tried from each of a row's letters would take
quadratic time for one long word."""
_VOCABULARY = Vocabulary.of("benchwright.readers.pdf", "hyphens")
_OPEN = _VOCABULARY.words("open")
"""First parts that keep their hyphen before a word."""
_LINKS = _VOCABULARY.words("links")
"""What stands between hyphens of a longer compound: state-of-the-art."""
_CLOSED_HEADS = _VOCABULARY.words("closed_heads")
_CLOSED_TAILS = _VOCABULARY.words("closed_tails")
"""Parts that make one word with another word: framework, notebook."""
_HAN = re.compile(r"[\u3000-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef]")


class Hyphens:
    """Knows the words that a document writes within its lines."""

    def __init__(self, rows: Iterable[str]) -> None:
        self._known: Counter[str] = Counter()
        self._inside: Counter[str] = Counter()
        hyphen_seen = -_BEHIND
        self._parted: list[tuple[str, list[str]]] = []
        self._rows = 0
        for number, text in enumerate(rows):
            self._rows += 1
            # The last word of a row that ends in a hyphen, and the first of the row that goes on, are parts of words.
            # That row may come a few rows later: another column may stand between.
            ends = _ENDS.search(text, _last(text))
            whole = text if ends is None else text[: ends.start()]
            if number - hyphen_seen < _BEHIND:
                if self._parted and (starts := _STARTS.match(text)) and text[0].islower():
                    self._parted[-1][1].append(starts[1].casefold())
                whole = _STARTS.sub("", whole)
            if ends is not None:
                hyphen_seen = number
                self._parted.append((ends[1].casefold(), []))
            for word in _WORD.findall(whole):
                lower = word.casefold()
                self._known[lower] += 1
                if "-" in lower:
                    self._known.update(lower.split("-"))
            self._inside.update(_NAME.findall(text)[1:-1])

    def join(self, above: str, below: str) -> tuple[str, str]:
        """(the first line, changed if a hyphen is to be taken out; what stands between the two)."""
        if not above or not below:
            return above, ""
        address = _ADDRESS.search(above, _last(above))
        if address is not None and above[-1] == "-":
            return above, ""
        if (ends := _ENDS.search(above, _last(above))) is not None:
            starts = _STARTS.match(below)
            if starts is None or not (below[0].islower() or self._capitals(above, ends[1], starts[1])):
                return above, ""  # Santos-Rodriguez, COVID-19
            return (above, "") if self._stays(ends[1], starts[1]) else (above[:-1], "")
        if above[-1] == "-" and not above.endswith(" -") and below[0].isdigit():
            return above, ""
        if address is not None and (
            below.startswith("//") or (not above.endswith((",", ";", ")")) and _ADDRESS_GOES_ON.match(below))
        ):
            return above, ""
        if self._broken_name(above, below):
            return above, ""
        if _HAN.match(above[-1]) and _HAN.match(below[0]):
            return above, ""
        return above, " "

    def mended(self, text: str) -> str:
        """A text without marks (U+00AD) where lines parted its words: a hyphen, or nothing."""
        if "\u00ad" not in text:
            return text
        text = _MARKED.sub(lambda match: match[1] + "-" * self._stays(match[1], match[2]), text)
        return text.replace("\u00ad", "")

    def _broken_name(self, above: str, below: str) -> bool:
        """Whether a long name of code was broken without a hyphen: whole it is known, its first part alone is not."""
        first, second = _NAME_ENDS.search(above, _last(above)), _NAME_STARTS.match(below)
        if first is None or second is None or len(first[0]) + len(second[0]) < 8:
            return False
        return self._inside[first[0] + second[0]] > 0 and not self._inside[first[0]]

    def _capitals(self, above: str, first: str, second: str) -> bool:
        """Whether both parts may be one word in capitals: in a line of capitals, or a word of the document."""
        whole = (first + second).isupper() and len(second) > 1
        return whole and (above.isupper() or self._writes((first + second).casefold()))

    @cached_property
    def _stems(self) -> frozenset[str]:
        return frozenset(map(stem, self._known))

    def _writes(self, word: str) -> bool:
        """Whether the document writes a word, in any of its forms."""
        return self._known[word] > 0 or stem(word) in self._stems

    @cached_property
    def _parts_no_words(self) -> bool:
        """Whether all hyphens at the ends of lines seem to be the words' own."""
        ends = {(first, tuple(seconds)) for first, seconds in self._parted if seconds and "-" not in first}
        if len(ends) < _FEWEST_ENDS or any(self._writes(first + second) for first, later in ends for second in later):
            return False
        own = any(self._known[f"{first}-{second}"] for first, seconds in ends for second in seconds)
        return own or len(ends) <= _SELDOM * self._rows

    def _stays(self, first: str, second: str) -> bool:
        """Whether a hyphen between two parts of a word is the word's own."""
        name = first[0].isupper() and not first.isupper()
        first, second = first.casefold(), second.casefold()
        head, tail = first.rsplit("-", 1)[-1], second.split("-", 1)[0]
        if self._writes(head + tail) and "-" not in first:
            return False
        if self._known[f"{first}-{second}"] or self._known[f"{head}-{tail}"] or self._parts_no_words:
            return True
        if "-" in first:
            return self._writes(tail) or head in _LINKS
        if head in _OPEN or (name and len(tail) > 3):
            return self._writes(tail)
        if head in _CLOSED_HEADS or tail in _CLOSED_TAILS:
            return False
        return len(head) > 2 and len(tail) > 2 and self._writes(head) and self._writes(tail)


def _last(row: str) -> int:
    """Where the end of a row begins that is looked at."""
    return max(0, len(row) - _LAST)


def joined(parts: Sequence[str], hyphens: Hyphens) -> tuple[str, list[tuple[int, int]]]:
    """The text of some lines, and the range of each in it."""
    text: list[str] = []
    length = 0
    ranges: list[tuple[int, int]] = []
    for at, part in enumerate(parts):
        if at:
            above, between = hyphens.join(text[-1], part)
            if above != text[-1]:
                text[-1] = above
                length -= 1
                ranges[-1] = (ranges[-1][0], length)
            text.append(between)
            length += len(between)
        ranges.append((length, length + len(part)))
        text.append(part)
        length += len(part)
    return "".join(text), ranges
