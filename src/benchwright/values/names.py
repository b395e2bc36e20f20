"""Bring words and names to their normal forms."""

from __future__ import annotations

import re
import unicodedata

_CURLY = str.maketrans({"‘": "'", "’": "'", "ʼ": "'", "“": '"', "”": '"'})
_GROUPED = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_DECIMAL_POINT = re.compile(r"(?<=\d)\.(?=\d)")
_PUNCTUATION = re.compile(r"[^\w\s%$€£¥°\ue000]|_")
_ARTICLE = re.compile(r"\b(?:a|an|the)\b")
_TRAILING_PARENTHESIS = re.compile(r"\s*\([^()]*\)\s*$")

# A private-use character stands for a decimal point while the other full stops are taken out.
_POINT = "\ue000"


def normalise(text: str) -> str:
    """The form in which two answers are compared: case folded, punctuation to spaces, articles dropped, squeezed.

    Signs that change a value stay (`%`, currency signs, the degree sign, a decimal point inside a number), and the
    commas of grouped thousands go, so that "8,804" equals "8804" and "3.5" does not equal "35". Accents stay: Côte
    and cote are different words. Idempotent.
    """
    text = unicodedata.normalize("NFC", text.translate(_CURLY).casefold()).replace(_POINT, " ")
    text = _DECIMAL_POINT.sub(_POINT, _GROUPED.sub("", text))
    text = _PUNCTUATION.sub(" ", text)
    words = _ARTICLE.sub(" ", text).split()
    return _GROUPED.sub("", " ".join(words)).replace(_POINT, ".")


def name_key(title: str) -> str:
    """The key that links a name across sources: case folded, squeezed, underscores as spaces, parentheses kept, so
    that "Mercury (planet)" and "Mercury (element)" stay two entities. Idempotent."""
    text = unicodedata.normalize("NFC", title.translate(_CURLY).replace("_", " ").casefold())
    return " ".join(text.split())


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
_SPACES = re.compile(r"\s+")


def detokenise(text: str) -> str:
    """Undo the spaces of tokenised text: "Washington , D.C. 's" gives "Washington, D.C.'s". Spaces are squeezed.

    A passage that was never tokenised comes out unchanged but for its white space. Idempotent.
    """
    text = _SPACES.sub(" ", text).strip()
    if " " not in text:
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
