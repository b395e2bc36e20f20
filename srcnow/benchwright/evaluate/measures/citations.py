"""Score citations: whether the contexts that a system cites hold the evidence.

- `citation-precision`: the share of the cited contexts that hold evidence of any gold set. A citation of a context that
  is not there is a wrong one; the same context cited twice is cited once.
- `citation-recall`: the share of a gold set's sources that the cited contexts show, the best set's.

A system that gives citations for no question is not scored ("no citations"). If it does for any, a question that it
answers without has a recall of 0 and no precision ("cites nothing"), and one that it failed on or left out scores 0 in
both. A cited context that is a source of an answer that is neither right nor wrong, and of no right one, is passed
over: who cites nothing else cites nothing. A question without gold is not scored ("no gold").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import numpy as np

from benchwright.evaluate.gold import Gold
from benchwright.evaluate.matched_run import MatchedRun, evidence_shares
from benchwright.evaluate.measure_values import MeasureValues
from benchwright.evaluate.runs import Doubles, Run, RunHit, run_of
from benchwright.evaluate.systems.base import SystemReply


def cited_run(name: str, gold: Gold, replies: Mapping[str, SystemReply]) -> Run:
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


def citation_measures(matches: MatchedRun, replies: Mapping[str, SystemReply]) -> tuple[MeasureValues, MeasureValues]:
    """Precision and recall of citations; `matches` is what the cited contexts hold (`cited_run`)."""
    size = len(matches.gold)
    precision, recall = np.zeros(size), np.zeros(size)
    unscored: tuple[dict[int, str], dict[int, str]] = ({}, {})  # why, by place: of precision, and of recall
    cites = any(reply.citations is not None for reply in replies.values())
    for place, question in enumerate(matches.gold):
        reply = replies.get(question.id)
        if not cites or not question.gold_sets:
            unscored[0][place] = unscored[1][place] = "no gold" if cites else "no citations"
            continue
        if reply is None or reply.failure:
            continue
        cited = set(reply.citations or ())
        ranks = matches.ranks(place)
        beyond = sum(not 0 <= at < len(reply.contexts) for at in cited)
        # What cites only sources of an undecided answer has no ranks either.
        if not cited or (ranks.start == ranks.stop and not beyond and question.unjudged):
            unscored[0][place] = "cites nothing"
        elif ranks.start < ranks.stop:
            relevant = matches.relevant[ranks]
            precision[place] = float(relevant.sum()) / (len(relevant) + beyond)
            recall[place] = evidence_shares(question.sets_for(matches.gains[ranks]), matches.gains[ranks])[-1]
    return (
        _values("citation-precision", precision, unscored[0]),
        _values("citation-recall", recall, unscored[1]),
    )


def _values(name: str, values: Doubles, unscored: Mapping[int, str]) -> MeasureValues:
    scored = np.ones(len(values), dtype=np.bool_)
    scored[list(unscored)] = False
    return MeasureValues(name, values, scored, Counter(unscored.values()))
