"""Open what a run needs: a plan, its corpus, facts and makers; for a corpus folder, make the plan."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path

import benchwright.makers.composed.open_maker
import benchwright.makers.lists.open_maker
import benchwright.makers.written.maker  # noqa: F401 - all three register their makers
from benchwright.corpus.descriptions import described, read_descriptions
from benchwright.corpus.store import Corpus
from benchwright.errors import UsageError
from benchwright.facts.open.contexts import Contexts
from benchwright.facts.relations import lexicon
from benchwright.facts.store import FactTable
from benchwright.graphs.book import open_book
from benchwright.makers.lists.knowledge.choose_book import FACTS
from benchwright.makers.lists.knowledge.facts_book import are_worded
from benchwright.makers.lists.open_maker import graph_of, search
from benchwright.makers.lists.plan_settings import QUERIES
from benchwright.makers.share_groups import run_groups, run_shares, share_groups
from benchwright.makers.written.links.cell_supplies import cell_supplies, require_supplies, supply_lines
from benchwright.makers.written.maker import prepare
from benchwright.models import Notify
from benchwright.plan import Cell, Plan, default_plan, read_plan
from benchwright.plan.encoder import encoder_of
from benchwright.prompts import styles
from benchwright.records import Modalities, Outcome
from benchwright.registry import Registry
from benchwright.run.generation import GenerationRun
from benchwright.run.makers import OpenMaker
from benchwright.run.model_session import ModelSession
from benchwright.workflows.facts import open_corpus, other_languages
from benchwright.workflows.next_step import reading

DEFAULT_COUNT = 50
DEFAULT_MAKER = "derive"
LIST_MAKER = "qampari"


class NothingToAskError(UsageError):
    """A corpus in which the offline writer finds nothing to ask. `reading` says what was read of it."""

    def __init__(self, path: Path, reading: str) -> None:
        super().__init__(f"no question can be made from {path} without a model; {reading}")
        self.reading = reading


def read_run_plan(path: Path, makers: Registry[OpenMaker]) -> Plan:
    """A plan file, checked before anything else is opened: it asks for questions, and its makers and its encoder can be
    used. Raises UsageError."""
    plan = read_plan(path)
    if not plan.cells():
        raise UsageError(f"{path} asks for no question", hint="set count or total in its cells")
    for cell in plan.cells():
        makers.get(cell.maker)
    encoder_of(plan)
    return plan


def open_plan_run(
    plan: Plan, makers: Registry[OpenMaker], session: ModelSession | None, notify: Notify = lambda line: None
) -> GenerationRun:
    """The run of a plan, with the models of `session`; `notify` is told what takes minutes, and what the cells of a
    model's writer can draw on. Raises UsageError, and UnfillableCellError where they have nothing to draw on."""
    names = dict.fromkeys(cell.maker for cell in plan.cells())
    corpus, facts, digest = open_corpus(plan.corpus_path, derived=DEFAULT_MAKER in names, relations=plan.own_relations)
    for name in sorted(lexicon().own - set(facts.relations())):
        notify(f"no source states {name!r} of your relations; `benchwright facts` with --draft shows which words occur")
    if plan.descriptions is not None:
        corpus = described(corpus, read_descriptions(corpus, plan.descriptions))
    prepare(plan, corpus, names, notify)
    supplies = cell_supplies(plan, corpus, facts)
    for line in supply_lines(plan, supplies):
        notify(line)
    require_supplies(plan, supplies)
    if LIST_MAKER in names and LIST_MAKER in makers:
        search(plan, corpus, notify)
    opened = {name: makers.get(name)(plan, corpus, facts, session) for name in names}
    return GenerationRun(plan, None, corpus, digest, opened, partial(share_groups, corpus=corpus), session)


OpenSession = Callable[[Plan], ModelSession | None]
"""Gives the models that a plan names, None if it names none."""


def open_corpus_run(
    path: Path,
    n: int | None,
    makers: Registry[OpenMaker],
    notify: Notify = lambda line: None,
    *,
    about: str = "",
    writer: str = "",
    verifier: str = "",
    open_session: OpenSession = lambda plan: None,
) -> GenerationRun:
    """The run over a corpus folder, with a plan that goes round the cells that the corpus can fill. Where it is unclear
    which graph the lists should come from, `notify` is told, and lists come from tables only. `about`, `writer`
    and `verifier` are those of a plan; without `about`, documents whose pages name no site are called like their
    folder. Raises UsageError."""
    count = DEFAULT_COUNT if n is None else n
    if count < 1:
        raise UsageError(f"-n must be at least 1, not {count}", hint="ask for at least one question")
    if writer:
        return _open_written_run(path, count, makers, notify, writer, verifier, open_session)
    corpus, facts, digest = open_corpus(path, derived=False)
    name = DEFAULT_MAKER if DEFAULT_MAKER in makers else makers.names()[0]
    about = about or _folder_name(corpus)
    cells = [
        Cell(style.name, modalities, name, 1)
        for style in styles().values()
        if not style.kinds
        for modalities in style.modalities
    ]
    if LIST_MAKER in makers and name == DEFAULT_MAKER:
        cells += _list_cells(path, corpus, facts, name, notify)
    trial = default_plan(path, len(cells), cells, writer=name, about=about)
    opened = {one: makers.get(one)(trial, corpus, facts, None) for one in dict.fromkeys(cell.maker for cell in cells)}
    fillable = [replace(cell, count=opened[cell.maker].supply(cell.key).attempts) for cell in cells]
    if not any(cell.count for cell in fillable):
        raise NothingToAskError(path, reading(corpus, facts))
    languages = other_languages(corpus)
    if languages:
        notify(f"left out: {languages}; without a model only English is used")
    plan = default_plan(path, count, fillable, writer=name, verifier=verifier, about=about)
    session = open_session(plan)
    chosen = {cell.maker: opened[cell.maker] for cell in plan.cells()}
    if session is not None:
        chosen = {one: makers.get(one)(plan, corpus, facts, session) for one in chosen}

    def groups(outcome: Outcome) -> Iterable[tuple[str, str]]:
        return run_groups(outcome.example, corpus)

    return GenerationRun(plan, count, corpus, digest, chosen, groups, session, run_shares(corpus))


def _folder_name(corpus: Corpus) -> str:
    """The name of the folder that the documents were read from, if pages of one name no site; else ""."""
    contexts, folder = Contexts.of(corpus), str(corpus.manifest.get("documents_folder", ""))
    return folder if any(not contexts.has_site(one) for one in set(corpus.columns.strings("document"))) else ""


def _open_written_run(
    path: Path,
    count: int,
    makers: Registry[OpenMaker],
    notify: Notify,
    writer: str,
    verifier: str,
    open_session: OpenSession,
) -> GenerationRun:
    """The run in which a model writes `count` questions, over the styles and modalities that the corpus has."""
    corpus, facts, digest = open_corpus(path, derived=False)
    held = Modalities.of(corpus.modalities)
    cells = [
        Cell(style.name, wants, "", count)
        for style in styles().values()
        if not style.kinds
        for wants in style.modalities
        if wants.text <= held.text and wants.table <= held.table and wants.image <= held.image
    ]
    if not cells:
        raise UsageError(f"{path} has no source to write about", hint="ingest documents with text, tables or images")
    trial = default_plan(path, count * len(cells), cells, writer=writer, verifier=verifier)
    supplies = cell_supplies(trial, corpus, facts)
    able = {
        (cell.style, cell.modalities)
        for cell in trial.cells()
        if cell.key not in supplies or supplies[cell.key].neighbourhoods
    }
    cells = [cell for cell in cells if (cell.style, cell.modalities) in able]
    if not cells:
        require_supplies(trial, supplies)
    plan = default_plan(path, count, cells, writer=writer, verifier=verifier)
    session = open_session(plan)
    names = dict.fromkeys(cell.maker for cell in plan.cells())
    prepare(plan, corpus, names, notify)
    for line in supply_lines(plan, supplies):
        notify(line)
    opened = {one: makers.get(one)(plan, corpus, facts, session) for one in names}
    return GenerationRun(plan, count, corpus, digest, opened, partial(share_groups, corpus=corpus), session)


def _list_cells(path: Path, corpus: Corpus, facts: FactTable, writer: str, notify: Notify) -> list[Cell]:
    """A cell for each kind of list questions; without those of a graph where no graph can be used, and without those of
    the facts where no relation of them has words that a person has read: who wrote the pages makes no good list."""
    kinds = ((style.name, kind) for style in styles().values() for kind in style.kinds)
    cells = [Cell(style, Modalities(), LIST_MAKER, 1, kind) for style, kind in kinds]
    of_tables = [cell for cell in cells if cell.kind not in QUERIES]
    plan = default_plan(path, len(cells), cells, writer=writer)
    try:
        search(plan, corpus, notify)
        of_facts = graph_of(plan, corpus) == FACTS
    except UsageError as error:
        notify(f"no lists are asked of a graph: {error} ({error.hint})")
        return of_tables
    return of_tables if of_facts and not are_worded(facts, open_book(FACTS, Path())) else cells
