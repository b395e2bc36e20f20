"""Checks (`entails`) with a cross-encoder on this machine that the evidence entails the answer; extra `neural`.

Off unless a plan asks for it.

The hypothesis is the writer's answer, which is a statement in full sentences. A premise is what was quoted, in whole
sentences and rows, and beside it every source in windows; the best premise counts. What is only seen in an image is no
premise but for the words that were put to it, so that the check says little about such questions.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from benchwright.checks.judged.draft import QuestionDraft
from benchwright.english.sentences import sentences
from benchwright.errors import MissingExtraError, UsageError
from benchwright.records import AROUND, Check, Source, Span

if TYPE_CHECKING:
    from sentence_transformers import CrossEncoder

NAMES = ("entails",)
THRESHOLD = 0.5
"""The least probability of entailment that passes, unless a caller says otherwise."""

WINDOW = 1200
"""Characters of a source that are one premise: with a short hypothesis, what 512 tokens hold. Windows overlap by
half."""

Scorer = Callable[[Sequence[tuple[str, str]]], Sequence[float]]
"""The probability that a premise entails a hypothesis, for pairs of (premise, hypothesis). May take long."""


@dataclass(frozen=True, slots=True)
class Entailment:
    """A scorer, the model's name for the record, and the probability from which an answer counts as entailed."""

    score: Scorer
    name: str
    threshold: float = THRESHOLD


def check_entails(draft: QuestionDraft, spans: Sequence[Span], entailment: Entailment | None) -> Check:
    """Pass when the best premise entails the answer. Blocking: run it off the event loop."""
    if entailment is None:
        return Check("entails", "unscored", "no model for entailment was given")
    premises = list(dict.fromkeys(premises_of(draft, spans)))
    if not premises:
        return Check("entails", "unscored", "the sources hold no words", by=entailment.name)
    best = max(entailment.score([(premise, draft.answer) for premise in premises]))
    passed = best >= entailment.threshold
    reason = "" if passed else f"entailed with {best:.2f}, less than {entailment.threshold:.2f}"
    return Check("entails", "pass" if passed else "fail", reason, round(float(best), 4), entailment.name)


def premises_of(draft: QuestionDraft, spans: Sequence[Span]) -> Iterator[str]:
    """All quoted sentences and rows together; then each source in windows, its title before it."""
    by_id = {source.id: source for source in draft.sources}
    quoted = dict.fromkeys(piece for span in spans for piece in _quoted(span, by_id[span.source]))
    images = {source.id for source in draft.sources if source.image is not None}
    quoted |= dict.fromkeys(quote.text for quote in draft.quotes if quote.source in images)
    if quoted:
        yield "\n".join(quoted)
    for source in draft.sources:
        for start in range(0, max(1, len(source.text) - WINDOW // 2), WINDOW // 2):
            window = source.text[start : start + WINDOW].strip()
            if window:
                yield f"{source.title}. {window}" if source.title else window


def _quoted(span: Span, source: Source) -> Iterator[str]:
    """The whole sentences around a range of text; the header and the row of a cell."""
    if span.start is not None and span.end is not None:
        around = [(a, b) for a, b in sentences(source.text) if a < span.end and span.start < b]
        start, end = (around[0][0], around[-1][1]) if around else (span.start, span.end)
        yield source.text[start:end].strip()
    elif span.cells and source.table is not None:
        yield f"{source.title}: {' | '.join(' '.join(line) for line in zip(*source.table.header, strict=True))}"
        for row in dict.fromkeys(row for row, _ in span.cells if row >= 0):
            yield " | ".join(source.table.rows[row])
    elif span.read in AROUND:
        yield source.title if span.read == "title" else source.about


def open_entailment(model: str, threshold: float = THRESHOLD, *, wanted_by: str = "the check 'entails'") -> Entailment:
    """An NLI cross-encoder by its name or folder, loaded at the first use and once. `wanted_by` is what of the plan
    asks for it.

    Raises MissingExtraError without the extra; at the first use UsageError for a model that has no class `entailment`.
    """
    try:
        from sentence_transformers import CrossEncoder
    except ImportError as error:
        raise MissingExtraError(wanted_by, "neural") from error
    return Entailment(_Neural(CrossEncoder, model), f"entails/1 {model}", threshold)


class _Neural:
    """A cross-encoder that is loaded when it is first asked. One thread asks at a time."""

    def __init__(self, kind: type[CrossEncoder], model: str) -> None:
        self._kind = kind
        self._model = model
        self._lock = threading.Lock()
        self._loaded: Any = None
        self._column = 0

    def __call__(self, pairs: Sequence[tuple[str, str]]) -> Sequence[float]:
        import numpy as np

        with self._lock:
            if self._loaded is None:
                self._loaded = self._kind(self._model)
                self._column = entailing(self._loaded.model.config.id2label, self._model)
            logits = np.asarray(self._loaded.predict(list(pairs), activation_fn=None, convert_to_numpy=True))
        return probabilities(logits.tolist(), self._column)


def entailing(labels: dict[int, str], model: str) -> int:
    """Which of a model's classes says that the premise entails. Raises UsageError if none is called so."""
    for column, name in sorted(labels.items()):
        if str(name).casefold() in ("entailment", "entails", "entail"):
            return int(column)
    raise UsageError(f"{model} has no class 'entailment'", hint="name a cross-encoder for natural language inference")


def probabilities(logits: Sequence[Sequence[float]], column: int) -> list[float]:
    """The softmax of each row's logits, at one class."""
    from scipy.special import softmax

    return [float(row[column]) for row in softmax(logits, axis=1)]
