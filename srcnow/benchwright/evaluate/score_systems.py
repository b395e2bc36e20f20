"""Measure whole RAG systems: ask each all questions; measure answers, citations, contexts and latency."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchwright.errors import UsageError
from benchwright.evaluate.gold import Gold
from benchwright.evaluate.list_arguments import refuse_single
from benchwright.evaluate.match import match_chunks, resolve_ids
from benchwright.evaluate.measure_values import MeasureValues, scored_where
from benchwright.evaluate.measures.answers import ANSWER_MEASURES, answer_measures, undecided_answers
from benchwright.evaluate.measures.catalogue import main_measure, parse_measures
from benchwright.evaluate.measures.citations import citation_measures, cited_run
from benchwright.evaluate.measures.official import official_measures
from benchwright.evaluate.measures.part_processes import PartProcesses
from benchwright.evaluate.measures.part_scores import PARTS, part_measure
from benchwright.evaluate.retrievers.spec import labelled, refuse_repeated_names
from benchwright.evaluate.score_folder import SystemScores
from benchwright.evaluate.score_retrievers import SystemProgress, SystemResult, ranked_values, returned_length
from benchwright.evaluate.systems.ask_system import Replies, ask_system, open_system
from benchwright.evaluate.systems.base import AskingOptions, GivenSystem, SystemReply
from benchwright.evaluate.target import EvaluationTarget

SETS = ("set-precision", "set-recall", "set-F1")
CITATIONS = ("citation-precision", "citation-recall")
LATENCY = "latency"
NOT_ASKED = "not asked"


@dataclass(frozen=True, slots=True)
class SystemSettings:
    """How systems are measured: cut-offs (ascending) and measures; the main one is reported by slice and tested.
    `judged` are the columns that judges decide, each with the hash of its prompts."""

    cutoffs: tuple[int, ...]
    measures: tuple[str, ...]
    main: str
    judged: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        target: EvaluationTarget,
        cutoffs: Sequence[int],
        measures: Sequence[str],
        main: str,
        judged: Mapping[str, str] | None = None,
    ) -> SystemSettings:
        """UsageError for a measure that does not exist. Answers are measured as sets only where questions have
        several, unless `measures` say otherwise."""
        refuse_single(k=cutoffs, measures=measures)
        ascending = tuple(sorted(set(cutoffs)))
        usual = [
            PARTS,
            *(name for name in ANSWER_MEASURES if target.has_lists or name not in SETS),
            *CITATIONS,
            *(f"{stem}@{cutoff}" for stem in ("recall", "all") for cutoff in ascending),
            LATENCY,
        ]
        parsed = parse_measures(measures or usual)
        for one in parsed:
            if one.judge:
                raise UsageError(
                    f"{one.name} needs a judge", hint=f"write --judge {one.judge} --judged {one.family.stem}"
                )
        names = tuple(one.name for one in parsed)
        columns = dict(judged or {})
        return cls(ascending, names, main_measure(main, (*names, *columns), PARTS), columns)

    def to_json(self) -> dict[str, Any]:
        settings = {"k": list(self.cutoffs), "measures": list(self.measures)}
        return {**settings, "judged": dict(self.judged)} if self.judged else settings


def score_systems(
    specs: Sequence[str | GivenSystem],
    options: AskingOptions,
    target: EvaluationTarget,
    settings: SystemSettings,
    progress: SystemProgress,
) -> Iterator[SystemResult]:
    """Measure systems one after the other. All are opened before any is asked: a slip in the last name should not show
    after an hour. Raises UsageError for two of one name, StoppedError, and what opening and asking raise."""
    if not specs:
        raise UsageError("no system is named", hint="for example --system my_rag:answer")
    asking = replace(options, corpus=target.corpus)
    named = [named_system(one, asking) for one in specs]
    refuse_repeated_names([name for name, _ in named])
    return _score_each(named, asking, target, settings, progress)


def named_system(spec: str | GivenSystem, options: AskingOptions) -> tuple[str, str | GivenSystem]:
    """What tables call a system, and the system without this name. Raises UsageError as `open_system`."""
    if isinstance(spec, GivenSystem) and isinstance(spec.target, str):
        return spec.label or open_system(spec.target, options).name, spec.target
    label, plain = ("", spec) if isinstance(spec, GivenSystem) else labelled(spec.strip())
    return label or open_system(plain, options).name, plain


def _score_each(
    named: Sequence[tuple[str, str | GivenSystem]],
    options: AskingOptions,
    target: EvaluationTarget,
    settings: SystemSettings,
    progress: SystemProgress,
) -> Iterator[SystemResult]:
    with PartProcesses(target.gold) as processes:
        for name, spec in named:
            asking = replace(options, progress=partial(progress, name))
            yield score_replies(name, ask_system(spec, target.gold, asking), target, settings, processes)


def score_replies(
    name: str,
    answers: Replies,
    target: EvaluationTarget,
    settings: SystemSettings,
    processes: PartProcesses | None = None,
) -> SystemResult:
    """Compute all measures of one system's replies. Questions that it was not asked are not scored. With `processes`
    those score its answers by their parts."""
    gold, measures = target.gold, settings.measures
    replies = dict(zip(answers.questions, answers.replies, strict=True))
    asked = np.array([question.id in replies for question in gold], dtype=np.bool_)
    run = resolve_ids(replace(answers.run(), name=name), target.corpus)
    silent = not any(reply.contexts for reply in answers.replies)
    matches = match_chunks(run, gold, target.corpus, strict=not silent)
    values: dict[str, MeasureValues] = {}
    ranked = [one.name for one in parse_measures(measures) if one.is_retrieval]
    for one in ranked_values(matches, run, target, ranked):
        values[one.measure] = _unscored(one, "no contexts") if silent else one
    of_answers = [one for one in measures if one in ANSWER_MEASURES]
    values |= {one.measure: one for one in answer_measures(gold, replies, of_answers)}
    if PARTS in measures:
        values[PARTS] = part_measure(gold, replies, processes.scores if processes else None)
    official = [
        (one.family.official, one.model or one.family.official.model, one.name)
        for one in parse_measures(measures)
        if one.family.official
    ]
    values |= {one.measure: one for one in official_measures(gold, replies, official)}
    undecided = undecided_answers(gold, replies) if of_answers else {}
    if any(one in measures for one in CITATIONS):
        # Citations may be all wrong, and that is a result; that no context is of this corpus is a slip.
        cited = match_chunks(
            resolve_ids(cited_run(name, gold, replies), target.corpus), gold, target.corpus, strict=False
        )
        values |= {one.measure: one for one in citation_measures(cited, replies)}
    if LATENCY in measures:
        values[LATENCY] = latency(gold, replies)
    scores = SystemScores(
        name,
        answers.name,
        tuple(_asked_only(values[one], asked) for one in measures),
        {
            **run.notes,
            **_context_notes(matches.notes, silent, asked_all=bool(asked.all())),
            **({"undecided answers": sum(undecided.values())} if undecided else {}),
        },
        {**run.described, **returned_length(matches, run, target, settings.cutoffs[-1])},
        failed=run.failed,
        undecided=undecided,
    )
    return SystemResult(run, matches, scores, replies, sources_known=not silent)


def _context_notes(notes: Mapping[str, int], silent: bool, *, asked_all: bool) -> dict[str, int]:
    """The counts of a run in the words of a system. One that never returns a context is left unscored, which has
    a note of its own, and so are questions that it was not asked."""
    counts = dict(notes)
    if not asked_all:
        counts.pop("missing", None)
    without = counts.pop("no hits", 0)
    return {**counts, **({"without contexts": without} if without and not silent else {})}


def _asked_only(values: MeasureValues, asked: NDArray[np.bool_]) -> MeasureValues:
    """The values at the questions that were asked; the others are not scored, for that reason alone."""
    if asked.all():
        return values
    scored = values.scored & asked
    others = int(asked.sum() - scored.sum())
    reasons = {NOT_ASKED: int((~asked).sum())}
    if others:  # a measure has one reason of its own
        reasons[next(iter(values.reasons), "not applicable")] = others
    return MeasureValues(values.measure, np.where(scored, values.values, 0.0), scored, reasons)


def _unscored(values: MeasureValues, reason: str) -> MeasureValues:
    nothing = np.zeros(len(values.values))
    return scored_where(values.measure, nothing, nothing > 0, reason)


def latency(gold: Gold, replies: Mapping[str, SystemReply]) -> MeasureValues:
    """Seconds that the answer to each question took. A question that failed is not scored: the time of a failure is not
    the time of an answer. Answers from a file took none."""
    answered = [replies.get(question.id) for question in gold]
    seconds = np.array([reply.seconds if reply is not None and not reply.failure else 0.0 for reply in answered])
    return scored_where(LATENCY, seconds, seconds > 0, "failed, or not timed")
