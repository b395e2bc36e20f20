"""Hold what the record says of one wrong answer: the question, the reply, what was retrieved, what is right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

from benchwright.corpus.store import Corpus
from benchwright.evaluate.answer_parts import SidePart, ValuePart, single_parts
from benchwright.evaluate.diagnosis.neighbours import Anchor, Neighbour, anchors_of, neighbours_of
from benchwright.evaluate.gold import Question
from benchwright.evaluate.measures.answer_forms import index_of
from benchwright.evaluate.measures.answers import decided, listed_answers
from benchwright.evaluate.measures.part_scores import stated_parts
from benchwright.evaluate.measures.rival_values import rival_values
from benchwright.evaluate.systems.base import SystemReply
from benchwright.facts.store import FactTable
from benchwright.records import Answer, Example
from benchwright.values import LOOSELY, Quantity, TypedValue, name_key, occurs_in
from benchwright.values.occurrences import find_values

SinglePart = ValuePart | SidePart
_MOST_CLAIMS = 50
"""Values of an answer that are held against others: one that states more claims nothing."""


@dataclass(frozen=True, eq=False)
class WrongAnswer:
    """One answer below a full score. `shown` are the gold sources that the reply's contexts hold, None if the system
    does not tell what it retrieved; `ranks` the ranks (from 1) of gold sources in the whole list of its retriever;
    `facts` those of the corpus, None if they were not read."""

    example: Example
    question: Question
    reply: SystemReply
    corpus: Corpus
    facts: FactTable | None = None
    shown: frozenset[str] | None = None
    ranks: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def answer(self) -> str:
        return "\n".join(self.reply.answers)

    @property
    def is_list(self) -> bool:
        """Whether the question has several answers."""
        return len(self.question.answers) > 1

    @cached_property
    def parts(self) -> tuple[SinglePart, ...]:
        return single_parts(self.question.parts)

    @cached_property
    def stated(self) -> tuple[bool, ...]:
        """Which parts the answer states."""
        return stated_parts(self.question, self.answer) if self.answer and self.parts else (False,) * len(self.parts)

    @cached_property
    def wrong(self) -> tuple[SinglePart, ...]:
        """The parts that it does not state."""
        return tuple(part for part, right in zip(self.parts, self.stated, strict=True) if not right)

    @cached_property
    def _listed(self) -> tuple[str, ...]:
        return listed_answers(self.reply.answers, self.question.answers, self.question.text)

    @cached_property
    def missing(self) -> tuple[Answer, ...]:
        """The answers of a list that it does not give."""
        listed, _ = decided(self._listed, self.question.answers, self.question.undecided)
        index = index_of(self.question.answers, self.question.ordered)
        given = {place for one in listed for place in index.places(one)}
        return tuple(one for place, one in enumerate(self.question.answers) if place not in given)

    @cached_property
    def surplus(self) -> tuple[str, ...]:
        """The items of a list that are no answers."""
        listed, _ = decided(self._listed, self.question.answers, self.question.undecided)
        index = index_of(self.question.answers, self.question.ordered)
        return tuple(one for one in listed if not index.places(one))[:_MOST_CLAIMS]

    @cached_property
    def unseen(self) -> tuple[str, ...]:
        """The sources that the wrong parts, or the missing answers, rest on and that were not shown. None are unseen
        where a whole set of gold sources was shown, or where nobody knows what was."""
        if self.shown is None:
            return ()
        shown: frozenset[str] = self.shown
        if any(one <= shown for one in self.question.gold_sets):
            return ()
        nothing = frozenset[str]()
        if not self.is_list:
            nearest = min(self.question.gold_sets, key=lambda each: len(each - shown), default=nothing)
            return tuple(sorted((self._read or nearest) - shown))
        needed = [min(_sources(one), key=lambda each: len(each - shown), default=nothing) for one in self.missing]
        return tuple(sorted(nothing.union(*needed) - shown))

    @property
    def _read(self) -> frozenset[str]:
        """The sources that the wrong parts are worked out from, where the derivation says so."""
        ids = [fact for part in self.wrong for fact in part.facts]
        return frozenset(source for source in self.example.sources for one in ids if one.startswith(f"{source}#"))

    def anchors(self, part: SinglePart) -> list[Anchor]:
        return anchors_of(self.example, part.facts, self.facts)

    def neighbours(self, part: SinglePart) -> Iterator[Neighbour]:
        """The neighbours of what a part is read from."""
        for anchor in self.anchors(part):
            yield from neighbours_of(anchor, self.example, self.corpus, self.facts)

    def is_known(self, value: TypedValue) -> bool:
        """Whether a value is right or given: then the answer may state it. A name of the question is not, if it is the
        whole answer."""
        if isinstance(value, Quantity):
            return any(isinstance(one, Quantity) and one.number == value.number for one in self.question.known)
        asked = occurs_in(value, self.question.text, LOOSELY) and name_key(str(value)) != name_key(self.answer)
        return bool(asked) or any(
            occurs_in(value, form, LOOSELY) for one in self.question.answers for form in (one.text, *one.aliases)
        )

    def rivals(self, part: SinglePart) -> list[TypedValue]:
        """The amounts or dates that it states in place of a part's; an amount without a unit is one, too."""
        wanted = part.amounts if isinstance(part, SidePart) else (part.value,)
        found = [value for one in wanted for value in rival_values(self.question, one, self.answer)]
        if any(isinstance(one, Quantity) for one in wanted):
            found += [one for one in self.strange if isinstance(one, Quantity) and not one.unit]
        return list(dict.fromkeys(found))

    @cached_property
    def amounts(self) -> list[Quantity]:
        """The first amounts that the answer states."""
        values = (value for _, _, value in find_values(self.answer) if isinstance(value, Quantity))
        return list(islice(dict.fromkeys(values), _MOST_CLAIMS))

    @cached_property
    def strange(self) -> list[TypedValue]:
        """The first amounts and dates of the answer that are neither right nor known."""
        values = dict.fromkeys(value for _, _, value in find_values(self.answer))
        return list(islice((one for one in values if not self.is_known(one)), _MOST_CLAIMS))


def _sources(answer: Answer) -> list[frozenset[str]]:
    """The sets of sources that prove an answer."""
    return [frozenset(span.source for span in spans) for spans in answer.evidence if spans]
