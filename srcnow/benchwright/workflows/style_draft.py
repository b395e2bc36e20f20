"""Draft styles and a plan from a log of users' questions: `TO/plan.yaml` asks for what the users ask, in their shares.

TO/plan.yaml       cells with the shares of the groups; `queries` names the sample, so that `show` finds it
TO/styles/*.yaml   a style for each group that has a wording of its own
TO/queries.jsonl   the masked sample of the log, with the group of each question
TO/draft.json      what was read, dropped and masked, and the groups
TO/ledger.sqlite   a model's replies, if one words the styles: the same command asks for nothing twice
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from benchwright.corpus.store import Corpus
from benchwright.errors import UsageError
from benchwright.files.atomic import LOCK, MANIFEST, make_folder, write_atomic, write_json
from benchwright.files.disk_errors import writing
from benchwright.files.folder_names import beside
from benchwright.files.locks import folder_lock
from benchwright.files.output_paths import refuse_inside_own
from benchwright.files.target_folder import refuse_strangers
from benchwright.models import ModelSettings
from benchwright.models.batch.journal import JOURNAL
from benchwright.models.batch.open_requests import FOLDERS as BATCH_FOLDERS
from benchwright.models.batch.submit import FOLDER as BATCHES
from benchwright.models.ledger.ledger_file import LEDGER, LEDGER_FILES
from benchwright.models.names import parse_name
from benchwright.plan import parse_plan
from benchwright.prompts.asking import Actor, Actors, Asker
from benchwright.prompts.prompt import prompt
from benchwright.query_log.draft_reply import UnfitWordingError, worded
from benchwright.query_log.drafted_styles import (
    FOLDER,
    base_style,
    drafted_cells,
    has_own_style,
    own_wording,
    plan_text,
    shared_counts,
    style_text,
    wording_advice,
)
from benchwright.query_log.groups import QueryGroup, group_questions, least_size
from benchwright.query_log.masked_log import (
    LogCounts,
    LogFormatOptions,
    read_masked_log,
    write_masked_log,
)
from benchwright.records import Json, JsonRecord, Modality, fields_json
from benchwright.retrieval.encoders.wordllama import WordLlamaEncoder
from benchwright.run import Ending
from benchwright.run.call_forecast import use_of_requests
from benchwright.run.forecast import ResourceUse
from benchwright.run.item_run import CallOptions, ItemRun
from benchwright.run.report import RunSpending
from benchwright.run.unsent import UnsentDispatch

PLAN, QUERIES, DRAFT = "plan.yaml", "queries.jsonl", "draft.json"
_KEPT = ("log", "groups", "least", "questions", "writer", "model", "by_model", "kept")
"""What the draft's own file has of the report: all that does not depend on where and how it was made."""
QUESTIONS: Final = 100
"""Questions of a drafted plan unless the user says how many."""
_OWN = frozenset({PLAN, QUERIES, DRAFT, FOLDER, LOCK, JOURNAL, BATCHES, BATCH_FOLDERS}) | LEDGER_FILES


@dataclass(frozen=True, slots=True)
class DraftedGroup(JsonRecord):
    """A group and what became of it: its `share` of the questions asked, `count` questions in the plan, and its style
    file, "" if it has none."""

    group: QueryGroup
    share: float
    count: int
    style_file: str
    name: str


@dataclass(frozen=True, slots=True)
class StyleDraftReport(JsonRecord):
    """The result of `draft_styles`.

    - `least`: the smallest group, in different questions. `writer`: the writer in the plan.
    - `by_model`: how many groups `model` described. `kept`: its unusable replies, counted by reason; their groups have
      the wording without a model.
    - `ending`: if it isn't finished, nothing was drafted yet, and the same call continues."""

    to: Path
    log: LogCounts
    groups: tuple[DraftedGroup, ...]
    least: int
    questions: int
    writer: str
    model: str = ""
    by_model: int = 0
    kept: Mapping[str, int] = field(default_factory=dict)
    ending: Ending = Ending.FINISHED
    held_by: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    spent: RunSpending = field(default_factory=RunSpending)

    @property
    def whole(self) -> bool:
        """Whether the draft was written."""
        return self.ending is Ending.FINISHED

    def to_json(self) -> Json:
        return {**fields_json(self), "whole": self.whole}


@dataclass(frozen=True, slots=True)
class StyleDraftEstimate(JsonRecord):
    """What a model would take to word the styles of `groups` groups; `kept` replies are in the ledger already."""

    groups: int
    kept: int
    use: ResourceUse


@dataclass(frozen=True, slots=True)
class DraftSettings:
    """How a log is drafted from.

    - `corpus`: the corpus of the plan. `questions`: how many questions the plan asks for.
    - `least`: the smallest group, in different questions (None: 10, and at least 2% of the log).
    - `writer`: the model that the plan names as its writer; "" for the model that words the styles, or for none."""

    corpus: Path | str = "corpus"
    questions: int = QUESTIONS
    seed: int = 13
    least: int | None = None
    writer: str = ""
    format: LogFormatOptions = field(default_factory=LogFormatOptions)
    progress: Callable[[int], None] = lambda rows: None


def draft_styles(
    log: Path | str,
    to: Path | str | None = None,
    *,
    model: str = "",
    settings: DraftSettings | None = None,
    options: CallOptions | None = None,
    force: bool = False,
) -> StyleDraftReport:
    """Draft question styles and a plan from a log of users' questions. The log is JSON Lines, CSV or text, or `-` for
    standard input.

    - `to`: the folder for the draft (default: LOG-draft).
    - `model`: a model that names and describes each group of questions. Its replies are stored, so that the same call
      continues a stopped run.
    - `writer`: a model for the plan. With one, the plan asks for the drafted styles; without one, for built-in styles
      of the same kinds, which need no model.

    Raises UsageError for a log that can't be read, a model that can't be used, and a folder that holds something else
    or an earlier draft (unless `force` is set); LockedError; StorageError."""
    settings = settings or DraftSettings()
    _check(settings, model)
    folder = draft_folder(log, to)
    _refuse(folder, force=force)
    run = ItemRun(folder, options or CallOptions(), "groups") if model else None
    actor = None if run is None else Actor(model, run.model(model))
    drafting = _Drafting(log, settings)
    with folder_lock(folder):
        _refuse(folder, force=force)
        report = StyleDraftReport(
            folder,
            drafting.log.counts,
            (),
            drafting.least,
            settings.questions,
            settings.writer or model or "derive",
        )
        if run is not None and actor is not None:
            report = drafting.word(run, actor, folder / LEDGER, report)
        if not report.whole:
            return report
        known = {} if options is None else dict(options.settings)
        return drafting.write(folder, report, known)


def estimate_style_draft(
    log: Path | str,
    to: Path | str | None = None,
    *,
    model: str,
    settings: DraftSettings | None = None,
    options: CallOptions | None = None,
) -> StyleDraftEstimate:
    """What a model would take to word the styles of a log. Nothing is sent and nothing written. Raises as
    `draft_styles`."""
    settings = settings or DraftSettings()
    _check(settings, model)
    if not model:
        raise UsageError("without a model a draft costs nothing", hint="name one: --model openai/NAME")
    folder = draft_folder(log, to)
    calls = options or CallOptions()
    dispatch = UnsentDispatch()
    quiet = replace(calls, dispatch=dispatch, caps=None, batch_dir=None, batch=None, batch_attach="", progress=None)
    run = ItemRun(folder, quiet, "groups")
    actor = Actor(model, run.model(model))
    drafting = _Drafting(log, settings)
    with TemporaryDirectory() as scratch:
        ledger = folder / LEDGER if (folder / LEDGER).is_file() else Path(scratch) / LEDGER
        drafting.word(run, actor, ledger, StyleDraftReport(folder, drafting.log.counts, (), drafting.least, 0, ""))
    requests = {one.key: one for one in dispatch.requests}
    asked = len(drafting.own)
    return StyleDraftEstimate(asked, asked - len(requests), use_of_requests(requests.values(), calls.settings))


def draft_folder(log: Path | str, to: Path | str | None) -> Path:
    """Where a draft goes: `to`, or beside the log. Raises UsageError for standard input without `to`."""
    if to is not None:
        return Path(to)
    if str(log) == "-":
        raise UsageError("a log from standard input has no place", hint="name a folder: --to DIR")
    path = Path(log)
    return beside(path.with_name(path.name.split(".")[0] or "log"), "draft")


def _check(settings: DraftSettings, model: str) -> None:
    for name in filter(None, (model, settings.writer)):
        parse_name(name)
    if settings.questions < 1:
        raise UsageError(f"-n must be at least 1, not {settings.questions}", hint="leave it out for 100")
    if settings.least is not None and settings.least < 2:
        raise UsageError(f"--min-group must be at least 2, not {settings.least}", hint="one question shows no wording")


def _refuse(folder: Path, *, force: bool) -> None:
    """UsageError for a folder of something else, and for an earlier draft unless it may be replaced. Replies alone are
    what a stopped run left."""
    refuse_inside_own(folder)
    refuse_strangers(folder, _OWN)
    if (folder / MANIFEST).exists():
        raise UsageError(f"{folder} holds something else", hint="choose another --to")
    there = [name for name in (PLAN, QUERIES, FOLDER) if (folder / name).exists()]
    if there and not force:
        raise UsageError(f"{folder / there[0]} is there already", hint="name another --to, or replace it: --force")


class _Drafting:
    """The groups of one log, and how their styles are worded so far."""

    def __init__(self, log: Path | str, settings: DraftSettings) -> None:
        self.log = read_masked_log(log, settings.format, seed=settings.seed, progress=settings.progress)
        self._settings = settings
        vectors = WordLlamaEncoder().encode([one.text for one in self.log.questions])
        self.least = least_size(len(self.log.questions), settings.least)
        self.groups, self._names = group_questions(self.log.questions, vectors, self.least)
        self.own = [group for group in self.groups if has_own_style(group)]
        self._wordings = {group.name: own_wording(group) for group in self.own}
        if not any(group.can_be_asked for group in self.groups):  # before a folder is made or a model asked
            raise UsageError(
                f"{self.log.counts.path} has no group of questions that a plan can ask for",
                hint=f"a group needs {self.least} different questions: --min-group, or a longer log",
            )

    def word(self, run: ItemRun, actor: Actor, ledger: Path, report: StyleDraftReport) -> StyleDraftReport:
        """Let a model word the styles; groups whose reply cannot be taken keep their own wording."""
        replies: dict[str, Mapping[str, Any]] = {}
        by_name = {group.name: group for group in self.own}

        async def one(name: str) -> str:
            asker = Asker(Actors(actor, actor, actor), "", f"style {actor.name}")
            group = by_name[name]
            values = {
                "style": base_style(group),
                "questions": "\n".join(group.shots),
                "wording": wording_advice(group),
            }
            reply = await asker.ask("writer", prompt("style_group"), values)
            if reply.status != "ok" or not isinstance(reply.data, dict):
                return reply.status if reply.status != "ok" else "unparsed"
            replies[name] = reply.data
            return ""

        result = run.ask(list(by_name), one, ledger)
        kept = Counter(result.refused.values())
        taken = {group.name for group in self.groups}
        worded_groups = 0
        for name, group in by_name.items():  # in the order of the groups: replies come in any
            if name in replies:
                try:
                    self._wordings[name] = worded(group, replies[name], taken)
                except UnfitWordingError as error:
                    kept[error.reason] += 1
                    continue
                taken.add(self._wordings[name].name)
                worded_groups += 1
        return replace(
            report,
            model=actor.name,
            by_model=worded_groups,
            kept=dict(sorted(kept.items())),
            ending=result.ending,
            held_by=result.held_by,
            waiting=result.waiting,
            spent=result.spent,
        )

    def write(self, folder: Path, report: StyleDraftReport, known: Mapping[str, ModelSettings]) -> StyleDraftReport:
        """Write the draft, the plan last, and check that it can be read."""
        style_names = {name: wording.name for name, wording in self._wordings.items()}
        counts = shared_counts(self.groups, self._settings.questions)
        whole = sum(group.asked for group in self.groups)
        drafted = tuple(
            DraftedGroup(
                group,
                group.asked / whole,
                counts.get(group.name, 0),
                f"{FOLDER}/{style_names[group.name]}.yaml" if group.name in style_names else "",
                style_names.get(group.name, group.name),
            )
            for group in self.groups
        )
        report = replace(report, groups=drafted)
        _remove_styles(folder / FOLDER)
        make_folder(folder / FOLDER)
        for one in drafted:
            if one.style_file:
                wording = self._wordings[one.group.name]
                write_atomic(folder / one.style_file, style_text(one.group, wording, _above_style(one, report)))
        named = [style_names.get(name, name) for name in self._names]
        write_masked_log(folder / QUERIES, self.log.questions, named)
        text = self._plan(folder, report, style_names, known)
        parse_plan(text, PLAN, folder)
        write_json(folder / DRAFT, {name: value for name, value in report.to_json().items() if name in _KEPT})
        write_atomic(folder / PLAN, text)
        return report

    def _plan(
        self, folder: Path, report: StyleDraftReport, names: Mapping[str, str], known: Mapping[str, ModelSettings]
    ) -> str:
        corpus = Path(self._settings.corpus)
        own_styles = report.writer != "derive"
        cells = drafted_cells(self.groups, names, self._settings.questions, _modalities(corpus), own_styles=own_styles)
        text = plan_text(
            folder.resolve().name or "draft",
            Path(os.path.relpath(corpus.resolve(), folder.resolve())).as_posix(),
            QUERIES,
            report.writer,
            self._settings.seed,
            cells,
            _above_plan(report, own_styles=own_styles),
        )
        return text + _models(report.writer, known)


def _modalities(corpus: Path) -> frozenset[Modality]:
    """The kinds of sources that a drafted plan asks about: the texts and tables of a corpus, images only where it has
    nothing else (not every picture can carry a question); texts where there is no corpus yet."""
    found = frozenset(Corpus.open(corpus).modalities) if (corpus / MANIFEST).is_file() else frozenset[Modality]()
    return found - {Modality.IMAGE} or found or frozenset({Modality.TEXT})


def _remove_styles(folder: Path) -> None:
    """Take the style files of an earlier draft away."""
    if folder.is_dir():
        for path in sorted(folder.glob("*.yaml")):
            with writing(path):
                path.unlink()


def _models(writer: str, known: Mapping[str, ModelSettings]) -> str:
    """How the plan's writer is reached, where that was said."""
    settings = known.get(writer)
    if settings is None or settings == ModelSettings():
        return ""
    plain = ModelSettings()
    told = {one.name: getattr(settings, one.name) for one in fields(settings)}
    changed = {name: value for name, value in told.items() if value != getattr(plain, name)}
    return f"models:\n  {json.dumps(writer)}: {json.dumps(changed)}\n"


def _above_style(one: DraftedGroup, report: StyleDraftReport) -> Sequence[str]:
    by = f"described by {report.model}" if one.name != one.group.name else "grouped without a model"
    return (
        f"Drafted from a log: {one.group.questions:,} different questions ({one.share:.1%} of all), {by}.",
        "Nobody has read it yet. Edit what does not fit. The examples are real questions, masked by form only:",
        "check them for personal data before you share this file.",
    )


def _above_plan(report: StyleDraftReport, *, own_styles: bool) -> Sequence[str]:
    counts = report.log
    left = [one for one in report.groups if not one.count]
    lines = [f"Drafted from {counts.path}: {counts.questions:,} questions, {counts.distinct:,} of them different."]
    lines += [f"Without a cell: {one.name}, {one.share:.1%} of the questions." for one in left]
    if not own_styles:
        lines.append("Without a model, the built-in styles ask. For the users' own wording, draft again with --writer")
        lines.append("PROVIDER/NAME: then the cells name the files in styles/.")
    return lines
