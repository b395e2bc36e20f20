"""Judge answers claim by claim: faithfulness, answer relevance, citation support and context recall.

All four read the reply to one prompt, which takes a text apart into claims, says of each whether it answers the
question, and holds it against sources, with quotes. What differs is the text and the sources:

    faithfulness      the answer against its contexts: share of the claims that they bear out
    answer-relevance  the same call: share of the claims that answer the question
    citation-support  the answer against the contexts that it cites: share of the claims that they bear out
    context-recall    the reference against the contexts: share of the claims that they bear out

A system that cites all its contexts needs no call more for citation support. A reply whose quotes do not stand in the
sources that it names is not believed: it is asked for once more, and then the answer is left unscored.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from benchwright.checks.judged.quotes import AmbiguousQuoteError, find_quote
from benchwright.checks.judged.text_folding import fold
from benchwright.evaluate.judges.judge_case import JudgeCase
from benchwright.evaluate.judges.judged_measure import (
    JudgeCall,
    JudgedMeasure,
    JudgedScore,
    Replies,
    too_long,
    unanswered,
    unscored,
)
from benchwright.records import Modality, Source

MOST_CLAIMS = 40
_PROMPT = "judge_claims"
_QUOTED = 80  # characters of a quote in a message
_CELLS = re.compile(r"\s*\|\s*")


def _faithfulness(case: JudgeCase, replies: Replies) -> JudgeCall | JudgedScore:
    if not case.retrieves:
        return unscored("no contexts")
    return _asserted(case) or _supported(_call(case, case.answer, case.contexts), replies)


def _citation_support(case: JudgeCase, replies: Replies) -> JudgeCall | JudgedScore:
    if not case.cites:
        return unscored("no citations")
    ruled = _asserted(case)
    if ruled is not None:
        return ruled
    if case.cited is None:
        return unscored("cites nothing")
    if not case.cited:
        return JudgedScore(0.0, "cites nothing that exists")
    return _supported(_call(case, case.answer, case.cited), replies)


def _context_recall(case: JudgeCase, replies: Replies) -> JudgeCall | JudgedScore:
    if not case.references:
        return unscored("no gold answers")
    if not case.retrieves:
        return unscored("no contexts")
    if len(case.references) > MOST_CLAIMS:
        return unscored(f"the question has more than {MOST_CLAIMS} answers")
    if not case.contexts:
        return JudgedScore(0.0, "failed" if case.failure else "no contexts here")
    reference = "; ".join(case.references)
    return too_long("reference", reference) or _supported(_call(case, reference, case.contexts), replies)


def _answer_relevance(case: JudgeCase, replies: Replies) -> JudgeCall | JudgedScore:
    """An answer that claims nothing answers nothing: 0."""
    ruled = unanswered(case)
    if ruled is not None:
        return ruled
    call = _call(case, case.answer, case.contexts)
    if call not in replies:
        return call
    claims = replies[call]["claims"]
    if not claims:
        return JudgedScore(0.0, "claims nothing", {"claims": []})
    return JudgedScore(sum(one["relevant"] for one in claims) / len(claims), details={"claims": claims})


def _asserted(case: JudgeCase) -> JudgedScore | None:
    """What no answer gets: who says nothing is neither faithful nor unfaithful. A failure scores 0."""
    ruled = unanswered(case)
    return unscored("no answer") if ruled is not None and ruled.reason == "no answer" else ruled


def _call(case: JudgeCase, text: str, sources: Sequence[Source]) -> JudgeCall:
    values = (("question", case.text), ("answer", text))
    return JudgeCall(_PROMPT, values, tuple(sources), f"{case.text} {text}", partial(claim_fault, sources))


def _supported(call: JudgeCall, replies: Replies) -> JudgeCall | JudgedScore:
    if call not in replies:
        return call
    claims = replies[call]["claims"]
    if not claims:
        return unscored("claims nothing")
    share = sum(one["verdict"] == "supported" for one in claims) / len(claims)
    return JudgedScore(share, details={"claims": claims, "sources": [one.id for one in call.sources]})


def claim_fault(sources: Sequence[Source], data: Mapping[str, Any]) -> str:
    """What is wrong with a reply: too many claims, an empty one, a supported one without a quote, a quote that does not
    stand in its source."""
    claims = data["claims"]
    if len(claims) > MOST_CLAIMS:
        return f"claims has {len(claims)} entries, and may have {MOST_CLAIMS}"
    labelled = {f"S{number}": source for number, source in enumerate(sources, 1)}
    for number, claim in enumerate(claims, 1):
        if not claim["claim"].strip():
            return f"claim {number} is empty"
        if claim["verdict"] == "absent":
            continue
        if claim["verdict"] == "supported" and not claim["evidence"]:
            return f"claim {number} is supported and has no evidence: quote what supports it, or call it absent"
        for one in claim["evidence"]:
            label, quote = one["source"].strip(), one["quote"]
            if label not in labelled:
                return f"claim {number} quotes {label[:_QUOTED]!r}, and the sources are {', '.join(labelled) or 'none'}"
            if not stands_in(quote, labelled[label]):
                return (
                    f"claim {number}: {quote[:_QUOTED]!r} does not stand in {label}: copy it exactly from there, or "
                    "correct the verdict"
                )
    return ""


def stands_in(quote: str, source: Source) -> bool:
    """Whether a quote stands in a source. What an image shows cannot be looked up. Where a text holds rows of a table,
    cells of one line count as they do in a table."""
    try:
        if find_quote(quote, source) is not None:
            return True
    except AmbiguousQuoteError:
        return True
    cells = [cell for cell in map(_folded, _CELLS.split(quote)) if cell]
    if source.modality is not Modality.TEXT or len(cells) < 2:
        return False
    lines = (fold(line) for line in source.text.splitlines())
    return any(all(line.find(cell) for cell in cells) for line in lines)


def _folded(text: str) -> str:
    return fold(text).text.strip()


FAITHFULNESS = JudgedMeasure("faithfulness", (_PROMPT,), ("contexts",), _faithfulness)
ANSWER_RELEVANCE = JudgedMeasure("answer-relevance", (_PROMPT,), (), _answer_relevance, "the call of faithfulness")
CITATION_SUPPORT = JudgedMeasure(
    "citation-support", (_PROMPT,), ("contexts", "citations"), _citation_support, "1, or 0 if all contexts are cited"
)
CONTEXT_RECALL = JudgedMeasure("context-recall", (_PROMPT,), ("contexts", "references"), _context_recall)
