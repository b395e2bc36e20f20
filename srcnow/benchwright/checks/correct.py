"""Check `correct`: the answer follows from the sources as they stand.

Every fact of the program is read again from its own span: the characters of the passage, the cell of the table, the
pixels of the image. The program is executed over what was read, and must give the parts of the answer, and the answer's
text must hold them.
"""

from __future__ import annotations

from benchwright.checks.candidate import Candidate
from benchwright.facts.extract import facts_of_source
from benchwright.programs.corpus_facts import CorpusFacts
from benchwright.programs.execution import ExecutionError, as_stated, execute, leaves, stated_value
from benchwright.programs.operations import facts_of
from benchwright.records import Check, Fact
from benchwright.values import (
    LOOSELY,
    ListValue,
    NameValue,
    Quantity,
    TypedValue,
    detokenise,
    occurs_in,
    parse,
    same,
    words_of,
)
from benchwright.values.numbers import SCALES
from benchwright.values.units import EXACT

_READ = LOOSELY
"""How a source may state what was read there: its unit can stand in a header, its hedge is a qualifier of the fact."""
_THOUSANDS = {"000": 3, "mil": 6}


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
    for leaf, part in zip(map(as_stated, computed), candidate.parts, strict=True):
        if not same(leaf, part):
            return _fail(f"the program gives {str(leaf)!r}, the answer says {str(part)!r}")
        if not _states(candidate.answer, leaf):
            return _fail(f"the answer does not state {str(leaf)!r}")
    return Check("correct", "pass", by="correct/1")


def _stands(fact: Fact, ground: CorpusFacts) -> bool:
    source, span = ground.source(fact.source), fact.span
    if span.read == "pixels":
        again = facts_of_source(ground.corpus.path, source)
        return any(one.relation == fact.relation and one.value == fact.value for one in again)
    value = stated_value(fact)
    if span.read == "cell":
        if source.table is None or not span.cells:
            return False
        if any(
            not 0 <= row < len(source.table.rows) or column not in range(len(source.table.rows[row]))
            for row, column in span.cells
        ):
            return False
        row, column = span.cells[-1]
        cells = source.table.rows[row]
        if isinstance(value, ListValue) and len(span.cells) == len(value.items):
            texts = [source.table.rows[row][column] for row, column in span.cells]
            return all(occurs_in(item, detokenise(text), _READ) for item, text in zip(value.items, texts, strict=True))
        around = [*cells, *(line[column] for line in source.table.header)]
        return _states(detokenise(cells[column]), value) or _scaled(value, cells[column], around)
    if span.start is None or span.end is None:
        return False
    if isinstance(value, NameValue):
        return _states(detokenise(source.text[span.start : span.end]), value)
    # The whole text is read, so that a span cannot cut a sign or a digit off.
    return any(start < span.end and span.start < end for start, end in occurs_in(value, source.text, _READ))


def _states(text: str, value: TypedValue) -> bool:
    """Whether a text states a value; of code ("%D", "~n") the same characters count."""
    return bool(occurs_in(value, text, LOOSELY)) or (isinstance(value, NameValue) and value.text in text)


def _scaled(value: object, cell: str, around: list[str]) -> bool:
    """Is a number the one that stands there, times the scale that its row or header names ("in millions")?"""
    stated = parse(cell, "number")
    if not isinstance(value, Quantity) or not isinstance(stated, Quantity):
        return False
    words = {word.removesuffix("s") for word in words_of(" ".join(around))}
    scales = (zeros for name, zeros in {**SCALES, **_THOUSANDS}.items() if name in words)
    return any(value.number == EXACT.scaleb(stated.number, zeros) for zeros in scales)


def _fail(reason: str) -> Check:
    return Check("correct", "fail", reason, by="correct/1")
