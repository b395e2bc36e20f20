"""Match a run that names sources of the corpus with the gold.

What is changed or left out is counted in `MatchedRun.notes`, beside the counts of `run_questions` and
`ties_and_repeats`:

- `itself`: hits whose id is the question's own (a document that was asked as a question), taken out unless the gold
  names them.
- `undecided sources`: hits on sources that state an answer that is neither right nor wrong, and no right one. They are
  taken out, as from a condensed list (Sakai, 2007): the hits behind them move up.
- `unknown sources`: hits that the corpus lacks. They stay, as irrelevant ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from benchwright.errors import UsageError
from benchwright.evaluate.gold import Gold
from benchwright.evaluate.match.run_questions import question_places, refuse_empty
from benchwright.evaluate.matched_run import MatchedRun, SourceGains
from benchwright.evaluate.runs import Longs, Run
from benchwright.evaluate.ties_and_repeats import Ties, rank_hits


def match_sources(
    run: Run, gold: Gold, corpus_ids: Container[str], *, ties: Ties = "worst", strict: bool = True
) -> MatchedRun:
    """Which evidence a run finds at which rank.

    If `strict`, raises UsageError for a run with no hit on any question or source of this benchmark: a mistake.
    Otherwise such a run has no finds.
    """
    if any(chunk is not None for chunk in run.chunks):
        raise ValueError("the run has chunks: use match_chunks")
    codes, names = run.codes()
    code = dict(zip(names, range(len(names)), strict=True))
    places, counts = question_places(run, gold)
    rows, questions = _rows(run, places)
    in_corpus = np.fromiter(map(corpus_ids.__contains__, names), np.bool_, len(names))
    if strict and not in_corpus[codes[rows]].any():
        _refuse_foreign(run, gold, rows, names, codes)
    grades = _grades(gold, code, questions, codes[rows])
    itself = np.fromiter((code.get(question.id, -2) for question in gold), np.int64, len(gold))
    own = (codes[rows] == itself[questions]) & (grades == 0)
    undecided = _undecided(gold, code, questions, codes[rows]) & ~own
    counts += Counter({"itself": int(own.sum()), "undecided sources": int(undecided.sum())})
    stays = ~(own | undecided)
    rows, questions, grades = rows[stays], questions[stays], grades[stays]
    order, ranking_counts = rank_hits(questions, run.scores[rows], grades, codes[rows], names, ties)
    rows, questions, grades = rows[order], questions[order], grades[order]
    sources = codes[rows]
    counts += ranking_counts + Counter({"unknown sources": int((~in_corpus[sources]).sum())})
    relevant = grades > 0
    return MatchedRun(
        name=run.name,
        gold=gold,
        starts=np.searchsorted(questions, np.arange(len(gold) + 1)).astype(np.int64),
        gains=SourceGains(np.where(relevant, sources, -1), grades, names),
        relevant=relevant,
        scores=run.scores[rows],
        hits=rows,
        notes=dict(Counter(run.notes) + counts),
    )


def _rows(run: Run, places: Longs) -> tuple[Longs, Longs]:
    """The rows of known questions in the gold's order, and the question of the gold that each belongs to."""
    questions = np.repeat(places, np.diff(run.starts))
    rows = np.arange(len(questions), dtype=np.int64)
    if (places < 0).any():
        rows = rows[questions >= 0]
        questions = questions[rows]
    if (np.diff(places) < 0).any():
        order = np.argsort(questions, kind="stable")
        rows, questions = rows[order], questions[order]
    return rows, questions


def _refuse_foreign(run: Run, gold: Gold, rows: Longs, names: Sequence[str], codes: Longs) -> None:
    """Raise UsageError for a run without a source of the corpus, unless the retriever failed everywhere."""
    if not refuse_empty(run, gold, has_questions=bool(len(rows))):
        return
    evidence = next((sorted(question.evidence)[0] for question in gold if question.evidence), "none")
    theirs = names[codes[rows[0]]]
    raise UsageError(
        f"no hit of the run {run.name} is a source of {gold.name}: it has {theirs!r}, not {evidence!r}",
        hint="use the ids of the corpus' sources, or return chunks as text and document, without source",
    )


def _grades(gold: Gold, code: Mapping[str, int], questions: Longs, codes: Longs) -> Longs:
    """How relevant each hit is to its question: 0 where no gold set names it."""
    width = len(code)
    graded = {
        place * width + code[source]: question.grade(source)
        for place, question in enumerate(gold)
        for source in question.evidence
        if source in code
    }
    grades = np.zeros(len(codes), dtype=np.int64)
    if not graded:
        return grades
    keys = np.fromiter(graded, np.int64, len(graded))
    values = np.fromiter(graded.values(), np.int64, len(graded))
    order = np.argsort(keys)
    keys, values = keys[order], values[order]
    evident = np.zeros(width, dtype=np.bool_)
    evident[keys % width] = True
    (candidates,) = np.nonzero(evident[codes])  # most hits are not evidence: only these are looked up
    wanted = questions[candidates] * width + codes[candidates]
    near = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    grades[candidates] = np.where(keys[near] == wanted, values[near], 0)
    return grades


def _undecided(gold: Gold, code: Mapping[str, int], questions: Longs, codes: Longs) -> NDArray[np.bool_]:
    """Which hits only state answers that are neither right nor wrong."""
    width = len(code)
    pairs = [
        place * width + code[source]
        for place, question in enumerate(gold)
        for source in question.unjudged
        if source in code
    ]
    return np.isin(questions * width + codes, np.array(pairs, dtype=np.int64))
