"""Work out which values a right answer has to state, from a question's derivation or its reference answers.

A question's *parts* are what an answer is scored by. A question in two halves has two values, a comparison has one part
for each trait, any other question has one; a list of several answers has none here (it is scored as a set). Where the
halves are about two things, or ask two things, `labels` are the words that tell which half a value belongs to.

A reference answer that is a whole sentence and has no derivation has no parts: nothing says which of its words matter,
so the question is left unscored, and a judge has to decide.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from benchwright.programs.corpus_facts import telling_stems
from benchwright.programs.operations import Both, Compare, Expression, Follow, LookUp, Reverse, facts_of, from_json
from benchwright.records import Example
from benchwright.values import ListValue, NameValue, Quantity, TypedValue, parse
from benchwright.values.dates import Date
from benchwright.values.numbers import quantity_at
from benchwright.values.occurrences import find_values

_ASIDE = re.compile(r"\s*\([^()]*\)\s*$")
_DESCRIBING = frozenset({"purpose", "definition", "answer"})
"""Relations whose value is told in words of one's own, however short it is."""
_MOST_WORDS = 8
"""Of a name. What is longer is a sentence."""

Labels = frozenset[str]


@dataclass(frozen=True, slots=True)
class ValuePart:
    """A value that a right answer states. `forms` are the texts that are this value; `labels` the stems of words that
    only this part's half of the question has; `facts` the ids of the facts that it is worked out from."""

    value: TypedValue
    forms: tuple[str, ...]
    labels: Labels = frozenset()
    facts: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class SidePart:
    """A trait in which one of two things has more than the other: a right answer says which, or gives both amounts.
    `names` are the two things, the one with more first, and `amounts` theirs; `labels` are the stems of the trait;
    `facts` the ids of the facts that state the amounts."""

    names: tuple[str, str]
    amounts: tuple[Quantity | Date, Quantity | Date]
    labels: Labels = frozenset()
    facts: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class PairPart:
    """Two values, each of its own half of the question or of its own thing: a right answer doesn't exchange them."""

    first: ValuePart
    second: ValuePart


AnswerPart = ValuePart | PairPart | SidePart


def parts_of(example: Example) -> tuple[AnswerPart, ...]:
    """The parts of a question with one answer; () for one with several, and where none can be worked out."""
    if len(example.answers) != 1:
        return ()
    program, facts = (example.derivation or {}).get("program"), {fact["id"]: fact for fact in _facts(example)}
    read = from_json(program) if program else None
    parts = _derived(read, facts) if read else None
    return _stated(example, read) if parts is None else parts


def _facts(example: Example) -> list[Mapping[str, Any]]:
    """The facts that the derivation lists; what a damaged benchmark has instead is left out."""
    listed = (example.derivation or {}).get("facts")
    keys = ("id", "subject", "relation", "value")
    entries = (one for one in (listed if isinstance(listed, list | tuple) else ()) if isinstance(one, Mapping))
    return [one for one in entries if all(isinstance(one.get(key), str) for key in keys)]


def single_parts(parts: Sequence[AnswerPart]) -> tuple[ValuePart | SidePart, ...]:
    """The parts with the two values of a pair as parts of their own."""
    halves = ((part.first, part.second) if isinstance(part, PairPart) else (part,) for part in parts)
    return tuple(one for listed in halves for one in listed)


def known_values(example: Example) -> tuple[TypedValue, ...]:
    """What an answer may state beside its parts without being wrong: the values of the question and of the reference
    answers, and those that the derivation starts from."""
    texts = (example.question, *(text for one in example.answers for text in (one.text, *one.aliases)))
    return (*(value for text in texts for _, _, value in find_values(text)), *map(_value, _facts(example)))


def _derived(program: Expression, facts: Mapping[str, Any]) -> tuple[AnswerPart, ...] | None:
    """The parts of a program that joins several values; None for another one."""
    match program:
        case Both(first=first, second=second):
            one, two = _half(first, facts), _half(second, facts)
            return (_pair(one, two),) if one and two else ()
        case Compare(traits=traits):
            parts: list[AnswerPart] = []
            for trait in traits:
                match trait.left, trait.right:
                    case LookUp(fact=left), LookUp(fact=right):
                        parts += _compared(trait.name, facts[left], facts[right])
                    case _:
                        return ()
            return _unlike_traits(parts)
        case LookUp() | Follow() | Reverse():
            part = _half(program, facts)
            return (replace(part, labels=frozenset()),) if part else ()
    return None


def _half(program: Expression, facts: Mapping[str, Any]) -> ValuePart | None:
    read = tuple(facts_of(program))
    match program:
        case LookUp(fact=name) | Follow(fact=name):
            fact = facts[name]
            return _value_part(fact, telling_stems(f"{fact['subject']} {_words(fact['relation'])}"), read)
        case Reverse(fact=name):
            fact = facts[name]
            return ValuePart(NameValue(fact["subject"]), (fact["subject"],), telling_stems(fact["value"]), read)
    return None


def _value_part(fact: Mapping[str, Any], labels: Labels, read: tuple[str, ...]) -> ValuePart | None:
    value = _bare(_value(fact))
    if fact["relation"] in _DESCRIBING:
        return None
    forms = () if isinstance(value, Quantity) else (fact["value"],)
    return None if _is_sentence(value) else ValuePart(value, forms, labels, read)


def _bare(value: TypedValue) -> TypedValue:
    """The items of a list without quotation marks and asides: '"merge" (default)'."""
    if not isinstance(value, ListValue):
        return value
    items = (
        NameValue(_ASIDE.sub("", str(item)).strip("\"'“”‘’` ")) if isinstance(item, NameValue) else item
        for item in value.items
    )
    return replace(value, items=tuple(items))


def _compared(trait: str, left: Mapping[str, Any], right: Mapping[str, Any]) -> list[AnswerPart]:
    one, two = _value(left), _value(right)
    match one, two:
        case (Quantity() as a, Quantity() as b):
            more = a.number > b.number
        case (Date() as a, Date() as b):
            more = b < a
        case _:
            first, second = (_value_part(one, telling_stems(one["subject"]), (one["id"],)) for one in (left, right))
            if not first or not second:
                return []
            if one == two:
                return [replace(first, labels=frozenset(), facts=first.facts + second.facts)]
            return [_pair(first, second)]
    ordered = ((left, a), (right, b)) if more else ((right, b), (left, a))
    names = (ordered[0][0]["subject"], ordered[1][0]["subject"])
    read = tuple(one["id"] for one, _ in ordered)
    return [SidePart(names, (ordered[0][1], ordered[1][1]), telling_stems(trait), read)]


def _pair(one: ValuePart, two: ValuePart) -> PairPart:
    """Two values, each with the labels that the other has not."""
    return PairPart(replace(one, labels=one.labels - two.labels), replace(two, labels=two.labels - one.labels))


def _unlike_traits(parts: list[AnswerPart]) -> tuple[AnswerPart, ...]:
    """Traits with the stems that no other trait has."""
    shared = [part.labels for part in parts if isinstance(part, SidePart)]
    if len(shared) < 2:
        return tuple(parts)
    common = frozenset.intersection(*shared)
    return tuple(replace(part, labels=part.labels - common) if isinstance(part, SidePart) else part for part in parts)


def _stated(example: Example, program: Expression | None) -> tuple[AnswerPart, ...]:
    """The one part of a question whose answer is a value itself. What a `program` counted is a number, whatever it
    counts: "186 airports"."""
    answer = example.answers[0]
    value = parse(answer.text)
    if program and isinstance(value, NameValue) and (amount := quantity_at(answer.text, 0)):
        value = amount[0]
    read = tuple(dict.fromkeys(facts_of(program))) if program else ()
    return () if _is_sentence(value) else (ValuePart(value, (answer.text, *answer.aliases), facts=read),)


def _is_sentence(value: TypedValue) -> bool:
    if isinstance(value, ListValue):
        return any(map(_is_sentence, value.items))
    return isinstance(value, NameValue) and len(value.text.split()) > _MOST_WORDS


def _value(fact: Mapping[str, Any]) -> TypedValue:
    value = parse(fact["value"])
    if isinstance(value, Quantity) and fact.get("unit"):
        return replace(value, unit=fact["unit"])
    return value


def _words(relation: str) -> str:
    return relation.rpartition(":")[2].replace("_", " ")
