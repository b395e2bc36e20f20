"""Decide the cause of a wrong answer by rules in a fixed order. Each says what it saw, or nothing.

A rule looks at the record only (`WrongAnswer`). The first that sees something decides; so a cause further up is never
hidden by one further down, and every wrong answer has exactly one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from benchwright.evaluate.answer_parts import SidePart
from benchwright.evaluate.diagnosis.calculations import (
    computed_program,
    digits_of,
    is_rounding,
    is_slip,
    operands_of,
    other_results,
    result_over,
)
from benchwright.evaluate.diagnosis.causes import Cause
from benchwright.evaluate.diagnosis.neighbours import derivation_facts, neighbours_of
from benchwright.evaluate.diagnosis.wrong_answer import SinglePart, WrongAnswer
from benchwright.programs.telling_stems import telling_stems
from benchwright.values import LOOSELY, Date, NameValue, Quantity, TypedValue, occurs_in, parse, same
from benchwright.values.occurrences import find_values

_LOOSE = frozenset({"no unit", "kinds of unit", "hedge", "rounded", "rounding", "share"})
_EXACTLY = frozenset({"no unit", "hedge", "rounded"})
_OTHER_UNIT = frozenset({"no unit", "kinds of unit"})
_SHOWN = 3  # sources that a line names
_NAME_WORDS = 8  # of a name; what is longer is a sentence
_MOST_TEXT = 100_000


@dataclass(frozen=True, slots=True)
class DiagnosisRule:
    """A rule by its name: `see` returns what it saw in the record, "" for nothing."""

    name: str
    cause: Cause
    see: Callable[[WrongAnswer], str]


def _no_reply(one: WrongAnswer) -> str:
    return one.reply.failure


def _below_cut_off(one: WrongAnswer) -> str:
    """Every source that was not shown is further down in the retriever's list."""
    if not one.unseen or not all(source in one.ranks for source in one.unseen):
        return ""
    ranks = [f"{source} at rank {one.ranks[source]}" for source in one.unseen[:_SHOWN]]
    return f"{'; '.join(ranks)}; {len(one.reply.contexts)} were shown"


def _not_retrieved(one: WrongAnswer) -> str:
    lacking = [source for source in one.unseen if source not in one.ranks]
    where = "not in the list" if one.reply.contexts else "no sources were shown"
    return f"{where}: {'; '.join(lacking[:_SHOWN])}" if lacking else ""


def _refused(one: WrongAnswer) -> str:
    return "" if one.reply.answers else "no answer was given"


def _operands_stated(one: WrongAnswer) -> str:
    """The answer, or the model's own working, states every operand, and another result."""
    operands = operands_of(one.example)
    text = f"{one.reply.working}\n{one.answer}"
    if not operands or not all(occurs_in(operand, text, _LOOSE) for operand in operands):
        return ""
    results = _rivals(one)
    return f"states {_listed(operands)}, and the result {results[0]}" if len(results) == 1 else ""


def _neighbour(one: WrongAnswer) -> str:
    """The answer states a value that stands beside the right one."""
    for part in one.wrong:
        for near in one.neighbours(part):
            fits = near.kind != "value" or _is_alike(part, near.value)
            if fits and _states(one, part, near.value) and not one.is_known(near.value):
                return f"{near.value} is {near.kind}: {near.where}"
    return ""


def _step(one: WrongAnswer) -> str:
    """The answer states another fact of the derivation: a step on the way to the answer."""
    if one.is_list or any(one.stated) or computed_program(one.example) is not None or _rivals(one):
        return ""
    right = {name for part in one.parts for name in part.facts[-1:]}
    for fact in derivation_facts(one.example):
        value = parse(fact["value"])
        asked = fact["id"] in right or occurs_in(value, one.question.text, LOOSELY)
        if not asked and occurs_in(value, one.answer, _EXACTLY):
            return f"{fact['value']} is of {fact['subject']}, a step on the way"
    return ""


def _exchanged(one: WrongAnswer) -> str:
    """The values of two parts are there, each said of the other."""
    texts = [
        str(part.value) for part in one.wrong if not isinstance(part, SidePart) and occurs_in(part.value, one.answer)
    ]
    return f"{' and '.join(texts)} said of the other" if len(texts) > 1 else ""


def _other_unit(one: WrongAnswer) -> str:
    """The right digits with another unit or in another scale."""
    for part in one.wrong:
        for right in _amounts(part):
            for value in one.amounts:
                same_number = value.number == right.number
                other_unit = bool(value.unit and right.unit) and value.unit != right.unit
                if digits_of(value) == digits_of(right) and (other_unit if same_number else True):
                    return f"{value} instead of {right}"
    return ""


def _misread_operand(one: WrongAnswer) -> str:
    """The result follows if one of the operands is exchanged for a value that stands beside it."""
    program = computed_program(one.example)
    if program is None or one.facts is None:
        return ""
    results = _rivals(one)
    known = {anchor.fact.id: anchor for part in one.wrong for anchor in one.anchors(part) if anchor.fact is not None}
    facts = {name: anchor.fact for name, anchor in known.items() if anchor.fact is not None}
    for name, fact in facts.items() if results else ():
        for near in neighbours_of(known[name], one.example, one.corpus, one.facts):
            if type(near.value) is not type(known[name].value):
                continue
            text = str(near.value.number) if isinstance(near.value, Quantity) else str(near.value)
            value = result_over(program, {**facts, name: replace(fact, value=text)})
            if value is not None and any(_equal(value, result) for result in results):
                return f"{near.value} ({near.kind}: {near.where}) in place of {fact.value} gives {value}"
    return ""


def _other_operation(one: WrongAnswer) -> str:
    """Another operation on the right operands gives the result, or one of them stands for it."""
    operands = operands_of(one.example)
    results = one.amounts
    for name, value in other_results(operands):
        if any(is_rounding(value, result.number) for result in results):
            return f"{value} is the {name} of {_listed(operands)}"
    return ""


def _near_result(one: WrongAnswer) -> str:
    """The result of a calculation is off by one digit, or by its decimal place or sign."""
    if computed_program(one.example) is None:
        return ""
    for part in one.wrong:
        for right in _amounts(part):
            for value in _rivals(one):
                if isinstance(value, Quantity) and is_slip(right.number, value.number):
                    return f"{value} instead of {right}"
    return ""


def _wrong_side(one: WrongAnswer) -> str:
    """A comparison is made, with nothing false beside it, and comes out the wrong way round."""
    for part in one.wrong:
        if isinstance(part, SidePart) and not one.rivals(part):
            named = [name for name in part.names if occurs_in(NameValue(name), one.answer, LOOSELY)]
            amounts = [amount for amount in part.amounts if occurs_in(amount, one.answer, _LOOSE)]
            if len(amounts) == 2 or (
                len(named) == 2 and any(label in telling_stems(one.answer) for label in part.labels)
            ):
                return f"{part.names[0]} has more, and the answer does not say so"
    return ""


def _contradicted(one: WrongAnswer) -> str:
    """Another source says of the same thing what the answer says."""
    if one.facts is None:
        return ""
    for part in one.wrong:
        for anchor in one.anchors(part):
            fact = anchor.fact
            if fact is None:
                continue
            for other in one.facts.of_entity(fact.entity):
                if other.relation == fact.relation and other.source != fact.source:
                    value = parse(other.value)
                    if not same(value, parse(fact.value)) and _states(one, part, value):
                        return f"{other.source} says {other.value}"
    return ""


def _part_missing(one: WrongAnswer) -> str:
    """Some parts are right, and of the others nothing is said; answers of a list are missing."""
    if one.is_list:
        names = [answer.text for answer in one.missing]
        return f"{len(names)} of {len(one.question.answers)} missing: {'; '.join(names[:_SHOWN])}" if names else ""
    if not any(one.stated) or any(one.rivals(part) for part in one.wrong):
        return ""
    return f"nothing on {'; '.join(_name(part) for part in one.wrong)}"


def _elsewhere(one: WrongAnswer) -> str:
    """What it answered, or an item of its list that is no answer, stands in one of the question's own sources."""
    if any(isinstance(part, SidePart) for part in one.wrong):
        return ""
    for item in one.surplus if one.is_list else one.reply.answers:
        for source in sorted(one.question.evidence):
            text = one.corpus.source(source).text[:_MOST_TEXT] if source in one.corpus else ""
            if _stands_in(item, text) and not one.is_known(NameValue(item)):
                return f"{item} stands in {source}, and is no answer"
    return ""


def _other_source(one: WrongAnswer) -> str:
    """The answer's value stands in a source that was shown and that the question does not need."""
    for place, hit in enumerate(one.reply.contexts, 1):
        if hit.source in one.question.evidence:
            continue
        text = one.corpus.source(hit.source).text if hit.source in one.corpus else hit.chunk.text if hit.chunk else ""
        for value in _claims(one):
            if occurs_in(value, text[:_MOST_TEXT], LOOSELY):
                return f"{value} stands in S{place} ({hit.source or 'a chunk'})"
    return ""


def _cites_others(one: WrongAnswer) -> str:
    """It cites, and none of what it cites is evidence."""
    cited = one.reply.citations
    if not cited:
        return ""
    sources = [one.reply.contexts[at].source for at in cited if at < len(one.reply.contexts)]
    if any(source in one.question.evidence or not source for source in sources):
        return ""
    return f"cites only {'; '.join(sources[:_SHOWN]) or 'what is not there'}"


RULES: tuple[DiagnosisRule, ...] = (
    DiagnosisRule("no reply", "no-reply", _no_reply),
    DiagnosisRule("below the cut-off", "below-cut-off", _below_cut_off),
    DiagnosisRule("not retrieved", "not-retrieved", _not_retrieved),
    DiagnosisRule("abstained", "refused", _refused),
    DiagnosisRule("operands stated", "arithmetic", _operands_stated),
    DiagnosisRule("neighbour", "misread", _neighbour),
    DiagnosisRule("operand's neighbour", "misread", _misread_operand),
    DiagnosisRule("other operation", "arithmetic", _other_operation),
    DiagnosisRule("near result", "arithmetic", _near_result),
    DiagnosisRule("other unit", "misread", _other_unit),
    DiagnosisRule("exchanged", "misread", _exchanged),
    DiagnosisRule("step on the way", "misread", _step),
    DiagnosisRule("wrong side", "arithmetic", _wrong_side),
    DiagnosisRule("other source says so", "contradicted", _contradicted),
    DiagnosisRule("part missing", "part-missing", _part_missing),
    DiagnosisRule("elsewhere in the source", "misread", _elsewhere),
    DiagnosisRule("from another source", "not-used", _other_source),
    DiagnosisRule("cites others", "not-used", _cites_others),
)
"""In the order in which they are asked."""


def decide(one: WrongAnswer) -> tuple[Cause, str, str]:
    """The cause, the rule that decided, and what it saw."""
    for rule in RULES:
        seen = rule.see(one)
        if seen:
            return rule.cause, rule.name, seen
    return "undecidable", "", ""


def _rivals(one: WrongAnswer) -> list[TypedValue]:
    return [value for part in one.wrong for value in one.rivals(part)]


def _amounts(part: SinglePart) -> list[Quantity]:
    values = part.amounts if isinstance(part, SidePart) else (part.value,)
    return [one for one in values if isinstance(one, Quantity)]


def _states(one: WrongAnswer, part: SinglePart, value: TypedValue) -> bool:
    """Whether the answer states a value in place of a part's: an amount or date that nobody knows of, or a name, which
    stands for an amount only if the answer states no amount and no date."""
    if isinstance(value, Quantity | Date):
        return any(_equal(value, other) for other in one.strange)
    if isinstance(part, SidePart) or (isinstance(part.value, Quantity | Date) and find_values(one.answer)):
        return False
    return bool(occurs_in(value, one.answer))


def _is_alike(part: SinglePart, value: TypedValue) -> bool:
    """Whether a value is of the kind that a part asks for: an amount of that unit, a date, a name."""
    for right in part.amounts if isinstance(part, SidePart) else (part.value,):
        if isinstance(right, Quantity) and isinstance(value, Quantity):
            return not (right.unit and value.unit) or right.unit == value.unit
        if type(right) is type(value):
            return True
    return False


def _equal(one: TypedValue, other: TypedValue) -> bool:
    if isinstance(one, Quantity) and isinstance(other, Quantity) and one.number == other.number:
        return True
    sameness = same(one, other)
    return bool(sameness) or (sameness.verdict == "undecided" and sameness.reason in _OTHER_UNIT)


def _stands_in(words: str, text: str) -> bool:
    """Whether a text names something, or holds more words than a name has as they are."""
    if len(words.split()) <= _NAME_WORDS:
        return bool(occurs_in(NameValue(words), text, LOOSELY))
    return " ".join(words.split()) in " ".join(text.split())


def _claims(one: WrongAnswer) -> list[TypedValue]:
    """What the answer claims, as values: its strange amounts and dates, else its short texts."""
    return one.strange or [NameValue(text) for text in one.reply.answers if len(text.split()) <= _NAME_WORDS]


def _name(part: SinglePart) -> str:
    return str(part.value) if not isinstance(part, SidePart) else " / ".join(part.names)


def _listed(values: Sequence[Quantity | Date]) -> str:
    return " and ".join(map(str, values))
