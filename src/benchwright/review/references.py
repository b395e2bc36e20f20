"""Add people's own answers to a question as other right words for its answer.

Several people answer one question, as a sentence and in keywords (a test question of WebQA has three to six
references). An answer that says something else than the benchmark's is not taken, and leaves the question undecided:
it waits for the owner.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from benchwright.benchmark.revisions import Decision
from benchwright.review.items import Values
from benchwright.review.labels import ItemDecision, StudyLabels
from benchwright.review.planting import OPPOSITES
from benchwright.review.task import ReferenceRule
from benchwright.values import normalise, same

OTHERWISE = "a reviewer answers otherwise"


def with_references(
    labels: StudyLabels, items: Sequence[ItemDecision], decisions: Sequence[Decision]
) -> tuple[list[Decision], Counter[str]]:
    """The decisions with the references that people wrote, and how many were not taken, by reason."""
    rule = labels.task.decides.references
    if rule is None:
        return list(decisions), Counter()
    by_item, left_out = labels.by_item(), Counter[str]()
    items_of = {one.item.example: one.item for one in items}
    found = []
    for one in decisions:
        item = items_of[one.example]
        given = [review.values for review in by_item[item.id]]
        if item.id in labels.rulings:
            given = [labels.rulings[item.id]]
        if one.verdict == "accepted":
            one = _decision(rule, one, item.content.answers, given, left_out)
        found.append(one)
    return found, left_out


def contradicts(text: str, answer: str) -> bool:
    """Whether two answers cannot both be right: other values of one kind, a number and a name, or yes and no."""
    found = same(text, answer)
    opposite = OPPOSITES.get(normalise(text), "").casefold() == normalise(answer)
    return found.verdict == "no" or found.reason == "kind" or opposite


def _decision(
    rule: ReferenceRule, one: Decision, answers: Sequence[str], given: Sequence[Values], left_out: Counter[str]
) -> Decision:
    if len(answers) != 1:
        left_out["the question has several answers"] += len(given)
        return one
    counts = Counter(normalise(str(values[rule.keywords])) for values in given)
    taken = [values for values in given if _holds(str(values[rule.keywords]), answers[0], counts)]
    if len(taken) < len(given):
        left_out[OTHERWISE] += len(given) - len(taken)
        return replace(one, verdict="undecided", why=OTHERWISE)
    fresh: dict[str, str] = {}
    for text in (str(values[name]) for values in taken for name in (rule.answer, rule.keywords)):
        if normalise(text) != normalise(answers[0]):
            fresh.setdefault(normalise(text), text)
    (keywords, _), *_ = Counter(str(values[rule.keywords]) for values in taken).most_common(1)
    return replace(one, verdict="edited", references=tuple(fresh.values()), keywords=keywords)


def _holds(keywords: str, answer: str, counts: Mapping[str, int]) -> bool:
    """Whether keywords say what the answer says: the same value, one within the other, or, as names have variants,
    what more than half of the people wrote who were asked."""
    told, known = normalise(keywords), normalise(answer)
    if told and (told in known or known in told):
        return True
    if contradicts(keywords, answer):
        return False
    return bool(same(keywords, answer)) or 2 * counts[told] > sum(counts.values())
