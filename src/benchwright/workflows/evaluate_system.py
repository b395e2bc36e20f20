"""Whole RAG systems on a benchmark: asked every question, their answers, citations, contexts and times measured."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from benchwright.errors import StoppedError, UsageError
from benchwright.evaluate.gold import Gold
from benchwright.evaluate.match import match, with_pages
from benchwright.evaluate.measures.answers import ANSWER_MEASURES, answer_measures, undecided_answers
from benchwright.evaluate.measures.citations import citation_measures, cited_run
from benchwright.evaluate.measures.names import parse_measures
from benchwright.evaluate.retrievers.spec import labelled
from benchwright.evaluate.scores import Values
from benchwright.evaluate.store import SystemScores
from benchwright.evaluate.systems.asking import Asking, Replies, ask_system, open_system
from benchwright.evaluate.systems.base import SystemReply
from benchwright.files.atomic import make_folder
from benchwright.files.locks import folder_lock
from benchwright.models.keys import Keys
from benchwright.workflows.evaluate import Watch, lengths, ranked_values
from benchwright.workflows.scores import (
    REPLIES,
    Evaluation,
    Ground,
    Measured,
    conclude,
    main_measure,
    refuse_repeats,
    scores_folder,
)

SETS = ("set-precision", "set-recall", "set-F1")
CITATIONS = ("citation-precision", "citation-recall")
LATENCY = "latency"


def evaluate_systems(
    bench: Path | str,
    systems: Sequence[str],
    *,
    k: Sequence[int] = (5, 10),
    to: Path | str | None = None,
    corpus: Path | str | None = None,
    measures: Sequence[str] = (),
    main: str = "",
    seed: int = 13,
    concurrency: int = 8,
    timeout: float = 120.0,
    key_env: str = "",
    again: bool = False,
    retry_failed: bool = False,
    keys: Keys | None = None,
    progress: Watch = lambda *_: None,
    notify: Callable[[str], None] = lambda _: None,
    stop: threading.Event | None = None,
) -> Evaluation:
    """Ask systems every question of the benchmark in `bench`, and leave scores, tables and a page in `to` (default: the
    folder BENCH-system-scores beside it).

    `systems` are `module:function` or addresses, each perhaps after `name=`. Replies are kept in `to`, so that the same
    call asks only what is missing; with `again` everything is asked anew. A question that a system fails on scores 0 on
    every measure but latency. Raises UsageError for what cannot be asked for or is not up, and what opening raises.
    """
    cuts = tuple(sorted(set(k)))
    asked = tuple(measure.name for measure in parse_measures(measures))
    folder = scores_folder(bench, to, "system-scores")
    ground = Ground.open(bench, corpus)
    lists = any(len(question.answers) > 1 for question in ground.gold)
    wanted = asked or _usual(cuts, lists)
    if not systems:
        raise UsageError("no system is named", hint="for example --system my_rag:answer")
    make_folder(folder)
    with folder_lock(folder) as lock:
        asking = Asking(
            folder=folder / REPLIES,
            concurrency=concurrency,
            timeout=timeout,
            keys=keys or Keys.load(),
            key_env=key_env,
            again=again,
            retry_failed=retry_failed,
            stop=stop,
            notify=notify,
        )
        named = _named(systems, asking)
        told = main_measure(main, wanted, "answer-F1")
        measured: list[Measured] = []
        stopped = False
        for name, spec in named:
            try:
                replies = ask_system(spec, ground.gold, replace(asking, progress=partial(progress, name)))
            except StoppedError:
                stopped = True
                break
            lock.check()
            measured.append(_measure(name, replies, ground, wanted, cuts[-1]))
        settings = {"k": list(cuts), "measures": list(wanted)}
        lock.check()
        done = conclude(
            folder, ground, "system", settings, measured, main=told, seed=seed, stopped=stopped, notify=notify
        )
        lock.check()
        return done


def _named(written: Sequence[str], asking: Asking) -> list[tuple[str, str]]:
    """The names that tables have for the systems, with what was written for each. All are opened once: a slip in the
    last one should not show after an hour. UsageError for two of one name."""
    named = []
    for one in written:
        label, spec = labelled(one.strip())
        named.append((label or open_system(spec, asking).name, spec))
    refuse_repeats([name for name, _ in named])
    return named


def _usual(cuts: Sequence[int], lists: bool) -> tuple[str, ...]:
    """What is measured unless told otherwise: answers as sets only where questions have several."""
    answers = [name for name in ANSWER_MEASURES if lists or name not in SETS]
    retrieval = [f"{stem}@{cut}" for stem in ("recall", "all") for cut in cuts]
    return tuple(one.name for one in parse_measures([*answers, *CITATIONS, *retrieval, LATENCY]))


def _measure(name: str, told: Replies, ground: Ground, measures: Sequence[str], depth: int) -> Measured:
    """Everything that the replies of one system say."""
    gold = ground.gold
    replies = dict(zip(told.questions, told.replies, strict=True))
    run = with_pages(replace(told.run(), name=name), ground.corpus)
    silent = not any(reply.contexts for reply in told.replies)
    found = match(run, gold, ground.corpus, strict=not silent)
    made: dict[str, Values] = {}
    ranked = [one.name for one in parse_measures(measures) if one.is_retrieval]
    if ranked:
        for one in ranked_values(found, run, ground, ranked):
            made[one.measure] = _unscored(one, "no contexts") if silent else one
    answered = [one for one in measures if one in ANSWER_MEASURES]
    made |= {one.measure: one for one in answer_measures(gold, replies, answered)}
    neither = undecided_answers(gold, replies) if answered else {}
    if any(one in measures for one in CITATIONS):
        # What is cited may be all wrong, and that is a result; that no context is of this corpus is a slip.
        pointed = with_pages(cited_run(name, gold, replies), ground.corpus)
        cited = match(pointed, gold, ground.corpus, strict=False)
        made |= {one.measure: one for one in citation_measures(cited, replies)}
    if LATENCY in measures:
        made[LATENCY] = latency(gold, replies)
    system = SystemScores(
        name,
        told.name,
        tuple(made[one] for one in measures),
        {
            **run.notes,
            **_of_contexts(found.notes, silent),
            **({"undecided answers": sum(neither.values())} if neither else {}),
        },
        {**run.described, **lengths(found, run, ground, depth)},
        failed=run.failed,
        undecided=neither,
    )
    return Measured(run, found, system)


def _of_contexts(notes: Mapping[str, int], silent: bool) -> dict[str, int]:
    """What is counted of the contexts, in the words of a system: one that says something has returned that, and of one
    that never returns a context it is told where retrieval is not scored."""
    told = dict(notes)
    without = told.pop("no hits", 0)
    return {**told, **({"without contexts": without} if without and not silent else {})}


def _unscored(values: Values, reason: str) -> Values:
    return Values(
        values.measure,
        np.zeros_like(values.values),
        np.zeros_like(values.scored),
        {reason: len(values.values)},
    )


def latency(gold: Gold, replies: Mapping[str, SystemReply]) -> Values:
    """Seconds that the answer to each question took. A question that failed is not scored: the time of a failure is no
    time to an answer."""
    seconds = np.zeros(len(gold))
    scored = np.zeros(len(gold), dtype=np.bool_)
    for place, question in enumerate(gold):
        reply = replies.get(question.id)
        if reply is not None and not reply.failure:
            seconds[place], scored[place] = reply.seconds, True
    failed = int((~scored).sum())
    return Values(LATENCY, seconds, scored, {"failed": failed} if failed else {})
