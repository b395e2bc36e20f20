"""Work out which values a right answer has to state, from a question's derivation or its reference answers.

A question's *parts* are what an answer is scored by. A question in two halves has two values, a comparison has one part
for each trait, any other question has one; a list of several answers has none here (it is scored as a set). Where the
halves are about two things, or ask two things, `labels` are the words that tell which half a value belongs to.

A reference answer that is a whole sentence and has no derivation has no parts: nothing says which of its words matter,
so the question is left unscored, and a judge has to decide.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from benchwright.english.nouns import is_plural
from benchwright.english.vocabulary import Vocabulary
from benchwright.evaluate.identifiers import is_identifier, version_number
from benchwright.programs.operations import Both, Compare, Expression, Follow, LookUp, Reverse, facts_of, from_json
from benchwright.programs.telling_stems import telling_stems
from benchwright.records import Example
from benchwright.values import ListValue, NameValue, Quantity, TypedValue, parse
from benchwright.values.amount_wordings import with_plain_amounts
from benchwright.values.dates import Date
from benchwright.values.digit_dates import with_dates_in_words
from benchwright.values.names import words_of
from benchwright.values.numbers import quantity_at
from benchwright.values.occurrences import find_values
from benchwright.values.scale_letters import with_scale_words
from benchwright.values.times_of_day import time_of_day

_ASIDE = re.compile(r"\s*\([^()]*\)\s*$")
_DESCRIBING = frozenset({"purpose", "definition", "answer"})
"""Relations whose value is told in words of one's own, however short it is."""
_MOST_WORDS = 8
"""Of a name. What is longer is a sentence."""

_VERSIONS = frozenset({"version", "release"})
"""Relations whose name in a question says that a number is a version: 2.10 is not 2.1."""
_SHADES = Vocabulary.of("benchwright.evaluate", "answer_parts").rows("shades")
_OR = re.compile(r"^(?:or|and)\s+")
_ABBREVIATED = re.compile(r"([^()]*\w)\s*\(([^\W_]*[A-Z][^\W_]*[A-Z][^\W_]*)\)")
_ABBREVIATION = re.compile(r"\(([^\W_]*[A-Z][^\W_]*[A-Z][^\W_]*)\)")

Labels = frozenset[str]
RelationValues = Mapping[str, frozenset[str]]


@dataclass(frozen=True)
class ValuePart:
    """A value that a right answer states. `forms` are the texts that are this value (of a list: no item has others but
    those in `items`); `labels` the stems of words that only this part's half of the question has; `exact` says that it
    is compared letter by letter; `rivals` are other things' values of the same relation, as far as the benchmark knows
    them; `facts` the ids of the facts that it is worked out from."""

    value: TypedValue
    forms: tuple[str, ...]
    labels: Labels = frozenset()
    exact: bool = False
    rivals: frozenset[str] = frozenset()
    items: tuple[tuple[str, ...], ...] = ()
    facts: tuple[str, ...] = field(default=(), compare=False)

    @cached_property
    def name(self) -> str:
        """The value as text."""
        return str(self.value)

    @cached_property
    def name_stems(self) -> frozenset[str]:
        """The telling stems of the value as text."""
        return telling_stems(self.name)

    @cached_property
    def stated_values(self) -> tuple[TypedValue, ...]:
        """What states the value: itself and its forms, a term in the plural or singular, the shades of a colour."""
        others = (*_in_other_number(self.value), *shades_of(self.value, self.rivals))
        return tuple(dict.fromkeys((self.value, *map(parse, self.forms), *others)))

    @cached_property
    def stated_items(self) -> tuple[tuple[TypedValue, ...], ...]:
        """What states each item of a list, repeated ones once; () for a value that is no list."""
        if not isinstance(self.value, ListValue):
            return ()
        forms = dict(zip(self.value.items, self.items, strict=True)) if self.items else {}
        items = tuple(dict.fromkeys(self.value.items))
        names = [*self.rivals, *map(str, items)]
        return tuple(
            tuple(dict.fromkeys((item, *map(parse, forms.get(item, ())), *shades_of(item, names)))) for item in items
        )


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


def parts_of(example: Example, values: RelationValues | None = None) -> tuple[AnswerPart, ...]:
    """The parts of a question with one answer; () for one with several, and where none can be worked out. `values` are
    those that the benchmark knows of each relation."""
    if len(example.answers) != 1:
        return ()
    program, facts = (example.derivation or {}).get("program"), {fact["id"]: fact for fact in _facts(example)}
    read = from_json(program) if program else None
    parts = _derived(read, facts, values or {}) if read else None
    return _stated(example, read) if parts is None else parts


def relation_values(examples: Iterable[Example]) -> RelationValues:
    """The names that a benchmark's derivations know of each relation; the items of lists."""
    names: dict[str, set[str]] = {}
    for fact in (fact for example in examples for fact in _facts(example)):
        value = _bare(_value(fact))
        items = value.items if isinstance(value, ListValue) else (value,)
        texts = {item.text for item in items if isinstance(item, NameValue) and not _is_sentence(item)}
        names.setdefault(fact["relation"], set()).update(texts)
    return {relation: frozenset(texts) for relation, texts in names.items()}


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
    stated = (value for text in texts for _, _, value in find_values(with_dates_in_words(text)))
    return (*stated, *map(_value, _facts(example)))


def _derived(program: Expression, facts: Mapping[str, Any], values: RelationValues) -> tuple[AnswerPart, ...] | None:
    """The parts of a program that joins several values; None for another one."""
    match program:
        case Both(first=first, second=second):
            one, two = _half(first, facts, values), _half(second, facts, values)
            return (_pair(one, two),) if one and two else ()
        case Compare(traits=traits):
            parts: list[AnswerPart] = []
            for trait in traits:
                match trait.left, trait.right:
                    case LookUp(fact=left), LookUp(fact=right):
                        parts += _compared(trait.name, facts[left], facts[right], values)
                    case _:
                        return ()
            return _unlike_traits(parts)
        case LookUp() | Follow() | Reverse():
            part = _half(program, facts, values)
            return (replace(part, labels=frozenset()),) if part else ()
    return None


def _half(program: Expression, facts: Mapping[str, Any], values: RelationValues) -> ValuePart | None:
    read = tuple(facts_of(program))
    match program:
        case LookUp(fact=name) | Follow(fact=name):
            fact = facts[name]
            return _value_part(fact, telling_stems(f"{fact['subject']} {_words(fact['relation'])}"), values, read)
        case Reverse(fact=name):
            fact = facts[name]
            name = fact["subject"]
            return ValuePart(NameValue(name), (name,), telling_stems(fact["value"]), is_identifier(name), facts=read)
    return None


def _value_part(
    fact: Mapping[str, Any], labels: Labels, values: RelationValues, read: tuple[str, ...]
) -> ValuePart | None:
    if fact["relation"] in _DESCRIBING:
        return None
    number = version_number(fact["value"], fact["relation"])
    if number or is_identifier(fact["value"]):
        return ValuePart(NameValue(number or fact["value"]), (), labels, exact=True, facts=read)
    value = _bare(_value(fact))
    texts = (fact["value"], with_scale_words(fact["value"]), *_short_forms(value))
    forms = () if isinstance(value, Quantity) else tuple(dict.fromkeys(texts))
    if _is_sentence(value):
        return None
    items = value.items if isinstance(value, ListValue) else (value,)
    own = {item.text for item in items if isinstance(item, NameValue)}
    rivals = values.get(fact["relation"], frozenset()) - own if own else frozenset[str]()
    return ValuePart(value, forms, labels, rivals=rivals, items=_item_forms(_value(fact)), facts=read)


def _item_forms(value: TypedValue) -> tuple[tuple[str, ...], ...]:
    """Each item of a list of names as it may be written: "messenger RNA" or "mRNA" of "messenger RNA (mRNA)"."""
    if not isinstance(value, ListValue):
        return ()
    bare = _bare(value)
    assert isinstance(bare, ListValue)
    return tuple(
        (str(name), *_ABBREVIATION.findall(str(item))) for item, name in zip(value.items, bare.items, strict=True)
    )


def _short_forms(value: TypedValue) -> Iterator[str]:
    """A name without its abbreviation in brackets, and the abbreviation: "Example Act (EA)". Its letters stand in the
    name in their order and begin as it does, so that "Springfield (IL)" is none."""
    found = _ABBREVIATED.fullmatch(value.text) if isinstance(value, NameValue) else None
    if found is None:
        return
    name, short = found.groups()
    letters = iter(name.casefold())
    if name[0].casefold() == short[0].casefold() and all(letter in letters for letter in short.casefold()):
        yield from (name, short)


def _bare(value: TypedValue) -> TypedValue:
    """The items of a list without quotation marks and asides: '"merge" (default)'."""
    if not isinstance(value, ListValue):
        return value
    items = (
        NameValue(_OR.sub("", _ASIDE.sub("", str(item))).strip("\"'“”‘’` ")) if isinstance(item, NameValue) else item
        for item in value.items
    )
    return replace(value, items=tuple(items))


def _compared(
    trait: str, left: Mapping[str, Any], right: Mapping[str, Any], values: RelationValues
) -> list[AnswerPart]:
    one, two = _value(left), _value(right)
    match one, two:
        case (Quantity() as a, Quantity() as b):
            more = a.number > b.number
        case (Date() as a, Date() as b):
            more = b < a
        case _:
            first, second = (
                _value_part(one, telling_stems(one["subject"]), values, (one["id"],)) for one in (left, right)
            )
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
    read = tuple(dict.fromkeys(facts_of(program))) if program else ()
    asked = next(iter(_VERSIONS & set(words_of(example.question))), "")
    if number := version_number(answer.text, asked) or (answer.text if is_identifier(answer.text) else ""):
        return (ValuePart(NameValue(number), (), exact=True, facts=read),)
    value = _bare(_parsed(answer.text))
    if program and isinstance(value, NameValue) and (amount := quantity_at(answer.text, 0)):
        value = amount[0]
    texts = (answer.text, *answer.aliases, with_scale_words(answer.text), *_short_forms(value))
    forms = tuple(dict.fromkeys(texts))
    items = _item_forms(parse(answer.text))
    return () if _is_sentence(value) else (ValuePart(value, forms, items=items, facts=read),)


def _is_sentence(value: TypedValue) -> bool:
    if isinstance(value, ListValue):
        return any(map(_is_sentence, value.items))
    return isinstance(value, NameValue) and len(value.text.split()) > _MOST_WORDS


def _value(fact: Mapping[str, Any]) -> TypedValue:
    value = _parsed(fact["value"])
    if isinstance(value, Quantity) and fact.get("unit"):
        return replace(value, unit=fact["unit"])
    if isinstance(value, NameValue) and fact["relation"].startswith("cell:") and is_plural(_words(fact["relation"])):
        return parse(value.text, "list")  # of two with a comma: one name in other columns
    return value


def _parsed(text: str) -> TypedValue:
    """The value of a text. A time is of the 24-hour clock, and a date of digits is one where that is sure."""
    time = time_of_day(text)
    return NameValue(time) if time else parse(with_plain_amounts(with_dates_in_words(text)))


def _in_other_number(value: TypedValue) -> Iterator[NameValue]:
    """A term of several words in the plural or singular: "Version Control System" of "Version Control Systems"."""
    if isinstance(value, NameValue) and " " in value.text and value.text[-1].isalpha():
        yield NameValue(value.text[:-1] if value.text.endswith("s") else f"{value.text}s")


def shades_of(value: TypedValue, taken: Collection[str]) -> tuple[NameValue, ...]:
    """The shades of a colour, but for those that are `taken`: values of other things."""
    if not isinstance(value, NameValue):
        return ()
    return tuple(NameValue(shade) for shade in _SHADES.get(value.text.casefold(), ()) if shade not in taken)


def _words(relation: str) -> str:
    return relation.rpartition(":")[2].replace("_", " ")
