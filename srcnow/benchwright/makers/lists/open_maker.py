"""Opens the list maker: chooses the graph, the book of relations and the checker that a plan names."""

from __future__ import annotations

from time import monotonic
from typing import Final

from benchwright.checks.judged.entails import open_entailment
from benchwright.corpus.store import Corpus
from benchwright.errors import PlanError
from benchwright.facts.store import FactTable
from benchwright.graphs.book import open_book
from benchwright.graphs.graph import Graph, graph_names
from benchwright.graphs.relations import RelationBook
from benchwright.makers.lists.draft_checks import MAKER
from benchwright.makers.lists.evidence.checker import Checker, NameMatch
from benchwright.makers.lists.evidence.lexical import Lexical
from benchwright.makers.lists.evidence.nli import Nli
from benchwright.makers.lists.evidence.pages import Pages, find_pages
from benchwright.makers.lists.evidence.store import Progress, book_fingerprint, find_evidence
from benchwright.makers.lists.knowledge.choose_book import FACTS, choose_book, relations_label
from benchwright.makers.lists.knowledge.facts_base import FactsBase
from benchwright.makers.lists.knowledge.graph_base import GraphBase
from benchwright.makers.lists.knowledge.page_kinds import PageKinds
from benchwright.makers.lists.maker import ListMaker
from benchwright.makers.lists.model_attempts import EvidenceReading, open_models
from benchwright.makers.lists.plan_settings import QUERIES, conditions_of, verifier_of
from benchwright.makers.lists.proof.graph_candidates import GraphCandidates
from benchwright.makers.lists.proof.judges import EvidenceJudge, ModelJudge, ScoreJudge
from benchwright.makers.lists.proof.undecided_answers import UndecidedAnswerFinder
from benchwright.makers.lists.proof.unverified_answers import UnverifiedAnswerFinder
from benchwright.makers.lists.queries.memory import QueryLimits, check_memory
from benchwright.models import Models, Notify
from benchwright.plan import Plan
from benchwright.records import Json
from benchwright.registry import suggestion
from benchwright.run.makers import MAKERS

_TOLD_SECONDS = 10
"""Between two lines on how far the search for evidence is."""

NOT_MEASURED: Final = "not measured"
"""Reported as the precision of a checker that has not been measured."""
_MOST_UNDECLARED: Final = 100
"""Relations without a declared kind that the manifest names."""

ALWAYS = frozenset({"modalities", "style", "correct", "entails", "answers", "leak", "duplicate", "readable"})
"""Checks that every list question has passed, whatever the plan says of others."""


@MAKERS.register(MAKER)
def open_maker(plan: Plan, corpus: Corpus, facts: FactTable, models: Models | None = None) -> ListMaker:
    """The maker `qampari`, with the models behind it that the plan names for lists. Raises PlanError for settings that
    it does not support, UsageError for relations, a graph or a model that cannot be used."""
    for name, action in plan.checks.items():
        if name in ALWAYS and action != "reject":
            raise PlanError(
                f"checks: {name}: {action} is not for list questions, which are rejected if they fail it",
                hint=f"leave {name!r} out of the plan's checks",
            )
    conditions_of(plan.lists)
    if not any(cell.maker == MAKER and cell.kind in QUERIES for cell in plan.cells()):
        return ListMaker(plan, corpus, None, "facts", models=open_models(plan, models))
    name = graph_of(plan, corpus)
    if name == FACTS:
        book = open_book(plan.lists.relations or FACTS, plan.folder)
        knowledge = FactsBase(corpus, facts, book, both_ways=plan.lists.both_ways)
        parts = {relations_label(plan, FACTS): book_fingerprint(book)}
        return ListMaker(plan, corpus, knowledge, "facts", parts=parts, models=open_models(plan, models))
    judge = judge_of(plan)
    graph = _open_graph(plan, corpus, name)
    worded = choose_book(plan, graph)
    book = worded.book
    evidence = find_evidence(graph, corpus, book, checker_of(plan, book))
    pages = find_pages(graph, corpus)
    base = GraphBase(
        graph,
        book,
        evidence,
        corpus.ids,
        both_ways=plan.lists.both_ways,
        pages=pages if plan.lists.covered else None,
        kinds=PageKinds(graph, corpus, pages),
    )
    reads = None if judge is None else EvidenceReading(judge, GraphCandidates(base, book, corpus), base)
    undeciding = undeciding_of(plan, graph, corpus, book, base, pages) if plan.lists.undecided else None
    parts = {f"the graph {name}": graph.fingerprint, relations_label(plan, worded.built_in): book_fingerprint(book)}
    list_models = open_models(plan, models, reads)
    report = evidence_report(plan, checker_of(plan, book), judge, book)
    return ListMaker(
        plan,
        corpus,
        base,
        "graph",
        pages=len(pages),
        undeciding=undeciding,
        parts=parts,
        models=list_models,
        evidence=report,
    )


def undeciding_of(
    plan: Plan, graph: Graph, corpus: Corpus, book: RelationBook, base: GraphBase, pages: Pages
) -> UndecidedAnswerFinder:
    """Who finds what is neither right nor wrong. Sentences for what the graph does not state are always read by
    `lexical`, whichever checker decides about the others: a judge would have to read thousands."""
    threshold = plan.lists.threshold if plan.lists.checker == "lexical" else None
    checker = Lexical(book) if threshold is None else Lexical(book, threshold)
    return UndecidedAnswerFinder(
        UnverifiedAnswerFinder(graph, corpus, book, base, pages, checker), base, set(pages.codes.tolist())
    )


def search(plan: Plan, corpus: Corpus, notify: Notify) -> None:
    """Search the corpus for the evidence of the graph that a plan means, unless that was done before, and tell how far
    it is: the maker then finds it searched. Does nothing where the plan asks for no lists of a graph. Raises what
    `open_maker` does."""
    if not any(cell.maker == MAKER and cell.kind in QUERIES for cell in plan.cells()):
        return
    name = graph_of(plan, corpus)
    if name == FACTS:
        return
    graph = _open_graph(plan, corpus, name)
    worded = choose_book(plan, graph)
    if worded.notice:
        notify(worded.notice)
    book = worded.book
    if book.undeclared:
        notify(
            f"{len(book.undeclared):,} of {len(book.relations):,} relations do not declare their kind, tense and ends: "
            "they take the defaults other, ever and thing"
        )
    last_notice = monotonic()

    def tell(progress: Progress) -> None:
        nonlocal last_notice
        if monotonic() - last_notice >= _TOLD_SECONDS:
            last_notice = monotonic()
            notify(f"searching evidence: {progress.done:,} of {progress.pages:,} pages")

    find_evidence(graph, corpus, book, checker_of(plan, book), progress=tell)


def _open_graph(plan: Plan, corpus: Corpus, name: str) -> Graph:
    """The graph of that name. CorpusError if it cannot be opened, UsageError if it needs too much memory."""
    graph = Graph.open(corpus.path, name)
    check_memory(name, graph.rows("triples.parquet"), graph.rows("entities.parquet"), QueryLimits(plan.lists.memory))
    return graph


def checker_of(plan: Plan, book: RelationBook) -> Checker:
    """What the search reads sentences with: `lexical`, or, where a model judges, one that only matches names."""
    if plan.lists.checker != "lexical":
        return NameMatch()
    threshold = plan.lists.threshold
    return Lexical(book) if threshold is None else Lexical(book, threshold)


def evidence_report(plan: Plan, checker: Checker, judge: EvidenceJudge | None, book: RelationBook) -> Json:
    """What the manifest says of the evidence: who decided which sentences state a triple, how precise it was on
    labelled sentences, and which relations leave what they are to defaults."""
    report: Json = {"checker": plan.lists.checker, "by": checker.name if judge is None else judge.by}
    if isinstance(checker, Lexical):
        report |= {"threshold": checker.threshold, "measured_at": checker.model.threshold, "measured": checker.measured}
        report["trained_on"] = checker.model.trained_on
    else:
        report["measured"] = NOT_MEASURED
    undeclared = book.undeclared
    if undeclared:
        report["undeclared"] = {"relations": len(undeclared), "first": list(undeclared[:_MOST_UNDECLARED])}
    return report


def judge_of(plan: Plan) -> EvidenceJudge | None:
    """Who decides about candidates; None if the search does. Raises PlanError if the plan names no model, and
    MissingExtraError without the extra that `nli` needs."""
    match plan.lists.checker:
        case "nli":
            model, threshold = plan.entailment.model, plan.entailment.threshold
            reader = open_entailment(model, threshold, wanted_by="the plan's `lists: {checker: nli}`")
            return ScoreJudge(Nli(reader, plan.lists.threshold))
        case "judge":
            if plan.lists.threshold is not None:
                raise PlanError(
                    "lists: threshold does not apply to the checker judge, which says yes or no", hint="leave it out"
                )
            name = verifier_of(plan)
            if name is None:
                raise PlanError("lists: checker: judge needs a model", hint="name one, such as verifier: openai/NAME")
            return ModelJudge(name)
        case _:
            return None


def graph_of(plan: Plan, corpus: Corpus) -> str:
    """The graph that a plan means: the one that it names, else the only one, else the facts of the corpus. Raises
    PlanError if there are several, or none of that name."""
    there = graph_names(corpus.path)
    named = plan.lists.graph
    if named is not None:
        if named != FACTS and named not in there:
            raise PlanError(
                f"lists: graph: {corpus.path} has no graph {named!r}", hint=suggestion(named, [*there, FACTS])
            )
        return named
    if len(there) > 1:
        raise PlanError(
            f"{corpus.path} has {len(there)} graphs", hint=f"name one under lists: graph: {', '.join([*there, FACTS])}"
        )
    return there[0] if there else FACTS
