"""Make a study: draw its items, plant its controls, and put all of it into the study's file.

The file holds everything that is shown, images included, so that a later change of the benchmark changes no study and
the pages read no other file.
"""

from __future__ import annotations

import io
import json
import math
import secrets
import sqlite3
import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image as Pillow

from benchwright.benchmark.questions import Questions
from benchwright.errors import PlanError, UsageError
from benchwright.models.pictures import DAMAGE, on_white, upright
from benchwright.records import Source, dump_line
from benchwright.registry import suggestion
from benchwright.review.assignment import audit
from benchwright.review.drawing import drawn, generator, mixed
from benchwright.review.items import ItemRole, ReviewItem, opaque
from benchwright.review.known_controls import known_controls
from benchwright.review.planting import FaultPlanter
from benchwright.review.similar_groups import read_groups
from benchwright.review.study import ReferenceDraw, Study
from benchwright.review.study_file import make_file
from benchwright.review.task import PlantedFault, Task
from benchwright.review.units import GivenReply, ItemMaker, style_texts

FILE = "review.sqlite"
OWN, REFERENCE = "own", "reference"
"""What results call the two origins of items."""

_SIDE = 2400  # pixels of the longest side of a picture as it is shown: enough to zoom into a chart
_MOST_CONTROLS = 1_000


@dataclass(frozen=True, slots=True)
class StudyContent:
    """What a new study consists of: items in the order of the draw, controls behind them, sources and images."""

    items: tuple[ReviewItem, ...]
    sources: Mapping[str, Source]
    images: Mapping[str, Path]

    def count(self, role: ItemRole) -> int:
        return sum(one.role is role for one in self.items)


def draw_content(
    settings: Study,
    task: Task,
    bench: Questions,
    reference: Questions | None = None,
    replies: Sequence[GivenReply] = (),
    folder: Path = Path(),
) -> StudyContent:
    """Draw the items of a study from a benchmark, and from a `reference` if one is mixed in. The files that the study
    names are relative to `folder`. UsageError where there is too little to draw from, PlanError for a wrong file."""
    blind = reference is not None
    groups = read_groups(folder / settings.groups) if settings.groups else None
    about = style_texts(bench.path)  # of both benchmarks: another wording would tell them apart
    makers = [ItemMaker(bench, OWN, settings.seed, blind, replies, groups, about)]
    draws = [settings.items]
    if reference is not None:
        other = settings.reference or ReferenceDraw()
        makers.append(ItemMaker(reference, REFERENCE, settings.seed, blind, style_texts=about, styles=other.styles))
        draws.append(other)
    pools = [maker.items(task, draw, settings.group_size) for maker, draw in zip(makers, draws, strict=True)]
    real = mixed(pools, settings.seed, "origins")
    spare = [item for maker, pool in zip(makers, pools, strict=True) for item in maker.spare(task.unit, pool)]
    generator(settings.seed, "spare").shuffle(spare)
    known: list[ReviewItem] = []
    if settings.controls:
        every = [item for one in bench for item in makers[0].of(one, task.unit)]
        known = list(known_controls(folder / settings.controls, task, every))
    controls = [*known, *_controls(settings, task, real, spare, {one.role for one in known})]
    shown = {key for item in (*real, *controls) for key in (*item.content.sources, *item.content.candidates)}
    sources = {key: one for maker in makers for key, one in maker.sources.items() if key in shown}
    needed = {one.image.sha256 for one in sources.values() if one.image is not None}
    images = {sha: path for maker in makers for sha, path in maker.images.items() if sha in needed}
    return StudyContent((*real, *controls), sources, images)


def blind_task(settings: Study, task: Task, bench: Questions, reference: Questions) -> tuple[Task, str]:
    """The task as it is shown where a reference is mixed in, and in a line what is hidden: styles tell the origin
    unless those of both benchmarks have one set of names. PlanError for styles that are renamed to none of the
    benchmark's own."""
    known = style_texts(bench.path).keys() | {one.style for one in bench}
    renamed = settings.reference.styles if settings.reference is not None else {}
    theirs = {one.style for one in reference}
    for old, new in renamed.items():
        if old not in theirs:
            raise PlanError(f"the reference has no style {old!r}", hint=suggestion(old, theirs))
        if new not in known:
            raise PlanError(f"reference: styles: {old} cannot be {new!r}", hint=suggestion(new, known))
    strange = sorted(theirs - renamed.keys() - known)
    if "style" not in task.shows or not strange:
        return task, ""
    listed = ", ".join(strange[:3]) + (", ..." if len(strange) > 3 else "")
    return task.without("style"), (
        f"styles are not shown or asked about, as only the reference has some of them ({listed}); "
        "to rename them, write reference: {styles: {theirs: yours}} into the study's file"
    )


def write_study(folder: Path, settings: Study, task: Task, content: StudyContent, facts: Mapping[str, str]) -> None:
    """Write the file of a study. `facts` say what it was made of, such as the benchmark's digest."""
    study = {
        "settings": settings.model_dump_json(),
        "task": task.model_dump_json(),
        "facts": dump_line(dict(facts)),
        "secret": secrets.token_hex(32),
    }

    def fill(connection: sqlite3.Connection) -> None:
        connection.executemany("INSERT INTO study VALUES (?, ?)", study.items())
        connection.executemany("INSERT INTO sources VALUES (?, ?)", _source_rows(content.sources))
        connection.executemany("INSERT INTO images VALUES (?, ?, ?)", _image_rows(content.images))
        connection.executemany(
            "INSERT INTO items (id, position, role, subject, wanted, item) VALUES (?, ?, ?, ?, ?, ?)",
            _item_rows(content.items, settings.annotators_per_item),
        )
        roles = Counter(str(one.role) for one in content.items)
        audit(connection, time.time(), "owner", "made the study", task=task.name, sha256=task.sha256, items=dict(roles))

    make_file(folder / FILE, fill)


def _controls(
    settings: Study, task: Task, real: Sequence[ReviewItem], spare: Sequence[ReviewItem], known: Collection[ItemRole]
) -> Iterator[ReviewItem]:
    """The controls of all roles but those that are `known`, each made of an item that no other one is made of: of spare
    ones first."""
    planter = FaultPlanter(task, [*real, *spare], settings.seed)
    form = settings.form
    forms = math.ceil(len(real) / form.items)
    wrong = [one for one in task.tests if one.plant != "none"]
    injected = [one for one in wrong if one.plant == "answer"]
    share = form.injected / (1 - form.injected)
    qualified = 0 if settings.qualification is None else 2 * settings.qualification.items
    # Of a real item there is a control only in forms without that item: there have to be some beside any of them.
    shuffled = drawn(real, (), settings.seed, "controls")
    factor = 1 if len(spare) >= (form.tests + form.attention) * forms else 2
    waiting = [*spare, *shuffled]
    wanted = (
        (ItemRole.QUALIFICATION, qualified, _in_turn(wrong, [one for one in task.tests if one.plant == "none"])),
        (ItemRole.TEST, factor * form.tests * forms, wrong),
        (ItemRole.INJECTED, math.ceil(len(real) * share), injected),
    )
    for role, count, faults in wanted:
        if not count or role in known:
            continue
        if not faults:
            raise UsageError(
                f"the task {task.name} has no fault for {role} items", hint="list some under tests, or ask for none"
            )
        made = planter.controls(waiting, min(count, _MOST_CONTROLS), role, faults)
        used = {(one.origin, one.example, one.part) for one in made}
        waiting = [one for one in waiting if (one.origin, one.example, one.part) not in used]
        yield from made
    # Twice the same question would give the controls away.
    yield from planter.attention(waiting or shuffled, min(factor * form.attention * forms, _MOST_CONTROLS))


def _in_turn(wrong: Sequence[PlantedFault], right: Sequence[PlantedFault]) -> list[PlantedFault]:
    """Faults and right items in turn, so that nobody qualifies by one answer to all."""
    longest = max(len(wrong), len(right), 1) if wrong and right else 0
    turns = [one for place in range(longest) for one in (wrong[place % len(wrong)], right[place % len(right)])]
    return turns or [*wrong, *right]


def _item_rows(items: Sequence[ReviewItem], annotators: int) -> Iterator[tuple[str, int, str, str, int, str]]:
    for position, item in enumerate(items):
        wanted = annotators if item.role is ItemRole.REAL else 0
        subject = opaque(item.origin, item.example, item.part)
        yield item.id, position, item.role, subject, wanted, dump_line(item.to_json())


def _source_rows(sources: Mapping[str, Source]) -> Iterator[tuple[str, str]]:
    return ((key, json.dumps(source.to_json(), ensure_ascii=False)) for key, source in sources.items())


def _image_rows(images: Mapping[str, Path]) -> Iterator[tuple[str, str, bytes]]:
    for sha, path in images.items():
        media_type, data = reencoded(path)
        yield sha, media_type, data


def reencoded(path: Path) -> tuple[str, bytes]:
    """A fresh copy of a picture, as its media type and bytes: nothing but pixels is taken over. UsageError if it cannot
    be decoded."""
    try:
        with Pillow.open(path, formats=("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF")) as image:
            lossless = image.format != "JPEG"
            picture = on_white(upright(image))
            picture.thumbnail((_SIDE, _SIDE))
            pixels = Pillow.new("RGB", picture.size)  # Pillow would write comments and profiles of the old file again
            pixels.paste(picture)
            stream = io.BytesIO()
            pixels.save(stream, "PNG" if lossless else "JPEG", **({} if lossless else {"quality": 90}))
    except (Pillow.DecompressionBombError, *DAMAGE) as error:
        raise UsageError(f"the image {path} cannot be decoded ({type(error).__name__})", hint="restore it") from error
    return ("image/png" if lossless else "image/jpeg"), stream.getvalue()
