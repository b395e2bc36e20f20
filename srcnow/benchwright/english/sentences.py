"""Find where English sentences end.

A stop ends a sentence if white space follows, and what stands before and after it does not speak against it: a known
abbreviation, an initial, a number that goes on, a small letter. Where both readings are possible (`the U.S. The law`),
a word that usually begins sentences decides. Rather one sentence too long than one cut in half: a passage must never
end inside a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchwright.english.vocabulary import Vocabulary

Range = tuple[int, int]


_VOCABULARY = Vocabulary.of("benchwright.english", "sentences")
# Always followed by a name or a number, so that a capital after them says nothing.
_TITLES = _VOCABULARY.words("titles")
# Abbreviations that stand before a number or a lower-case word: they end a sentence only before a usual beginner.
_OPEN = _VOCABULARY.words("open")
# Only before a digit or a letter label: "Fig. 3", "p. 12", "Eq. A".
_BEFORE_NUMBER = _VOCABULARY.words("before_number")
# Abbreviations that are words or usual last words too: they go on only before a number.
_ALSO_WORDS = _VOCABULARY.words("also_words")
_BEGINNERS = _VOCABULARY.words("beginners")

_STOP = re.compile(
    r"""(?P<stop>[.!?…]+(?:[ ]\.)*|[。！？])   # the stop itself, or dots with spaces between
        (?P<close>(?:["'”’»)\]}*_]|\[\d+(?:,\s?\d+)*\])*)  # quotes, brackets and reference marks that belong to it
        (?P<gap>\s+|$|(?<=[。！？]))""",
    re.VERBOSE,
)
_WORD_BEFORE = re.compile(r"[^\s(\[{\"'“‘«—–/]+$")
_NEXT = re.compile(r"[\"'“‘«(\[{*_¿¡]*\s?([^\s]*)")
_BEFORE_NAMES = _VOCABULARY.words("before_names")
_INITIAL = re.compile(r"[^\W\d_]\.$")
_DOTTED = re.compile(r"^(?:[^\W\d_]\.)+[^\W\d_]$")
_LONGEST_WORD = 40


def sentences(text: str, start: int = 0, end: int | None = None) -> Iterator[Range]:
    """The sentences of `text[start:end]` as (start, end) in code points, white space around them taken off.

    Together they hold every other character exactly once, in order."""
    end = len(text) if end is None else end
    begin = _skip_space(text, start, end)
    for match in _STOP.finditer(text, begin, end):
        if match.start() < begin:
            continue
        after = match.end()
        if after >= end:
            break
        if _ends(text, match, begin, end):
            yield begin, match.end("close")
            begin = _skip_space(text, after, end)
    while end > begin and text[end - 1].isspace():
        end -= 1
    if begin < end:
        yield begin, end


def _skip_space(text: str, start: int, end: int) -> int:
    while start < end and text[start].isspace():
        start += 1
    return start


def _ends(text: str, match: re.Match[str], begin: int, end: int) -> bool:
    """Whether the stop that `match` found ends the sentence that began at `begin`."""
    stop = match["stop"]
    if stop in "。！？":
        return True
    following = _NEXT.match(text, match.end(), end)
    word = following[1] if following else ""
    if not word:
        return True
    if word[0].islower():
        # "Yahoo! is", "... and so on": no English sentence begins small, but for names such as pH and iPhone.
        return any(letter.isupper() for letter in word[1:3]) and stop != "…"
    if "!" in stop or "?" in stop or len(stop) > 1:
        return True
    found = _WORD_BEFORE.search(text, max(begin, match.start() - _LONGEST_WORD), match.start())
    before = found[0] if found else ""
    if match["close"] and not match["close"].startswith((")", "]")):
        return True
    return _ends_after(before, word, text, begin, match.start())


def _ends_after(before: str, word: str, text: str, begin: int, at: int) -> bool:
    """Whether a single full stop between the words `before` and `word` (which is not small) ends a sentence."""
    key = before.lower()
    plain = word.rstrip(".,;:!?)\"'”’").lower()
    if key in _TITLES or key in {"e.g", "i.e"}:
        return False
    if key in _BEFORE_NUMBER and (word[0].isdigit() or (len(plain) == 1 and plain.isalpha())):
        return False
    beginner = plain in _BEGINNERS
    if key in _OPEN:
        return beginner or (key in _ALSO_WORDS and not word[0].isdigit())
    if len(before) == 1 and before.isalpha():
        # "J. Smith" goes on, "vitamin C. It" and "vitamin C. Fruit" do not: an initial follows a name or begins.
        earlier = text[begin : at - 1].rstrip()
        if not before.isupper() or beginner:
            return True
        last = earlier.rsplit(maxsplit=1)[-1] if earlier else ""
        return not (
            last == "" or last[:1].isupper() or last.endswith(".") or last in _BEFORE_NAMES or _INITIAL.match(word)
        )
    if _DOTTED.match(before):
        return beginner
    # "1. First point": a number that begins the sentence is a label.
    return not (at - len(before) == begin and before.isdigit() and len(before) <= 3)
