"""Check `leak`: the question does not give its answer away, nor a name that the asker must find out on the way.

Values in any writing, single words of a worded answer, words of one stem, words for places and their people (Spain,
Spanish; Rome, Roman), and the year of a date all count. An answer of a whole sentence, which open facts
have, may share words with its question, but not most of them.
"""

from __future__ import annotations

from itertools import chain, takewhile

from benchwright.checks.candidate import Candidate
from benchwright.english.stems import stem
from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.open.context import is_open
from benchwright.programs.corpus_facts import CorpusFacts
from benchwright.programs.operations import facts_of
from benchwright.records import Check
from benchwright.values import LOOSELY, Date, ListValue, NameValue, TypedValue, nations, occurs_in, words_of

_LEAST, _LONG, _ALIKE = 4, 5, 2 / 3
"""Letters of a word that tells something, letters of one that tells by its beginning alone, and how much of the longer
of two words they must share for that."""
_SENTENCE, _SUBSTANCE = 4, 0.6
"""Words from which on the value of an open fact is a sentence, and the share of its telling words that gives it
away."""
_VOCABULARY = Vocabulary.of("benchwright.checks", "leak")
_PLAIN = _VOCABULARY.words("plain")
_SMALL = _VOCABULARY.words("small")
_OF_PLACES = _VOCABULARY.words("of_places")
DEMONYMS = {
    country.casefold(): frozenset(word.casefold() for word in words if " " not in word)
    for country, words in nations.DEMONYMS.items()
    if words and " " not in country
} | {word: frozenset({demonym}) for word, demonym in _VOCABULARY.texts("countries_by_a_word").items()}
"""A country's word -> the words for its people and things, all in small letters."""
_NATIONAL = frozenset(DEMONYMS) | {word.casefold() for word in nations.COUNTRY_OF}


def check_leak(candidate: Candidate, ground: CorpusFacts) -> Check:
    """Pass when no part of the answer and no bridge can be read off the question."""
    facts = [ground.fact(name) for name in facts_of(candidate.program)]
    least = _SUBSTANCE if facts and all(is_open(fact.relation) for fact in facts) else 0
    for part in candidate.parts:
        hint = told_by(candidate.question, part, least=least)
        if hint:
            return _fail(f"{hint!r} stands in the question")
    for bridge in candidate.bridges:
        if any(bridge in choice for choice in candidate.choices) and len(candidate.choices) > 1:
            continue  # one of several that the question offers: it does not say which
        if occurs_in(NameValue(bridge), candidate.question, LOOSELY):
            return _fail(f"the bridge {bridge!r} stands in the question")
        rare = [word for word in words_of(bridge) if len(word) >= _LONG and word not in _PLAIN]
        if rare and set(rare) <= set(words_of(candidate.question)):
            return _fail(f"the bridge {bridge!r} stands in the question in parts")
    return Check("leak", "pass", by="leak/1")


def told_by(question: str, value: TypedValue, *, whole: bool = False, least: float = 0) -> str:
    """The words of a question that give a value away, "" if none do. Of a name one telling word is enough, of a date
    its year, unless the `whole` has to be told. Of some words or a sentence, `least` is the share that has to be.

    The question must name what kind of answer it wants ("What shape ...?" of "a rod shape"), so of the whole each other
    word counts as well, be it short or plain ("rod", "red", "left"), and all of them stand together: "In which pane is
    the search ...?" does not tell the "Search pane".
    """
    if isinstance(value, ListValue) and not whole:
        long = [len(words_of(str(item))) > 1 for item in value.items]
        told = (told_by(question, item, whole=several) for item, several in zip(value.items, long, strict=True))
        return next(filter(None, told), "")
    places = occurs_in(value, question, LOOSELY)
    if not places and isinstance(value, Date) and value.month is not None and not whole:
        places = occurs_in(Date(value.year), question)
    stated = [question[start:end] for start, end in places]
    if stated and any(words not in _PLAIN for words in stated):
        return stated[0]
    if not isinstance(value, NameValue):
        return ""
    question_words = words_of(question)
    words = [words_of(word) for word in value.text.split()]
    telling = [word for word in words if _tells(word)]
    if least and len(words) >= _SENTENCE and not whole:
        hints = list(filter(None, (_hint(word, question_words) for word in telling)))
        return hints[0] if hints and len(hints) >= least * len(telling) else ""
    if any(map(str.isdigit, value.text)):  # its numbers tell: what they count is rightly named
        hints = [word if word in question_words else "" for word in chain(*words) if word.isdigit() and len(word) > 2]
    else:
        hints = [_hint(word, question_words) for word in telling]
    short = [word for word in chain(*words) if _is_short(word)]
    if whole and not _stand_together([*chain(*telling), *short], question_words):
        return ""
    return next(filter(None, hints), "") if not whole or all(hints) else ""


def _stand_together(words: list[str], question_words: list[str]) -> bool:
    """Whether one run of the question has all of some words, with nothing else between them but small words."""
    runs: list[set[str]] = [set()]
    for asked in question_words:
        found = {word for word in words if word == asked or (not _is_short(word) and are_kin(word, asked))}
        if found or asked in _SMALL:
            runs[-1] |= found
        else:
            runs.append(set())
    return any(set(words) <= run for run in runs)


def _is_short(word: str) -> bool:
    """A word that tells nothing alone, and yet tells one answer from another."""
    return word.isalpha() and word not in _SMALL and (len(word) < _LEAST or word in _PLAIN)


def _tells(words: list[str]) -> bool:
    return any(len(word) >= _LEAST and word not in _PLAIN for word in words)


def _hint(words: list[str], question_words: list[str]) -> str:
    """The word asked with that tells a word; of one with hyphens ("rod-shaped") each part must be told."""
    hints = [next((other for other in question_words if are_kin(word, other)), "") for word in words]
    return hints[0] if all(hints) else ""


def are_kin(word: str, other: str) -> bool:
    """Does one word tell the other: the same, of one stem, a place and its people, or alike but for their ends? Of
    countries and their people only the list of them is asked: Niger is not Nigeria."""
    if word == other or other in DEMONYMS.get(word, ()) or word in DEMONYMS.get(other, ()):
        return True
    if (word in _NATIONAL and other in _NATIONAL) or min(len(word), len(other)) < _LEAST or other in _PLAIN:
        return False
    if any(place.rstrip("aeiouy") + end == kin for place, kin in ((word, other), (other, word)) for end in _OF_PLACES):
        return True
    common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(word, other, strict=False)))
    return stem(word) == stem(other) or common >= max(_LONG, _ALIKE * max(len(word), len(other)))


def _fail(reason: str) -> Check:
    return Check("leak", "fail", reason, by="leak/1")
