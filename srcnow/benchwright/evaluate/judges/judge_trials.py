"""Define what a certificate says beyond its rates: the answers that a judge was tried with, and what they showed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from benchwright.benchmark.schema import one_line
from benchwright.errors import UsageError
from benchwright.evaluate.judges.certificate_file import Certificate, CertifiedRate
from benchwright.evaluate.judges.known_answers import KnownAnswer
from benchwright.records import Json, JsonRecord, fields_json
from benchwright.statistics import Interval


@dataclass(frozen=True, slots=True)
class JudgeTrial(JsonRecord):
    """A known answer, and what the judge made of it: `scores` by repeat, None where there is none, with the `reasons`.
    `cluster`, `style` and `modalities` are the question's; `group` is "yes/no" or "other". `reference_first` says in
    which order two texts were shown, None for a judge that sees one."""

    known: KnownAnswer
    scores: tuple[float | None, ...]
    reasons: tuple[str, ...]
    cluster: str
    style: str = ""
    modalities: str = ""
    group: str = "other"
    reference_first: bool | None = None

    def __post_init__(self) -> None:
        if not self.scores or len(self.scores) != len(self.reasons):
            raise ValueError(f"{len(self.scores)} scores and {len(self.reasons)} reasons are no trial")
        if any(score is not None and not 0 <= score <= 1 for score in self.scores):
            raise ValueError(f"{self.scores} are no scores of 0 to 1")

    @property
    def score(self) -> float | None:
        """The score of the first time."""
        return self.scores[0]

    @property
    def called_right(self) -> bool | None:
        return None if self.score is None else self.score > 0.5


@dataclass(frozen=True, slots=True)
class GroupRates(JsonRecord):
    """How often a judge is right on some of the answers. `name` is a group ("yes/no") or a kind ("altered")."""

    name: str
    sensitivity: CertifiedRate
    specificity: CertifiedRate
    accuracy: float | None


@dataclass(frozen=True, slots=True)
class JudgeEffect(JsonRecord):
    """What changes a judge's score, and should not: the mean change of the score, with its interval."""

    name: str
    about: str
    change: Interval


@dataclass(frozen=True, slots=True)
class RepeatFlips(JsonRecord):
    """Of the answers that a judge scored `repeats` times, the share whose verdict was not the same every time."""

    repeats: int
    flipped: CertifiedRate


@dataclass(frozen=True, slots=True)
class JudgeDrift(JsonRecord):
    """Verdicts on the same `n` answers in an earlier certificate and now: how many only the earlier calls right, how
    many only the later does, and the p-value of McNemar's exact test."""

    against: str
    n: int
    only_before: int
    only_now: int
    p: float


@dataclass(frozen=True, slots=True)
class AnnotatorWins(JsonRecord):
    """The judge against one annotator (statistics.alternative_annotator)."""

    annotator: str
    n: int
    judge_wins: float
    annotator_wins: float
    p: float
    won: bool


@dataclass(frozen=True, slots=True)
class JudgeAgreement(JsonRecord):
    """How far the judge and people agree. Kappa (quadratic weights) is over all pairs of a label and the judge's score;
    the alphas are ordinal, among people alone and with the judge as one of them. `winning_rate` and `advantage` are
    those of the alt-test at `epsilon`, None where it could not be made."""

    annotators: int
    weighted_kappa: float | None
    alpha_people: float | None
    alpha_with_judge: float | None
    epsilon: float | None = None
    winning_rate: float | None = None
    advantage: float | None = None
    passed: bool | None = None
    wins: tuple[AnnotatorWins, ...] = ()
    left_out: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CertificateDetails(JsonRecord):
    """What a certificate says beyond its rates. `not_measured` says of each part that is missing why it is; `unscored`
    and `dropped` count answers by reason. `trials` are all answers, which scores are corrected by."""

    groups: tuple[GroupRates, ...] = ()
    agreement: JudgeAgreement | None = None
    repeats: RepeatFlips | None = None
    effects: tuple[JudgeEffect, ...] = ()
    drift: JudgeDrift | None = None
    not_measured: Mapping[str, str] = field(default_factory=dict)
    unscored: Mapping[str, int] = field(default_factory=dict)
    dropped: Mapping[str, int] = field(default_factory=dict)
    contradicted: Mapping[str, int] = field(default_factory=dict)
    trials: tuple[JudgeTrial, ...] = ()

    def to_json(self) -> Json:
        return fields_json(self, last=("trials",))


def details_of(certificate: Certificate) -> CertificateDetails:
    """What a certificate says beyond its rates; nothing if it has no details. UsageError if they are damaged."""
    try:
        with one_line():
            return CertificateDetails.from_json(certificate.details) if certificate.details else CertificateDetails()
    except ValueError as error:
        raise UsageError(
            f"the certificate of {certificate.model} for {certificate.measure} is damaged: {error}",
            hint="certify the judge again: benchwright judge certify --help",
        ) from error


def trials_of(certificate: Certificate) -> tuple[JudgeTrial, ...]:
    """The answers that a certificate rests on. UsageError if they are damaged."""
    return details_of(certificate).trials
