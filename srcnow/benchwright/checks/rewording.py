"""Tells what a rewording of a question changes: a name, a number, a quoted term, or a word that turns its sense.

    How many years after Suez was Panama opened?     How many years before Suez was Panama opened?     'before'
    Which bird is on the flag of Merrowland?         Which bird is on Merrowland's flag?               ""

Other words may change: whether the sense is the same is not shown, only that what decides an answer still stands there.
Where words of order stand ("after", "than", "from"), the names and numbers must also keep their order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from benchwright.english.language import ENGLISH
from benchwright.english.vocabulary import Vocabulary
from benchwright.retrieval.word_index import holds
from benchwright.values import key_of, words_of
from benchwright.values.names import fold
from benchwright.values.occurrences import find_values

_VOCABULARY = Vocabulary.of("benchwright.checks", "rewording")
_TURNING = _VOCABULARY.words("turning")
_ORDERING = _VOCABULARY.words("ordering")
_NO_AMOUNT = _VOCABULARY.words("no_amount")
_ASKING = Vocabulary.of("benchwright.checks", "readable").words("asking")
_QUOTED = re.compile(r'"([^"]+)"|“([^”]+)”|„([^“”]+)[“”]|«([^»]+)»|`([^`]+)`')
_WORD = re.compile(r"[^\W_](?:[\w’'.&/+#-]*[\w+#])?")
_ENDING = re.compile(r"[’']s$|[’']$")


def difference(question: str, reworded: str, kept: Iterable[str] = (), known: str = "") -> str:
    """The first thing that only one of two wordings of a question has, or `order`; "" if they agree. `kept` are further
    words of the question that have to stay; names that stand in the text `known` may be added, to say what a thing
    belongs to. Without both, it does not matter which of the two wordings comes first."""
    for term in kept:
        if not holds(reworded, term):
            return term
    for read in (_quoted, _values, _turning):
        one, other = read(question), read(reworded)
        for key, words in (one | other).items():
            if (key in one) != (key in other):
                return words
    for text, other_text in ((question, reworded), (reworded, f"{question}\n{known}")):
        others = set(_folded_words(other_text))
        if missing := next((name for name in _names(text) if name not in others), ""):
            return missing
    if {*words_of(question), *words_of(reworded)} & _ORDERING:
        first = _sequence(question)
        return "" if first == [word for word in _sequence(reworded) if word in first] else "order"
    return ""


def _quoted(text: str) -> dict[object, str]:
    terms = (term for match in _QUOTED.finditer(text) for term in match.groups() if term)
    return {fold(term): term for term in terms}


def _values(text: str) -> dict[object, str]:
    """All amounts and dates, in figures or words, with their units; and other words with a digit: "K-7", "12:30"."""
    found = {
        (start, end): key_of(value)
        for start, end, value in find_values(text)
        if fold(text[start:end]) not in _NO_AMOUNT
    }
    values: dict[object, str] = {key: text[start:end] for (start, end), key in found.items()}
    for match in _WORD.finditer(text):
        inside = any(start <= match.start() and match.end() <= end for start, end in found)
        if not inside and any(map(str.isdigit, match[0])):
            values[_bare(match[0])] = match[0]
    return values


def _turning(text: str) -> dict[object, str]:
    return {word: word for word in sorted(_TURNING.intersection(words_of(text)))}


def _names(text: str) -> Iterator[str]:
    """Words with a capital, folded. The first word of the text is one only if no sentence begins with it for itself."""
    for match in _WORD.finditer(text):
        word = match[0]
        if word.lower() == word or not any(map(str.isalpha, word)):
            continue
        name = _bare(word)
        if match.start() == 0 and (name in ENGLISH or name in _ASKING or word[1:] == word[1:].lower()):
            continue
        yield name


def _folded_words(text: str) -> list[str]:
    return [_bare(match[0]) for match in _WORD.finditer(text)]


def _bare(word: str) -> str:
    return _ENDING.sub("", fold(word))


def _sequence(text: str) -> list[str]:
    """Names and words with digits, each where it stands first."""
    names = set(_names(text))
    listed = (word for word in _folded_words(text) if word in names or any(map(str.isdigit, word)))
    return list(dict.fromkeys(listed))
