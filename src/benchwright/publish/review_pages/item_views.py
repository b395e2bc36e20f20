"""Prepare an item for the template: its sources as they are, with evidence marked, and the fields to fill in.

Texts are shown in pieces that carry their offsets, so that a person can mark them by keyboard, piece by piece, or with
the mouse at any letter.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from benchwright.benchmark.render import stretches
from benchwright.english.sentences import sentences
from benchwright.publish.page.source_views import ImageBox
from benchwright.publish.review_pages.form_values import input_name
from benchwright.publish.safe_text import line, visible
from benchwright.records import Source, Span, Table
from benchwright.review.items import ShownItem, Values
from benchwright.review.task import Option, Task, TaskField
from benchwright.review.values import options_of

PART_NAMES: Mapping[str, str] = {
    "question": "Question",
    "style": "Style",
    "answer": "Answer",
    "answers": "Known answers",
    "reply": "Answer of a system",
    "topic": "Topic",
}


@dataclass(frozen=True, slots=True)
class TextSegment:
    """A piece of a source's text from `start` to `end` in code points. `exact`: it is shown letter by letter as it
    is. `marks`: it is a sentence or part of one, not the space between two."""

    text: str
    start: int
    end: int
    evidence: bool
    exact: bool
    marks: bool


@dataclass(frozen=True, slots=True)
class MarkableCell:
    """A cell of a table; header rows count from -1 upwards, data rows from 0."""

    text: str
    row: int
    column: int
    evidence: bool


@dataclass(frozen=True, slots=True)
class ReviewSource:
    """A source as the template draws it: words, a table, or a picture with its words."""

    key: str
    number: int
    kind: str
    title: str
    where: str
    segments: tuple[TextSegment, ...]
    header: tuple[tuple[MarkableCell, ...], ...]
    rows: tuple[tuple[MarkableCell, ...], ...]
    cut: str
    picture: str
    width: int
    height: int
    alt: str
    caption: str
    boxes: tuple[ImageBox, ...]


@dataclass(frozen=True, slots=True)
class ShownOption:
    """One thing to choose in a field. `picture` is the address of a candidate's image."""

    id: str
    value: str
    label: str
    key: str
    chosen: bool
    picture: str = ""
    alt: str = ""


@dataclass(frozen=True, slots=True)
class ShownField:
    """A field with what was filled in before. `when` is what shows it, as JSON: names of inputs with values."""

    id: str
    kind: str
    ask: str
    help: str
    required: bool
    when: str
    only_if: str
    options: tuple[ShownOption, ...]
    ends: tuple[str, ...]
    text: str
    rows: int
    longest: int
    live: bool
    most: int
    fault: str


@dataclass(frozen=True, slots=True)
class ShownPart:
    """A part of an item that is words: its name, and the texts."""

    kind: str
    name: str
    texts: tuple[str, ...]
    about: str = ""


@dataclass(frozen=True, slots=True)
class ItemView:
    """All that the page shows of an item."""

    parts: tuple[ShownPart, ...]
    sources: tuple[ReviewSource, ...]
    candidates: tuple[ReviewSource, ...]
    notice: tuple[str, ...]  # by lines
    fields: tuple[ShownField, ...]

    @property
    def chosen_by(self) -> list[str]:
        """The keys that choose something, each once."""
        return sorted({option.key for field in self.fields for option in field.options if option.key})


def item_view(task: Task, shown: ShownItem, values: Values, faults: Mapping[str, str]) -> ItemView:
    """The view of an item with what is filled in, and what is wrong with that."""
    parts = [_part(shown, name) for name in shown.parts if name in PART_NAMES]
    fields = [
        _field(task, place, field, options_of(field, shown), shown, values.get(field.name), faults.get(field.name, ""))
        for place, field in enumerate(task.fields)
    ]
    return ItemView(
        tuple(parts),
        tuple(_sources(shown.sources, shown.evidence)),
        tuple(_sources(shown.candidates, ())),
        tuple(visible(shown.notice).splitlines()),
        tuple(fields),
    )


def image_addresses(shown: ShownItem) -> list[str]:
    """Where the images of an item are, each once."""
    listed = (_address(one) for one in (*shown.sources, *shown.candidates))
    return list(dict.fromkeys(one for one in listed if one))


def value_words(task: Task, shown: ShownItem, values: Values) -> list[tuple[str, str]]:
    """Values as people read them: what was asked, and the labels of what was chosen."""
    return [
        (field.ask, _words(field, options_of(field, shown), values[field.name], shown))
        for field in task.fields
        if field.name in values
    ]


def _words(field: TaskField, options: Sequence[Option], value: object, shown: ShownItem) -> str:
    labels = {one.value: one.label or one.value for one in options}
    if field.kind == "spans" and isinstance(value, list):
        return "; ".join(_mark_words(one, shown) for one in value)
    if isinstance(value, list | tuple):
        return ", ".join(line(str(labels.get(one, one))) for one in value)
    return visible(str(labels.get(str(value), value)))


def _mark_words(mark: Mapping[str, object], shown: ShownItem) -> str:
    source = next((one for one in (*shown.sources, *shown.candidates) if one.id == mark.get("source")), None)
    start, end = mark.get("start"), mark.get("end")
    if source is not None and isinstance(start, int) and isinstance(end, int):
        return f"“{line(source.text[start:end], 300)}”"
    if source is not None and source.table is not None and isinstance(mark.get("cells"), list | tuple):
        cells = [source.table.rows[row][column] for row, column in mark["cells"]]  # type: ignore[attr-defined]
        return f"“{line(', '.join(cells), 300)}”"
    return f"a part of {line(source.title or source.id, 80)}" if source is not None else "a mark"


def _part(shown: ShownItem, name: str) -> ShownPart:
    value = getattr(shown, name)
    texts = tuple(visible(one) for one in ((value,) if isinstance(value, str) else value))
    called = "Reference answer" if name == "answer" and "reply" in shown.parts else PART_NAMES[name]
    return ShownPart(name, called, texts, visible(shown.style_about) if name == "style" else "")


def _sources(listed: Sequence[Source], evidence: Sequence[Span]) -> Iterator[ReviewSource]:
    for number, source in enumerate(listed, 1):
        spans = [one for one in evidence if one.source == source.id]
        header, rows = _table(source.table, {cell for one in spans for cell in one.cells})
        image = source.image
        caption = image.caption if image is not None else ""
        title = line(source.title or f"{source.modality} {number}", 200)
        # Names of files and addresses help nobody to judge, and may give away where a question is from.
        where = f"page {source.place.page}" if source.place.page is not None else ""
        words = source.text if source.table is None and (image is None or source.text != caption) else ""
        yield ReviewSource(
            source.id,
            number,
            str(source.modality),
            title,
            where,
            tuple(_segments(words, stretches(spans))),
            header,
            rows,
            _cut(source.table),
            _address(source),
            image.width if image else 0,
            image.height if image else 0,
            line((image.alt or image.caption) if image else "", 400) or f"Image: {title}",
            visible(caption),
            tuple(_boxes(spans)),
        )


def _address(source: Source) -> str:
    return f"/image/{source.image.sha256}" if source.image is not None else ""


def _segments(text: str, evidence: Sequence[tuple[int, int]]) -> Iterator[TextSegment]:
    """The text cut at the ends of sentences, lines and evidence."""
    lines = [found.span() for found in re.finditer(r"\n+", text)]
    ends = {end for pair in (*sentences(text), *lines, *evidence) for end in pair if 0 <= end <= len(text)}
    cuts = sorted({0, len(text), *ends})
    for start, end in pairwise(cuts):
        piece = text[start:end]
        shown = visible(piece)
        marked = any(first <= start and end <= last for first, last in evidence)
        yield TextSegment(shown, start, end, marked, shown == piece, bool(piece.strip()))


def _table(
    table: Table | None, marked: set[tuple[int, int]]
) -> tuple[tuple[tuple[MarkableCell, ...], ...], tuple[tuple[MarkableCell, ...], ...]]:
    if table is None:
        return (), ()

    def cells(row: Sequence[str], index: int) -> tuple[MarkableCell, ...]:
        return tuple(
            MarkableCell(visible(text), index, column, (index, column) in marked) for column, text in enumerate(row)
        )

    header = tuple(cells(row, index - len(table.header)) for index, row in enumerate(table.header))
    return header, tuple(cells(row, index) for index, row in enumerate(table.rows))


def _cut(table: Table | None) -> str:
    if table is None or not table.lacks_rows or table.cut is None:
        return ""
    return f"The first {len(table.rows):,} of {table.cut.rows:,} rows."


def _boxes(spans: Sequence[Span]) -> Iterator[ImageBox]:
    for span in spans:
        if span.box is None:
            continue
        left, top, right, bottom = (min(1.0, max(0.0, part)) for part in span.box)
        if left < right and top < bottom and (right - left) * (bottom - top) < 0.98:
            yield ImageBox(*(round(100 * part, 1) for part in (left, top, right - left, bottom - top)))


def _field(
    task: Task,
    place: int,
    field: TaskField,
    options: Sequence[Option],
    shown: ShownItem,
    value: object,
    fault: str,
) -> ShownField:
    name = input_name(place)
    if field.kind == "scale":
        options = [Option.model_construct(value=str(one), label="", key=str(one)[-1]) for one in field.scale]
    given = {str(one) for one in value} if isinstance(value, list | tuple) else {str(value)}
    pictures = {one.id: _address(one) for one in shown.candidates} if field.options_from == "candidates" else {}
    listed = tuple(
        ShownOption(
            f"{name}-{number}",
            one.value,
            visible(one.label or one.value),
            one.key,
            value is not None and one.value in given,
            pictures.get(one.value, ""),
        )
        for number, one in enumerate(options)
    )
    places = {one.name: input_name(at) for at, one in enumerate(task.fields)}
    when = {places[other]: [str(one) for one in allowed] for other, allowed in field.when.items()}
    only_if = "; ".join(
        f"only if “{task.field(other).ask}” is {' or '.join(_label(task.field(other), one) for one in allowed)}"
        for other, allowed in field.when.items()
    )
    return ShownField(
        name,
        field.kind,
        field.ask,
        field.help,
        field.required,
        json.dumps(when) if when else "",
        only_if,
        listed,
        field.ends,
        _written(field, value),
        2 if field.longest <= 500 and field.kind == "text" else 4,
        field.longest,
        bool(field.keeps),
        field.most,
        fault,
    )


def _label(field: TaskField, value: str | int) -> str:
    return next((one.label or one.value for one in field.options if one.value == value), str(value))


def _written(field: TaskField, value: object) -> str:
    """What stands in the text area or the hidden input of a field."""
    if field.kind == "spans":
        return json.dumps(value) if isinstance(value, list) and value else ""
    if isinstance(value, list | tuple):
        return "\n".join(map(str, value))
    return value if isinstance(value, str) and field.kind == "text" else ""
