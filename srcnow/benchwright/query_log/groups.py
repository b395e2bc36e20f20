"""Groups the questions of a log: by the kind that a plan can ask for, then by topic within each kind.

Topics are found by halving: a group is split in two by 2-means over unit vectors, begun along its first principal
axis, as long as both halves keep the least size and lie clearly apart. There is nothing random in it, and the same
sample gives the same groups in any order. Knows no encoder: vectors are given.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from benchwright.english.language import ENGLISH
from benchwright.query_log.masking import MASK
from benchwright.query_log.question_kinds import asking_words, kind_of, question_kinds
from benchwright.query_log.sample import SampledQuestion
from benchwright.records import JsonRecord
from benchwright.statistics.principal_axis import principal_axis

Floats = NDArray[np.float32]
Rows = NDArray[np.int64]

LEAST: Final = 10
LEAST_SHARE: Final = 0.02
"""A group has at least so many distinct questions, and this share of all: fewer show no wording of their own."""
MOST_TOPICS: Final = 4
"""Groups of one kind."""
APART: Final = 0.8
"""How clearly two halves have to lie apart: the part of the spread along the line between their centres that they
explain. A normal distribution reaches 0.64, a uniform one 0.75; questions on all sorts of things 0.74 to 0.76, those on
two Wikipedia articles 0.80 to 0.88 (perf/question_kinds.py --topics)."""
SHOTS: Final = 8
LONGEST_SHOT: Final = 200
"""Characters. What a stranger wrote stands among a writer's instructions as an example; most questions are short."""
_STEPS: Final = 30
_WORDS: Final = 5
_WORD = re.compile(r"[^\W\d_]{3,}")


@dataclass(frozen=True, slots=True)
class QueryGroup(JsonRecord):
    """A group of questions. `asked` counts them with repetitions, `questions` without; `shots` are real questions of
    it, nearest to its centre and unlike each other, and `words` the words by which it differs most from the others.
    `style` is the built-in style that asks such questions, "" where none does. A group that is `small` is the rest of
    a kind with fewer questions than a group needs."""

    name: str
    kind: str
    style: str
    asked: int
    questions: int
    shots: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    lengths: tuple[int, int] = (0, 0)
    small: bool = False

    @property
    def can_be_asked(self) -> bool:
        """Whether a plan has a cell for it."""
        return bool(self.style) and not self.small


def least_size(questions: int, least: int | None = None) -> int:
    """The fewest distinct questions of a group, of so many in all."""
    return least if least is not None else max(LEAST, int(np.ceil(LEAST_SHARE * questions)))


def group_questions(
    questions: Sequence[SampledQuestion], vectors: Floats, least: int | None = None
) -> tuple[tuple[QueryGroup, ...], list[str]]:
    """The groups, those asked most often first within the order of shares, and the name of each question's group.
    `vectors` are rows of length 1 (or 0), one a question."""
    if len(questions) != len(vectors):
        raise ValueError("one vector a question")
    fewest = least_size(len(questions), least)
    kinds = [kind_of(one.text) for one in questions]
    found: list[tuple[str, Rows]] = []
    for kind in question_kinds():
        rows = np.array([place for place, own in enumerate(kinds) if own == kind], dtype=np.int64)
        if len(rows):
            askable = bool(question_kinds()[kind].style)
            found += [(kind, topic) for topic in (_topics(vectors, rows, fewest) if askable else [rows])]
    weights = np.array([one.asked for one in questions], dtype=np.int64)
    found.sort(key=lambda one: (-int(weights[one[1]].sum()), one[0], min(questions[row].text for row in one[1])))
    number: Counter[str] = Counter()
    everywhere = _document_counts(questions, range(len(questions)))
    groups: list[QueryGroup] = []
    names = [""] * len(questions)
    for kind, rows in found:
        number[kind] += 1
        style = question_kinds()[kind].style
        name = f"{kind}-{number[kind]}" if style else kind
        for row in rows:
            names[row] = name
        words = [len(questions[row].text.split()) for row in rows]
        low, high = np.quantile(words, (0.1, 0.9), method="nearest")
        groups.append(
            QueryGroup(
                name,
                kind,
                style,
                int(weights[rows].sum()),
                len(rows),
                _shots(questions, vectors, rows),
                _telling_words(questions, rows, everywhere),
                (int(low), int(high)),
                small=bool(style) and len(rows) < fewest,
            )
        )
    return tuple(groups), names


# ------------------------------------------------------------------ topics
def _topics(vectors: Floats, rows: Rows, fewest: int) -> list[Rows]:
    """The topics among some rows: the split that takes most of the spread away is made first."""
    topics: list[tuple[Rows, TopicHalves | None]] = [(rows, _clear_halves(vectors, rows, fewest))]
    while len(topics) < MOST_TOPICS:
        gains = [0.0 if split is None else split.gain for _, split in topics]
        best = int(np.argmax(gains))
        split = topics[best][1]
        if split is None:
            break
        topics[best : best + 1] = [(half, _clear_halves(vectors, half, fewest)) for half in (split.first, split.second)]
    return [topic for topic, _ in topics]


def _clear_halves(vectors: Floats, rows: Rows, fewest: int) -> TopicHalves | None:
    found = halves(vectors, rows, fewest)
    return found if found is not None and found.apart >= APART else None


@dataclass(frozen=True, slots=True)
class TopicHalves:
    """Two halves of a group: how clearly they lie `apart` (see APART), and how much of the spread they take away."""

    first: Rows
    second: Rows
    apart: float
    gain: float


def halves(vectors: Floats, rows: Rows, fewest: int) -> TopicHalves | None:
    """The two halves of a group by 2-means; None where one would have fewer rows than that."""
    own = vectors[rows].astype(np.float64)
    centred = own - own.mean(axis=0)
    if len(rows) < 2 * fewest or float((centred**2).sum()) <= 1e-9:
        return None
    upper = centred @ principal_axis(own) > 0
    along = np.zeros(len(rows))
    for _ in range(_STEPS):
        if not fewest <= upper.sum() <= len(rows) - fewest:
            return None
        along = own @ (own[upper].mean(axis=0) - own[~upper].mean(axis=0))
        moved = along > 0.5 * (along[upper].mean() + along[~upper].mean())
        if bool((moved == upper).all()):
            break
        upper = moved
    if not fewest <= upper.sum() <= len(rows) - fewest:
        return None
    balance = float(upper.mean() * (~upper).mean())
    gap = float(along[upper].mean() - along[~upper].mean())
    between = own[upper].mean(axis=0) - own[~upper].mean(axis=0)
    apart = balance * gap**2 / max(float(along.var()), 1e-12)
    return TopicHalves(rows[upper], rows[~upper], apart, balance * float(between @ between) * len(rows))


# ------------------------------------------------------------------ what shows a group
def _shots(questions: Sequence[SampledQuestion], vectors: Floats, rows: Rows) -> tuple[str, ...]:
    """Real questions near the centre, each unlike those before it (maximal marginal relevance: Carbonell and Goldstein
    1998). Questions with a mask are taken only where there are no others, and long ones not at all."""
    short = [row for row in rows if len(questions[row].text) <= LONGEST_SHOT]
    plain = [row for row in short if not MASK.search(questions[row].text)] or short
    if not plain:
        return ()
    plain.sort(key=lambda row: questions[row].text)
    own = vectors[plain].astype(np.float64)
    centre = own.mean(axis=0)
    near = own @ (centre / max(float(np.linalg.norm(centre)), 1e-12))
    alike = np.zeros(len(plain))
    chosen: list[int] = []
    for _ in range(min(SHOTS, len(plain))):
        score = near - alike
        score[chosen] = -np.inf
        best = int(np.argmax(np.round(score, 9)))
        chosen.append(best)
        alike = np.maximum(alike, own @ own[best])
    return tuple(questions[plain[place]].text for place in chosen)


def _document_counts(questions: Sequence[SampledQuestion], rows: Sequence[int] | Rows) -> Counter[str]:
    """In how many questions each word stands."""
    counts: Counter[str] = Counter()
    empty = ENGLISH | asking_words()
    for row in rows:
        counts.update(set(_WORD.findall(MASK.sub(" ", questions[row].text).casefold())) - empty)
    return counts


def _telling_words(questions: Sequence[SampledQuestion], rows: Rows, everywhere: Mapping[str, int]) -> tuple[str, ...]:
    """The words that stand in at least a tenth of a group's questions, by how far their share is above that of all. A
    rare word could be a person's name, and is never told."""
    own = _document_counts(questions, rows)
    least = max(3, len(rows) / 10)
    scores = {
        word: count / len(rows) * np.log((count / len(rows)) / (everywhere[word] / len(questions)) + 1e-9)
        for word, count in own.items()
        if count >= least
    }
    ranked = sorted(scores, key=lambda word: (-round(float(scores[word]), 9), word))
    return tuple(ranked[:_WORDS])
