"""Compares questions with those of a log: kinds, lengths, first words, vocabulary, and a test over vectors.

Shares of a log are by how often questions were asked; the test takes each different question once, on both sides.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from benchwright.english.language import ENGLISH
from benchwright.english.stems import stem
from benchwright.query_log.masking import MASK
from benchwright.query_log.question_kinds import asking_words, kind_of, question_kinds
from benchwright.query_log.sample import SampledQuestion
from benchwright.records import JsonRecord
from benchwright.statistics.energy_test import LEVEL, POWER, detectable_part, energy_test

Floats = NDArray[np.float32]
Encode = Callable[[Sequence[str]], Floats]

QUANTILES: Final = (0.1, 0.25, 0.5, 0.75, 0.9)
FIRST_WORDS: Final = 12
MOST_TESTED: Final = 300
"""Questions of each side in the test: more would take it longer than the reader waits, and show little more."""
LEAST_TESTED: Final = 20
"""Below, the test would find only what anyone sees."""
ENOUGH_POWER: Final = 0.5
"""A test that would overlook a benchmark of which half covers one half of the topics does not say that it is alike."""

_WORD = re.compile(r"[^\W\d_]{2,}")
_MARKS = re.compile(r"^\W+|\W+$")


@dataclass(frozen=True, slots=True)
class SharePair(JsonRecord):
    """The share of something among the log's questions and among the benchmark's."""

    name: str
    log: float
    benchmark: float


@dataclass(frozen=True, slots=True)
class VocabularyCoverage(JsonRecord):
    """Content words (stems, without function words and masks). `of_log` is the part of the log's words, counted as
    often as they stand there, that some question of the benchmark has; `of_benchmark` the same the other way round;
    `missing` the log's most frequent words that the benchmark lacks, if three different questions have them."""

    of_log: float
    of_benchmark: float
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class VectorTest(JsonRecord):
    """The energy test over vectors, each different question once. `detectable` is its power: the smallest part of a
    benchmark of this size that would be noticed (at level 0.05, in 80 % of trials) if it covered only one half of the
    log's topics; None if not even the whole would be, or if the log is too small to find out."""

    coefficient: float
    p_value: float
    log: int
    benchmark: int
    detectable: float | None


@dataclass(frozen=True, slots=True)
class LogComparison(JsonRecord):
    """How questions compare with a log's. `verdict` is one of `alike`, `different` and `undecided` (see `verdict_of`),
    `sentence` says it in words. `groups` has the groups of a draft that has its own cells in the benchmark. `test` is
    None where a side has fewer than 20 different questions."""

    log: str
    log_questions: int
    log_distinct: int
    benchmark_questions: int
    lengths: Mapping[str, tuple[float, ...]]
    first_words: tuple[SharePair, ...]
    kinds: tuple[SharePair, ...]
    groups: tuple[SharePair, ...]
    vocabulary: VocabularyCoverage
    test: VectorTest | None
    verdict: str
    sentence: str
    masked: Mapping[str, int] = field(default_factory=dict)


def compare_questions(
    log: Sequence[SampledQuestion],
    questions: Sequence[str],
    encode: Encode,
    *,
    name: str = "",
    distinct: int | None = None,
    group_shares: Sequence[SharePair] = (),
    seed: int = 13,
    masked: Mapping[str, int] | None = None,
) -> LogComparison:
    """Compare questions with a sample of a log. `distinct` is how many different questions the whole log has; vectors
    come from `encode`. Raises ValueError without a question on either side."""
    if not log or not questions:
        raise ValueError("there is nothing to compare")
    weights = np.array([one.asked for one in log], dtype=np.float64)
    lengths = np.array([len(one.text.split()) for one in log])
    own = np.array([len(text.split()) for text in questions])
    kinds = _kinds(log, questions)
    test = _test(log, questions, encode, seed)
    verdict = verdict_of(test)
    return LogComparison(
        log=name,
        log_questions=int(weights.sum()),
        log_distinct=len(log) if distinct is None else distinct,
        benchmark_questions=len(questions),
        lengths={
            "quantile": QUANTILES,
            "log": _quantiles(lengths, weights),
            "benchmark": _quantiles(own, np.ones(len(own))),
        },
        first_words=_first_words(log, questions),
        kinds=kinds,
        groups=tuple(group_shares),
        vocabulary=_vocabulary(log, questions),
        test=test,
        verdict=verdict,
        sentence=_sentence(verdict, test, kinds, _median(lengths, weights), _median(own, np.ones(len(own)))),
        masked=dict(masked or {}),
    )


def verdict_of(test: VectorTest | None) -> str:
    """The one rule: `different` if the test's p-value is at most 0.05; else `alike` if the test would have noticed a
    benchmark of which half (or less) covers only one half of the log's topics; else `undecided`."""
    if test is None:
        return "undecided"
    if test.p_value <= LEVEL:
        return "different"
    return "alike" if test.detectable is not None and test.detectable <= ENOUGH_POWER else "undecided"


# ------------------------------------------------------------------ what is compared
def _quantiles(values: NDArray[np.int64], weights: NDArray[np.float64]) -> tuple[float, ...]:
    """The smallest values up to which these shares of the weight lie."""
    order = np.argsort(values, kind="stable")
    reached = np.cumsum(weights[order]) / weights.sum()
    places = np.searchsorted(reached, np.array(QUANTILES) - 1e-12)
    return tuple(float(values[order[min(place, len(order) - 1)]]) for place in places)


def _median(values: NDArray[np.int64], weights: NDArray[np.float64]) -> float:
    return _quantiles(values, weights)[QUANTILES.index(0.5)]


def _shares(log: Mapping[str, float], own: Mapping[str, float], names: Sequence[str]) -> tuple[SharePair, ...]:
    whole, all_own = sum(log.values()) or 1.0, sum(own.values()) or 1.0
    return tuple(SharePair(name, log.get(name, 0.0) / whole, own.get(name, 0.0) / all_own) for name in names)


def _first_words(log: Sequence[SampledQuestion], questions: Sequence[str]) -> tuple[SharePair, ...]:
    """The first words that either side begins with most often; those in fewer than three of the log's questions could
    be names, and are not told."""
    ours: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    for one in log:
        word = _first(one.text)
        ours[word] += one.asked
        seen[word] += 1
    own = Counter(map(_first, questions))
    whole, all_own = max(ours.total(), 1), max(own.total(), 1)
    told = [word for word in ours.keys() | own.keys() if word and (seen[word] >= 3 or own[word] >= 3)]
    told.sort(key=lambda word: (-max(ours[word] / whole, own[word] / all_own), word))
    return _shares(ours, own, told[:FIRST_WORDS])


def _first(text: str) -> str:
    words = text.casefold().split(maxsplit=1)
    return _MARKS.sub("", words[0]) if words and not MASK.match(text) else ""


def _kinds(log: Sequence[SampledQuestion], questions: Sequence[str]) -> tuple[SharePair, ...]:
    ours: Counter[str] = Counter()
    for one in log:
        ours[kind_of(one.text)] += one.asked
    own = Counter(map(kind_of, questions))
    return _shares(ours, own, [name for name in question_kinds() if ours[name] or own[name]])


def _content_words(text: str) -> list[tuple[str, str]]:
    """(stem, word) for each content word."""
    empty = ENGLISH | asking_words()
    return [(stem(word), word) for word in _WORD.findall(MASK.sub(" ", text).casefold()) if word not in empty]


def _vocabulary(log: Sequence[SampledQuestion], questions: Sequence[str]) -> VocabularyCoverage:
    ours: Counter[str] = Counter()
    spread: Counter[str] = Counter()
    forms: dict[str, Counter[str]] = {}
    for one in log:
        found = _content_words(one.text)
        spread.update({stemmed for stemmed, _ in found})
        for stemmed, word in found:
            ours[stemmed] += one.asked
            forms.setdefault(stemmed, Counter())[word] += one.asked
    own = Counter(stemmed for text in questions for stemmed, _ in _content_words(text))
    covered = sum(count for stemmed, count in ours.items() if stemmed in own)
    back = sum(count for stemmed, count in own.items() if stemmed in ours)
    missing = sorted((one for one in ours if one not in own and spread[one] >= 3), key=lambda one: (-ours[one], one))
    return VocabularyCoverage(
        covered / max(ours.total(), 1),
        back / max(own.total(), 1),
        tuple(min(forms[one], key=lambda word: (-forms[one][word], word)) for one in missing[:FIRST_WORDS]),
    )


def _test(log: Sequence[SampledQuestion], questions: Sequence[str], encode: Encode, seed: int) -> VectorTest | None:
    """The test over at most 300 different questions of each side. A sample's order is random, so that its beginning is
    drawn from it; the benchmark's questions are drawn by the seed."""
    own = sorted(set(questions))
    if len(log) < LEAST_TESTED or len(own) < LEAST_TESTED:
        return None
    if len(own) > MOST_TESTED:
        drawn = np.random.default_rng(seed).choice(len(own), MOST_TESTED, replace=False)
        own = [own[place] for place in sorted(drawn)]
    pool = encode([one.text for one in log[: 3 * MOST_TESTED]])
    first = pool[:MOST_TESTED]
    second = encode(own)
    found = energy_test(first, second, seed)
    compared = min(len(first), len(pool) - 2 * len(second))
    detectable = detectable_part(pool, compared, len(second), seed) if compared >= LEAST_TESTED else None
    return VectorTest(found.coefficient, found.p_value, len(first), len(second), detectable)


# ------------------------------------------------------------------ words
def _sentence(
    verdict: str, test: VectorTest | None, kinds: Sequence[SharePair], log_words: float, own_words: float
) -> str:
    if test is None:
        return f"Too few different questions to tell: the test needs {LEAST_TESTED} on each side."
    if verdict == "different":
        widest = max(kinds, key=lambda one: abs(one.log - one.benchmark))
        return (
            f"The benchmark does not ask what the users ask (p = {test.p_value:.3f}): {widest.name} questions are "
            f"{widest.log:.0%} of the log and {widest.benchmark:.0%} of the benchmark, and the median question has "
            f"{log_words:.0f} words in the log and {own_words:.0f} in the benchmark."
        )
    power = _power(test)
    if verdict == "alike":
        return f"No difference from the users' questions was found (p = {test.p_value:.2f}): {power}."
    return f"No difference was found (p = {test.p_value:.2f}), but the test could have overlooked one: {power}."


def _power(test: VectorTest) -> str:
    if test.detectable is None:
        return "with so few questions, its power is low or unknown"
    return (
        f"the test would notice, in {POWER:.0%} of cases, a benchmark of which {test.detectable:.0%} covered only one "
        "half of the users' topics"
    )
