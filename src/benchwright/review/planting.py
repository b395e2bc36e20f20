"""Make controls: items with a planted fault that an attentive person sees, and items that say what to choose."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from benchwright.english.vocabulary import Vocabulary
from benchwright.review.drawing import generator
from benchwright.review.items import ItemContent, ItemRole, ReviewItem
from benchwright.review.task import Plant, PlantedFault, Task
from benchwright.values import Date, Quantity, normalise, parse, same

_VOCABULARY = Vocabulary.of("benchwright.review", "planting")
OPPOSITES = _VOCABULARY.texts("opposites")
_ATTENTION = str(_VOCABULARY.entries["attention"])
_FEWEST_WORDS = 6  # of a question whose words are put in another order: fewer may still read well
_TRIES = 20


@dataclass(frozen=True, slots=True)
class FaultPlanter:
    """Plants faults into items. What stands in for something comes from the `pool`: other items of the same study."""

    task: Task
    pool: Sequence[ReviewItem]
    seed: int

    def planted(self, item: ReviewItem, fault: PlantedFault, role: ItemRole) -> ReviewItem | None:
        """The item with a fault; None if it cannot have it, for instance as no other answer is of the same type."""
        draw = generator(self.seed, f"{role} {fault.plant} {item.id}")
        content = _PLANTS[fault.plant](self, item, draw)
        if content is None:
            return None
        return item.planted(role, content, dict(fault.expect))

    def controls(
        self, items: Sequence[ReviewItem], count: int, role: ItemRole, faults: Sequence[PlantedFault]
    ) -> list[ReviewItem]:
        """Up to `count` controls, each of another item, the faults in turn."""
        made: list[ReviewItem] = []
        waiting = list(items)
        while waiting and len(made) < count and faults:
            fault = faults[len(made) % len(faults)]
            place = next((place for place, one in enumerate(waiting) if self.planted(one, fault, role)), None)
            if place is None:
                faults = [one for one in faults if one is not fault]
                continue
            control = self.planted(waiting.pop(place), fault, role)
            assert control is not None
            made.append(control)
        return made

    def attention(self, items: Sequence[ReviewItem], count: int) -> list[ReviewItem]:
        """Items that say themselves what to choose."""
        made = []
        for item in list(items)[:count]:
            draw = generator(self.seed, f"attention {item.id}")
            expected: dict[str, tuple[str | int, ...]] = {}
            wanted = []
            for field in self.task.fields:
                if field.kind in ("choice", "scale") and field.fixed and field.required and not field.when:
                    value = draw.choice(field.fixed)
                    expected[field.name] = (value,)
                    wanted.append(f"{field.ask} {value}")
            if expected:
                notice = "\n".join((_ATTENTION, *wanted))
                made.append(item.planted(ItemRole.ATTENTION, replace(item.content, notice=notice), expected))
        return made

    # ------------------------------------------------------------------ the faults
    def _answer(self, item: ReviewItem, draw: random.Random) -> ItemContent | None:
        """Another answer of the same type in place of this one; where a reply is shown, in place of the reply."""
        content = item.content
        own = content.reply or content.answer
        if normalise(own) in OPPOSITES:
            return self._with_answer(item, OPPOSITES[normalise(own)])
        others = [one for one in self.pool if one.example != item.example and one.content.answer]
        for other in draw.sample(others, min(len(others), _TRIES * 5)):
            text = other.content.answer
            if _type(text) == _type(content.answer) and not self._may_be_right(item, text):
                return self._with_answer(item, text)
        return None

    def _with_answer(self, item: ReviewItem, text: str) -> ItemContent:
        if item.content.reply:
            return replace(item.content, reply=text)
        return replace(item.content, answer=text, answers=(text,) if item.content.answers else (), evidence=())

    def _may_be_right(self, item: ReviewItem, text: str) -> bool:
        """Whether a text is one of the question's own answers, or cannot be told from one."""
        own = {item.content.answer, *item.content.answers}
        own.update(one.content.answer for one in self.pool if one.example == item.example and one.origin == item.origin)
        return any(_alike(text, one) for one in own if one)

    def _sources(self, item: ReviewItem, draw: random.Random) -> ItemContent | None:
        """As many sources of another question's, none of which is this one's."""
        own = set(item.content.sources)
        others = [
            one
            for one in self.pool
            if one.content.sources and one.document != item.document and not own.intersection(one.content.sources)
        ]
        alike = [one for one in others if one.modalities == item.modalities] or others
        if not alike:
            return None
        return replace(item.content, sources=draw.choice(alike).content.sources, evidence=())

    def _style(self, item: ReviewItem, draw: random.Random) -> ItemContent | None:
        """The name and description of another style."""
        others = sorted({(one.style, one.content.style_about) for one in self.pool if one.style != item.style})
        if not others:
            return None
        style, about = draw.choice(others)
        return replace(item.content, style=style, style_about=about)

    def _words(self, item: ReviewItem, draw: random.Random) -> ItemContent | None:
        """The words of the question in another order, no two neighbours together where that can be."""
        words = item.content.question.rstrip("?").split()
        if len(words) < _FEWEST_WORDS:
            return None
        pairs = set(pairwise(words))

        def kept(order: Sequence[str]) -> int:
            return sum(pair in pairs for pair in pairwise(order))

        order = min((draw.sample(words, len(words)) for _ in range(_TRIES)), key=kept)
        return replace(item.content, question=f"{' '.join(order)}?")

    def _none(self, item: ReviewItem, draw: random.Random) -> ItemContent | None:
        return item.content


_PLANTS: Mapping[Plant, Callable[[FaultPlanter, ReviewItem, random.Random], ItemContent | None]] = {
    "answer": FaultPlanter._answer,
    "sources": FaultPlanter._sources,
    "style": FaultPlanter._style,
    "words": FaultPlanter._words,
    "none": FaultPlanter._none,
}


def _alike(text: str, other: str) -> bool:
    """Whether two answers say the same, or it is not certain that they don't."""
    one, two = normalise(text), normalise(other)
    if one in two or two in one:
        return True
    found = same(text, other)
    return bool(found) or (found.verdict == "undecided" and found.reason not in ("names differ", "kind"))


def _type(text: str) -> Hashable:
    """What an answer must share with another that stands in for it: the kind of value, its unit or exactness."""
    value = parse(text)
    match value:
        case Quantity():
            return "amount", value.unit
        case Date():
            return "date", value.precision
        case _:
            return type(value).__name__
