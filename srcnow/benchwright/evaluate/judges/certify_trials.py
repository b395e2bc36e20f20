"""Measure how far a judge can be trusted: from its scores of known answers to a certificate. Asks no models.

What is measured, over answers in their documents as clusters:

    sensitivity, specificity   the share of right answers that it calls right (score above 1/2), of wrong ones wrong
                               over answers like a system's: probes (padded, with instructions) count for effects only
    groups                     the same for questions of yes or no and others, and each kind of answer by itself
    kappa                      agreement with the truth beyond chance; weighted and ordinal where people graded
    alternative annotators     whether the judge may take a person's place (Calderon, Reichart and Dror 2025)
    repeats                    how many answers it calls right once and wrong another time
    effects                    what length, an instruction, the order of two texts and its own kin do to its score
    drift                      verdicts on the same answers in an earlier certificate
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from benchwright.evaluate.judges.certificate_file import Certificate, CertifiedBenchmark, CertifiedRate
from benchwright.evaluate.judges.judge_trials import (
    AnnotatorWins,
    CertificateDetails,
    GroupRates,
    JudgeAgreement,
    JudgeDrift,
    JudgeEffect,
    JudgeTrial,
    RepeatFlips,
    trials_of,
)
from benchwright.evaluate.judges.known_answers import KnownAnswer
from benchwright.statistics import Interval, mean_intervals, paired
from benchwright.statistics.agreement import cohens_kappa, krippendorffs_alpha
from benchwright.statistics.alternative_annotator import SKILLED, alternative_annotator_test
from benchwright.statistics.joint_means import ClusteredSample, difference_of_means
from benchwright.statistics.mcnemar import mcnemar_p

PEOPLE = 3
"""Annotators that the alt-test asks for at least."""
DRAWN = "answers that were drawn by their verdicts correct scores, and are no fair sample of how often a judge is right"
LENGTH, INSTRUCTION, POSITION, KIN = "length", "instruction", "position", "self-preference"


@dataclass(frozen=True, slots=True)
class TrialRun:
    """Everything about a run of trials that is not in its trials."""

    model: str
    measure: str
    prompt_sha256: str
    source: Literal["gold", "labels"]
    benchmark: CertifiedBenchmark
    issued: str
    served_by: tuple[str, ...] = ()
    dropped: Mapping[str, int] = field(default_factory=dict)
    contradicted: Mapping[str, int] = field(default_factory=dict)
    epsilon: float = SKILLED


def certify_trials(trials: Sequence[JudgeTrial], run: TrialRun, before: Certificate | None = None) -> Certificate:
    """The certificate of a judge's trials. `before` is an earlier one, which drift is measured against."""
    plain = [one for one in trials if one.known.tells_rates]
    right, wrong = ([one for one in plain if one.known.is_right is truth] for truth in (True, False))
    unscored = Counter(one.reasons[0] for one in trials if one.score is None)
    whole = _rates("all", plain)
    verdicts = [one for one in plain if one.called_right is not None and one.known.is_right is not None]
    kappa = cohens_kappa([bool(one.known.is_right) for one in verdicts], [bool(one.called_right) for one in verdicts])
    not_measured: dict[str, str] = {}
    if some := sum(one.known.stratum != "" for one in trials):
        not_measured[f"sensitivity and specificity of {some:,} answers"] = DRAWN
    details = CertificateDetails(
        groups=tuple(_groups(trials)),
        agreement=_agreement(trials, run.epsilon, not_measured),
        repeats=_flips(trials, not_measured),
        effects=tuple(_effects(trials, run.model, not_measured)),
        drift=_drift(trials, before, not_measured),
        not_measured=not_measured,
        unscored=dict(sorted(unscored.items())),
        dropped=run.dropped,
        contradicted=run.contradicted,
        trials=tuple(trials),
    )
    return Certificate(
        model=run.model,
        measure=run.measure,
        prompt_sha256=run.prompt_sha256,
        source=run.source,
        benchmark=run.benchmark,
        n_right=len(right),
        n_wrong=len(wrong),
        sensitivity=whole.sensitivity,
        specificity=whole.specificity,
        kappa=kappa,
        unparsed=sum(one.score is None for one in plain),
        issued=run.issued,
        served_by=run.served_by,
        details=details.to_json(),
    )


def _rates(name: str, trials: Iterable[JudgeTrial]) -> GroupRates:
    judged = [one for one in trials if one.called_right is not None and one.known.is_right is not None]
    hits = [one.called_right == one.known.is_right for one in judged]
    sides = [[one for one in judged if one.known.is_right is truth] for truth in (True, False)]
    return GroupRates(name, _rate(sides[0]), _rate(sides[1]), float(np.mean(hits)) if hits else None)


def _rate(trials: Sequence[JudgeTrial]) -> CertifiedRate:
    """The share of answers that are called what they are."""
    return _share([one.called_right == one.known.is_right for one in trials], trials)


def _share(flags: Sequence[bool], trials: Sequence[JudgeTrial]) -> CertifiedRate:
    if not flags:
        return CertifiedRate(0)
    found = mean_intervals(np.array(flags, dtype=np.float64)[:, None], _codes(trials))[0]
    return CertifiedRate(found.n, found.mean, found.low, found.high)


def _codes(trials: Iterable[JudgeTrial]) -> NDArray[np.int64]:
    return np.unique([one.cluster for one in trials], return_inverse=True)[1].ravel().astype(np.int64)


def _groups(trials: Sequence[JudgeTrial]) -> Iterator[GroupRates]:
    """Questions of yes or no apart, where there are both, without probes; then each kind of answer."""
    fair = [one for one in trials if not one.known.stratum]
    plain = [one for one in fair if one.known.tells_rates]
    for some, names in (
        (plain, [one.group for one in plain]),
        (fair, [one.known.kind for one in fair]),
    ):
        named: dict[str, list[JudgeTrial]] = defaultdict(list)
        for name, one in zip(names, some, strict=True):
            named[name].append(one)
        if len(named) > 1:
            yield from (_rates(name, members) for name, members in named.items())


def _agreement(trials: Sequence[JudgeTrial], epsilon: float, not_measured: dict[str, str]) -> JudgeAgreement | None:
    """How far people agree with each other, and the judge with them."""
    scores = {one.known.id: one.score for one in trials if one.score is not None and _fairly_labelled(one.known)}
    judged = [one for one in trials if one.known.id in scores]
    if not judged:
        drawn = any(one.known.stratum for one in trials)
        not_measured["agreement with people"] = DRAWN if drawn else "there are no labels"
        return None
    people = sorted({name for one in judged for name in one.known.labels})
    labels = {
        name: {one.known.id: one.known.labels[name] for one in judged if name in one.known.labels} for name in people
    }
    pairs = np.array([[own[item], scores[item]] for own in labels.values() for item in own])
    rows = [[labels[name].get(item) for item in scores] for name in people]
    scale = np.unique(pairs)
    found = JudgeAgreement(
        len(people),
        cohens_kappa(pairs[:, 0], pairs[:, 1], scale=list(scale), weights="quadratic"),
        krippendorffs_alpha(rows, level="ordinal") if len(people) > 1 else None,
        krippendorffs_alpha([*rows, list(scores.values())], level="ordinal"),
    )
    if len(people) < PEOPLE:
        not_measured["alternative annotators"] = f"{len(people)} of at least {PEOPLE} annotators"
        return found
    clusters = {one.known.id: one.cluster for one in judged}
    how: Literal["same", "distance"] = "same" if len(scale) == 2 else "distance"
    test = alternative_annotator_test(scores, labels, epsilon=epsilon, agreement=how, clusters=clusters)
    return replace(
        found,
        epsilon=epsilon,
        winning_rate=test.winning_rate,
        advantage=test.advantage,
        passed=test.passed if test.tests else None,
        wins=tuple(AnnotatorWins(**asdict(one)) for one in test.tests),
        left_out=test.left_out,
    )


def _fairly_labelled(known: KnownAnswer) -> bool:
    return bool(known.labels) and not known.stratum


def _flips(trials: Sequence[JudgeTrial], not_measured: dict[str, str]) -> RepeatFlips | None:
    repeats = max((len(one.scores) for one in trials), default=0)
    if repeats < 2:
        not_measured["repeats"] = "each answer was judged once: ask for more with --repeats"
        return None
    several = [one for one in trials if sum(score is not None for score in one.scores) > 1]
    flipped = [len({score > 0.5 for score in one.scores if score is not None}) > 1 for one in several]
    return RepeatFlips(repeats, _share(flipped, several))


def _effects(trials: Sequence[JudgeTrial], model: str, not_measured: dict[str, str]) -> Iterator[JudgeEffect]:
    pairs = (
        (f"{LENGTH}, right answers", "a hundred words that claim nothing before a right answer", "padded"),
        (f"{LENGTH}, wrong answers", "the same words before a wrong answer", "exchanged-padded"),
        (f"{INSTRUCTION}, right answers", "an instruction inside a right answer to call it wrong", "blamed"),
        (f"{INSTRUCTION}, wrong answers", "an instruction inside a wrong answer to call it right", "praised"),
    )
    for name, about, kind in pairs:
        change = _against_base(trials, kind)
        if change.n:
            yield JudgeEffect(name, about, change)
        else:
            not_measured[name] = "there are no such answers"
    shown = [one for one in trials if one.reference_first is not None]
    if shown:
        about = "the reference shown before the answer, and not behind it"
        yield JudgeEffect(POSITION, about, _contrast(shown, lambda one: bool(one.reference_first)))
    else:
        not_measured[POSITION] = "this judge does not see two texts"
    kin = kin_of(model)
    written = [one for one in trials if one.known.systems]
    if len({any(kin_of(name) == kin for name in one.known.systems) for one in written}) == 2:
        about = f"answers of {kin} models, which the judge is one of, over others' answers"
        change = _contrast(written, lambda one: any(kin_of(name) == kin for name in one.known.systems))
        yield JudgeEffect(KIN, about, change)
    else:
        not_measured[KIN] = "the answers are not some of the judge's own kin and some of others"


def kin_of(model: str) -> str:
    """What models of one maker have in common: the letters that the name begins with, behind the provider's: "gpt" of
    openai/gpt-5-mini and of openai/gpt-4o."""
    found = re.match(r"[a-z]+", model.rpartition("/")[2].casefold().strip())
    return found[0] if found else model


def _against_base(trials: Sequence[JudgeTrial], kind: str) -> Interval:
    """The score of answers of a kind less that of the answers to the same questions that they were made of."""
    bases = {(one.known.question, one.known.kind): one.score for one in trials}
    pairs = [
        (one, base)
        for one in trials
        if one.known.kind == kind and one.score is not None
        if (base := bases.get((one.known.question, one.known.base))) is not None
    ]
    if not pairs:
        return Interval(None, None, None, 0, 0, "none", "there are no such answers")
    changed, plain = np.array([[one.score, base] for one, base in pairs], dtype=np.float64).T
    return paired(changed[:, None], plain[:, None], _codes(one for one, _ in pairs))[0].difference


def _contrast(trials: Sequence[JudgeTrial], chosen: Callable[[JudgeTrial], bool]) -> Interval:
    """How far scores exceed the truth for the chosen answers, less the same for the others."""
    scored = [one for one in trials if one.score is not None]
    codes = _codes(scored)
    errors = np.array([(one.score or 0.0) - one.known.truth for one in scored])
    flags = np.array([chosen(one) for one in scored], dtype=np.bool_)
    first, second = (ClusteredSample(errors[side], codes[side]) for side in (flags, ~flags))
    return difference_of_means(first, second)


def _drift(trials: Sequence[JudgeTrial], before: Certificate | None, not_measured: dict[str, str]) -> JudgeDrift | None:
    if before is None:
        not_measured["drift"] = "no earlier certificate was named"
        return None
    earlier = {one.known.id: one.called_right for one in trials_of(before)}
    both = [
        (was, now)
        for one in trials
        if (was := earlier.get(one.known.id)) is not None and (now := one.called_right) is not None
    ]
    if not both:
        not_measured["drift"] = "the earlier certificate has none of these answers"
        return None
    only_before = sum(was and not now for was, now in both)
    only_now = sum(now and not was for was, now in both)
    named = " ".join(filter(None, (before.model, before.issued)))
    return JudgeDrift(named, len(both), only_before, only_now, mcnemar_p(only_before, only_now))
