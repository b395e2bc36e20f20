"""Write the pages of the browser: the list of questions, and one question with systems beside it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchwright.english.counts import counted
from benchwright.publish.benchmark_page.example_views import ExampleCard, example_card
from benchwright.publish.browse.browse_query import BrowseQuery
from benchwright.publish.browse.model_calls import ModelCalls
from benchwright.publish.browse.question_index import FILTERS, IndexEntry
from benchwright.publish.browse.snapshot import BrowsedBenchmark
from benchwright.publish.browse.system_answers import SystemAnswer
from benchwright.publish.number_format import number
from benchwright.publish.page.inline_images import SIDE, Inline
from benchwright.publish.page.page_templates import render
from benchwright.publish.safe_text import line, visible
from benchwright.records import Example, Status

ROWS = 50
_TEXT = 300
_NAME = 80
_SYSTEMS = 6
_PROGRAM = 6000


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """A filter as a menu: `values` are (value, name with its number, whether it is chosen)."""

    name: str
    label: str
    values: tuple[tuple[str, str, bool], ...]


@dataclass(frozen=True, slots=True)
class RowView:
    """One entry of the list."""

    address: str
    question: str
    answer: str
    tags: tuple[str, ...]
    reason: str
    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class HitView:
    """One hit of a system: its title, its modality, and whether the question needs it."""

    title: str
    modality: str
    needed: bool


@dataclass(frozen=True, slots=True)
class BesideView:
    """What the systems of one scores folder made of a question."""

    folder: str
    answers: tuple[tuple[SystemAnswer, tuple[HitView, ...]], ...]


def list_page(browsed: BrowsedBenchmark, query: BrowseQuery, problem: str = "") -> str:
    """The page of entries that the query leaves."""
    selected = browsed.index.select(query.words, query.chosen)
    whole = len(selected.places)
    pages = max(1, -(-whole // ROWS))
    page = min(query.page, pages)
    shown = selected.places[(page - 1) * ROWS : page * ROWS]
    choices = []
    for name, (label, _) in FILTERS.items():
        chosen = query.chosen.get(name, "")
        values = [(value, n) for value, n in selected.counts[name] if n or value == chosen]
        if chosen and chosen not in dict(values):
            values.append((chosen, 0))
        if len(selected.counts[name]) > 1 or chosen:
            listed = tuple((value, f"{line(value, _NAME)} ({n:,})", value == chosen) for value, n in values)
            choices.append(ChoiceView(name, label, listed))
    return render(
        "browse_list.jinja",
        **_frame(browsed, problem),
        query=query,
        words=query.words,
        filtered=bool(query.words or query.parameters(1)),
        choices=choices,
        rows=[_row(browsed, browsed.index.entries[place], query, page) for place in shown.tolist()],
        told=f"{counted(whole, 'result')}" + (f", page {page:,} of {pages:,}" if pages > 1 else ""),
        before=query.address(page=page - 1) if page > 1 else "",
        after=query.address(page=page + 1) if page < pages else "",
    )


def question_page(
    browsed: BrowsedBenchmark,
    entry: IndexEntry,
    query: BrowseQuery,
    calls: ModelCalls,
    problem: str = "",
) -> str:
    """One question, or an attempt that gave none, with what came before and comes after it in the list."""
    places = browsed.index.select(query.words, query.chosen).places
    here = browsed.index.position[entry.key]
    at = int(np.searchsorted(places, here))
    inside = at < len(places) and places[at] == here
    after = at + 1 if inside else at

    def neighbour(position: int) -> str:
        if not 0 <= position < len(places):
            return ""
        return query.address("/question", id=browsed.index.entries[int(places[position])].key)

    card = _card(browsed, entry)
    outcome = entry.outcome
    return render(
        "browse_question.jinja",
        **_frame(browsed, problem),
        title=card.question if card else line(f"Attempt {outcome.number:,}", _NAME) if outcome else "",
        card=card,
        accepted=entry.status is Status.ACCEPTED,
        status=str(entry.status),
        reason=line(entry.reason, _TEXT),
        detail=line(outcome.detail, 4 * _TEXT) if outcome else "",
        program=_program(entry.example),
        beside=_beside(browsed, entry),
        calls=calls,
        back=query.address(page=at // ROWS + 1),
        told=f"{at + 1:,} of {len(places):,}" if inside else f"{len(places):,} in the list",
        before=neighbour(at - 1),
        after=neighbour(after),
    )


def error_page(browsed: BrowsedBenchmark, problem: str) -> str:
    """A page that says what is wrong."""
    return render("browse_error.jinja", **_frame(browsed, ""), told=problem)


def _frame(browsed: BrowsedBenchmark, problem: str) -> dict[str, object]:
    counts = browsed.index.by_status
    fallen = sum(counts.values()) - counts[Status.ACCEPTED]
    facts = [counted(counts[Status.ACCEPTED], "question")]
    facts += [f"{counted(fallen, 'attempt')} without a question"] if fallen else []
    facts += [f"scores: {line(one.name, _NAME)}" for one in browsed.systems]
    return {
        "name": browsed.name,
        "facts": facts,
        "remarks": [line(one, 4 * _TEXT) for one in browsed.remarks],
        "problem": line(problem, 4 * _TEXT),
        "stamp": browsed.stamp,
    }


def _row(browsed: BrowsedBenchmark, entry: IndexEntry, query: BrowseQuery, page: int) -> RowView:
    one, outcome = entry.example, entry.outcome
    values = [
        (line(name, 24), number(value, measure=each.main))
        for each in browsed.systems
        for name, value in each.main_values(entry.key)
    ]
    return RowView(
        query.address("/question", page=page, id=entry.key),
        line(one.question, _TEXT) if one else line(outcome.detail, _TEXT) or "(no question)" if outcome else "",
        line(one.answer, _TEXT) if one else "",
        tuple(line(text, _NAME) for text in (one.style, str(one.modalities), one.family) if text) if one else (),
        line(entry.reason, _NAME),
        tuple(values[:_SYSTEMS]),
    )


def _card(browsed: BrowsedBenchmark, entry: IndexEntry) -> ExampleCard | None:
    if entry.example is None:
        return None
    return example_card(entry.example, browsed.source, browsed.image_path, _pictured(browsed))


def _program(example: Example | None) -> str:
    """The derivation of an answer as JSON; "" where a model wrote the question."""
    if example is None or example.derivation is None:
        return ""
    text = visible(json.dumps(example.derivation, ensure_ascii=False, indent=1))
    return text if len(text) <= _PROGRAM else f"{text[:_PROGRAM]} …"


def _pictured(browsed: BrowsedBenchmark) -> Callable[[Path], Inline | None]:
    """Pictures by an address of this server: they are read when the browser asks for them."""

    def picture(path: Path) -> Inline | None:
        held = browsed.pictures.get(path.stem)
        if held is None or not held.path.is_file():
            return None
        scale = min(1.0, SIDE / max(held.width, held.height, 1))
        size = max(1, round(held.width * scale)), max(1, round(held.height * scale))
        return Inline(f"/picture/{path.stem}", *size)

    return picture


def _beside(browsed: BrowsedBenchmark, entry: IndexEntry) -> tuple[BesideView, ...]:
    if entry.example is None or entry.status is not Status.ACCEPTED:
        return ()
    found = []
    for each in browsed.systems:
        answers = each.answers_to(entry.example)
        if answers:
            shown = tuple((one, tuple(_hit(browsed, hit.source, hit.needed) for hit in one.hits)) for one in answers)
            found.append(BesideView(line(each.name, _NAME), shown))
    return tuple(found)


def _hit(browsed: BrowsedBenchmark, name: str, needed: bool) -> HitView:
    source = browsed.source(name)
    if source is None:
        return HitView(line(name, _NAME), "", needed)
    return HitView(line(source.title or name, _NAME), str(source.modality), needed)
