"""Prepare one example for pages: the question, its answers, hops, sources with evidence marked, and checks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchwright.benchmark.render import evidence_of, undecided_line
from benchwright.publish.disagreements import EvidenceSource
from benchwright.publish.page.source_views import Pictures, SourceView, source_view
from benchwright.publish.safe_text import line
from benchwright.records import Answer, Check, Example, Source

TEXT = 1200
"""Characters of a question, an answer or a reason."""
NAME = 80
MOST_SOURCES = 12
_MOST_ANSWERS = 40
_MOST_DISTRACTORS = 20


@dataclass(frozen=True, slots=True)
class HopView:
    """One step of a question: what is asked, its answer, and the titles of its sources."""

    question: str
    answer: str
    sources: str


@dataclass(frozen=True, slots=True)
class CheckView:
    """One proof: its verdict, and what is told of it."""

    name: str
    verdict: str
    told: str


@dataclass(frozen=True, slots=True)
class ExampleCard:
    """An example as the template draws it. `missing` are ids of sources that cannot be shown; `facts` are rows of name
    and value on how it was made."""

    id: str
    question: str
    answers: tuple[tuple[str, str], ...]
    more_answers: int
    undecided: str
    style: str
    modalities: str
    family: str
    hops: tuple[HopView, ...]
    sources: tuple[SourceView, ...]
    more_sources: int
    missing: tuple[str, ...]
    distractors: tuple[str, ...]
    checks: tuple[CheckView, ...]
    facts: tuple[tuple[str, str], ...]

    @property
    def size(self) -> int:
        """About how many bytes it takes at most."""
        texts = [self.question, self.undecided, *(text for pair in self.answers for text in pair)]
        texts += [text for hop in self.hops for text in (hop.question, hop.answer, hop.sources)]
        texts += [one.told for one in self.checks] + [text for pair in self.facts for text in pair]
        return 3000 + 4 * sum(map(len, texts)) + sum(one.size for one in self.sources)


def example_card(
    example: Example,
    find: Callable[[str], Source | None],
    image_path: Callable[[Source], Path],
    pictures: Pictures,
    most_sources: int = MOST_SOURCES,
) -> ExampleCard:
    """The example as text. `find` gives a source by its id, `image_path` where the bytes of an image source are."""
    spans = evidence_of(example)
    listed = dict.fromkeys([*(span.source for span in spans if span.source in example.sources), *example.sources])
    known = {name: source for name in listed if (source := find(name)) is not None}
    needed = [
        EvidenceSource(
            source,
            tuple(span for span in spans if span.source == name),
            image_path(source) if source.image is not None else None,
        )
        for name, source in list(known.items())[:most_sources]
    ]

    def title(name: str) -> str:
        source = known.get(name) or find(name)
        return line((source.title if source else "") or name, NAME)

    distractors = [title(name) for name in example.distractors[:_MOST_DISTRACTORS]]
    return ExampleCard(
        line(example.id, NAME),
        line(example.question, TEXT),
        tuple(_answer(one) for one in example.answers[:_MOST_ANSWERS]),
        max(0, len(example.answers) - _MOST_ANSWERS),
        line(undecided_line(example), TEXT) if example.undecided else "",
        line(example.style, NAME),
        line(str(example.modalities), NAME),
        line(example.family, NAME),
        tuple(
            HopView(
                line(hop.question, TEXT),
                line(hop.answer, TEXT),
                line(", ".join(title(name) for name in hop.sources), TEXT),
            )
            for hop in example.hops
        ),
        tuple(source_view(one, pictures) for one in needed),
        len(known) - len(needed),
        tuple(line(name, NAME) for name in listed if name not in known),
        tuple(distractors),
        tuple(_check(one) for one in example.checks),
        tuple(_facts(example)),
    )


def _answer(one: Answer) -> tuple[str, str]:
    return line(one.text, TEXT), line("; ".join(one.aliases), TEXT)


def _check(one: Check) -> CheckView:
    score = f"score {one.score:g}" if one.score is not None else ""
    told = "; ".join(filter(None, (one.reason, score, f"by {one.by}" if one.by else "")))
    return CheckView(line(one.name, NAME), one.verdict, line(told, TEXT))


def _facts(example: Example) -> list[tuple[str, str]]:
    origin = example.origin
    rows = [
        ("About", example.entity),
        ("Read from images by", example.read),
        ("Made by", f"{origin.maker}, attempt {origin.attempt:,}, seed {origin.seed}"),
        *((f"Model ({role})", name) for role, name in sorted(origin.models.items())),
        *((name, value) for name, value in sorted(example.columns.items())),
    ]
    return [(line(name, NAME), line(value, TEXT)) for name, value in rows if value]
