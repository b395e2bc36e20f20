"""Letters are joined to words by where they stand.

A word ends at a space of the file, at a gap, at a jump. What is raised or lowered stays with its word, as ², ᵃ and ₂: a
footnote's mark must not become a part of a number or a name. Letters that are drawn twice to look bold count once.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import replace

from benchwright.readers.pdf.letters import Letter
from benchwright.readers.pdf.page import Rect, Word
from benchwright.readers.visible_text import raised

_LIGATURES = {0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl", 0xFB05: "st", 0xFB06: "st"}
_SIGNS = {0xF0B7: "•", 0xF0A7: "▪", 0xF0D8: "➢", 0xF0FC: "✓", 0xF076: "•", 0xF0A8: "◦", 0xF0E0: "→", 0xF02D: "-"}
"""What the symbol fonts of office programs have where Unicode has nothing: the marks of their lists."""

_NOTHING = dict.fromkeys([0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x2060, 0xFEFF, 0xFFFE])
_CLEAN = {**_LIGATURES, **_SIGNS, **_NOTHING}
_RAISED = str.maketrans("0123456789+-−()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁽⁾")
_LOWERED = str.maketrans("0123456789+-−()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₍₎")
_ACCENTS = dict(
    zip("´`¨ˆ˜¸ˇ˚¯˘˙˝", "\u0301\u0300\u0308\u0302\u0303\u0327\u030c\u030a\u0304\u0306\u0307\u030b", strict=True)
)
"""Accents that old fonts draw as letters of their own over the letter that follows."""

_RAISED_LETTERS = str.maketrans(
    "abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVW", "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ"
)
_NOTE_MARKS = re.compile(r"(?<!\s[^\W\d]\s)[ᴬ-ᵂᵃ-ᵛᶜᶠᶻⱽ]+(?:, ?[ᴬ-ᵂᵃ-ᵛᶜᶠᶻⱽ]+)*")
"""Not behind a single letter: a list of letters (a ä ᵃ) has them, too."""

_ENDINGS = frozenset({"st", "nd", "rd", "th"})
"""Raised letters that are read with the number before them."""

_LONGEST_RUN = 8
"""Raised letters on either side that are looked at."""

_SMALLEST = 0.5
"""Of the size: smaller letters beside a large one are the text behind an initial."""

_SMALLER = 0.87
"""Letters below this part of their neighbour's size may be raised or lowered."""

_SHIFT = 0.1
"""Of the size: a baseline that differs by less is the same one."""

_GAP = 0.25
_MADE_GAP = 0.06
"""Of the size: a wider gap ends a word; the second, where the library saw a space."""

_STRANGE = frozenset({"Co", "Cn", "Cc", "So"})  # U+FFFD is a symbol too
_KEPT_BACK = 4  # places where a word was drawn that are looked at when it comes again


def make_words(letters: Iterable[Letter]) -> tuple[Word, ...]:
    """The words of a page in the order of the file. Every letter that shows is in exactly one, but for a second copy
    that lies on the first."""
    words: list[Word] = []
    drawn: dict[str, list[int]] = {}
    for group in _groups(letters):
        word = _word(group)
        if word is None:
            continue
        places = drawn.setdefault(word.text, [])
        twin = next((at for at in places[-_KEPT_BACK:] if _same_place(words[at], word)), None)
        if twin is not None:
            words[twin] = replace(words[twin], bold=True)
            continue
        if words and not word.raised and _stands_above(word, words[-1]):
            word = replace(word, text=_raised(word.text, words[-1].text[-1], ""), raised=True)
        places.append(len(words))
        words.append(word)
    return tuple(words)


def _groups(letters: Iterable[Letter]) -> Iterable[list[Letter]]:
    group: list[Letter] = []
    space: Letter | None = None
    for letter in letters:
        if letter.text.isspace() or letter.text < " ":
            space = letter if space is None or space.made else space
            continue
        if group and space is None and _next_to(group[-1], letter):
            group.append(letter)
            continue
        if group and _again(group[-1], letter):
            group[-1] = group[-1]._replace(face=group[-1].face._replace(bold=True))
        elif group and _joined(group, letter, space):
            group.append(letter)
        else:
            if group:
                yield group
            group = [letter]
        space = None
    if group:
        yield group


def _next_to(last: Letter, letter: Letter) -> bool:
    """Whether a letter simply follows another in the same piece of text: most do, by far."""
    face = letter.face
    if last.face is not face or last.spot != letter.spot or not face.upright:
        return False
    return -0.3 * face.size < letter.left - last.right <= _GAP * face.size


def _again(last: Letter, letter: Letter) -> bool:
    """Whether a letter is the one before, drawn a second time. The parts of a ligature (ff) have one place too, but
    are of one piece of text."""
    if last.text != letter.text or last.face is letter.face or not letter.face.upright:
        return False
    size = letter.face.size
    return abs(last.left - letter.left) < 0.1 * size and abs(last.spot - letter.spot) < 0.1 * size


def _joined(group: Sequence[Letter], letter: Letter, space: Letter | None) -> bool:
    last = group[-1]
    if space is not None and not space.made:
        return False
    if last.face.upright != letter.face.upright:
        return False
    if not letter.face.upright:
        size = max(last.face.size, letter.face.size)
        near = _apart(last.left, last.right, letter.left, letter.right) + _apart(
            last.top, last.bottom, letter.top, letter.bottom
        )
        return space is None and near < 0.3 * size
    size = max(last.face.size, letter.face.size)
    step = abs(letter.spot - last.spot)
    if step > _SHIFT * size:
        if step < 0.35 * size and last.left < letter.left < last.right:
            return True  # set into each other, as in the name of TeX
        smaller = min(last.face.size, letter.face.size) < _SMALLER * size
        # ² after a lowered ₁: both are small, and stand above each other.
        stacked = any(other.face.size * _SMALLER > size for other in group[-4:])
        if step > (0.75 if smaller else 1.0) * size or not (smaller or stacked):
            return False
        return letter.left - last.right < 0.12 * size and letter.left > last.left - size
    if letter.left == last.left:
        return True
    gap = letter.left - last.right
    if gap < -0.5 * size:  # from right to left, or a jump back
        gap = abs(last.left - letter.right)
        return gap < _GAP * size and space is None
    return gap <= (_MADE_GAP if space is not None else _GAP) * size


def _apart(low: float, high: float, other_low: float, other_high: float) -> float:
    return max(0.0, other_low - high, low - other_high)


def _word(group: Sequence[Letter]) -> Word | None:
    if all(letter.face is group[0].face and letter.spot == group[0].spot for letter in group):
        return _even(group)
    main = max(group, key=lambda letter: letter.face.size)
    face, size = main.face, main.face.size
    full = [letter for letter in group if letter.face.size >= _SMALLER * size]
    text = _clean(_text(group, main))
    if not text:
        return None
    rect = _rect(group, main)
    bold = 2 * sum(letter.face.bold for letter in full) > len(full)
    italic = 2 * sum(letter.face.italic for letter in full) > len(full)
    mono = 2 * sum(letter.face.mono for letter in full) > len(full)
    return Word(text, rect, face.font, size, bold, italic, upright=face.upright, mono=mono)


def _clean(text: str) -> str:
    if text.isascii():
        return text
    text = unicodedata.normalize("NFC", text.translate(_CLEAN))
    # A soft hyphen shows only at the end of a line, where it ends its word.
    return text[:-1].replace("\u00ad", "") + text[-1:].replace("\u00ad", "-")


def _even(group: Sequence[Letter]) -> Word | None:
    """The word of letters of one piece of text on one baseline: most words by far."""
    first = group[0]
    text = "".join([letter.text for letter in group])
    text = _clean(text if text.isascii() and "`" not in text else _text(group, first))
    if not text:
        return None
    face = first.face
    rect = _rect(group, first)
    return Word(text, rect, face.font, face.size, face.bold, face.italic, upright=face.upright, mono=face.mono)


def _rect(group: Sequence[Letter], main: Letter) -> Rect:
    left, right = min([letter.left for letter in group]), max([letter.right for letter in group])
    if main.face.upright:
        return Rect(left, main.spot - 0.8 * main.face.size, right, main.spot + 0.2 * main.face.size)
    return Rect(left, min(letter.top for letter in group), right, max(letter.bottom for letter in group))


def _text(group: Sequence[Letter], main: Letter) -> str:
    size = main.face.size
    parts: list[str] = []
    for at, letter in enumerate(group):
        text = letter.text
        follower = group[at + 1] if at + 1 < len(group) else None
        if text in _ACCENTS and follower is not None and follower.text.isalpha() and _lies_on(letter, follower):
            continue
        if at and group[at - 1].text in _ACCENTS and text.isalpha() and _lies_on(group[at - 1], letter):
            text += _ACCENTS[group[at - 1].text]
        if main.face.upright and letter.face.size < _SMALLER * size:
            if _is_raised(letter, main):
                text = _raised_letter(text, group, at, main) if text.isalpha() else text.translate(_RAISED)
            elif letter.spot - main.spot > _SHIFT * size:
                text = text.translate(_LOWERED)
        parts.append(text)
    return "".join(parts)


def _is_raised(letter: Letter, main: Letter) -> bool:
    smaller = letter.face.size < _SMALLER * main.face.size
    return main.face.upright and smaller and main.spot - letter.spot > _SHIFT * main.face.size


def _raised_letter(text: str, group: Sequence[Letter], at: int, main: Letter) -> str:
    """A raised letter, as it is read with the raised letters beside it and what stands before and behind them."""
    if group[at].face.size < _SMALLEST * main.face.size:
        return text
    first = last = at
    while (
        first and at - first < _LONGEST_RUN and group[first - 1].text.isalpha() and _is_raised(group[first - 1], main)
    ):
        first -= 1
    while (
        last + 1 < len(group)
        and last - at < _LONGEST_RUN
        and group[last + 1].text.isalpha()
        and _is_raised(group[last + 1], main)
    ):
        last += 1
    whole = "".join(letter.text for letter in group[first : last + 1])
    before = group[first - 1].text if first else ""
    after = group[last + 1].text if last + 1 < len(group) else ""
    return text.translate(_RAISED_LETTERS) if _raised(whole, before, after) != whole else text


def _raised(text: str, before: str, after: str) -> str:
    """Raised text between two characters of its word ("" for none). Letters stay as they are where they are a part of
    a word or number: 1st, McDonald, Mme."""
    if not text.isalpha():
        return text.translate(_RAISED)
    if text.casefold() in _ENDINGS or (before and after.isalpha()):
        return text
    return text if len(text) > 1 and (not before or before.isalpha()) else text.translate(_RAISED_LETTERS)


def _lies_on(accent: Letter, letter: Letter) -> bool:
    middle = (accent.left + accent.right) / 2
    return letter.left <= middle <= letter.right


def _same_place(first: Word, second: Word) -> bool:
    near = 0.15 * max(first.size, second.size)
    return (
        abs(first.rect.left - second.rect.left) < near
        and abs(first.rect.right - second.rect.right) < near
        and abs(first.rect.bottom - second.rect.bottom) < near
    )


def _stands_above(word: Word, before: Word) -> bool:
    """Whether a word is a mark that is raised over the end of the word before."""
    if not (word.upright and before.upright) or before.raised or word.size >= _SMALLER * before.size:
        return False
    up = (before.rect.bottom - 0.2 * before.size) - (word.rect.bottom - 0.2 * word.size)
    # The mark of a note stands close; a word behind the large number of an item does not.
    widest = 0.4 if word.text.isalpha() else 1.0
    near = -0.2 * before.size < word.rect.left - before.rect.right < widest * before.size
    return near and _SHIFT * before.size < up < 0.75 * before.size


def with_note_marks(cell: str) -> str:
    """A cell's text with the marks of `visible_text` around raised letters. Raised h, j, l, n, r, s, w, x, y stay:
    phonetic writing has them."""
    return _NOTE_MARKS.sub(lambda match: raised(unicodedata.normalize("NFKC", match[0])), cell)


def unreadable(words: Sequence[Word]) -> bool:
    """Whether a page's letters stand for nothing: most are of a private range, unknown, or symbols within words,
    because the file does not tell what its fonts' shapes mean. What such a page says can only be read from its
    picture."""
    letters = strange = 0
    for word in words:
        odd = sum(unicodedata.category(letter) in _STRANGE for letter in word.text)
        strange += odd if len(word.text) > 1 or unicodedata.category(word.text) != "So" else 0
        letters += sum(map(str.isalpha, word.text))
    return strange > letters
