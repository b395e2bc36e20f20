"""Analyse the questions of a set as WebQA does: how they begin, what they are about, and which answers recur."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from benchwright.benchmark.splits import TEST, TRAIN
from benchwright.evaluate.question_prefixes import QuestionPrefix, question_prefixes
from benchwright.evaluate.questions.answer_keywords import KeywordCoverage, QuestionAnswers, keyword_coverage
from benchwright.records import Example, JsonRecord

KEYWORDS = "keywords"
"""The column of a benchmark that has the keywords of answers."""
MOST = 12
"""Values of a column that are told apart: what a person takes in at a glance."""
_SPLITS = ("one half", "the other half")


@dataclass(frozen=True, slots=True)
class ColumnCounts(JsonRecord):
    """How many questions have each value of a column, most frequent first, `others` of `more` rarer values, and `none`
    without any."""

    name: str
    values: tuple[tuple[str, int], ...]
    more: int = 0
    others: int = 0
    none: int = 0


@dataclass(frozen=True, slots=True)
class QuestionAnalysis(JsonRecord):
    """The first words of `questions` questions as a tree, how far some questions' keywords cover the others', and what
    columns say: style, modalities, what kind of answer, and a benchmark's own topics and categories."""

    questions: int
    prefixes: QuestionPrefix
    columns: tuple[ColumnCounts, ...] = ()
    coverage: KeywordCoverage | None = None


@dataclass(frozen=True, slots=True)
class AnalysedQuestion:
    """A question, its answers, and what is known of it by column."""

    id: str
    answers: QuestionAnswers
    columns: Mapping[str, str] = field(default_factory=dict)


def question_answers(example: Example) -> QuestionAnswers:
    """What is looked at of an example."""
    return QuestionAnswers(
        example.question,
        tuple((one.text, *one.aliases) for one in example.answers),
        example.columns.get(KEYWORDS, ""),
    )


def analysed_question(example: Example) -> AnalysedQuestion:
    """An example with its style, its modalities and the columns that it was imported with."""
    own = {name: value for name, value in example.columns.items() if name != KEYWORDS}
    columns = {"style": example.style, "modalities": str(example.modalities), **own}
    return AnalysedQuestion(example.id, question_answers(example), columns)


def question_analysis(
    questions: Sequence[AnalysedQuestion], parts: Mapping[str, Sequence[str]] | None = None
) -> QuestionAnalysis:
    """All of it. Keywords of `parts["test"]` are covered by those of `parts["train"]`; without parts, or with one of
    them empty, those of one half by those of the other, drawn by the hash of the id."""
    return QuestionAnalysis(
        len(questions),
        question_prefixes(one.answers.question for one in questions),
        _columns(questions),
        _coverage(questions, parts),
    )


def _coverage(
    questions: Sequence[AnalysedQuestion], parts: Mapping[str, Sequence[str]] | None
) -> KeywordCoverage | None:
    by_id = {one.id: one.answers for one in questions}
    sides = [[by_id[id] for id in (parts or {}).get(part, ()) if id in by_id] for part in (TRAIN, TEST)]
    if all(sides):
        return keyword_coverage(sides[0], sides[1], (TRAIN, TEST))
    halves: tuple[list[QuestionAnswers], list[QuestionAnswers]] = ([], [])
    for id, one in by_id.items():
        halves[sha256(id.encode("utf-8", "surrogatepass")).digest()[0] % 2].append(one)
    return keyword_coverage(*halves, _SPLITS)


def _columns(questions: Sequence[AnalysedQuestion]) -> tuple[ColumnCounts, ...]:
    """A count of each column that has more than one value, and not one of its own for every question."""
    names = dict.fromkeys(name for one in questions for name in one.columns)
    counted = []
    for name in names:
        counts = Counter(value for one in questions if (value := one.columns.get(name)))
        if 1 < len(counts) < counts.total():
            ranked = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
            others = ranked[MOST:]
            counted.append(
                ColumnCounts(
                    name,
                    tuple(ranked[:MOST]),
                    len(others),
                    sum(count for _, count in others),
                    len(questions) - counts.total(),
                )
            )
    return tuple(counted)
