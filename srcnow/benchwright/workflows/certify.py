"""Find out how far a judge can be trusted: ask it about answers whose truth is known, and write a certificate.

The truth is known by construction (answers planted in a benchmark) or from people's labels. The ledger beside the
certificate is the checkpoint: the same call continues a stopped run and pays nothing twice. The certificate is written
when every answer was asked about, whole or not at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory

from benchwright.benchmark.store import PLAN
from benchwright.errors import BatchPendingError, UsageError
from benchwright.evaluate.gold import Question
from benchwright.evaluate.judges.answerability import PMAN, PMAN_WITHOUT_STEPS
from benchwright.evaluate.judges.ask_judge import CaseJudge, Judgement
from benchwright.evaluate.judges.catalogue import JUDGED
from benchwright.evaluate.judges.certificate_file import Certificate, CertifiedBenchmark
from benchwright.evaluate.judges.certify_trials import TrialRun, certify_trials
from benchwright.evaluate.judges.judge_replies import no_picture
from benchwright.evaluate.judges.judge_trials import CertificateDetails, JudgeTrial, details_of
from benchwright.evaluate.judges.judged_measure import JudgedMeasure, LabelContexts
from benchwright.evaluate.judges.known_answers import KnownAnswer, known_case
from benchwright.evaluate.judges.labels_file import read_labels
from benchwright.evaluate.judges.planted_answers import YES_NO, is_yes_no, plant_answers
from benchwright.evaluate.systems.ask_system import log_name
from benchwright.evaluate.target import EvaluationTarget
from benchwright.files.folder_names import beside
from benchwright.files.locks import folder_lock
from benchwright.files.output_paths import check_output_file
from benchwright.models import Request
from benchwright.models.callable_model import ModelInput, model_names
from benchwright.plan import read_settings
from benchwright.prompts.asking import Actor
from benchwright.records import Json, fields_json
from benchwright.registry import suggestion
from benchwright.run import Ending
from benchwright.run.call_forecast import use_of_requests
from benchwright.run.item_run import CallOptions, ItemResult, ItemRun
from benchwright.run.model_session import LEDGER
from benchwright.run.report import RunSpending
from benchwright.statistics.alternative_annotator import SKILLED
from benchwright.workflows.judging_estimate import JudgingEstimate, unsent

USUAL_LIMIT = 400
"""Answers: 100 questions, and besides probes some 130 right and 150 wrong ones. From 100 of each on the intervals of
corrected scores hold what they promise."""
MOST_REPEATS = 20

CERTIFIED: Mapping[str, JudgedMeasure] = {
    **JUDGED,
    PMAN.name: PMAN,
    PMAN_WITHOUT_STEPS.name: PMAN_WITHOUT_STEPS,
}
"""Every measure that a judge can be certified for."""

_REFUSED = "the service refused the call"
_GOLD_ALONE = frozenset[LabelContexts]({"gold"})
"""What people must have seen for labels to certify a measure of contexts: of what a system retrieved, a file of labels
does not say what it was."""


@dataclass(frozen=True, slots=True)
class CertifyReport:
    """The result of `certify`.

    - `certificate`: None until all answers have been judged.
    - `asked`: the number of verdicts that are needed (answers times repeats). `judged`: how many there are.
    - `held_by`, `waiting`: what the others wait for."""

    path: Path
    certificate: Certificate | None
    ending: Ending
    asked: int
    judged: int
    held_by: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    spent: RunSpending = field(default_factory=RunSpending)

    @property
    def whole(self) -> bool:
        """Whether there is a certificate."""
        return self.certificate is not None

    @property
    def details(self) -> CertificateDetails:
        return CertificateDetails() if self.certificate is None else details_of(self.certificate)

    def to_json(self) -> Json:
        return {**fields_json(self), "whole": self.whole}


def certify(
    bench: PathLike[str] | str,
    judge: ModelInput,
    *,
    measure: str = "judged-correctness",
    labels: PathLike[str] | str | None = None,
    repeats: int = 1,
    limit: int | None = None,
    against: PathLike[str] | str | None = None,
    epsilon: float = SKILLED,
    corpus: PathLike[str] | str | None = None,
    to: PathLike[str] | str | None = None,
    issued: str = "",
    calls: CallOptions | None = None,
) -> CertifyReport:
    """Test how reliable a judge is for one measure, and write a certificate.

    - `labels`: a file with people's labels. Without one, up to `limit` answers are made from the benchmark (default:
      `USUAL_LIMIT`). With one, all labelled answers are judged, or the first `limit`.
    - `repeats`: how often each answer is judged.
    - `against`: an earlier certificate, to measure drift.
    - `to`: the file of the certificate (default: in the folder BENCH-judges beside the benchmark).
    - `issued`: the date of the certificate (default: today).

    Raises UsageError if the judge can't be certified like this, LockedError while another process certifies there, and
    errors of the model that concern more than one answer."""
    calls = (calls or CallOptions()).with_callables([judge])
    (name,) = model_names([judge])
    named = _writable(Path(to)) if to else None
    trial = _Trial.prepared(
        bench,
        name,
        measure,
        Path(labels) if labels else None,
        repeats,
        limit,
        Path(against) if against else None,
        corpus,
    )
    if not 0 <= epsilon <= 1:
        raise UsageError(f"epsilon is {epsilon:g}, and lies within 0 and 1", hint="0.2 for experts, 0.1 for crowds")
    target = trial.target
    path = named or _writable(trial.folder / f"{log_name(f'{measure}@{name}')}.certificate.json")
    with folder_lock(trial.folder):
        trial_judge, ended = trial.ask(calls, trial.folder / LEDGER)
        certificate = None
        if ended.ending is Ending.FINISHED:
            about = TrialRun(
                name,
                measure,
                trial.measure.sha256,
                "gold" if labels is None else "labels",
                CertifiedBenchmark(target.gold.name, target.gold.fingerprint),
                issued or date.today().isoformat(),
                trial_judge.served_by,
                trial.dropped,
                trial.contradicted,
                epsilon,
            )
            certificate = certify_trials(trial_judge.trials(trial.known, repeats), about, trial.before)
            certificate.write(path)
    return CertifyReport(
        path,
        certificate,
        ended.ending,
        len(trial.items),
        len(trial.items) - len(ended.held),
        ended.held_by,
        ended.waiting,
        ended.spent,
    )


def estimate_certification(
    bench: PathLike[str] | str,
    judge: str,
    *,
    measure: str = "judged-correctness",
    labels: Path | None = None,
    repeats: int = 1,
    limit: int | None = None,
    corpus: PathLike[str] | str | None = None,
    calls: CallOptions | None = None,
) -> JudgingEstimate:
    """What `certify` will take. Nobody is asked; what the ledger has costs nothing. Raises as `certify` does."""
    trial = _Trial.prepared(bench, judge, measure, labels, repeats, limit, None, corpus)
    options = calls or CallOptions()
    quiet, dispatch = unsent(options)
    with folder_lock(trial.folder), TemporaryDirectory() as scratch:
        kept = trial.folder / LEDGER
        trial_judge, ended = trial.ask(quiet, kept if kept.is_file() else Path(scratch) / LEDGER)
    requests = [*dispatch.requests, *trial_judge.likely.values()]
    judged = len(trial.items) - len(ended.held)
    return JudgingEstimate(len(trial.items), 0, judged, use_of_requests(requests, options.settings))


@dataclass(frozen=True, slots=True)
class _Trial:
    """Everything that is known of a run before anybody is asked: the answers to try the judge with, what was left out,
    an earlier certificate, and the (place of the answer, repeat) to ask about."""

    target: EvaluationTarget
    judge: str
    measure: JudgedMeasure
    folder: Path
    known: tuple[KnownAnswer, ...]
    dropped: Mapping[str, int]
    contradicted: Mapping[str, int]
    before: Certificate | None
    items: tuple[tuple[int, int], ...]
    seed: int

    @classmethod
    def prepared(
        cls,
        bench: PathLike[str] | str,
        judge: str,
        measure: str,
        labels: Path | None,
        repeats: int,
        limit: int | None,
        against: Path | None,
        corpus: PathLike[str] | str | None,
    ) -> _Trial:
        """UsageError for what cannot be certified."""
        tried, before = _measure(measure, labels), None if against is None else Certificate.read(against)
        if before is not None and before.measure != measure:
            raise UsageError(
                f"{against} certifies {before.measure}, not {measure}", hint="name a certificate of the same measure"
            )
        if before is not None:
            details_of(before)  # a damaged one is told before anything is asked
        if not 1 <= repeats <= MOST_REPEATS:
            raise UsageError(f"repeats must be 1 to {MOST_REPEATS}, not {repeats}", hint="leave it out to ask once")
        if limit is not None and limit < 2:
            raise UsageError(f"limit must be at least 2, not {limit}", hint=f"leave it out for {USUAL_LIMIT} answers")
        target = EvaluationTarget.open(bench, corpus)
        seed = read_settings(target.bench.path / PLAN).seed
        known, dropped, contradicted = _known(target, tried, labels, seed, limit)
        items = tuple((place, repeat) for place in range(len(known)) for repeat in range(repeats))
        folder = beside(Path(bench), "judges")
        return cls(target, judge, tried, folder, known, dropped, contradicted, before, items, seed)

    def ask(self, calls: CallOptions, ledger: Path) -> tuple[_TrialJudge, ItemResult[tuple[int, int]]]:
        """Ask the judge about every item."""
        run = ItemRun(self.folder, calls, "verdicts")
        actor = Actor(self.judge, run.model(self.judge))
        trial_judge = _TrialJudge(self.target, self.measure, actor, self.seed, blind=not calls.has_vision(self.judge))
        return trial_judge, trial_judge.ask(self.known, self.items, run, ledger)


def _writable(path: Path) -> Path:
    """The path, where a certificate may be written: nothing, or an older certificate. UsageError for anything else, so
    that no file of the user's is overwritten, and nothing is paid for in vain."""
    check_output_file(path, replace=True)
    if path.exists():
        try:
            Certificate.read(path)
        except UsageError as error:
            raise UsageError(f"{path} is there already, and no certificate", hint="choose another --to") from error
    return path


def _measure(name: str, labels: Path | None) -> JudgedMeasure:
    """The measure of that name. UsageError if there is none, or if labels cannot certify it."""
    if name not in CERTIFIED:
        raise UsageError(f"there is no judged measure {name!r}", hint=suggestion(name, CERTIFIED))
    found = CERTIFIED[name]
    if labels is not None and ("citations" in found.needs or {"contexts", "references"} <= set(found.needs)):
        raise UsageError(
            f"{name} is about an answer's contexts or citations, which a file of labels does not have",
            hint="leave --labels out: answers are planted in the benchmark",
        )
    return found


def _known(
    target: EvaluationTarget, measure: JudgedMeasure, labels: Path | None, seed: int, limit: int | None
) -> tuple[tuple[KnownAnswer, ...], Mapping[str, int], Mapping[str, int]]:
    """The answers to try the judge with, and what was left out. UsageError if there are none."""
    if labels is not None:
        if "contexts" not in measure.needs:
            read = read_labels(labels, target.gold, measure.comparable)
            return read.answers[:limit], read.dropped, read.contradicted
        read = read_labels(labels, target.gold, _GOLD_ALONE, unstated=False)
        # Its own contexts may be others: such a label is none of what a system scored.
        return tuple(replace(one, systems=()) for one in read.answers[:limit]), read.dropped, read.contradicted
    planted = plant_answers(target.gold, target.corpus, measure.name, seed=seed, limit=limit or USUAL_LIMIT)
    if not planted.answers:
        reasons = "; ".join(f"{count:,} {reason}" for reason, count in planted.dropped.items())
        raise UsageError(
            f"no answers can be planted in {target.bench.path}: {reasons}",
            hint="label some answers by hand, and name the file with --labels",
        )
    return planted.answers, planted.dropped, {}


class _TrialJudge:
    """Asks a judge about known answers, and keeps what it said by answer and repeat. `likely` is what will probably be
    asked after the replies that answers wait for, by repeat and key."""

    def __init__(
        self, target: EvaluationTarget, measure: JudgedMeasure, judge: Actor, seed: int, *, blind: bool
    ) -> None:
        self._target, self._measure, self._judge, self._seed = target, measure, judge, seed
        self._picture_of = no_picture if blind else target.corpus.picture
        self._questions: dict[str, Question] = {one.id: one for one in target.gold}
        self._judgements: dict[tuple[int, int], Judgement] = {}
        self.likely: dict[tuple[int, str], Request] = {}

    def ask(
        self, known: Sequence[KnownAnswer], items: Sequence[tuple[int, int]], run: ItemRun, ledger: Path
    ) -> ItemResult[tuple[int, int]]:
        """Ask about all (place of the answer, repeat)."""

        async def one(item: tuple[int, int]) -> str:
            place, repeat = item
            answer = known[place]
            case = known_case(answer, self._questions[answer.question], self._target.corpus, self._seed)
            judge = CaseJudge(case, self._judge, self._picture_of, str(self._seed), sample=repeat)
            try:
                (self._judgements[item],) = await judge.judgements([self._measure])
            except BatchPendingError:
                self.likely.update(((repeat, one.key), one) for one in judge.likely_next([self._measure]))
                raise
            return ""

        return run.ask(items, one, ledger)

    @property
    def served_by(self) -> tuple[str, ...]:
        """The models that the service says have answered."""
        return tuple(sorted({name for one in self._judgements.values() for name in one.served_by}))

    def trials(self, known: Sequence[KnownAnswer], repeats: int) -> list[JudgeTrial]:
        return [self._trial(place, answer, repeats) for place, answer in enumerate(known)]

    def _trial(self, place: int, answer: KnownAnswer, repeats: int) -> JudgeTrial:
        question = self._questions[answer.question]
        said = [self._judgements.get((place, repeat)) for repeat in range(repeats)]
        first = said[0].details.get("reference_first") if said[0] is not None else None
        return JudgeTrial(
            answer,
            tuple(None if one is None else one.score for one in said),
            tuple(_REFUSED if one is None else "" if one.score is not None else one.reason for one in said),
            question.cluster,
            question.style,
            str(question.modalities),
            YES_NO if is_yes_no(question) else "other",
            first if isinstance(first, bool) else None,
        )
