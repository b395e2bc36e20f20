"""Analyse the questions of a set as WebQA does: how they begin, what they are about, and which answers recur."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from benchwright.benchmark.splits import TEST, TRAIN
from benchwright.evaluate.question_prefixes import QuestionPrefix, question_prefixes
from benchwright.evaluate.questions.answer_keywords import SHORT, KeywordCoverage, QuestionAnswers, keyword_coverage
from benchwright.evaluate.slices import kinds_of_sources
from benchwright.records import Example, JsonRecord
from benchwright.values import Quantity, normalise, parse
from benchwright.values.dates import Date

KEYWORDS = "keywords"
"""The column of a benchmark that has the keywords of answers."""
MOST = 8
"""Values of a column that are told apart: what a person takes in at a glance."""
HALVES = ("one half", "the other half")


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


def analysed_question(example: Example, document: str) -> AnalysedQuestion:
    """An example with its style, its modalities, the kind of its answer, its document, and the columns that it was
    imported with."""
    own = {name: value for name, value in example.columns.items() if name != KEYWORDS}
    answers = question_answers(example)
    columns = {
        "style": example.style,
        "modalities": kinds_of_sources(example.style, str(example.modalities)),
        "answer": answer_kind(answers),
        "document": document,
        **own,
    }
    return AnalysedQuestion(example.id, answers, columns)


def answer_kind(one: QuestionAnswers) -> str:
    """What kind of answer a question has, read off its words, as WebQA's categories are: `yes/no`, `list`, `choice`
    (a thing that the question offers), `number`, `date`, `name` (other short answers) or `sentence`."""
    if len(one.answers) > 1:
        return "list"
    forms = [normalise(form) for answer in one.answers for form in answer]
    if not any(forms):
        return "none"
    if forms[0].split()[:1] in (["yes"], ["no"]):
        return "yes/no"
    short = next((form for answer in one.answers for form in answer if len(form.split()) <= SHORT), "")
    value = parse(short or one.answers[0][0])
    if isinstance(value, Quantity | Date):
        return "number" if isinstance(value, Quantity) else "date"
    asked = f" {normalise(one.question)} "
    if short and " or " in asked and f" {normalise(short)} " in asked:
        return "choice"
    return "name" if short else "sentence"


def question_analysis(
    questions: Sequence[AnalysedQuestion],
    parts: Mapping[str, Sequence[str]] | None = None,
    every: Sequence[Example] = (),
) -> QuestionAnalysis:
    """All of it. Keywords of `parts["test"]` are covered by those of `parts["train"]`, both looked up among the
    questions and `every`; without parts, or with one of them empty, those of one half by those of the other, drawn by
    the hash of the id."""
    by_id = {**{one.id: question_answers(one) for one in every}, **{one.id: one.answers for one in questions}}
    sides = [[by_id[id] for id in (parts or {}).get(part, ()) if id in by_id] for part in (TRAIN, TEST)]
    return QuestionAnalysis(
        len(questions),
        question_prefixes(one.answers.question for one in questions),
        _columns(questions),
        keyword_coverage(sides[0], sides[1], (TRAIN, TEST)) if all(sides) else _between_halves(questions),
    )


def _between_halves(questions: Sequence[AnalysedQuestion]) -> KeywordCoverage | None:
    halves: tuple[list[QuestionAnswers], list[QuestionAnswers]] = ([], [])
    for one in questions:
        halves[sha256(one.id.encode("utf-8", "surrogatepass")).digest()[0] % 2].append(one.answers)
    return keyword_coverage(*halves, HALVES)


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
