"""Benchwright builds, proves and measures evaluation benchmarks for multimodal retrieval-augmented generation.

The public names are loaded when first used, so that `import benchwright` stays fast:

    import benchwright

    benchwright.ingest(["manuals/"], "corpus")
    benchwright.generate("corpus", "bench", n=50)
    for example in benchwright.Benchmark.open("bench"):
        print(example.question, example.answer)
    scores = benchwright.evaluate_retrieval("bench", {"mine": search, "words": "bm25"})
    print(scores.to_pandas(), scores.page)

What is not in `__all__` may change from one version to the next.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from benchwright.benchmark.store import Benchmark
    from benchwright.corpus.store import Corpus
    from benchwright.errors import (
        BenchmarkError,
        BenchwrightError,
        CorpusError,
        LockedError,
        MissingExtraError,
        PlanError,
        StorageError,
        UsageError,
    )
    from benchwright.evaluate.comparison import compare
    from benchwright.facts.extract import read_facts
    from benchwright.facts.store import FactTable
    from benchwright.models.callable_model import CallableModel
    from benchwright.plan import Plan, read_plan
    from benchwright.records import Example, Fact, Modalities, Source, Span
    from benchwright.run.item_run import CallOptions
    from benchwright.run.model_session import SpendingCaps
    from benchwright.workflows.answers import AnswersSetup, evaluate_answers
    from benchwright.workflows.browse import browse
    from benchwright.workflows.card import card
    from benchwright.workflows.certify import certify
    from benchwright.workflows.describe import describe
    from benchwright.workflows.estimate import estimate
    from benchwright.workflows.evaluate import evaluate_retrieval, evaluate_systems
    from benchwright.workflows.evaluate_questions import evaluate_questions
    from benchwright.workflows.evaluation_files import Evaluation
    from benchwright.workflows.export import export
    from benchwright.workflows.generate import generate
    from benchwright.workflows.ingest import ingest
    from benchwright.workflows.judging import JudgingOptions
    from benchwright.workflows.log_scores import log_scores
    from benchwright.workflows.report import report
    from benchwright.workflows.split import split
    from benchwright.workflows.style_draft import draft_styles
    from benchwright.workflows.validate import validate

__version__ = "0.1.0"

__all__ = [
    "AnswersSetup",
    "Benchmark",
    "BenchmarkError",
    "BenchwrightError",
    "CallOptions",
    "CallableModel",
    "Corpus",
    "CorpusError",
    "Evaluation",
    "Example",
    "Fact",
    "FactTable",
    "JudgingOptions",
    "LockedError",
    "MissingExtraError",
    "Modalities",
    "Plan",
    "PlanError",
    "Source",
    "Span",
    "SpendingCaps",
    "StorageError",
    "UsageError",
    "browse",
    "card",
    "certify",
    "compare",
    "describe",
    "draft_styles",
    "estimate",
    "evaluate_answers",
    "evaluate_questions",
    "evaluate_retrieval",
    "evaluate_systems",
    "export",
    "generate",
    "ingest",
    "log_scores",
    "read_facts",
    "read_plan",
    "report",
    "split",
    "validate",
]

_HOMES: Final = {
    "benchwright.benchmark.store": ("Benchmark",),
    "benchwright.corpus.store": ("Corpus",),
    "benchwright.errors": tuple(name for name in __all__ if name.endswith("Error")),
    "benchwright.evaluate.comparison": ("compare",),
    "benchwright.facts.extract": ("read_facts",),
    "benchwright.facts.store": ("FactTable",),
    "benchwright.models.callable_model": ("CallableModel",),
    "benchwright.plan": ("Plan", "read_plan"),
    "benchwright.records": ("Example", "Fact", "Modalities", "Source", "Span"),
    "benchwright.run.item_run": ("CallOptions",),
    "benchwright.run.model_session": ("SpendingCaps",),
    "benchwright.workflows.answers": ("AnswersSetup", "evaluate_answers"),
    "benchwright.workflows.card": ("card",),
    "benchwright.workflows.certify": ("certify",),
    "benchwright.workflows.describe": ("describe",),
    "benchwright.workflows.estimate": ("estimate",),
    "benchwright.workflows.browse": ("browse",),
    "benchwright.workflows.evaluate": ("evaluate_retrieval", "evaluate_systems"),
    "benchwright.workflows.evaluate_questions": ("evaluate_questions",),
    "benchwright.workflows.evaluation_files": ("Evaluation",),
    "benchwright.workflows.judging": ("JudgingOptions",),
    "benchwright.workflows.split": ("split",),
    "benchwright.workflows.export": ("export",),
    "benchwright.workflows.generate": ("generate",),
    "benchwright.workflows.style_draft": ("draft_styles",),
    "benchwright.workflows.validate": ("validate",),
    "benchwright.workflows.ingest": ("ingest",),
    "benchwright.workflows.log_scores": ("log_scores",),
    "benchwright.workflows.report": ("report",),
}
_HOME: Final = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Load a public name from its module at the first use."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOME[name]), name)
    return value


def __dir__() -> list[str]:
    """What completion offers."""
    return [*__all__, "__version__"]
