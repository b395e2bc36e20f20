"""Bring words and names of any script to the forms in which they are compared.

Letters keep what makes them: the vowel signs of Indic scripts and Thai, accents, case-folded as Unicode says and in one
composed form. Signs that change a value stay as well: "AB+" is not "AB-", nor "C++" "C#".
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_ALIKE = str.maketrans(
    {**dict.fromkeys("‘’ʼ", "'"), **dict.fromkeys("“”", '"'), **dict.fromkeys("‐‑‒–—−", "-"), "İ": "I"}
    | dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))
)
_GROUPED = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_TRAILING_PARENTHESIS = re.compile(r"\s*\([^()]*\)\s*$")
_ARTICLES = frozenset({"a", "an", "the"})
_LEFT_OUT = _ARTICLES | {"and"}
_VALUED = "%$€£¥₹°<>=≤≥±≈~"

# Private-use characters stand for signs that change a value where they stand, while the others are taken out.
_KEPT = {"\ue000": ".", "\ue001": "-", "\ue002": "/", "\ue003": "+", "\ue004": "#"}
_STAND_IN = {ord(sign): mark for mark, sign in _KEPT.items()}
_MEANING, _NOT_OURS = str.maketrans(_KEPT), str.maketrans(dict.fromkeys(_KEPT, " "))
_MEANT = re.compile(
    r"(?<=\d)[-./+](?=\d)|(?<![\w.])(?:-(?=\.?\d)|\.(?=\d))|(?<=[^\W\d_])-(?![\w-])|(?<=[^\W_])[+#]+(?!\w)"
)
_PLAIN = re.compile(r"[a-z0-9 ]*")
"""A folded text without any sign."""
_NUMBER_AND_WORD = re.compile(r"([-−]?\d[\d.,]*)\s?([^\W\d_]\w*)")
_AROUND_SIGNS = re.compile(r" ?([<>=≤≥]) ?")


class _Separators(dict[int, str]):
    """What becomes of a character: letters, digits, their marks and signs of value stay, all else parts words."""

    def __missing__(self, code: int) -> str:
        letter = chr(code)
        stays = letter.isalnum() or unicodedata.category(letter)[0] == "M" or letter in _VALUED or letter in _KEPT
        self[code] = letter if stays else " "
        return self[code]


_SEPARATORS = _Separators()
_WORD_LETTERS = _Separators({ord(sign): " " for sign in (*_VALUED, *_KEPT)})
_WORD = re.compile(r"[^\W_]+")
_RUN = re.compile(r"\S+")
_TEXTS_HELD = 256
"""Texts whose words are kept: one answer is read for several things."""
_ENDING = frozenset("+#-−")
_SIGNED_END = re.compile(r"[^\W_][-+#]")
"""What a word of plain letters that signs may end has."""
_ENDING_SIGNS = re.compile(r"[+#]+(?!\w)|(?<=[^\W\d_])[-−](?![\w−-])")


def fold(text: str) -> str:
    """Text in one Unicode form and case, quotation marks and dashes in one shape. Idempotent."""
    if text.isascii():
        return text.casefold()
    folded = unicodedata.normalize("NFC", text).translate(_ALIKE).casefold()
    return unicodedata.normalize("NFC", folded).replace("i\u0307", "i")


class _Accents(dict[int, str]):
    """What becomes of a Latin letter with an accent: the letter. All else stays, so that places stay, too."""

    def __missing__(self, code: int) -> str:
        letter = chr(code)
        bare = unicodedata.normalize("NFD", letter)[0]
        self[code] = bare if bare.isascii() and bare.isalpha() else letter
        return self[code]


_ACCENTS = _Accents()


def without_accents(text: str) -> str:
    """The text with plain Latin letters for those with an accent, character by character: "Bogota" of "Bogotá"."""
    return text if text.isascii() else text.translate(_ACCENTS)


def normalise(text: str) -> str:
    """The form in which two answers are compared: folded, punctuation to spaces, articles dropped, squeezed.

    Signs that change a value stay (`%`, currency signs, `<`, a sign before or behind, a decimal point, a dash or slash
    between digits), and the commas of grouped thousands go, so that "8,804" equals "8804" and "3.5" does not equal
    "35". Accents stay: Côte and cote are different words. So does an article at the end ("vitamin A"). Idempotent.
    """
    text = fold(text)
    if not _PLAIN.fullmatch(text):
        text = _GROUPED.sub("", text.translate(_NOT_OURS))
        text = _MEANT.sub(lambda match: match[0].translate(_STAND_IN), text).translate(_SEPARATORS)
        text = _AROUND_SIGNS.sub(r"\1", " ".join(text.split())).translate(_MEANING)
    words = text.split()
    return " ".join(word for at, word in enumerate(words) if word not in _ARTICLES or at == len(words) - 1)


def words_of(text: str) -> list[str]:
    """The folded words of a text, in order: runs of letters and digits with their marks."""
    text = fold(text)
    return _WORD.findall(text) if text.isascii() else text.translate(_WORD_LETTERS).split()


@lru_cache(maxsize=_TEXTS_HELD)
def find_words(text: str, left_out: frozenset[str] = _LEFT_OUT) -> tuple[tuple[str, int, int], ...]:
    """The folded words of a text with their places, without articles and "and". Signs that a word ends with belong to
    it ("AB+", "C#")."""
    words = []
    folded = text.casefold() if text.isascii() else ""
    if folded and not _SIGNED_END.search(folded):
        found = [(match[0], match.start(), match.end()) for match in _WORD.finditer(folded)]
        return tuple([word for word in found if word[0] not in left_out])
    for match in _RUN.finditer(text.translate(_WORD_LETTERS)):
        start, end = match.span()
        if text[end : end + 1] in _ENDING and (signs := _ENDING_SIGNS.match(text, end)):
            end = signs.end()
        word = folded[start:end] if folded else fold(text[start:end])
        if word not in left_out:
            words.append((word, start, end))
    return tuple(words)


@lru_cache(maxsize=16_384)
def name_form(text: str) -> str:
    """The form in which two names are compared: normalised, and without "and", which some write "&"."""
    form = normalise(text)
    return " ".join(word for word in form.split() if word != "and") or form


def join_unit(form: str) -> str:
    """A name's form in which a number and one word behind it are joined, as they are with a unit that nobody knows: "40
    Qx" is "40Qx"."""
    return form.replace(" ", "") if _NUMBER_AND_WORD.fullmatch(form) else form


def spacings(name: str) -> tuple[str, ...]:
    """A name as it is; of a number and one word behind it, apart and joined."""
    match = _NUMBER_AND_WORD.fullmatch(name)
    return (f"{match[1]} {match[2]}", f"{match[1]}{match[2]}") if match else (name,)


def name_key(title: str) -> str:
    """The key that links a name across sources: folded, squeezed, underscores as spaces, parentheses kept, so that
    "Mercury (planet)" and "Mercury (element)" stay two entities. Idempotent."""
    return " ".join(fold(title.replace("_", " ")).split())


def bare_name(title: str) -> str:
    """The title without a trailing parenthesis, as a sentence would write it: "Heat (1995 film)" gives "Heat".

    A title that is nothing but a parenthesis is left as it is.
    """
    bare = _TRAILING_PARENTHESIS.sub("", title).strip()
    return bare or title.strip()


_BEFORE_CLOSING = re.compile(r"\s+([,;:!?)\]}%]|\.(?=\s|$))(?![\w(])")
_AFTER_OPENING = re.compile(r"([(\[{]|(?<![\w])[$£€#])\s+(?=\S)")
_CLITIC = re.compile(r"(?<=\w|\.)\s+('s|'re|'ve|'ll|'d|'m|n't)(?!\w)", re.IGNORECASE)
_SPLIT_CLITIC = re.compile(r"(?<=\w)\s+'\s+(s|t|re|ve|ll|d|m)(?!\w)")
_LONE_APOSTROPHE = re.compile(r"(?<=\S)\s+'(?=\s|$|[,.;:)])")
_DOUBLED_STOP = re.compile(r"(?<=\.)\s+\.(?=\s|$)")
_REPAIRED = re.compile(r"[],;:!?)}%.'(\[{$£€#]")
"""Without one of these nothing is repaired."""
_SPACES = re.compile(r"\s+")


def detokenise(text: str) -> str:
    """Undo the spaces of tokenised text: "Washington , D.C. 's" gives "Washington, D.C.'s". Spaces are squeezed.

    A passage that was never tokenised comes out unchanged but for its white space. Idempotent.
    """
    text = _SPACES.sub(" ", text).strip()
    if " " not in text or not _REPAIRED.search(text):
        return text
    before = ""
    while before != text:  # one repair can uncover the next: "( UK ) ," needs two rounds
        before = text
        text = _DOUBLED_STOP.sub("", text)
        text = _BEFORE_CLOSING.sub(r"\1", text)
        text = _AFTER_OPENING.sub(r"\1", text)
        text = _CLITIC.sub(r"\1", text)
        text = _SPLIT_CLITIC.sub(r"'\1", text)
        text = _LONE_APOSTROPHE.sub("'", text)
    return text
