"""Split texts into index terms: lower case, stop words, stems.

A column is split at white space and dictionary-encoded by Arrow; everything that looks at characters (what a word is,
lower case, possessives, stop words, stems) is done once for each distinct piece, of which there are far fewer than
pieces. The English analysis follows Lucene's EnglishAnalyzer: words as Unicode's rules part them, 's taken off, lower
case, its 33 stop words left out, Porter's first stemmer. The plain one stops at lower-cased words.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from benchwright.english.language import is_english
from benchwright.english.stems import stemmer
from benchwright.english.vocabulary import Vocabulary

if TYPE_CHECKING:
    from collections.abc import Callable

Language = Literal["english", "plain"]
Longs = NDArray[np.int64]

STOP_WORDS = Vocabulary.of("benchwright.retrieval", "analysis").words("stop_words")
LONGEST = 255
"""A run of letters longer than this many characters is cut into pieces of this length, as Lucene does."""

_POSSESSIVE = re.compile(r"['\u2019\uff07]s$")
_SAMPLE = 64


@dataclass(frozen=True, eq=False)
class Analyser:
    """Terms of texts, numbered as they come. `terms` grows while a corpus is read."""

    language: Language
    terms: dict[str, int] = field(default_factory=dict)
    _pieces: dict[str, int] = field(default_factory=dict)
    _known: dict[str, str] = field(default_factory=dict)
    _starts: list[int] = field(default_factory=lambda: [0])
    _held: list[int] = field(default_factory=list)

    def words(self, text: str) -> list[str]:
        """The terms of one text in order, repeats kept: what a query is searched by."""
        return [term for piece in text.split() for term in self._terms_of(piece)]

    def column(self, texts: Sequence[str]) -> tuple[Longs, Longs]:
        """(text, term) of every term of some texts, in order of texts; new terms are numbered on."""
        split = pc.utf8_split_whitespace(pa.array(texts, pa.large_string()))
        lengths = pc.list_value_length(split).to_numpy(zero_copy_only=False)
        encoded = pc.dictionary_encode(split.flatten())
        local = np.array([self._piece(piece) for piece in encoded.dictionary.to_pylist()], dtype=np.int64)
        pieces = local[encoded.indices.to_numpy(zero_copy_only=False)]
        where = np.repeat(np.arange(len(texts), dtype=np.int64), lengths)
        starts, terms = np.array(self._starts, dtype=np.int64), np.array(self._held, dtype=np.int64)
        counts = (starts[1:] - starts[:-1])[pieces]
        # The terms of a piece stand side by side in `held`: its first one, and how far each stands behind it.
        firsts = np.repeat(starts[pieces], counts)
        within = np.arange(len(firsts), dtype=np.int64) - np.repeat(np.cumsum(counts) - counts, counts)
        return np.repeat(where, counts), terms[firsts + within]

    def _piece(self, piece: str) -> int:
        at = self._pieces.get(piece)
        if at is None:
            at = self._pieces[piece] = len(self._pieces)
            self._held.extend(self.terms.setdefault(term, len(self.terms)) for term in self._terms_of(piece))
            self._starts.append(len(self._held))
        return at

    def _terms_of(self, piece: str) -> list[str]:
        if len(piece) > LONGEST:
            runs = _words(piece.isascii()).findall(unicodedata.normalize("NFC", piece))
            words = [word[at : at + LONGEST] for word in runs for at in range(0, len(word), LONGEST)]
        elif not piece.isascii():
            words = _words(False).findall(unicodedata.normalize("NFC", piece))
        else:
            words = [piece] if piece.isalnum() else _words(True).findall(piece)
        if self.language == "plain":
            return [word.lower() for word in words]
        return [term for word in words if (term := self._known.get(word) or self._reduced(word))]

    def _reduced(self, word: str) -> str:
        """The stem of a word; "" of a stop word. Kept: a word comes with many marks beside it."""
        bare = _POSSESSIVE.sub("", word.lower())
        if not bare or bare in STOP_WORDS:
            return ""
        # Two letters are left alone: as a plural "s" would become nothing, and "us" the same as "u".
        stem = self._known[word] = self._stem(bare) if len(bare) > 2 else bare
        return stem

    @cached_property
    def _stem(self) -> Callable[[str], str]:
        return stemmer("porter")


def language_of(texts: Iterable[str], total: int) -> Language:
    """How texts are to be read: as English unless of an even sample that can be told more are in other languages."""
    step = max(1, total // _SAMPLE)
    verdicts = [is_english(text) for at, text in enumerate(texts) if at % step == 0]
    return "plain" if verdicts.count(False) > verdicts.count(True) else "english"


@cache
def _words(ascii: bool) -> re.Pattern[str]:
    """Words by Unicode's rules (UAX 29, as far as they matter for search): letters, digits and marks, joined by a stop
    or an apostrophe between letters (o'neil, u.s) and by a stop or comma between digits (3.5, 1,000); every ideograph
    and kana is a word by itself. A pattern for texts of ASCII alone finds the same in them, faster."""
    if ascii:
        return re.compile(r"\w+(?:(?:(?<=[A-Za-z])[.'](?=[A-Za-z])|(?<=\d)[.,](?=\d))\w+)*", re.ASCII)
    marks = _ranges(code for code in range(0x300, sys.maxunicode) if unicodedata.category(chr(code))[0] == "M")
    single = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
    run = rf"(?:(?![{single}])[\w{marks}])+"
    between = r"(?:(?<=[^\W\d_])[.'\u2019](?=[^\W\d_])|(?<=\d)[.,](?=\d))"
    return re.compile(rf"[{single}]|{run}(?:{between}{run})*")


def _ranges(codes: Iterable[int]) -> str:
    """Code points in ascending order as the inside of a character class."""
    spans: list[list[int]] = []
    for code in codes:
        if spans and code == spans[-1][1] + 1:
            spans[-1][1] = code
        else:
            spans.append([code, code])
    return "".join(f"{re.escape(chr(first))}-{re.escape(chr(last))}" for first, last in spans)
