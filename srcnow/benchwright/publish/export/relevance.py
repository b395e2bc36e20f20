"""Say of each source that a question names how relevant it is, for formats with judgements (qrels)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from benchwright.evaluate.gold import Question
from benchwright.publish.export.base import NO_SOURCE, ExportData
from benchwright.publish.export.folder import ExportFolder
from benchwright.records import Example

CANNOT_HOLD = (
    "alternatives: all sources of any gold set are relevant, so recall counts sources that are not needed",
    "evidence spans, hops, checks and how a question was made",
    "undecided answers: sources that only prove these have no judgement",
)
"""What no format with judgements holds."""


def judged_sources(question: Question, example: Example) -> dict[str, int]:
    """The grade of every source of a gold set, in the order of the example; distractors have 0. What only tells an
    undecided answer has no grade."""
    ordered = dict.fromkeys([*example.sources, *sorted(question.evidence)])
    grades = {source: question.grade(source) for source in ordered if source in question.evidence}
    known = question.evidence | question.unjudged
    return grades | {source: 0 for source in example.distractors if source not in known}


def judged_questions(
    data: ExportData, to: ExportFolder, part: str, examples: Sequence[Example]
) -> Iterator[tuple[Example, dict[str, int]]]:
    """The questions of a part with the grades of their sources; those without a source are left out."""
    for example in examples:
        grades = judged_sources(data.question(example), example)
        if any(grades.values()):
            to.wrote(part, example)
            yield example, grades
        else:
            to.leave_out(example, NO_SOURCE)
