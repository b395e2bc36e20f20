"""Score answers against the gold answers: exact match, token F1, precision and recall of sets.

An answer is a list of answers; that of a question with one answer has one. What is compared with what:

- A system's list is taken as it is. One string for a question with several answers is split at line breaks and
  semicolons, and markers of lists (`-`, `*`, `1.`, `(a)`) are taken off; for a question with one answer it is not. `1.`
  and `a.` are markers only where all answers have one and they count on: "1. FC Köln" and "E. coli" are names. What is
  not a right answer as it is, is split at commas and "and" as well, without what stands in brackets behind an item, and
  without the words before the first item and behind the last one.
- `exact-match` is 1 if the answers are the gold ones, each once and nothing else.
- `answer-F1` is the token F1 of each answer with its gold answer (the best of its aliases), under the best pairing of
  the two lists, over the longer list: a missing answer and one too many both cost. For one answer and one gold answer
  that is SQuAD's F1.
- `set-precision`, `set-recall` and `set-F1` (QAMPARI 4.2) count right answers, each gold answer credited once.

Answers are compared by `answer_forms`, and repeats of one value are dropped; where an answer fits several gold answers
the most are credited, in any order. The two halves of one answer to a compound question keep their order, which
token F1 does not see: it compares words.

A question may have answers that are neither right nor wrong (`Question.undecided`). An answer that is one of these,
and not a right one, is taken out before anything is scored: it costs no precision and adds no recall. If there is
no other answer, the answer is empty.

A question that was not answered, or not by words, scores 0. One without gold answers is not scored.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase

import numpy as np

from benchwright.evaluate.gold import Gold
from benchwright.evaluate.measure_values import MeasureValues, scored_where
from benchwright.evaluate.measures.answer_forms import form, index_of, names_of, read_answer
from benchwright.evaluate.systems.base import SystemReply
from benchwright.records import Answer
from benchwright.values.typed import split_names

ANSWER_MEASURES = ("answer-F1", "exact-match", "set-precision", "set-recall", "set-F1")

_PARTS = re.compile(r"[\n\r;\u2028\u2029]+")
_BULLET = re.compile(r"^\s*[-*•–·]\s+")
_MARKER = re.compile(r"\(?(\d{1,3}|[a-z]|[A-Z](?=\)))[.)]\s+")
_ASIDE = re.compile(r"\s*\([^()]*\)\s*$")
_COUNTED = re.compile(r"\s+(?=\(?\d{1,3}[.)]\s)")


@dataclass(frozen=True, slots=True)
class SetScores:
    """Precision, recall and F1 of one set of answers, each in 0..1."""

    precision: float
    recall: float
    f1: float

    @property
    def exact(self) -> float:
        """1 if the answers are all gold answers, each once and nothing else; else 0."""
        return float(self.precision == 1.0 and self.recall == 1.0)


def split_answers(text: str) -> tuple[str, ...]:
    """The answers in one string: parted by line breaks, semicolons and numbers that count on, without the markers of a
    list. A number or a letter is a marker only where all answers have one (but for a line that leads to them) and they
    count on: "1. FC Köln" is a name, and so is "E. coli"."""
    parts = [part for part in (_BULLET.sub("", part).strip() for part in _PARTS.split(text)) if part]
    if len(parts) == 1 and _MARKER.match(parts[0]):
        inner = [part.strip(" ,") for part in _COUNTED.split(parts[0])]
        parts = inner if _unmarked(inner) else parts
    lead = parts[:1] if len(parts) > 1 and parts[0].endswith(":") else []
    return (*lead, *(_unmarked(parts[len(lead) :]) or parts[len(lead) :]))


def _unmarked(parts: Sequence[str]) -> list[str]:
    """The parts of a list without their markers, [] if these do not count from 1 or a on."""
    matches = [match for part in parts if (match := _MARKER.match(part))]
    numbers = [int(one[1]) if one[1].isdigit() else ascii_lowercase.index(one[1].casefold()) + 1 for one in matches]
    if len(parts) < 2 or numbers != list(range(1, len(parts) + 1)):
        return []
    return [part[match.end() :].strip() for part, match in zip(parts, matches, strict=True)]


def listed_answers(answers: Sequence[str], gold: Sequence[Answer]) -> tuple[str, ...]:
    """What a system answered, as a list: one string for several gold answers is split."""
    if len(answers) != 1 or len(gold) < 2:
        return tuple(answers)
    index = index_of(tuple(gold))
    parts = split_answers(answers[0])
    items: list[str] = []
    for part in parts:
        if part.endswith(":") and len(parts) > 1:
            continue  # what leads to the list
        if not index.places(part):
            part = _ASIDE.sub("", part)
        names = [part] if index.places(part) else split_names(part.rstrip("."), lambda name: bool(index.places(name)))
        names = [name if index.places(name) else _bare(name) for name in names]
        if len(names) > 1:
            first, last = names[0].split(), names[-1].split()
            ends = (
                [" ".join(first[at:]) for at in range(len(first))],
                [" ".join(last[:at]) for at in range(len(last), 0, -1)],
            )
            names[0], names[-1] = (next((one for one in every if index.places(one)), every[0]) for every in ends)
        items += names
    return tuple(items)


def _bare(item: str) -> str:
    """An item without an aside behind it, a label before it, and quotation marks: '- Austria: "Bundeshymne"'."""
    return _ASIDE.sub("", item).rpartition(": ")[2].strip("\"'“”‘’ ")


def decided(answers: Sequence[str], gold: Sequence[Answer], undecided: Sequence[Answer]) -> tuple[tuple[str, ...], int]:
    """The answers without those that are an undecided one and no right one, and how many these are, each form once."""
    if not undecided:
        return tuple(answers), 0
    right, open_ = index_of(tuple(gold)), index_of(tuple(undecided))
    rest: list[str] = []
    left_out: set[Hashable] = set()
    for answer in answers:
        if open_.places(answer) and not right.places(answer):
            left_out.add(read_answer(answer)[1])
        else:
            rest.append(answer)
    return tuple(rest), len(left_out)


def undecided_answers(gold: Gold, replies: Mapping[str, SystemReply]) -> dict[str, int]:
    """How many of a system's answers to each question are neither right nor wrong; questions with none are left out."""
    counts = {}
    for question in gold:
        reply = replies.get(question.id)
        if reply is not None and question.undecided and question.answers:
            answers = listed_answers(reply.answers, question.answers)
            counts[question.id] = decided(answers, question.answers, question.undecided)[1]
    return {id: count for id, count in counts.items() if count}


def _overlap(one: Counter[str], other: Counter[str]) -> float:
    """Harmonic mean of the shares of words that two answers have in common, repeated words counted as often."""
    common = sum((one & other).values())
    return 2 * common / (one.total() + other.total()) if common else 0.0


def answer_f1(answers: Sequence[str], gold: Sequence[Answer], *, ordered: bool = False) -> float:
    """The best pairing's sum of token F1, over the length of the longer list."""
    listed = _distinct(answers, ordered)
    if not listed or not gold:
        return 0.0
    table = np.zeros((len(listed), len(gold)))
    index = index_of(tuple(gold), ordered)
    wordings = [[Counter(form(name).split()) for name in names_of(one)] for one in gold]
    for row, answer in enumerate(listed):
        words, right = Counter(form(answer).split()), index.places(answer)
        for column, names in enumerate(wordings):
            table[row, column] = 1.0 if column in right else max(_overlap(words, name) for name in names)
    if table.shape == (1, 1):
        return float(table[0, 0])
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment(table, maximize=True)
    return float(table[rows, columns].sum()) / max(table.shape)


def set_scores(answers: Sequence[str], gold: Sequence[Answer], *, ordered: bool = False) -> SetScores:
    """Precision, recall and F1 of a set of answers; all 0 if it is empty. In an answer of several parts their order
    counts where it is `ordered`. ValueError without gold answers."""
    if not gold:
        raise ValueError("a question without gold answers has no recall")
    distinct = _distinct(answers, ordered)
    credited = _credited(distinct, gold, ordered)
    if not credited:
        return SetScores(0.0, 0.0, 0.0)
    precision, recall = credited / len(distinct), credited / len(gold)
    return SetScores(precision, recall, (2 * recall * precision) / (recall + precision))


def _distinct(answers: Sequence[str], ordered: bool) -> list[str]:
    """The first of each value, without empty ones."""
    given = (answer for answer in reversed(answers) if answer.strip())
    return list({read_answer(answer, ordered)[1]: answer for answer in given}.values())[::-1]


def _credited(answers: Sequence[str], gold: Sequence[Answer], ordered: bool) -> int:
    """The most gold answers that can each be given an answer of its own."""
    index = index_of(tuple(gold), ordered)
    wanted = [sorted(places) for answer in answers if (places := index.places(answer))]
    if all(len(places) == 1 for places in wanted):
        return len({places[0] for places in wanted})
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_bipartite_matching

    starts = np.cumsum([0, *map(len, wanted)])
    columns = np.array([place for places in wanted for place in places])
    graph = csr_array((np.ones(len(columns)), columns, starts), shape=(len(wanted), len(gold)))
    return int((maximum_bipartite_matching(graph, perm_type="column") >= 0).sum())


def answer_measures(
    gold: Gold, replies: Mapping[str, SystemReply], names: Sequence[str] = ANSWER_MEASURES
) -> tuple[MeasureValues, ...]:
    """The measures of these names over the gold's questions. A question without a reply scores 0; one that the
    benchmark has no answers of is unscored. KeyError for another name."""
    columns: dict[str, list[float]] = {name: [] for name in ANSWER_MEASURES}
    scored = np.array([bool(question.answers) for question in gold], dtype=np.bool_)
    for question in gold:
        reply = replies.get(question.id)
        answers = listed_answers(reply.answers, question.answers) if reply is not None else ()
        answers, _ = decided(answers, question.answers, question.undecided)
        if not answers or not question.answers:
            for column in columns.values():
                column.append(0.0)
            continue
        sets = set_scores(answers, question.answers, ordered=question.ordered)
        columns["answer-F1"].append(answer_f1(answers, question.answers, ordered=question.ordered))
        columns["exact-match"].append(sets.exact)
        columns["set-precision"].append(sets.precision)
        columns["set-recall"].append(sets.recall)
        columns["set-F1"].append(sets.f1)
    return tuple(scored_where(name, columns[name], scored, "no gold answers") for name in names)
