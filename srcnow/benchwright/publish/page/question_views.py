"""Prepare the questions of the report page, as many as its size allows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from benchwright.publish.disagreements import Disagreement, ListedHit
from benchwright.publish.number_format import better, number
from benchwright.publish.page.inline_images import inline_picture
from benchwright.publish.page.source_views import SourceView, source_view
from benchwright.publish.page.summary_views import SystemView, Views

MOST = 60
BYTES = 6_000_000
"""What questions may take of the page: with the rest of it, it stays below 8 MB."""
TEXT = 1200
"""Characters of a question, of its answer, and of its undecided answers, each."""
_SOURCES = 12


@dataclass(frozen=True, slots=True)
class SystemValue:
    """A system and its value on the question; `best` where no other is better and some are worse."""

    system: SystemView
    value: str
    best: bool


@dataclass(frozen=True, slots=True)
class QuestionView:
    """One question with everything around it: the values of the systems that are scored for it, its sources, and each
    system's first hits. `best` names the marks of the best systems, for the filter."""

    about: Disagreement
    scored: tuple[SystemValue, ...]
    sources: tuple[SourceView, ...]
    retrieved: tuple[tuple[SystemView, tuple[ListedHit, ...]], ...]
    best: str

    @property
    def size(self) -> int:
        """About how many bytes it takes at most."""
        hits = sum(200 + 4 * len(hit.title) for _, listed in self.retrieved for hit in listed)
        texts = (self.about.question, self.about.answer, "; ".join(self.about.undecided))
        return 1500 + 4 * sum(min(TEXT, len(text)) for text in texts) + hits + sum(one.size for one in self.sources)


def list_question_views(views: Views, disagreements: Sequence[Disagreement]) -> tuple[list[QuestionView], int]:
    """The questions that are shown, and how many of those given are not: past MOST, or past what a page may take."""
    pictures = lru_cache(maxsize=256)(inline_picture)
    listed: list[QuestionView] = []
    size = 0
    for one in disagreements[:MOST]:
        view = _view(views, one, tuple(source_view(source, pictures) for source in one.sources[:_SOURCES]))
        if size + view.size > BYTES:
            break
        size += view.size
        listed.append(view)
    return listed, len(disagreements) - len(listed)


def _view(views: Views, one: Disagreement, sources: tuple[SourceView, ...]) -> QuestionView:
    measure = views.summary.main
    values = {name: one.values[name] for name in views.names if name in one.values}
    best = [
        name
        for name, value in values.items()
        if not any(better(measure, other, value) for other in values.values()) and len(set(values.values())) > 1
    ]
    scored = tuple(
        SystemValue(views.system(name), number(value, views.places, measure=measure), name in best)
        for name, value in values.items()
    )
    retrieved = tuple((views.system(name), one.retrieved[name]) for name in views.names if one.retrieved.get(name))
    return QuestionView(one, scored, sources, retrieved, " ".join(str(views.system(name).index) for name in best))
