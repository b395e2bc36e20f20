"""Prepare the causes of wrong answers for the report page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from benchwright.english.counts import counted
from benchwright.evaluate.diagnosis.cause_report import CauseExample, CauseReport, CauseShare
from benchwright.evaluate.diagnosis.causes import CAUSES
from benchwright.evaluate.summary import SliceKind
from benchwright.publish.cause_lines import cost_of_retrieval
from benchwright.publish.disagreements import EvidenceSource
from benchwright.publish.number_format import NONE, estimate, number
from benchwright.publish.page.inline_images import inline_picture
from benchwright.publish.page.source_views import SourceView, source_view
from benchwright.publish.page.summary_views import SECTIONS, SystemView, Views
from benchwright.publish.safe_text import line

BYTES = 1_000_000
"""What sources of wrong answers may take of the page."""
_TEXT = 400
_SOURCES = 4


@dataclass(frozen=True, slots=True)
class CauseRow:
    """One cause of one system as text."""

    meaning: str
    answers: str
    share: str
    lost: str


@dataclass(frozen=True, slots=True)
class CauseGrid:
    """The shares of a system's causes (`heads`) by slice."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class ShownMistake:
    """A wrong answer as text, with the sources that the question needs; `more` says how many are not shown."""

    question: str
    meaning: str
    evidence: str
    answer: str
    right: str
    sources: tuple[SourceView, ...] = ()
    more: str = ""


@dataclass(frozen=True, slots=True)
class CauseView:
    """Everything on the wrong answers of one system."""

    system: SystemView
    wrong: str
    fix: str
    rows: tuple[CauseRow, ...]
    slices: tuple[CauseGrid, ...]
    examples: tuple[ShownMistake, ...]


def list_cause_views(
    views: Views, causes: CauseReport, sources: Mapping[str, Sequence[EvidenceSource]]
) -> list[CauseView]:
    """The systems whose answers were diagnosed, in the order of the page. `sources` are what the questions of the
    examples need, by id; they are shown as far as there is room for them."""
    room = _Room(sources)
    return [_view(views, causes, name, room) for name in views.names if name in causes.wrong]


class _Room:
    """Shows the sources of mistakes until `BYTES` are used. Each question's are shown once a system."""

    def __init__(self, sources: Mapping[str, Sequence[EvidenceSource]]) -> None:
        self._sources = sources
        self._left = BYTES
        self._pictures = lru_cache(maxsize=256)(inline_picture)

    def of(self, id: str) -> tuple[tuple[SourceView, ...], str]:
        """The sources of a question, and how many of them are not shown."""
        wanted = self._sources.get(id, ())
        shown: list[SourceView] = []
        for one in wanted[:_SOURCES]:
            view = source_view(one, self._pictures)
            if view.size > self._left:
                break
            self._left -= view.size
            shown.append(view)
        more = len(wanted) - len(shown)
        return tuple(shown), f"{counted(more, 'more source')} {'is' if more == 1 else 'are'} not shown." if more else ""


def _view(views: Views, causes: CauseReport, name: str, room: _Room) -> CauseView:
    shares = causes.shares_of(name)
    grids = [_grid(views, causes, name, kind, title, shares) for kind, title in SECTIONS]
    return CauseView(
        views.system(name),
        f"{causes.wrong[name]:,} of {counted(causes.scored[name], 'scored answer')} below a full score.",
        cost_of_retrieval(causes, name, views.places),
        tuple(_row(one, views.places) for one in shares),
        tuple(grid for grid in grids if grid.rows),
        tuple(_mistake(one, room) for one in causes.examples if one.system == name),
    )


def _row(one: CauseShare, places: int) -> CauseRow:
    return CauseRow(CAUSES[one.cause], f"{one.answers:,}", estimate(one.share, places), number(one.lost, places))


def _grid(
    views: Views, causes: CauseReport, system: str, kind: SliceKind, title: str, shares: Sequence[CauseShare]
) -> CauseGrid:
    rows = []
    for part in views.summary.slices_of(kind):
        cells = {one.cause: estimate(one.share, views.places) for one in causes.shares_of(system, part)}
        if cells:
            rows.append((line(part.label, 80), tuple(cells.get(one.cause, NONE) for one in shares)))
    return CauseGrid(title, tuple(one.cause for one in shares), tuple(rows))


def _mistake(one: CauseExample, room: _Room) -> ShownMistake:
    return ShownMistake(
        line(one.question, _TEXT),
        CAUSES[one.cause],
        line(one.finding.evidence, _TEXT) or NONE,
        line(one.finding.answer, _TEXT) or NONE,
        line(one.right, _TEXT),
        *room.of(one.id),
    )
