"""Draft a file of relations for a graph that no book tells of: from the names of its relations and the types of what
stands at their ends, and, with a model, in its words. The file is for a person to read and to edit.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from benchwright.corpus.descriptions import file_name
from benchwright.errors import BenchwrightError, ModelError, UsageError
from benchwright.files import folder_lock, write_atomic
from benchwright.graphs.columns import FOLDER
from benchwright.graphs.draft import NUMBER, Draft, Drafts, book_text, drafts
from benchwright.graphs.draft_reply import TRIPLES, UnfitReplyError, reworded, shown_triples
from benchwright.graphs.graph import Codes, Graph
from benchwright.models import ModelSettings, Notify
from benchwright.models.ledger import Ledger
from benchwright.prompts.asking import Actor, Actors, Asker
from benchwright.prompts.prompt import prompt
from benchwright.records import Json
from benchwright.workflows.calling import CONCURRENCY, Calling, Caps
from benchwright.workflows.exchange import Exchange, Opened, choose_exchange
from benchwright.workflows.report import Spent

LOOKED_AT = 1000
"""Triples of a relation whose ends say what mostly stands there."""
_MOSTLY = 0.5
_REASON = 120


@dataclass(frozen=True, slots=True)
class DraftReport:
    """What was drafted. `relations` of the graph, `asked` of them with a question, `left_out` those without, by reason;
    `by_model` worded by the model, `kept` its replies that were not taken, by reason: there the draft from the label
    stands."""

    graph: str
    to: Path
    relations: int
    asked: int
    left_out: Mapping[str, int]
    model: str = ""
    by_model: int = 0
    kept: Mapping[str, int] = field(default_factory=dict)
    spent: Spent = field(default_factory=Spent)

    def to_json(self) -> Json:
        return {
            "graph": self.graph,
            "to": str(self.to),
            "relations": self.relations,
            "asked": self.asked,
            "left_out": dict(self.left_out),
            "model": self.model,
            "by_model": self.by_model,
            "kept": dict(self.kept),
            "spent": self.spent.to_json(),
        }


def draft_book(
    corpus: Path | str,
    graph: str,
    to: Path | str,
    *,
    model: str | None = None,
    settings: Mapping[str, ModelSettings] | None = None,
    caps: Caps | None = None,
    concurrency: int = CONCURRENCY,
    replace: bool = False,
    notify: Notify = lambda line: None,
    exchange: Exchange | None = None,
) -> DraftReport:
    """Write a file of relations for a graph of the corpus. A file that stands there is somebody's work, and is only
    replaced when that is asked for. A model's replies are kept, so that the same call again asks for nothing twice.

    Raises UsageError for a file that is there or a model that cannot be used, CorpusError without such a graph,
    StorageError if the disk refuses.
    """
    root, target = Path(corpus), Path(to)
    if target.suffix not in (".yaml", ".yml"):
        raise UsageError(f"{target} does not end in .yaml", hint="a book of relations is a YAML file")
    if target.exists() and not replace:
        raise UsageError(f"{target} is there already", hint="name another file, or replace it: --replace")
    opened = Graph.open(root, graph)
    ends = _Ends(opened)
    first = drafts((id, label, *ends.types(code)) for code, (id, label) in enumerate(_named(opened)))
    found, kept, spent = first, Counter[str](), Spent()
    if model is not None:
        way = exchange or choose_exchange(root / FOLDER, None, None)
        calling = Calling(
            settings or {},
            caps=caps or Caps(),
            concurrency=concurrency,
            seed=0,
            notify=notify,
            innermost=way.innermost,
            paced=way.paced,
        )
        actor = Actor(model, calling.model(model))
        samples = {id: ends.samples(code) for code, id in enumerate(opened.relation_ids)}
        with (
            folder_lock(root / FOLDER),
            Ledger.open(root / FOLDER / f"drafts-{file_name(model)}.ledger.sqlite", notify=notify) as ledger,
            calling.opened(ledger) as loop,
            way.open(Opened(calling, ledger, loop, notify, calling.halted)),
        ):
            found, kept = loop.call(_worded(first, samples, actor, concurrency))
            paid = calling.budget.spent
            spent = Spent(paid.calls, paid.tokens, None if paid.unpriced else paid.usd, calling.replayed)
    by_model = sum(one is not two for one, two in zip(first.drafts, found.drafts, strict=True))
    write_atomic(target, book_text(found.drafts, _above(graph, model)))
    asked = sum("subjects" in one.entry or "objects" in one.entry for one in found.drafts)
    reasons = Counter(one.reason for one in found.drafts if one.reason)
    return DraftReport(
        graph, target, len(found.drafts), asked, dict(sorted(reasons.items())), model or "", by_model,
        dict(sorted(kept.items())), spent,
    )  # fmt: skip


def _above(graph: str, model: str | None) -> str:
    by = f"by {model} and from labels" if model else "from labels"
    return (
        f"Relations of the graph {' '.join(graph.split())}, drafted {by}. Nobody has read them yet.\n"
        "Mend the words, take out what nobody would ask, and drop `draft: true` from what you have read."
    )


def _named(graph: Graph) -> list[tuple[str, str]]:
    return list(zip(graph.relation_ids, graph.relation_labels, strict=True))


class _Ends:
    """What stands at the ends of each relation: looked at in its first triples, which are in the order of ids."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph

    def _rows(self, relation: int) -> slice:
        start, end = np.searchsorted(self._graph.relations, [relation, relation + 1])
        return slice(int(start), int(end))

    def _spread(self, relation: int, most: int) -> tuple[Codes, Codes]:
        """Subjects and objects of so many triples, evenly out of all."""
        rows = self._rows(relation)
        size = rows.stop - rows.start
        places = rows.start + np.unique(np.linspace(0, max(size - 1, 0), num=min(most, size), dtype=np.int64))
        return self._graph.subjects[places], self._graph.objects[places]

    def types(self, relation: int) -> tuple[str, str]:
        """The type that half of the typed things at either end have, as a label; "" where they are mixed."""
        subjects, objects = self._spread(relation, LOOKED_AT)
        kinds = self._graph.column("kind").take(pa.array(objects)).to_pylist()
        numbers = sum(kind == "number" for kind in kinds)
        of = NUMBER if numbers and numbers >= _MOSTLY * len(kinds) else self._mostly(objects)
        return self._mostly(subjects), of

    def _mostly(self, codes: Codes) -> str:
        counts: Counter[int] = Counter()
        typed = 0
        for code in np.unique(codes):
            found = self._graph.types_of(int(code))
            typed += bool(len(found))
            counts.update(int(one) for one in found)
        ranked = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
        if not ranked or ranked[0][1] < _MOSTLY * typed:
            return ""
        return self._graph.labels_of(np.array([ranked[0][0]], np.int32))[0]

    def samples(self, relation: int) -> Sequence[tuple[str, str]]:
        """Labels of some triples that have both."""
        subjects, objects = self._spread(relation, 4 * TRIPLES)
        pairs = zip(self._graph.labels_of(subjects), self._graph.labels_of(objects), strict=True)
        return [pair for pair in pairs if all(pair)][:TRIPLES]


async def _worded(
    first: Drafts, samples: Mapping[str, Sequence[tuple[str, str]]], actor: Actor, concurrency: int
) -> tuple[Drafts, Counter[str]]:
    """The drafts in a model's words where its reply holds, and how many replies were not taken, by reason. Raises what
    ends a run: UsageError, StorageError."""
    kept: Counter[str] = Counter()
    gate = asyncio.Semaphore(2 * concurrency)

    async def one(draft: Draft) -> Draft:
        if draft.reason in {"technical", "too-long"} or not samples[draft.id]:
            return draft
        async with gate:
            try:
                return reworded(draft, await _reply(draft, samples[draft.id], actor))
            except UnfitReplyError as error:
                kept[error.reason] += 1
            except ModelError as error:
                kept[f"{error.kind}: {error}"[:_REASON]] += 1
            return draft

    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(one(draft)) for draft in first.drafts]
    except* BenchwrightError as errors:
        raise _first(errors) from None
    return Drafts(tuple(task.result() for task in tasks), first.left_out), kept


def _first(errors: BaseExceptionGroup[BenchwrightError]) -> BenchwrightError:
    """One of the errors of a group, which may hold groups."""
    one = errors.exceptions[0]
    return _first(one) if isinstance(one, BaseExceptionGroup) else one


async def _reply(draft: Draft, triples: Sequence[tuple[str, str]], actor: Actor) -> Mapping[str, Any]:
    """What the model says of a relation. Raises UnfitReplyError for a refusal and for what is not in the form."""
    asker = Asker(Actors(actor, actor, actor), "", f"relation {actor.name}")
    values = {"relation": str(draft.entry["label"]), "triples": shown_triples(triples)}
    reply = await asker.ask("writer", prompt("relation"), values)
    if reply.status != "ok" or not isinstance(reply.data, dict):
        raise UnfitReplyError(reply.status if reply.status != "ok" else "unparsed")
    return reply.data
