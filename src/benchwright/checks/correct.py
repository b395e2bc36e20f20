"""Check `correct`: the answer follows from the sources as they stand.

Every fact of the program is read again from its own span: the characters of the passage, the cell of the table, the
pixels of the image. The program is executed over what was read, and must give the parts of the answer, and the answer's
text must hold them.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from benchwright.checks.candidate import Candidate
from benchwright.facts.extract import facts_of_source
from benchwright.programs.corpus_facts import CorpusFacts
from benchwright.programs.execution import (
    Compared,
    ExecutionError,
    Pair,
    Value,
    execute,
)
from benchwright.programs.operations import facts_of
from benchwright.programs.solver import forms_of_value
from benchwright.records import Check, Fact
from benchwright.retrieval.word_index import words_of
from benchwright.values import detokenise, normalise, parse_date, parse_quantity

_SCALES: Mapping[int, frozenset[str]] = MappingProxyType(
    {
        0: frozenset(),
        3: frozenset({"thousand", "thousands", "000"}),
        6: frozenset({"million", "millions", "mn", "mil"}),
        9: frozenset({"billion", "billions", "bn"}),
        12: frozenset({"trillion", "trillions"}),
    }
)


def check_correct(candidate: Candidate, ground: CorpusFacts) -> Check:
    """Pass when every fact is still read from its span and the program gives the answer."""
    for name in dict.fromkeys(facts_of(candidate.program)):
        fact = ground.fact(name)
        if not _stands(fact, ground):
            return _fail(f"{fact.value!r} is not what stands at the span of fact {name}")
    try:
        value = execute(candidate.program, ground.fact)
    except ExecutionError as error:
        return _fail(str(error))
    computed = leaves(value)
    if len(computed) != len(candidate.parts):
        return _fail(f"the program gives {len(computed)} values, the answer has {len(candidate.parts)} parts")
    told = f" {' '.join(words_of(candidate.answer))} "
    for leaf, forms in zip(computed, candidate.parts, strict=True):
        text = str(leaf)
        if {normalise(form) for form in forms_of_value(leaf)}.isdisjoint(map(normalise, forms)):
            return _fail(f"the program gives {text!r}, the answer says {forms[0]!r}")
        if not any(f" {' '.join(words_of(form))} " in told for form in forms):
            return _fail(f"the answer does not state {text!r}")
    return Check("correct", "pass", by="correct/1")


def leaves(value: Value) -> list[Value]:
    """The parts of a computed value, in reading order: both of a pair, each side of each trait, else the value."""
    match value:
        case Pair(first=first, second=second):
            return leaves(first) + leaves(second)
        case Compared(traits=traits):
            return [side for _, left, right in traits for side in (left, right)]
        case _:
            return [value]


def _stands(fact: Fact, ground: CorpusFacts) -> bool:
    source, span = ground.source(fact.source), fact.span
    if span.read == "pixels":
        again = facts_of_source(ground.corpus.path, source)
        return any(one.relation == fact.relation and one.value == fact.value for one in again)
    if span.read == "cell":
        if source.table is None or not span.cells:
            return False
        row, column = span.cells[-1]
        if not (0 <= row < len(source.table.rows) and 0 <= column < len(source.table.rows[row])):
            return False
        cells = source.table.rows[row]
        if fact.value_type == "date" and parse_date(detokenise(cells[column])) == parse_date(fact.value):
            return True  # the same day in another order: "July 19 , 1956"
        around = [*cells, *(line[column] for line in source.table.header)]
        return _within(fact.value, cells[column]) or _scaled(fact, cells[column], " ".join(around))
    if span.start is None or span.end is None:
        return False
    return _within(fact.value, source.text[span.start : span.end])


def _scaled(fact: Fact, stands: str, around: str) -> bool:
    """Is a number the one that stands there, times the scale that its row or header names ("in millions")?"""
    value, cell = parse_quantity(fact.value), parse_quantity(stands)
    if value is None or cell is None:
        return False
    words = set(words_of(around))
    return any(
        value.number == cell.number.scaleb(zeros) and (not names or names & words) for zeros, names in _SCALES.items()
    )


def _within(value: str, stands: str) -> bool:
    """Is the value what stands there, give or take tokenisation, footnote marks and a unit?"""
    inner = " ".join(words_of(detokenise(value)))
    return bool(inner) and f" {inner} " in f" {' '.join(words_of(detokenise(stands)))} "


def _fail(reason: str) -> Check:
    return Check("correct", "fail", reason, by="correct/1")
