"""Prepare the questions of the report page, as many as its size allows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from benchwright.publish.disagreements import Disagreement, ListedHit
from benchwright.publish.number_format import better, number
from benchwright.publish.page.inline_images import inline_picture
from benchwright.publish.page.source_views import SourceView, source_view
from benchwright.publish.page.summary_views import SystemView, Views
from benchwright.publish.safe_text import line

MOST = 60
BYTES = 7_000_000
"""What questions may take of the page: with the rest of it, it stays below 8 MB."""
_QUESTION = 1200
_ANSWER = 1200
_UNDECIDED = 400
_SOURCES = 12


@dataclass(frozen=True, slots=True)
class SystemValue:
    """A system and its value on the question; `best` where no other is better and some are worse."""

    system: SystemView
    value: str
    best: bool


@dataclass(frozen=True, slots=True)
class QuestionView:
    """One question with everything around it. `kind` and `best` are what it is filtered by; `undecided` are the answers
    that are neither right nor wrong, the number of them first."""

    id: str
    question: str
    answer: str
    style: str
    modalities: str
    scored: tuple[SystemValue, ...]
    sources: tuple[SourceView, ...]
    more_sources: int
    retrieved: tuple[tuple[SystemView, tuple[ListedHit, ...]], ...]
    best: str
    undecided: str = ""

    @property
    def size(self) -> int:
        """About how many bytes it takes."""
        hits = sum(200 + 4 * len(hit.title) for _, listed in self.retrieved for hit in listed)
        return (
            1500
            + 4 * (len(self.question) + len(self.answer) + len(self.undecided))
            + hits
            + sum(one.size for one in self.sources)
        )


def list_question_views(views: Views, told: Sequence[Disagreement]) -> tuple[list[QuestionView], int]:
    """The questions that are shown, and how many of those given are not: past MOST, or past what a page may take."""
    pictures = lru_cache(maxsize=256)(inline_picture)
    shown: list[QuestionView] = []
    taken = 0
    for one in told[:MOST]:
        view = _view(views, one, tuple(source_view(source, pictures) for source in one.sources[:_SOURCES]))
        if taken + view.size > BYTES:
            break
        taken += view.size
        shown.append(view)
    return shown, len(told) - len(shown)


def _view(views: Views, one: Disagreement, sources: tuple[SourceView, ...]) -> QuestionView:
    measure = views.summary.main
    values = {name: one.values[name] for name in views.names if name in one.values}
    best = [
        name
        for name, value in values.items()
        if not any(better(measure, other, value) for other in values.values()) and len(set(values.values())) > 1
    ]
    return QuestionView(
        id=line(one.id, 80),
        question=line(one.question, _QUESTION),
        answer=line(one.answer, _ANSWER),
        style=line(one.style, 60),
        modalities=line(one.modalities, 40),
        scored=tuple(
            SystemValue(views.system(name), number(value, views.places, measure=measure), name in best)
            for name, value in values.items()
        ),
        sources=sources,
        more_sources=len(one.sources) - len(sources),
        retrieved=tuple(
            (views.system(name), tuple(map(_hit, one.retrieved[name])))
            for name in views.names
            if one.retrieved.get(name)
        ),
        best=" ".join(str(views.system(name).index) for name in best),
        undecided=line(f"{len(one.undecided):,}: {'; '.join(one.undecided)}", _UNDECIDED) if one.undecided else "",
    )


def _hit(hit: ListedHit) -> ListedHit:
    return replace(hit, title=line(hit.title, 160), modality=line(hit.modality, 40))
