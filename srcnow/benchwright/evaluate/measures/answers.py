"""Score answers against the gold answers: exact match, token F1, precision and recall of sets.

An answer is a list of answers; that of a question with one answer has one. What is compared with what:

- To a question with several answers, one string is read as a list (`list_items`), of what it claims (`claims`): marked
  lines, lines, or rows with commas. The items of a system's own list are taken without markup and asides.
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

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from benchwright.evaluate.gold import Gold
from benchwright.evaluate.measure_values import MeasureValues, scored_where
from benchwright.evaluate.measures.answer_forms import form, index_of, names_of, read_answer
from benchwright.evaluate.measures.answer_text import answer_lines
from benchwright.evaluate.measures.claims import claims_of
from benchwright.evaluate.measures.list_items import list_items, right_form
from benchwright.evaluate.systems.base import SystemReply
from benchwright.records import Answer

ANSWER_MEASURES = ("answer-F1", "exact-match", "set-precision", "set-recall", "set-F1")


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


def listed_answers(answers: Sequence[str], gold: Sequence[Answer], question: str = "") -> tuple[str, ...]:
    """What a system answered to a question with several answers, as a list: one string is split, of what it claims; the
    items of a list are taken without markup and asides. The answer to any other question is left as it is."""
    if len(gold) < 2:
        return tuple(answers)
    index = index_of(tuple(gold))

    def is_right(text: str) -> bool:
        return bool(index.places(text))

    if len(answers) != 1:
        lines = [(answer, answer_lines(answer)) for answer in answers]
        return tuple(
            answer if is_right(answer) or len(read) != 1 else right_form(read[0].text, is_right)
            for answer, read in lines
            if answer.strip()
        )
    if is_right(answers[0]):
        return tuple(answers)
    names = [name for one in gold for name in names_of(one)]
    return list_items(claims_of(answers[0], question, names), is_right)


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
            answers = listed_answers(reply.answers, question.answers, question.text)
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
        answers = listed_answers(reply.answers, question.answers, question.text) if reply is not None else ()
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
