"""Draft a file of relations for a graph that no book fits, from names and types or in a model's words.

The file is for a person to read and to edit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchwright.corpus.descriptions import file_name
from benchwright.errors import PendingError, UsageError
from benchwright.files.atomic import write_atomic
from benchwright.files.locks import folder_lock
from benchwright.files.output_paths import check_output_file
from benchwright.graphs.draft import UNNAMED, Draft, Drafts
from benchwright.graphs.draft_reply import TRIPLES, UnfitReplyError, reworded, shown_triples
from benchwright.graphs.drafted import Ends, drafted_text, drafts_of
from benchwright.graphs.graph import Graph
from benchwright.graphs.graph_files import FOLDER
from benchwright.makers.lists.knowledge.choose_book import best_fitting_book
from benchwright.prompts.asking import Actor, Actors, Asker
from benchwright.prompts.prompt import prompt
from benchwright.records import JsonRecord
from benchwright.run.item_run import REASON_LENGTH, CallOptions, ItemRun
from benchwright.run.report import RunSpending


@dataclass(frozen=True, slots=True)
class DraftReport(JsonRecord):
    """What was drafted. `relations` of the graph, `asked` of them with a question, `left_out` those without, by reason;
    `by_model` worded by the model, `kept` its replies that were not taken, by reason: there the draft from the label
    stands. `built_in` says which built-in relations fit the graph, "" if none do."""

    graph: str
    to: Path
    relations: int
    asked: int
    left_out: Mapping[str, int]
    model: str = ""
    by_model: int = 0
    kept: Mapping[str, int] = field(default_factory=dict)
    spent: RunSpending = field(default_factory=RunSpending)
    built_in: str = ""


def draft_book(
    corpus: Path | str,
    graph: str,
    to: Path | str,
    *,
    model: str | None = None,
    options: CallOptions | None = None,
    replace: bool = False,
) -> DraftReport:
    """Write a file of relations for a graph of the corpus. A file that stands there is somebody's work, and is only
    replaced when that is asked for. A model's replies are kept, so that the same call again asks for nothing twice.

    Raises UsageError for a file that is there or a model that cannot be used, CorpusError without such a graph,
    StorageError if the disk refuses.
    """
    root, target = Path(corpus), Path(to)
    if target.suffix not in (".yaml", ".yml"):
        raise UsageError(f"{target} does not end in .yaml", hint="a book of relations is a YAML file")
    check_output_file(target, replace=replace)
    opened = Graph.open(root, graph)
    first = drafts_of(opened)
    found, kept, spent = first, Counter[str](), RunSpending()
    if model is not None:
        run = ItemRun(root / FOLDER, options or CallOptions(), "relations")
        actor = Actor(model, run.model(model))
        ends = Ends(opened)
        samples = {id: ends.samples(code, TRIPLES) for code, id in enumerate(opened.relation_ids)}
        ledger = root / FOLDER / f"drafts-{file_name(model)}.ledger.sqlite"
        with folder_lock(root / FOLDER):
            found, kept, spent = _worded(first, samples, actor, run, ledger)
    by_model = sum(one is not two for one, two in zip(first.drafts, found.drafts, strict=True))
    write_atomic(target, drafted_text(opened, found, model))
    met = best_fitting_book(opened)
    reasons = Counter(one.reason for one in found.drafts if one.reason)
    return DraftReport(
        graph, target, len(found.drafts), found.askable, dict(sorted(reasons.items())), model or "", by_model,
        dict(sorted(kept.items())), spent, met.summary(opened) if met.fits else "",
    )  # fmt: skip


def _worded(
    first: Drafts, samples: Mapping[str, Sequence[tuple[str, str]]], actor: Actor, run: ItemRun, ledger: Path
) -> tuple[Drafts, Counter[str], RunSpending]:
    """The drafts in a model's words where its reply holds, how many replies were not taken, by reason, and what was
    spent. Raises what ends a run, and PendingError if it could not ask for all."""
    drafts = {draft.id: draft for draft in first.drafts}

    async def one(id: str) -> str:
        try:
            drafts[id] = reworded(drafts[id], await _reply(drafts[id], samples[id], actor))
        except UnfitReplyError as error:
            return error.reason
        return ""

    unfit = {"technical", "too-long", UNNAMED}
    todo = [draft.id for draft in first.drafts if draft.reason not in unfit and samples[draft.id]]
    result = run.ask(todo, one, ledger)
    kept = Counter(result.refused.values())
    for error in result.held.values():
        if isinstance(error, PendingError):
            raise error
        kept[str(error)[:REASON_LENGTH]] += 1
    return Drafts(tuple(drafts.values()), first.left_out), kept, result.spent


async def _reply(draft: Draft, triples: Sequence[tuple[str, str]], actor: Actor) -> Mapping[str, Any]:
    """What the model says of a relation. Raises UnfitReplyError for a refusal and for what is not in the form."""
    asker = Asker(Actors(actor, actor, actor), "", f"relation {actor.name}")
    values = {"relation": str(draft.entry["label"]), "triples": shown_triples(triples)}
    reply = await asker.ask("writer", prompt("relation"), values)
    if reply.status != "ok" or not isinstance(reply.data, dict):
        raise UnfitReplyError(reply.status if reply.status != "ok" else "unparsed")
    return reply.data
