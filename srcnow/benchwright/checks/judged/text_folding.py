"""Folds text for finding quotes (case, space, quotation marks, dashes), and maps places back to the original."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from benchwright.values.occurrences import cuts_number

_ALIKE = {
    **dict.fromkeys("‘’‚‛ʼ′`´", "'"),
    **dict.fromkeys("“”„‟″«»", '"'),
    **dict.fromkeys("‐‑‒–—―−", "-"),
    "…": "...",
    "⁄": "/",
}
_FOOTNOTE = re.compile(r"\[\s*(?:\d{1,3}|[a-z]|note \d{1,2})\s*\]")


@dataclass(frozen=True, slots=True)
class FoldedText:
    """`starts[i]`/`ends[i]` delimit, in code points of the original, what folded character `i` was made of."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    def find(self, words: FoldedText | str, begin: int = 0) -> tuple[int, int] | None:
        """Where folded words stand, as whole words and from folded position `begin` on: (start, end) in folded
        characters, None if they do not."""
        wanted = words if isinstance(words, str) else words.text
        if not wanted:
            return None
        at = self.text.find(wanted, begin)
        while at >= 0:
            end = at + len(wanted)
            inside = _inside_word(self.text, at) or _inside_word(self.text, end)
            if not inside and not cuts_number(self.text, at, end):
                return at, end
            at = self.text.find(wanted, at + 1)
        return None

    def back(self, start: int, end: int) -> tuple[int, int]:
        """A range of folded characters as a range of the original's code points. The range must not be empty."""
        return self.starts[start], self.ends[end - 1]


def fold(text: str) -> FoldedText:
    """Fold a text. What it holds twice as white space, or cannot be seen, is left out; footnote marks as well."""
    if text.isascii() and text.isprintable() and "  " not in text and "[" not in text:
        # Most cells and many passages: nothing but case changes, and offsets stay.
        start, end = len(text) - len(text.lstrip()), len(text.rstrip())
        plain = text[start:end].lower().replace("`", "'")
        return FoldedText(plain, range(start, end), range(start + 1, end + 1))
    return _folded_apart(text)


@lru_cache(maxsize=64)
def _folded_apart(text: str) -> FoldedText:
    """Character by character. It takes a millisecond a page, and the quotes of one question all look into the same few
    sources."""
    letters: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for folded, start, end in _folded(text):
        if folded == " " and (not letters or letters[-1] == " "):
            continue
        for letter in folded:
            letters.append(letter)
            starts.append(start)
            ends.append(end)
    if letters and letters[-1] == " ":
        letters, starts, ends = letters[:-1], starts[:-1], ends[:-1]
    return FoldedText("".join(letters), tuple(starts), tuple(ends))


def _folded(text: str) -> Iterator[tuple[str, int, int]]:
    marks = {match.start(): match.end() for match in _FOOTNOTE.finditer(text)}
    at = 0
    while at < len(text):
        if at in marks:
            at = marks[at]
            continue
        end = at + 1
        while end < len(text) and unicodedata.combining(text[end]):
            end += 1  # an accent written apart belongs to its letter
        letters = unicodedata.normalize("NFKC", "".join(_ALIKE.get(letter, letter) for letter in text[at:end]))
        folded = "".join(_ALIKE.get(letter, letter) for letter in letters).casefold()
        yield _shown(text[at], folded), at, end
        at = end


def _shown(character: str, folded: str) -> str:
    """One space for all white space, nothing for what nobody sees (soft hyphens, zero-width and control characters)."""
    if character.isspace() or folded.isspace():
        return " "
    return "" if unicodedata.category(character) in ("Cf", "Cc") else folded


def _inside_word(text: str, at: int) -> bool:
    return 0 < at < len(text) and text[at - 1].isalnum() and text[at].isalnum()
