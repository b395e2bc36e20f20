"""Tell which encoding a text has that is not UTF-8, or that it is UTF-8 with a few bad bytes; and what labels mean."""

from __future__ import annotations

import codecs

from benchwright.english.vocabulary import Vocabulary

_SAMPLE = 1 << 16
_FEWEST_BYTES = 4
_GOOD_PER_BAD = 3
_AS_GOOD = 2 / 3
"""How likely Windows-1252 has to be beside the likeliest encoding to be taken, since most such files have it. On 15
short files it reached 0.73 and more of it in the three that were Windows-1252, and 0.61 and less in the others."""
_LABELS = Vocabulary.of("benchwright.readers", "encodings").texts("labels")
_REPLACED = "\ufffd".encode()


def mostly_utf8(data: bytes) -> tuple[str, int] | None:
    """The text of UTF-8 with a few bad bytes, which become U+FFFD, and how many places are bad; None where too few
    characters beyond ASCII are good: other encodings seldom look like UTF-8, even in one place."""
    text = data.decode("utf-8", errors="replace")
    replaced = text.count("\ufffd")
    good, bad = sum(1 for character in text if character > "\x7f") - replaced, replaced - data.count(_REPLACED)
    return (text, bad) if good >= _GOOD_PER_BAD * bad else None


def guessed_encoding(data: bytes, at: int) -> str:
    """The encoding of a text that is not UTF-8 from the byte `at` on. Few different bytes beyond ASCII tell nothing:
    then it is the one that most such files have."""
    import chardet

    sample = data[data.rfind(b"\n", 0, at) + 1 : at + _SAMPLE]
    if sum(byte > 127 for byte in set(sample)) < _FEWEST_BYTES:
        return "Windows-1252"
    likely = {str(one["encoding"]): one["confidence"] for one in chardet.detect_all(sample, ignore_threshold=True)}
    guess = max(likely, key=lambda name: likely[name], default="")
    if likely.get("Windows-1252", 0) >= _AS_GOOD * likely.get(guess, 0):
        return "Windows-1252"
    try:
        return guess if codecs.lookup(guess).name[:3] != "utf" else "Windows-1252"
    except LookupError:
        return "Windows-1252"


def labelled_encoding(label: str) -> str:
    """The encoding that a label of a web page or message means (WHATWG Encoding, 4.2): "iso-8859-1" is Windows-1252.
    Raises LookupError for an unknown label."""
    name = codecs.lookup(label).name
    return _LABELS.get(name, name)
