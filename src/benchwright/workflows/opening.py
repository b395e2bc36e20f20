"""What a run begins with, opened: from a plan file, or from a corpus folder that a plan is made for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from benchwright.corpus.descriptions import described, read_descriptions
from benchwright.errors import UsageError
from benchwright.makers.lists.maker import QUERIES
from benchwright.makers.lists.opening import search
from benchwright.makers.written.maker import prepare
from benchwright.models import Notify
from benchwright.plan import Cell, Plan, default_plan, read_plan
from benchwright.plan.encoder import encoder_of
from benchwright.prompts import styles
from benchwright.records import Modalities
from benchwright.registry import Registry
from benchwright.run.makers import OpenMaker
from benchwright.workflows.calling import Calling
from benchwright.workflows.desk import Desk
from benchwright.workflows.facts import open_corpus

DEFAULT_COUNT = 50
DEFAULT_MAKER = "derive"
LIST_MAKER = "qampari"

CallingFor = Callable[[Plan], Calling | None]


def desk_of_plan(
    path: Path,
    n: int | None,
    makers: Registry[OpenMaker],
    calling_for: CallingFor,
    notify: Notify = lambda line: None,
) -> Desk:
    """For a plan file; `calling_for` gives the way to models, if the plan names any, and `notify` takes lines on what
    takes minutes. Raises UsageError."""
    if n is not None:
        raise UsageError("-n goes with a corpus, not with a plan", hint="set count or total in the plan's cells")
    plan = read_plan(path)
    if not plan.cells():
        raise UsageError(f"{path} asks for no question", hint="set count or total in its cells")
    names = dict.fromkeys(cell.maker for cell in plan.cells())
    for name in names:
        makers.get(name)  # an unknown maker is named before the corpus is read
    encoder_of(plan)  # and so is an encoder that cannot be used
    calling = calling_for(plan)
    corpus, facts, digest = open_corpus(plan.corpus_path, derived=DEFAULT_MAKER in names)
    if plan.descriptions is not None:
        corpus = described(corpus, read_descriptions(corpus, plan.descriptions))
    prepare(plan, corpus, names, notify)
    if LIST_MAKER in names and LIST_MAKER in makers:
        search(plan, corpus, notify)
    opened = {name: makers.get(name)(plan, corpus, facts, calling) for name in names}
    return Desk(plan, None, corpus, digest, opened, calling)


def desk_of_corpus(path: Path, n: int | None, makers: Registry[OpenMaker], notify: Notify = lambda line: None) -> Desk:
    """For a corpus folder: a plan that goes round the cells that it can fill. Where it cannot be known of which graph
    lists are to be made, `notify` is told, and only tables are asked for lists. Raises UsageError."""
    count = DEFAULT_COUNT if n is None else n
    if count < 1:
        raise UsageError(f"-n must be at least 1, not {count}", hint="ask for at least one question")
    corpus, facts, digest = open_corpus(path, derived=True)
    name = DEFAULT_MAKER if DEFAULT_MAKER in makers else makers.names()[0]
    wanted = [
        Cell(style.name, modalities, name, 1)
        for style in styles().values()
        if not style.kinds
        for modalities in style.modalities
    ]
    if LIST_MAKER in makers and name == DEFAULT_MAKER:
        kinds = ((style.name, kind) for style in styles().values() for kind in style.kinds)
        lists = [Cell(style, Modalities(), LIST_MAKER, 1, kind) for style, kind in kinds]
        try:
            search(default_plan(path, len(lists), lists, writer=name), corpus, notify)
        except UsageError as error:
            notify(f"no lists are asked of a graph: {error} ({error.hint})")
            lists = [cell for cell in lists if cell.kind not in QUERIES]
        wanted += lists
    drawn = default_plan(path, len(wanted), wanted, writer=name)
    opened = {one: makers.get(one)(drawn, corpus, facts, None) for one in dict.fromkeys(cell.maker for cell in wanted)}
    fillable = [replace(cell, count=opened[cell.maker].supply(cell.key).attempts) for cell in wanted]
    plan = default_plan(path, count, fillable, writer=name)
    return Desk(plan, count, corpus, digest, {cell.maker: opened[cell.maker] for cell in plan.cells()})
