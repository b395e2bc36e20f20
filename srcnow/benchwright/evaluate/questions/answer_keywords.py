"""Find the keywords of answers, and the share of one set's keywords that another set contains (WebQA, appendix C).

A published benchmark may bring keywords. Otherwise a short answer is its own keyword; of a sentence it is the words
that the question does not have, as stems: "The dome is blue." to "What colour is the dome?" has the keyword "blue".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchwright.english.stems import stem
from benchwright.records import JsonRecord
from benchwright.retrieval.analysis import STOP_WORDS
from benchwright.values import normalise

SHORT = 3
"""Words of an answer that is a keyword as it is: 90 % of the keywords of WebQA's 2,511 validation questions on images
have so many at most."""
_YES_NO = ("yes", "no")


@dataclass(frozen=True, slots=True)
class QuestionAnswers:
    """A question with the texts of each of its answers (the answer, then other right words for it) and the keywords
    that a benchmark brings, "" if none."""

    question: str
    answers: tuple[tuple[str, ...], ...]
    keywords: str = ""


def keywords_of(one: QuestionAnswers) -> tuple[str, ...]:
    """The keyword of each answer, each once, in a form in which they can be compared; () if there are none."""
    if one.keywords:
        return (normalise(one.keywords),)
    asked = frozenset(map(stem, normalise(one.question).split()))
    found = (_keyword(forms, asked) for forms in one.answers)
    return tuple(dict.fromkeys(filter(None, found)))


def _keyword(forms: Sequence[str], asked: frozenset[str]) -> str:
    plain = [words for words in map(normalise, forms) if words]
    if not plain:
        return ""
    first = plain[0].split()[0]
    if first in _YES_NO:
        return first
    short = next((words for words in plain if len(words.split()) <= SHORT), "")
    words = (short or plain[0]).split()
    told = [word for word in words if word not in STOP_WORDS and stem(word) not in asked]
    if short and len(told) in (0, len(words)):  # it says nothing of the question again, or chooses one of its things
        return short
    return " ".join(sorted(set(map(stem, told))))


@dataclass(frozen=True, slots=True)
class KeywordCoverage(JsonRecord):
    """Which share of the keywords of `asked` questions is among the `k` most frequent keywords of `learned` others, as
    (k, share); the last k are all of them. `answers` is the same for whole answers. `parts` says which questions are
    which."""

    learned: int
    asked: int
    keywords: tuple[tuple[int, float], ...]
    answers: tuple[tuple[int, float], ...]
    parts: tuple[str, str]


def keyword_coverage(
    learned: Sequence[QuestionAnswers], asked: Sequence[QuestionAnswers], parts: tuple[str, str]
) -> KeywordCoverage | None:
    """The curve; None if either side has no keywords."""
    keywords = coverage_curve(_listed(learned), _listed(asked))
    if not keywords:
        return None
    return KeywordCoverage(len(learned), len(asked), keywords, coverage_curve(_whole(learned), _whole(asked)), parts)


def _listed(questions: Iterable[QuestionAnswers]) -> list[str]:
    return [keyword for one in questions for keyword in keywords_of(one)]


def _whole(questions: Iterable[QuestionAnswers]) -> list[str]:
    return ["; ".join(normalise(forms[0]) for forms in one.answers if forms) for one in questions if one.answers]


def coverage_curve(learned: Sequence[str], asked: Sequence[str]) -> tuple[tuple[int, float], ...]:
    """(k, share of `asked` among the k most frequent of `learned`) at 1, 2, 5, 10, 20, 50 ... and all; () if either is
    empty. Equal counts stand in order of the words."""
    if not learned or not asked:
        return ()
    ranked = sorted(Counter(learned).items(), key=lambda one: (-one[1], one[0]))
    rank = {word: place for place, (word, _) in enumerate(ranked, 1)}
    hits = Counter(rank[word] for word in asked if word in rank)
    points, covered, wanted = [], 0, _steps(len(ranked))
    for place in range(1, len(ranked) + 1):
        covered += hits[place]
        if place in wanted:
            points.append((place, round(covered / len(asked), 6)))
    return tuple(points)


def _steps(most: int) -> frozenset[int]:
    steps, power = {most}, 1
    while power <= most:
        steps |= {power * one for one in (1, 2, 5) if power * one <= most}
        power *= 10
    return frozenset(steps)
