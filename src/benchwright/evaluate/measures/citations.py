"""Score citations: do the contexts that a system cites hold the evidence?

- `citation-precision`: the share of the cited contexts that hold evidence of any gold set. A citation of a context that
  is not there is a wrong one; the same context cited twice is cited once.
- `citation-recall`: the share of a gold set's sources that the cited contexts show, the best set's.

A system that tells citations for no question is not scored ("no citations"). If it does for any, a question that it
answers without has a recall of 0 and no precision ("cites nothing"), and one that it failed on or left out scores 0 in
both. A cited context that is a source of an answer that is neither right nor wrong, and of no right one, is passed
over: who cites nothing else cites nothing. A question without gold is not scored ("no gold").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np

from benchwright.evaluate.gold import Gold
from benchwright.evaluate.matched_run import MatchedRun, evidence_shares
from benchwright.evaluate.measure_values import MeasureValues
from benchwright.evaluate.runs import Run, RunHit, run_of


class HasCitations(Protocol):
    """What is needed of a reply: its contexts, and the places in them (from 0) that it cites; None if it says none."""

    @property
    def contexts(self) -> Sequence[RunHit]: ...
    @property
    def citations(self) -> Sequence[int] | None: ...
    @property
    def failure(self) -> str: ...


def cited_run(name: str, gold: Gold, replies: Mapping[str, HasCitations]) -> Run:
    """The cited contexts alone, in the order of citing, as a run: match it with the gold for `citation_measures`."""
    listed: list[tuple[str, list[RunHit]]] = []
    for question in gold:
        reply = replies.get(question.id)
        if reply is None:
            continue
        cited = [at for at in dict.fromkeys(reply.citations or ()) if 0 <= at < len(reply.contexts)]
        hits = [reply.contexts[at] for at in cited]
        listed.append((question.id, [RunHit(hit.source, None, hit.chunk) for hit in hits]))
    return run_of(name, listed)


def citation_measures(matches: MatchedRun, replies: Mapping[str, HasCitations]) -> tuple[MeasureValues, MeasureValues]:
    """Precision and recall of citations; `matches` is what the cited contexts hold (`cited_run`)."""
    size = len(matches.gold)
    precision, recall = np.zeros(size), np.zeros(size)
    scored = np.ones((2, size), dtype=np.bool_)
    reasons: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    cites = any(reply.citations is not None for reply in replies.values())
    for place, question in enumerate(matches.gold):
        reply = replies.get(question.id)
        if not cites:
            scored[:, place] = False
            for counts in reasons:
                counts["no citations"] += 1
            continue
        if not question.gold_sets:
            scored[:, place] = False
            for counts in reasons:
                counts["no gold"] += 1
            continue
        if reply is None or reply.failure:
            continue
        cited = set(reply.citations or ())
        if not cited:
            scored[0, place] = False
            reasons[0]["cites nothing"] += 1
            continue
        start, end = int(matches.starts[place]), int(matches.starts[place + 1])
        beyond = sum(not 0 <= at < len(reply.contexts) for at in cited)
        if end == start and not beyond and question.unjudged:  # it cites only what tells an undecided answer
            scored[0, place] = False
            reasons[0]["cites nothing"] += 1
        if end > start:
            precision[place] = float(matches.relevant[start:end].sum()) / (end - start + beyond)
            recall[place] = evidence_shares(question.gold_sets, matches.gains[start:end])[-1]
    return (
        MeasureValues("citation-precision", precision, scored[0], dict(reasons[0])),
        MeasureValues("citation-recall", recall, scored[1], dict(reasons[1])),
    )
