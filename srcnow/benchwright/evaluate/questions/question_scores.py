"""Compute the scores of questions: answerability, likeness to reference questions, overlap of styles, repetition.

Shares come with intervals that resample documents. What cannot be measured is counted and left out of the share: a
reply that could not be read is neither a YES nor a NO.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from benchwright.checks.duplicate import DuplicateIndex
from benchwright.evaluate.measures.official.bleu import corpus_bleu, split_tokens
from benchwright.evaluate.measures.official.meteor import meteor
from benchwright.evaluate.measures.official.rouge import corpus_rouge_l
from benchwright.evaluate.questions.judged_questions import QuestionJudgement
from benchwright.evaluate.questions.question_file import MeasuredQuestion
from benchwright.records import JsonRecord
from benchwright.statistics import mean_intervals

ALL, YES_NO, OTHERS = "all", "yes/no", "others"


@dataclass(frozen=True, slots=True)
class QuestionShare(JsonRecord):
    """The share of questions that something holds of, with a 95 % interval by documents; None where none was scored,
    or there are too few for an interval. `unscored` questions are not in it."""

    questions: int
    share: float | None
    low: float | None
    high: float | None
    unscored: int = 0


@dataclass(frozen=True, slots=True)
class StyleOverlap(JsonRecord):
    """How far styles can be told apart: the share of questions that two or more styles fit, the share whose own style
    fits, and for each style (own or of any question) how many questions each style fits, `fits[own][judged]`."""

    several: QuestionShare
    own: QuestionShare
    fits: Mapping[str, Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class QuestionScores(JsonRecord):
    """All scores of a set of questions. `answerable` by measure and group of questions; `likeness` by measure, over the
    `referenced` questions; `repeated` names for a question the earlier one that it repeats; `skipped` says why a score
    is missing."""

    questions: int
    documents: int
    answerable: Mapping[str, Mapping[str, QuestionShare]] = field(default_factory=dict)
    likeness: Mapping[str, float] = field(default_factory=dict)
    referenced: int = 0
    styles: StyleOverlap | None = None
    repeated: Mapping[str, str] = field(default_factory=dict)
    skipped: Mapping[str, str] = field(default_factory=dict)


def share_of(
    questions: Sequence[MeasuredQuestion], verdicts: Sequence[bool | None], chosen: Callable[[MeasuredQuestion], bool]
) -> QuestionShare:
    """The share of true verdicts among the chosen questions."""
    rows = [(one, verdict) for one, verdict in zip(questions, verdicts, strict=True) if chosen(one)]
    scored = [(one, verdict) for one, verdict in rows if verdict is not None]
    if not scored:
        return QuestionShare(len(rows), None, None, None, len(rows))
    clusters = np.unique([one.document for one, _ in scored], return_inverse=True)[1]
    values = np.array([[float(bool(verdict))] for _, verdict in scored])
    (interval,) = mean_intervals(values, clusters)
    return QuestionShare(len(rows), interval.mean, interval.low, interval.high, len(rows) - len(scored))


def answerable_shares(
    questions: Sequence[MeasuredQuestion], judgements: Mapping[str, QuestionJudgement], measure: str
) -> dict[str, QuestionShare]:
    """PMAN's score, with or without its steps: of all questions, of those answered by yes or no, and of the others."""
    verdicts = [judgements[one.id].answerable.get(measure) if one.id in judgements else None for one in questions]
    groups: dict[str, Callable[[MeasuredQuestion], bool]] = {
        ALL: lambda one: True,
        YES_NO: lambda one: one.is_yes_no,
        OTHERS: lambda one: not one.is_yes_no,
    }
    return {name: share_of(questions, verdicts, chosen) for name, chosen in groups.items()}


def style_overlap(questions: Sequence[MeasuredQuestion], judgements: Mapping[str, QuestionJudgement]) -> StyleOverlap:
    """How many styles fit each question. A question with an unread verdict is unscored."""
    told = [judgements[one.id].styles if one.id in judgements else {} for one in questions]
    whole = [bool(votes) and None not in votes.values() for votes in told]
    several = [sum(map(bool, votes.values())) > 1 if known else None for votes, known in zip(told, whole, strict=True)]
    own = [votes.get(one.style) for one, votes in zip(questions, told, strict=True)]
    fits: dict[str, dict[str, int]] = {}
    for one, votes in zip(questions, told, strict=True):
        row = fits.setdefault(one.style, {})
        for name, vote in votes.items():
            row[name] = row.get(name, 0) + bool(vote)
    return StyleOverlap(
        share_of(questions, several, lambda one: True),
        share_of(questions, own, lambda one: bool(one.style)),
        dict(sorted(fits.items())),
    )


def likeness(
    questions: Sequence[MeasuredQuestion], *, tokenised: bool = False
) -> tuple[dict[str, float], int, dict[str, str]]:
    """BLEU-1 to -4, ROUGE-L and METEOR over the questions with references (of the whole set, as published), how many
    these are, and why a measure is missing. `tokenised` texts have spaces between all tokens already."""
    asked = [one for one in questions if one.references]
    if not asked:
        return {}, 0, {}
    split: Callable[[str], str] = str if tokenised else split_tokens
    texts = [split(one.question) for one in asked]
    references = [[split(text) for text in one.references] for one in asked]
    values = {f"BLEU-{order}": value for order, value in enumerate(corpus_bleu(texts, references)[0], 1)}
    values["ROUGE-L"] = corpus_rouge_l(texts, references)
    if shutil.which("java") is None:
        return values, len(asked), {"METEOR": "needs Java, which is not installed"}
    values["METEOR"] = meteor([one.question for one in asked], [one.references for one in asked])[0]
    return values, len(asked), {}


def repeated(questions: Sequence[MeasuredQuestion]) -> dict[str, str]:
    """The questions that nearly repeat an earlier one, with the id of that."""
    index, twins = DuplicateIndex(), {}
    for one in questions:
        twin = index.twin_of(one.question, one.answer, one.source_ids)
        if twin is None:
            index.add(one.id, one.question, one.answer, one.source_ids)
        else:
            twins[one.id] = twin
    return twins
