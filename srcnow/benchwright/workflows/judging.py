"""Judge the answers of an evaluation: ask the judges, add their columns, and keep what they decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from benchwright.benchmark.store import PLAN
from benchwright.errors import UsageError
from benchwright.evaluate.judges.certificate_file import Certificate
from benchwright.evaluate.judges.judge_case import CaseReader
from benchwright.evaluate.judges.judge_replies import JudgedReplies, JudgePanel, judge_replies, with_judged
from benchwright.evaluate.judges.judge_trials import details_of
from benchwright.evaluate.list_arguments import refuse_single
from benchwright.evaluate.score_retrievers import SystemResult
from benchwright.evaluate.target import EvaluationTarget
from benchwright.models.callable_model import ModelInput, model_names
from benchwright.plan import read_settings
from benchwright.records import Json, fields_json
from benchwright.run import Ending
from benchwright.run.item_run import CallOptions, ItemRun
from benchwright.run.model_session import LEDGER
from benchwright.run.report import RunSpending


@dataclass(frozen=True, slots=True)
class JudgingOptions:
    """Which models judge which measures, with which certificates, and how they are called. `judges` are names of
    models, or callables. Nothing is judged if there are none."""

    judges: Sequence[ModelInput] = ()
    measures: Sequence[str] = ()
    limit: int | None = None
    certificates: Sequence[Path | str] = ()
    calls: CallOptions = field(default_factory=CallOptions)

    def panel(self, seed: int) -> JudgePanel:
        """The panel; `seed` draws the questions of a limit. Raises UsageError as `JudgePanel.of` does, and for
        certificates without a judge."""
        refuse_single(judges=self.judges, measures=self.measures, certificates=self.certificates)
        if self.certificates and not self.judges:
            raise UsageError("a certificate is given, and no judge", hint="name the judge: --judge openai/NAME")
        names = model_names(self.judges)
        panel = JudgePanel.of(names, self.measures, self.limit, seed)
        calls = self.calls.with_callables(self.judges)
        return replace(panel, blind=frozenset(one for one in names if not calls.has_vision(one)))


@dataclass(frozen=True, slots=True)
class JudgingReport:
    """How the judging went. `answers` counts pairs of an answer and a judge, `judged` those with a verdict, and
    `unscored` the verdicts without a score by reason. `held_by` and `waiting` say what the others wait for."""

    ending: Ending
    answers: int
    judged: int
    verdicts: int
    unscored: Mapping[str, int]
    held_by: tuple[str, ...]
    waiting: tuple[str, ...]
    spent: RunSpending

    @property
    def whole(self) -> bool:
        """Whether every answer was judged."""
        return self.judged == self.answers

    def to_json(self) -> Json:
        return {**fields_json(self), "whole": self.whole}

    def lines(self) -> list[str]:
        """The result as lines of text."""
        spent = self.spent
        lines = [
            f"{self.judged:,} of {self.answers:,} answers judged, {self.verdicts:,} verdicts; "
            f"{spent.line() or 'nothing was spent'}; {spent.replayed:,} replies came from the ledger"
        ]
        if self.waiting:
            lines.append(f"waiting for replies: {', '.join(self.waiting)}")
        elif self.held_by:
            lines.append("some answers are not judged yet; the same command continues:")
            lines += [f"  {line}" for line in self.held_by[:3]]
        return lines


@dataclass(frozen=True, slots=True)
class JudgedResults:
    """The results with their judged columns, every verdict, and the report."""

    results: list[SystemResult]
    judged: JudgedReplies
    report: JudgingReport


def read_certificates(paths: Sequence[Path], panel: JudgePanel) -> dict[str, Certificate]:
    """The certificates by the columns that they cover. UsageError for one that covers none, and for two of one."""
    found: dict[str, Certificate] = {}
    for path in paths:
        certificate = Certificate.read(path)
        name = f"{certificate.measure}@{certificate.model}"
        if name not in panel.columns:
            raise UsageError(
                f"{path} certifies {name}, which is not judged here",
                hint=f"judged are: {', '.join(panel.columns)}",
            )
        if certificate.prompt_sha256 != panel.columns[name]:
            raise UsageError(
                f"{path} certifies {name} with another prompt than this version has",
                hint="certify the judge again: benchwright judge certify --help",
            )
        if name in found:
            raise UsageError(f"{path} certifies {name} a second time", hint="give one certificate a column")
        details_of(certificate)  # a damaged one is told before anything is asked
        found[name] = certificate
    return found


@dataclass(frozen=True, slots=True)
class Judging:
    """The judges of an evaluation, checked before anything is asked: they exist, and their certificates are theirs."""

    panel: JudgePanel
    certificates: Mapping[str, Certificate]
    calls: CallOptions

    @classmethod
    def prepared(cls, options: JudgingOptions | None, folder: Path, seed: int) -> Judging:
        """The judging that the options ask for; without judges nobody judges. Raises UsageError."""
        chosen = options or JudgingOptions()
        panel = chosen.panel(seed)
        certificates = read_certificates([Path(one) for one in chosen.certificates], panel)
        calls = chosen.calls.with_callables(chosen.judges)
        if panel.judges:
            run = ItemRun(folder, calls, "answers")
            for judge in panel.judges:
                run.model(judge)  # a name that no provider has is told now
        return cls(panel, certificates, calls)

    def judge(
        self,
        folder: Path,
        target: EvaluationTarget,
        results: Sequence[SystemResult],
        before: RunSpending | None = None,
    ) -> JudgedResults | None:
        """Judge the answers of all systems, over the ledger in `folder`; None without judges or answers. `before` is
        what the same caps have paid for already. Raises as `judge_replies` does."""
        if not self.panel.judges or not results:
            return None
        caps = self.calls.caps.after(before) if self.calls.caps and before else self.calls.caps
        return _judged(folder, target, results, self.panel, ItemRun(folder, replace(self.calls, caps=caps), "answers"))


def _judged(
    folder: Path, target: EvaluationTarget, results: Sequence[SystemResult], panel: JudgePanel, run: ItemRun
) -> JudgedResults:
    seed = read_settings(target.bench.path / PLAN).seed
    readers = {one.scores.name: CaseReader(target.corpus, one.run, one.replies, seed) for one in results}
    judged = judge_replies(readers, target, panel, run, folder / LEDGER, seed)
    verdicts = [one for listed in judged.judgements.values() for one in listed]
    unscored: dict[str, int] = {}
    for one in verdicts:
        if one.score is None:
            unscored[one.reason] = unscored.get(one.reason, 0) + 1
    report = JudgingReport(
        ending=judged.run.ending,
        answers=len(judged.judgements) + len(judged.run.held),
        judged=len(judged.judgements),
        verdicts=len(verdicts),
        unscored=dict(sorted(unscored.items(), key=lambda pair: (-pair[1], pair[0]))),
        held_by=judged.run.held_by,
        waiting=judged.run.waiting,
        spent=judged.run.spent,
    )
    return JudgedResults([with_judged(one, judged, panel, target.gold) for one in results], judged, report)
