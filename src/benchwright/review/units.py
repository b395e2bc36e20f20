"""Turn the questions of a benchmark into items: the question itself, its answers, systems' replies, groups of sources.

Sources are kept under keys that tell nothing about the benchmark, and with `blind` without the names of their
documents.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter
from pathlib import Path

from benchwright.benchmark.questions import Questions
from benchwright.benchmark.store import PLAN
from benchwright.errors import PlanError, UsageError
from benchwright.plan import read_plan
from benchwright.prompts.load import styles
from benchwright.records import Example, Modality, Place, Source, Span
from benchwright.retrieval.encoders import get_encoder
from benchwright.review.drawing import drawn, generator
from benchwright.review.items import ItemContent, ItemRole, ReviewItem, opaque
from benchwright.review.similar_groups import ImageGroup
from benchwright.review.study import Draw
from benchwright.review.task import ItemUnit, Task

ENCODER = "wordllama"
"""What finds images on one topic, by their captions and descriptions: it needs no download."""


@dataclass(frozen=True, slots=True)
class GivenReply:
    """What a system answered to a question."""

    question: str
    system: str
    text: str


@dataclass(slots=True)
class ItemMaker:
    """Makes items of one benchmark, and collects the sources that they show: by key, and the files of the images among
    them by hash. `origin` names the benchmark in the study, `groups` are groups of images that people chose, and
    `style_texts` say what the styles are, and `styles` rename those of the benchmark."""

    bench: Questions
    origin: str
    seed: int
    blind: bool
    replies: Sequence[GivenReply] = ()
    groups: Sequence[ImageGroup] | None = None
    style_texts: Mapping[str, str] = field(default_factory=dict)
    styles: Mapping[str, str] = field(default_factory=dict)
    sources: dict[str, Source] = field(default_factory=dict)
    images: dict[str, Path] = field(default_factory=dict)

    def items(self, task: Task, draw: Draw, group_size: int) -> list[ReviewItem]:
        """The drawn items of the task's unit, in the order of drawing. `draw.count` counts questions, replies or
        groups. UsageError where the benchmark has none of what the task needs."""
        found = self._drawn(task.unit, draw, group_size)
        if not found:
            raise UsageError(f"{self.bench.path} has no {_NAMES[task.unit]} to review", hint=_HINTS[task.unit])
        return found

    def spare(self, unit: ItemUnit, used: Iterable[ReviewItem]) -> list[ReviewItem]:
        """Items of the same unit whose questions are not used, in random order: controls are made of them."""
        taken = {item.example for item in used}
        left = [one for one in self.bench if one.id not in taken]
        return [item for one in drawn(left, (), self.seed, f"spare {self.origin}") for item in self.of(one, unit)][
            :_MOST
        ]

    def _drawn(self, unit: ItemUnit, draw: Draw, group_size: int) -> list[ReviewItem]:
        purpose = f"items {self.origin}"
        if unit == "candidates":
            return self._candidates(draw, group_size)
        if unit == "reply":
            known = {one.id: one for one in self.bench}
            listed = [one for one in self.replies if one.question in known and one.text.strip()]
            made = [self._reply(known[one.question], one) for one in listed]
            return drawn(made, [attrgetter(name) for name in draw.even], self.seed, purpose)[: draw.count]
        strata: Mapping[str, Callable[[Example], Hashable]] = {
            "style": self._style,
            "modalities": attrgetter("modalities"),
        }
        order = drawn(self.bench, [strata[name] for name in draw.even], self.seed, purpose)
        if unit == "sources" and self.groups is not None:
            return [self._group(one) for one in drawn(self.groups, (), self.seed, purpose)[: draw.count]]
        if unit == "sources":
            order = [one for one in order if len({*one.sources, *one.distractors}) > 1]
        return [item for one in order[: draw.count] for item in self.of(one, unit, group_size)]

    def of(self, example: Example, unit: ItemUnit, group_size: int = 10) -> Iterator[ReviewItem]:
        """The items of one question."""
        if unit == "question" and example.question.strip():
            spans = [span for answer in example.answers for spans in answer.evidence[:1] for span in spans]
            yield self._item(example, "", self._content(example, example.sources, spans))
        elif unit == "answer":
            for place, answer in enumerate(example.answers):
                spans = list(answer.evidence[0]) if answer.evidence else []
                named = list(dict.fromkeys(span.source for span in spans)) or list(example.sources)
                content = replace(self._content(example, named, spans), answer=answer.text, answers=())
                yield self._item(example, str(place), content)
        elif unit == "sources":
            named = list(dict.fromkeys((*example.sources, *example.distractors)))[:group_size]
            generator(self.seed, f"group {example.id}").shuffle(named)
            topic = _as_titled(example.entity, [self.bench.sources[name].title for name in named])
            yield self._item(example, "", ItemContent(topic=topic, sources=self._keys(named)))
        elif unit == "reply":
            yield self._reply(example, GivenReply(example.id, "", example.answer))

    def _reply(self, example: Example, reply: GivenReply) -> ReviewItem:
        return self._item(example, reply.system, replace(self._content(example, example.sources, ()), reply=reply.text))

    def _candidates(self, draw: Draw, size: int) -> list[ReviewItem]:
        """Groups of images on one topic: one that is drawn, with those that are most like it by their texts."""
        images = [one for one in self.bench.sources.values() if one.modality is Modality.IMAGE]
        order = drawn(sorted(images, key=lambda one: one.id), (), self.seed, f"images {self.origin}")
        if len(order) < size:
            return []
        vectors = get_encoder(ENCODER).encode([f"{one.title} {one.text}" for one in order])
        left = list(range(len(order)))
        groups: list[ReviewItem] = []
        while len(left) >= size and (draw.count is None or len(groups) < draw.count):
            near = sorted(left, key=lambda place: (-float(vectors[place] @ vectors[left[0]]), place))[:size]
            left = [place for place in left if place not in near]
            chosen = [order[place] for place in near]
            first = chosen[0]
            generator(self.seed, f"group {first.id}").shuffle(chosen)
            content = ItemContent(topic=first.title, candidates=self._keys(one.id for one in chosen))
            groups.append(self._made(content, first.id, "", document=first.document))
        return groups

    def _group(self, group: ImageGroup) -> ReviewItem:
        """A group of images that were chosen by people. UsageError for one that the benchmark lacks."""
        lost = [name for name in group.images if name not in self.bench.sources]
        if lost:
            raise UsageError(f"{self.bench.path} has no source {lost[0]!r}", hint="the groups are of another benchmark")
        content = ItemContent(topic=", ".join(group.labels), sources=self._keys(group.images))
        return self._made(content, group.images[0], "", self.bench.sources[group.images[0]].document)

    def _content(self, example: Example, named: Iterable[str], spans: Sequence[Span]) -> ItemContent:
        named = list(named)
        return ItemContent(
            question=example.question,
            answer=example.answer,
            answers=tuple(answer.text for answer in example.answers),
            style=self._style(example),
            style_about=self.style_texts.get(self._style(example), ""),
            sources=self._keys(named),
            evidence=tuple(replace(span, source=self._key(span.source)) for span in spans if span.source in named),
        )

    def _item(self, example: Example, part: str, content: ItemContent) -> ReviewItem:
        first = self.bench.sources[example.sources[0]] if example.sources else None
        made = self._made(content, example.id, part, document="" if first is None else first.document)
        return replace(made, style=self._style(example), modalities=str(example.modalities))

    def _style(self, example: Example) -> str:
        return self.styles.get(example.style, example.style)

    def _made(self, content: ItemContent, example: str, part: str, document: str) -> ReviewItem:
        name = opaque(self.seed, self.origin, example, part)
        return ReviewItem(name, ItemRole.REAL, content, self.origin, example, part, document=document)

    def _keys(self, names: Iterable[str]) -> tuple[str, ...]:
        return tuple(map(self._key, names))

    def _key(self, name: str) -> str:
        """The key of a source, which is collected with its image."""
        key = opaque(self.seed, self.origin, name)
        if key not in self.sources:
            source = self.bench.sources[name]
            if source.image is not None:
                self.images[source.image.sha256] = self.bench.path / source.image.file
            place = Place("") if self.blind else replace(source.place, start=None, end=None)
            url, licence = ("", "") if self.blind else (source.url, source.licence)
            self.sources[key] = replace(
                source, id=key, place=place, url=url, licence=licence, referred_by=(), entries=()
            )
        return key


def style_texts(folder: Path) -> dict[str, str]:
    """What the styles of a benchmark are: the built-in ones, and those that its plan brings along, as far as their
    files are there."""
    found = {style.name: style.description for style in styles().values()}
    try:
        plan = read_plan(folder / PLAN)
    except PlanError:
        return found
    return found | {cell.style: plan.style(cell.style).description for cell in plan.cells()}


_MOST = 2_000  # spare items: controls need far fewer
_NAMES: Mapping[ItemUnit, str] = {
    "question": "questions",
    "answer": "answers",
    "reply": "answers of systems",
    "sources": "groups of sources",
    "candidates": "groups of images",
}
_HINTS: Mapping[ItemUnit, str] = {
    "question": "generate some first",
    "answer": "generate some first",
    "reply": "evaluate systems first, or name their scores with --scores",
    "sources": "its questions need two sources or distractors at least",
    "candidates": "it needs as many images as group_size says",
}


def _as_titled(entity: str, titles: Iterable[str]) -> str:
    """An entity as a title spells it, for its key may be in lower case; as it is where no title has it."""
    wanted = entity.casefold()
    for title in titles:
        at = title.casefold().find(wanted)
        if at >= 0 and len(title.casefold()) == len(title):
            return title[at : at + len(entity)]
    return entity
