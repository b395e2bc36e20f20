"""Check `leak`: the question does not give its answer away, nor a name that the asker must find out on the way.

Whole forms, single words of a worded answer, words of one stem, demonyms of places (Spain, Spanish), and a date or
number inside a name all count.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from benchwright.checks.candidate import Candidate
from benchwright.checks.demonyms import DEMONYMS
from benchwright.english.vocabulary import Vocabulary
from benchwright.programs.corpus_facts import CorpusFacts
from benchwright.records import Check
from benchwright.retrieval.word_index import words_of

_STEM = 5
_VOCABULARY = Vocabulary.of("benchwright.checks", "leak")
_PLAIN = _VOCABULARY.words("plain")


def check_leak(candidate: Candidate, ground: CorpusFacts) -> Check:
    """Pass when no part of the answer and no bridge can be read off the question."""
    asked = words_of(candidate.question)
    line = f" {' '.join(asked)} "
    for forms in candidate.parts:
        for form in forms:
            found = _told(form, asked, line)
            if found:
                return _fail(f"{found!r} stands in the question")
    for bridge in candidate.bridges:
        if any(bridge in choice for choice in candidate.choices) and len(candidate.choices) > 1:
            continue  # one of several that the question offers: it does not say which
        if f" {' '.join(words_of(bridge))} " in line:
            return _fail(f"the bridge {bridge!r} stands in the question")
        rare = [word for word in words_of(bridge) if len(word) >= _STEM and word not in _PLAIN]
        if rare and all(word in asked for word in rare):
            return _fail(f"the bridge {bridge!r} stands in the question in parts")
    return Check("leak", "pass", by="leak/1")


def _told(form: str, asked: list[str], line: str) -> str:
    words = words_of(form)
    if not words:
        return ""
    if f" {' '.join(words)} " in line and not (len(words) == 1 and words[0] in _PLAIN):
        return form
    if re.search(r"\d", form):
        return next((word for word in telling_words(form) if word in asked), "")
    return next(filter(None, (met(word, asked) for word in telling_words(form))), "")


def telling_words(form: str) -> list[str]:
    """The words of an answer that would give it away. Of dates and quantities that is the digits: a unit is rightly
    named in the question."""
    words = words_of(form)
    if re.search(r"\d", form):
        return [word for word in words if word.isdigit() and len(word) >= 3]
    return [word for word in words if len(word) >= 4 and word not in _PLAIN]


def met(word: str, asked: Iterable[str]) -> str:
    """The first of the words asked with that tells the word: itself, its demonym or place, or one of its stem."""
    for other in asked:
        if other == word or other in DEMONYMS.get(word, ()) or word in DEMONYMS.get(other, ()):
            return other
        if len(word) >= _STEM and len(other) >= _STEM and word[:_STEM] == other[:_STEM] and other not in _PLAIN:
            return other
    return ""


def _fail(reason: str) -> Check:
    return Check("leak", "fail", reason, by="leak/1")
