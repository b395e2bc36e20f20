"""Items of a study as texts that other platforms show, and reviews from there as rows that the study takes in."""

from __future__ import annotations

import base64
import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape

from benchwright.errors import UsageError
from benchwright.files.atomic import make_folder, write_atomic
from benchwright.records import Source
from benchwright.review.assignment import give_one
from benchwright.review.drawing import drawn
from benchwright.review.items import ItemRole, ReviewItem, ShownItem, Values, opaque
from benchwright.review.open_study import OpenStudy, StudyImage, SubmissionError
from benchwright.review.task import Task, TaskField
from benchwright.review.values import faults, settled

TEXTS = ("question", "style", "answer", "answers", "reply", "topic", "notice")
"""The parts of an item that are texts, in the order in which they are shown."""
SOURCES = "sources"

PictureAddress = Callable[[str, StudyImage], str]
"""What an `img` element names for a picture, by its hash."""


@dataclass(frozen=True, slots=True)
class ExportedItem:
    """An item as another platform shows it: its texts by part, and its sources as one piece of HTML in which everything
    that comes from documents is escaped. `images` has the addresses of the images in it, in their order."""

    id: str
    texts: Mapping[str, str]
    sources: str
    images: tuple[str, ...] = ()

    @property
    def row(self) -> dict[str, str]:
        """All of it by name; parts that the item lacks are empty."""
        return {"item": self.id, **{part: self.texts.get(part, "") for part in TEXTS}, SOURCES: self.sources}


@dataclass(frozen=True, slots=True)
class TakenReview:
    """One review from another platform. `annotator` is who gave it, as that platform names them."""

    item: str
    annotator: str
    values: Values
    seconds: float = 0.0
    comment: str = ""


@dataclass(frozen=True, slots=True)
class TakeInReport:
    """What became of the reviews of a file: how many are new, how many were there, and how many fell, by reason."""

    fresh: int
    known: int
    dropped: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Platform:
    """One platform. `write` puts a study's items into a folder and names the files; `read` gives the reviews in a file,
    raising UsageError for one that is not of this form. `personal` says that what it calls people by leads to them
    elsewhere: tables and labels then know them by number."""

    name: str
    write: Callable[[OpenStudy, Path], Sequence[Path]]
    read: Callable[[OpenStudy, Path], Iterable[TakenReview]]
    personal: bool = False


def exported(study: OpenStudy, address: PictureAddress, *, apart: bool = False) -> list[ExportedItem]:
    """All items but those of a qualification, with as many controls as the forms of the study have, in a random
    order. With `apart` images are numbered in the HTML in place of standing there."""
    form, real = study.settings.form, study.items(ItemRole.REAL)
    forms = math.ceil(len(real) / form.items)
    listed = [*real, *study.items(ItemRole.INJECTED)]
    listed += study.items(ItemRole.TEST)[: form.tests * forms]
    listed += study.items(ItemRole.ATTENTION)[: form.attention * forms]
    return [_exported(study, one, address, apart) for one in drawn(listed, (), study.settings.seed, "export")]


def inline(sha256: str, image: StudyImage) -> str:
    """A picture inside of the text that shows it."""
    return f"data:{image.media_type};base64,{base64.b64encode(image.bytes).decode()}"


def beside(folder: Path) -> PictureAddress:
    """Pictures as files in the folder `images`, which a person puts where the platform finds them."""

    def address(sha256: str, image: StudyImage) -> str:
        name = f"{sha256}.{image.media_type.rpartition('/')[2].replace('jpeg', 'jpg')}"
        path = make_folder(folder / "images") / name
        if not path.exists():
            write_atomic(path, image.bytes)
        return f"images/{name}"

    return address


def take_in(study: OpenStudy, reviews: Iterable[TakenReview], platform: str, *, personal: bool = False) -> TakeInReport:
    """Take reviews in, each once: held against the task like those from the study's own pages, and counted by reason
    where they fall. Annotators are made as they come, without a name where the platform's are `personal`."""
    fresh = known = 0
    dropped: Counter[str] = Counter()
    items = {one.id: one for one in study.items()}
    people: dict[str, int] = {}
    for one in reviews:
        item = items.get(one.item)
        if item is None or not one.annotator:
            dropped["not an item of this study" if item is None else "nobody is named as the annotator"] += 1
            continue
        values = settled(study.task, one.values)
        found = faults(study.task, values, study.shown(item))
        if found:
            name, problem = next(iter(found.items()))
            dropped[f"{name} {problem}"] += 1
            continue
        if one.annotator not in people:
            who = study.add_annotator("" if personal else one.annotator, {platform: one.annotator}, qualified=True)
            people[one.annotator] = who.id
        if study.annotator(people[one.annotator]).status == "stopped":
            dropped["the annotator was stopped"] += 1
            continue
        try:
            receipt = _submitted(study, people[one.annotator], item, one, values, platform)
        except SubmissionError:
            dropped["another review of the item by the same annotator is there"] += 1
            continue
        known += receipt
        fresh += not receipt
    return TakeInReport(fresh, known, dict(sorted(dropped.items())))


def field_from_text(field: TaskField, text: str) -> Any:
    """A value that a platform keeps as text: numbers of scales, and lists with one entry a line."""
    if field.kind == "scale":
        return int(text) if text.strip().lstrip("-").isdigit() else text
    if field.kind in ("choices", "list"):
        return [line.strip() for line in text.splitlines() if line.strip()]
    return text


def asked_elsewhere(task: Task) -> list[TaskField]:
    """The fields that other platforms ask for: all but marks in sources and choices of sources. UsageError if one of
    those is required."""
    own = [field for field in task.fields if field.kind == "spans" or field.options_from in ("sources", "candidates")]
    wanted = next((field.name for field in own if field.required), "")
    if wanted:
        raise UsageError(
            f"the field {wanted!r} of {task.name} points at sources", hint="use the study's own pages for this task"
        )
    return [field for field in task.fields if field not in own]


def _submitted(
    study: OpenStudy, annotator: int, item: ReviewItem, review: TakenReview, values: Values, platform: str
) -> bool:
    """Submit a review; whether it was there already."""
    key = f"{platform} {opaque(platform, review.annotator, item.id)}"
    with study.file.write() as connection:
        place = give_one(connection, annotator, item, study.now())
    receipt = study.submit(annotator, place, values, key=key, seconds=review.seconds, comment=review.comment)
    return receipt.repeated


def _exported(study: OpenStudy, item: ReviewItem, address: PictureAddress, apart: bool) -> ExportedItem:
    shown = study.shown(item)
    texts = {part: _text(shown, part) for part in TEXTS if getattr(shown, part)}
    sources, images = Markup(""), []
    for one in (*shown.sources, *shown.candidates):
        image = None if one.image is None else study.image(one.image.sha256)
        place = "" if one.image is None or image is None else address(one.image.sha256, image)
        images += [place] if place else []
        sources += _source(one, place, len(images) if apart else 0)
    return ExportedItem(item.id, texts, str(sources), tuple(images))


def _text(shown: ShownItem, part: str) -> str:
    value = getattr(shown, part)
    if part == "style" and shown.style_about:
        return f"{value}: {shown.style_about}"
    return "; ".join(value) if isinstance(value, tuple) else str(value)


def _source(source: Source, place: str, number: int) -> Markup:
    """The HTML of a source. `place` is the address of its image, `number` what stands for it where images are apart."""
    title = Markup("<h4>{}</h4>").format(source.title) if source.title else Markup("")
    if source.table is not None:
        head = Markup("").join(_row("th", row) for row in source.table.header)
        body = Markup("").join(_row("td", row) for row in source.table.rows)
        return title + Markup("<table border=1>") + head + body + Markup("</table>")
    if source.image is not None and place:
        picture = Markup('<img src="{}" alt="{}" style="max-width: 100%">').format(place, source.image.alt)
        shown = Markup("<p>(image {})</p>").format(number) if number else picture
        return title + shown + Markup("<p>{}</p>").format(source.image.caption)
    return title + Markup("<p>") + escape(source.text).replace("\n", Markup("<br>")) + Markup("</p>")


def _row(cell: str, texts: Sequence[str]) -> Markup:
    return (
        Markup("<tr>")
        + Markup("").join(Markup(f"<{cell}>{{}}</{cell}>").format(text) for text in texts)
        + Markup("</tr>")
    )
