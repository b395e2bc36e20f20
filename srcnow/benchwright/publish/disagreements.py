"""Choose the questions that systems disagree on, with their sources, evidence and hits.

Chosen are those with the largest spread of the main measure between systems, in turn over the combinations of style and
modalities, so that no one kind of question fills the list. Nothing is drawn: equal spreads keep the benchmark's order.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from benchwright.corpus.store import Corpus
from benchwright.evaluate.gold import Gold, Question
from benchwright.evaluate.matched_run import MatchedRun
from benchwright.evaluate.measure_values import MeasureValues
from benchwright.evaluate.runs import Doubles, Run
from benchwright.publish.safe_text import line
from benchwright.records import Source, Span

LIMIT = 40
HITS = 5
_TITLE = 120
_FIRST_WORDS = 80  # characters


@dataclass(frozen=True, slots=True)
class EvidenceSource:
    """A source that a question needs, the evidence in it, and where the bytes of its image are if it is one."""

    source: Source
    evidence: tuple[Span, ...] = ()
    picture: Path | None = None


@dataclass(frozen=True, slots=True)
class ListedHit:
    """One hit of a system as it is listed: what it is called, and whether it holds evidence."""

    title: str
    modality: str
    gold: bool


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A question, what each system scores on it (those that it is scored for), and what each retrieved first.
    `undecided` are answers that are neither right nor wrong."""

    id: str
    question: str
    answer: str
    style: str
    modalities: str
    values: Mapping[str, float]
    sources: tuple[EvidenceSource, ...] = ()
    retrieved: Mapping[str, tuple[ListedHit, ...]] = field(default_factory=dict)
    undecided: tuple[str, ...] = ()

    @property
    def spread(self) -> float:
        """From the lowest to the highest value."""
        return max(self.values.values()) - min(self.values.values()) if self.values else 0.0


def spreads(gold: Gold, values: Mapping[str, MeasureValues], bounds: Container[str] = ()) -> Doubles:
    """[questions] How far the systems are apart on each; 0 where fewer than two are scored. `bounds`, the names of
    those that are a ceiling or a floor, count only where there are no others."""
    names = [name for name in values if name not in bounds]
    names = names if len(names) > 1 else list(values)
    if len(names) < 2:
        return np.zeros(len(gold), dtype=np.float64)
    table = np.array([values[name].values for name in names])
    scored = np.array([values[name].scored for name in names])
    high = np.where(scored, table, -np.inf).max(axis=0)
    low = np.where(scored, table, np.inf).min(axis=0)
    enough = scored.sum(axis=0) > 1
    apart = np.zeros(len(gold), dtype=np.float64)
    np.subtract(high, low, out=apart, where=enough)
    return apart


def disagreements(
    gold: Gold,
    values: Mapping[str, MeasureValues],
    matches: Mapping[str, MatchedRun],
    runs: Mapping[str, Run],
    corpus: Corpus,
    *,
    bounds: Container[str] = (),
    limit: int = LIMIT,
) -> tuple[Disagreement, ...]:
    """The `limit` questions that systems disagree on most, the largest spread first.

    `values` is the main measure by system, `bounds` those of them that are not contenders; `matches` and
    `runs` may lack a system, whose hits are then not listed.
    """
    spread = spreads(gold, values, bounds)
    chosen = _balanced(gold, spread)[:limit]
    chosen.sort(key=lambda place: (-spread[place], place))
    return tuple(
        Disagreement(
            id=question.id,
            question=question.text,
            answer="; ".join(answer.text for answer in question.answers),
            style=question.style,
            modalities=str(question.modalities),
            values={name: float(one.values[place]) for name, one in values.items() if one.scored[place]},
            sources=evidence_sources(question, corpus),
            retrieved={name: _retrieved(matches[name], runs[name], place, corpus) for name in matches if name in runs},
            undecided=tuple(answer.text for answer in question.undecided),
        )
        for place, question in ((place, gold.questions[place]) for place in chosen)
    )


def shown_of(run: Run, matches: MatchedRun) -> Run:
    """The run with what a page shows of its chunks: the first words of the first hits. The texts that systems returned
    would fill the memory."""
    if not run.chunks:
        return run
    listed = {
        at for place in range(len(matches.starts) - 1) for at in matches.hits[matches.ranks(place, HITS)].tolist()
    }
    return replace(
        run,
        chunks=tuple(
            chunk and replace(chunk, text=line(chunk.text, 2 * _FIRST_WORDS)) if at in listed else None
            for at, chunk in enumerate(run.chunks)
        ),
    )


def _balanced(gold: Gold, spread: Doubles) -> list[int]:
    """Places of the questions with any spread: the largest of every kind, then the second of every kind ..."""
    kinds: dict[tuple[str, str], list[int]] = {}
    for place in np.argsort(-spread, kind="stable").tolist():
        if spread[place] > 0:
            question = gold.questions[place]
            kinds.setdefault((question.style, str(question.modalities)), []).append(place)
    turns = max(map(len, kinds.values()), default=0)
    ordered = [kinds[kind] for kind in sorted(kinds)]
    return [places[turn] for turn in range(turns) for places in ordered if turn < len(places)]


def evidence_sources(question: Question, corpus: Corpus) -> tuple[EvidenceSource, ...]:
    """The sources of the first gold set in the order of the evidence, with the spans in them."""
    spans = [span for answer in question.answers for alternative in answer.evidence[:1] for span in alternative]
    wanted = question.gold_sets[0] if question.gold_sets else frozenset[str]()
    ordered = dict.fromkeys([*(span.source for span in spans if span.source in wanted), *sorted(wanted)])
    listed = []
    for name in ordered:
        if name in corpus:
            source = corpus.source(name)
            picture = corpus.image_path(source) if source.image is not None else None
            listed.append(EvidenceSource(source, tuple(span for span in spans if span.source == name), picture))
    return tuple(listed)


def _retrieved(matches: MatchedRun, run: Run, place: int, corpus: Corpus) -> tuple[ListedHit, ...]:
    ranks = matches.ranks(place, HITS)
    pairs = zip(matches.hits[ranks].tolist(), matches.relevant[ranks].tolist(), strict=True)
    return tuple(_hit(run, at, corpus, gold=gold) for at, gold in pairs)


def _hit(run: Run, at: int, corpus: Corpus, *, gold: bool) -> ListedHit:
    """A source by its title, a chunk by its document and first words."""
    name = str(run.sources[at])
    if name:
        if name not in corpus:
            return ListedHit(line(name, _TITLE), "", gold)
        source = corpus.source(name)
        return ListedHit(line(source.title or name, _TITLE), str(source.modality), gold)
    chunk = run.chunks[at] if run.chunks else None
    if chunk is None:
        return ListedHit("", "", gold)
    words = f"“{line(chunk.text, _FIRST_WORDS)}”" if chunk.text.strip() else ""
    return ListedHit(line(" — ".join(filter(None, (chunk.document, words))), _TITLE), "", gold)
