"""Fills the cells of style `list` (plan: qampari).

A cell's kind says where its questions come from: `simple`, `intersection` and `composition` from a knowledge base (a
loaded graph with evidence, or the facts of the corpus), the others from tables.
"""

from __future__ import annotations

from collections.abc import Awaitable, Mapping, Sequence
from functools import cached_property
from threading import Lock

from benchwright.checks.repeated_lists import NoRepeatedLists
from benchwright.corpus.store import Corpus
from benchwright.makers.lists.distractors import Distractors
from benchwright.makers.lists.draft_checks import MAKER, ListCell, fingerprint_of
from benchwright.makers.lists.knowledge.knowledge_base import Knowledge
from benchwright.makers.lists.model_attempts import ModelAttempts
from benchwright.makers.lists.plan_settings import QUERIES, cell_of, conditions_of
from benchwright.makers.lists.proof.undecided_answers import UndecidedAnswerFinder
from benchwright.makers.lists.queries.memory import QueryLimits
from benchwright.makers.lists.queries.query_order import OrderedQueries, QueryCatalogue
from benchwright.makers.lists.query_attempts import QueryAttempts
from benchwright.makers.lists.relation_split import SPLIT_OF, RelationSplit, part_of, split_relations
from benchwright.makers.lists.shortfalls import Source, shortfall
from benchwright.makers.lists.table_attempts import TABLE_KINDS, TableAttempts
from benchwright.plan import Plan
from benchwright.records import Json, Outcome
from benchwright.run import CommitRule, Supply


class ListMaker:
    """The maker. `base` is None where the plan asks for no kind that needs one; `pages` says how many things of a
    loaded graph have a page in the corpus, `parts` is what `fingerprint` holds beside the rules, hashed by name, and
    `evidence` says for the manifest which checker read the sentences and how good it is. `models` judges and rewords.
    Where models are asked, attempts are coroutines. Safe to call from several threads: what is worked out once is
    worked out under a lock."""

    name = MAKER

    def __init__(
        self,
        plan: Plan,
        corpus: Corpus,
        base: Knowledge | None,
        source: Source,
        *,
        pages: int | None = None,
        undeciding: UndecidedAnswerFinder | None = None,
        parts: Mapping[str, str] | None = None,
        models: ModelAttempts | None = None,
        evidence: Json | None = None,
    ) -> None:
        self.parts = parts or {}
        self.waits = models is not None and models.actors is not None
        self._models = models
        self._evidence_report = evidence
        self._plan = plan
        self._pages = pages
        self._base = base
        self._source = source
        self._lists = plan.lists
        self._lock = Lock()
        self._listings: dict[str, OrderedQueries] = {}
        distract = Distractors(corpus).of
        self._undeciding = undeciding
        conditions = conditions_of(plan.lists)
        self._attempts = (
            None if base is None else QueryAttempts(base, corpus, conditions, plan.seed, source, distract, undeciding)
        )
        self._tables = TableAttempts(plan, corpus, distract)

    @property
    def fingerprint(self) -> str:
        """Changes with the knowledge base and with the rules of this maker."""
        base = "" if self._base is None else self._base.fingerprint
        parts = {"base": base, "tables": self._tables.version}
        if self._undeciding is not None:
            parts["undecided"] = self._undeciding.fingerprint
        return fingerprint_of(parts) if self._models is None else self._models.fingerprint(fingerprint_of(parts))

    def supply(self, cell_key: str) -> Supply:
        cell = cell_of(cell_key)
        if cell.kind in TABLE_KINDS:
            return self._tables.supply(cell)
        if cell.kind not in QUERIES or self._base is None:
            return Supply(0)
        listing = self._listing(cell)
        if not len(listing):
            return Supply(0, why=self.why_short(cell_key, 0, {}))
        return Supply(len(listing), {"relation": listing.typed})

    def why_short(self, cell_key: str, seen: int, reasons: Mapping[str, int]) -> str:
        """Why a cell ended short of its quota."""
        cell = cell_of(cell_key)
        if cell.kind in TABLE_KINDS:
            return self._tables.why_short(cell, seen, reasons)
        if cell.kind not in QUERIES or self._base is None:
            return ""
        stages = self._stages(cell, self._base)
        return shortfall(self._source, stages, self._base.left_out, seen, reasons)

    def _stages(self, cell: ListCell, base: Knowledge) -> dict[str, int]:
        """How much of the knowledge base is left at each stage on the way to a cell's queries."""
        listing = self._listing(cell)
        uses = ("first", "second") if cell.kind == "composition" else ("simple",)
        counts = {
            "statements": len(base.statements) + base.left_out.get("ruled-out", 0),
            "clauses": min(sum(use in view.uses for view in base.views) for use in uses),
            "things with pages": self._pages,
            "answers": len(base.edges),
            "proven answers": int(base.edges.proven.sum()),
            "simple queries": listing.counts.get("simple"),
            "pairs": listing.counts.get("pairs"),
            "queries": listing.counts["queries"],
            "queries in the part": None if self._lists.part is None else len(listing),
        }
        return {stage: int(count) for stage, count in counts.items() if count is not None}

    def attempt(self, cell_key: str, number: int) -> Outcome | Awaitable[Outcome]:
        """One try. A query that falls even if every candidate is taken at its word falls before any model is asked.
        Raises what models raise."""
        cell = cell_of(cell_key)
        if cell.kind in TABLE_KINDS:
            outcome, drafted = self._tables.attempt(cell, number), None
        elif self._attempts is None:
            raise ValueError(f"the plan asks for no {cell.kind!r}")
        else:
            query = self._queries.query(self._listing(cell), number)
            outcome, drafted = self._attempts.attempt(cell, number, query), (self._attempts, query)
        return outcome if self._models is None else self._models.attempt(cell, number, outcome, drafted)

    def rules(self) -> Sequence[CommitRule]:
        return (NoRepeatedLists(),)

    def sampling(self, cell_key: str) -> Json:
        """What the cell's questions were drawn from: how many queries and pairs, which share of them was looked at,
        how many relations, typed relations and groups of these they have, and all relations that the split halves
        (`split_of`); or how many tables, and why others give nothing."""
        cell = cell_of(cell_key)
        if cell.kind in TABLE_KINDS:
            return self._tables.sampling()
        if cell.kind not in QUERIES or self._base is None:
            return {}
        left_out = dict(self._base.left_out)
        record = {"knowledge": self._base.name, **self._listing(cell).counts, "left_out": left_out}
        if self._evidence_report is not None:
            record["evidence"] = self._evidence_report
        return {**record, SPLIT_OF: self._relations()}

    # ------------------------------------------------------------------ queries
    @cached_property
    def _queries(self) -> QueryCatalogue:
        assert self._base is not None, "only cells that need a knowledge base ask for listings"
        return QueryCatalogue(
            self._base.edges,
            self._base.views,
            conditions_of(self._lists),
            self._plan.seed,
            QueryLimits(self._lists.memory),
        )

    def _listing(self, cell: ListCell) -> OrderedQueries:
        with self._lock:
            listing = self._listings.get(cell.key)
            if listing is None:
                split = None if self._lists.part is None else split_relations(self._relations(), self._plan.seed)
                listing = self._queries.of(
                    cell.kind, cell.key, lambda relations: self._wanted(cell.kind, relations, split)
                )
                self._listings[cell.key] = listing
        return listing

    def _relations(self) -> list[str]:
        """The ids of the relations that the knowledge base can be asked about, sorted: of the same graph and book the
        same, whatever cells a plan has, so that the halves of two benchmarks are the same."""
        assert self._base is not None
        return sorted({view.relation.id for view in self._base.views})

    def _wanted(self, kind: str, relations: tuple[str, ...], split: RelationSplit | None) -> bool:
        """Whether queries of these relations are in the part that the plan asks for."""
        return split is None or part_of(kind, relations, split, self._lists.mixed) == self._lists.part
