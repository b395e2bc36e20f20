"""Give every wrong answer of a measured system its cause."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from benchwright.evaluate.diagnosis.causes import CauseFinding
from benchwright.evaluate.diagnosis.rules import decide
from benchwright.evaluate.diagnosis.wrong_answer import WrongAnswer
from benchwright.evaluate.matched_run import MatchedRun
from benchwright.evaluate.measures.part_scores import PARTS, part_measure
from benchwright.evaluate.score_retrievers import SystemResult
from benchwright.evaluate.systems.base import SystemReply
from benchwright.evaluate.target import EvaluationTarget
from benchwright.facts.store import FactTable

_FULL = 1 - 1e-9
_LONGEST = 300  # characters of what a rule saw, and of an answer


def with_causes(result: SystemResult, target: EvaluationTarget, facts: FactTable | None) -> SystemResult:
    """The result with the causes of its wrong answers. Where `answer-parts` is not measured, no answer is wrong."""
    if result.scores.measure(PARTS) is None:
        return result
    return replace(result, scores=replace(result.scores, causes=diagnose(result, target, facts)))


def diagnose(result: SystemResult, target: EvaluationTarget, facts: FactTable | None) -> dict[str, CauseFinding]:
    """The cause of each answer that `answer-parts` scores below 1, by question. `facts` are those of the corpus, None
    if they were not read: then neighbours are looked for in the sources alone."""
    scores = part_measure(target.gold, result.replies)
    examples = {one.id: one for one in target.bench.examples}
    findings = {}
    for place, question in enumerate(target.gold):
        reply = result.replies.get(question.id)
        if reply is None or not scores.scored[place] or scores.values[place] >= _FULL:
            continue
        wrong = WrongAnswer(
            examples[question.id],
            question,
            reply,
            target.corpus,
            facts,
            _shown(result, place, reply),
            _ranks(result.deeper, place),
        )
        cause, rule, seen = decide(wrong)
        lost = round(1.0 - float(scores.values[place]), 6)
        findings[question.id] = CauseFinding(cause, rule, _line(seen), lost, _line("; ".join(reply.answers)))
    return findings


def _line(text: str) -> str:
    return " ".join(text[: 4 * _LONGEST].split())[:_LONGEST]


def _shown(result: SystemResult, place: int, reply: SystemReply) -> frozenset[str] | None:
    """The gold sources that the contexts of a reply hold; None if the system never tells what it retrieved."""
    if not result.sources_known:
        return None
    found = {source for gain in result.matches.gains[result.matches.ranks(place)] for source in gain}
    return frozenset(found | {hit.source for hit in reply.contexts if hit.source})


def _ranks(deeper: MatchedRun | None, place: int) -> Mapping[str, int]:
    """The rank of each gold source in the whole list of the retriever."""
    if deeper is None:
        return {}
    ranks: dict[str, int] = {}
    for rank, gain in enumerate(deeper.gains[deeper.ranks(place)], 1):
        for source in gain:
            ranks.setdefault(source, rank)
    return ranks
