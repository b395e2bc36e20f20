"""Compares an answer with the reference by rule: the same, different, or unsure.

A wrong "same" throws a good question away, a wrong "different" lets a bad one in; so what is not certain goes to a
model (`same_answer`). Certain are: equal words, numbers and dates in any writing, equal lists, a sentence that says the
answer and adds nothing that the question did not say; and numbers, dates, yes and no that plainly differ.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Literal

from benchwright.checks.judged.figures import figures_of
from benchwright.retrieval.word_index import words_of
from benchwright.values import Date, Quantity, convert, find_dates, normalise, parse_date, parse_quantity

Verdict = Literal["same", "different", "unsure"]

_CLEARLY_OFF = Fraction(1, 20)
"""Two amounts that differ by more than this share of the larger are different, however they were rounded."""


_DENYING, _VAGUE, _FILLING = (
    frozenset(line.split())
    for line in (
        "not no never neither nor none cannot unlike except without or instead rather isn wasn",
        "dozen hundred thousand million billion half third quarter fifth once twice double single pair couple both",
        "a an the is are was were be been it its they their he she his her this that these those in on at of to by "
        "from for with as and there which who what when where has have had does did do total about answer",
    )
)
_LISTED = re.compile(r"\s*(?:;|,\s*and\b|,|\band\b)\s*")
_YES_NO = frozenset({"yes", "no"})


def compare(question: str, reference: str, candidate: str, beside: Sequence[str] = ()) -> Verdict:
    """Does the candidate give the reference answer? `beside` are other parts that it may rightly give as well (the
    other half of a compound answer)."""
    wanted, given = normalise(reference), normalise(candidate)
    if not given or not wanted:
        return "different" if wanted else "unsure"
    if wanted == given:
        return "same"
    for rule in (_yes_or_no, _as_dates, _as_quantities, _as_lists):
        verdict = rule(reference, candidate)
        if verdict != "unsure":
            return verdict
    if _says_only(question, reference, candidate, beside):
        return "same"
    pieces = [piece for piece in candidate.split(";") if piece.strip()] if beside else []
    if len(pieces) > 1 and any(compare(question, reference, piece) == "same" for piece in pieces):
        return "same"
    return "different" if not beside and _of_other_kind(reference, candidate) else "unsure"


def _yes_or_no(reference: str, candidate: str) -> Verdict:
    """Yes and no, as the word that an answer begins with."""
    wanted, given = words_of(reference)[:1], words_of(candidate)[:1]
    if normalise(reference) not in _YES_NO or not set(given) <= _YES_NO:
        return "unsure"
    return "same" if wanted == given else "different"


def _as_dates(reference: str, candidate: str) -> Verdict:
    """Two dates: the same day, or another year. One that is told less exactly is left to a model."""
    wanted = parse_date(reference)
    if wanted is None:
        return "unsure"
    whole = parse_date(candidate)
    given = [whole] if whole else [date for _, _, date in find_dates(candidate)]
    if whole is not None and whole == wanted:
        return "same"
    return "different" if given and all(_apart(wanted, date) for date in given) else "unsure"


def _apart(one: Date, other: Date) -> bool:
    """Do they differ in something that both tell?"""
    pairs = ((one.year, other.year), (one.month, other.month), (one.day, other.day))
    return any(a is not None and b is not None and a != b for a, b in pairs)


def _as_quantities(reference: str, candidate: str) -> Verdict:
    """Two amounts: equal as far as both are exact, also in another unit; or clearly off. If the candidate is a
    sentence, none of its numbers may be near."""
    wanted = parse_quantity(reference)
    if wanted is None:
        return "unsure"
    given = parse_quantity(candidate)
    if given is not None:
        return _amounts(wanted, given, _step(reference), _step(candidate))
    figures = list(figures_of(candidate))
    if figures and all(_off(Fraction(wanted.number), figure.value) for figure in figures):
        # Another unit, or a share written as a decimal, can hide the same amount.
        is_share = any(_hundredfold(Fraction(wanted.number), figure.value) for figure in figures)
        return "unsure" if wanted.unit or is_share else "different"
    return "unsure"


def _amounts(wanted: Quantity, given: Quantity, *steps: Fraction) -> Verdict:
    other: Quantity | None = given
    if wanted.unit and given.unit and wanted.unit != given.unit:
        other = convert(given, wanted.unit)
        if other is None:
            return "different"
        if abs(wanted.number - other.number) <= abs(wanted.number) * Decimal("0.001"):
            return "same"
        return "different" if _off(Fraction(wanted.number), Fraction(other.number)) else "unsure"
    if wanted.number == given.number:
        return "same"
    one, two = Fraction(wanted.number), Fraction(given.number)
    if _off(one, two):
        return "unsure" if not (wanted.unit and given.unit) and _hundredfold(one, two) else "different"
    return "same" if abs(one - two) <= max(steps) / 2 and max(steps) != min(steps) else "unsure"


def _step(text: str) -> Fraction:
    """What the last digit of the first number counts."""
    return next((figure.step for figure in figures_of(text)), Fraction(1))


def _off(one: Fraction, other: Fraction) -> bool:
    return abs(one - other) > _CLEARLY_OFF * max(abs(one), abs(other))


def _hundredfold(one: Fraction, other: Fraction) -> bool:
    """Could the one be a share of 1 and the other of 100?"""
    return any(not _off(a * 100, b) for a, b in ((one, other), (other, one)))


def _as_lists(reference: str, candidate: str) -> Verdict:
    """The same things in another order. Lists that differ are left to a model: names have variants."""
    wanted = {normalise(part) for part in _LISTED.split(reference)} - {""}
    given = {normalise(part) for part in _LISTED.split(candidate)} - {""}
    return "same" if len(wanted) > 1 and wanted == given else "unsure"


def _says_only(question: str, reference: str, candidate: str, beside: Sequence[str]) -> bool:
    """Does a sentence hold the reference, with nothing around it but words of the question, of the parts beside it and
    small words? What the question itself says cannot be told apart from its being the answer."""
    asked = words_of(question)
    line = f" {' '.join(words_of(candidate))} "
    wanted = f" {' '.join(words_of(reference))} "
    if wanted == "  " or wanted not in line or wanted in f" {' '.join(asked)} ":
        return False
    rest = line.replace(wanted, " ", 1).split()
    allowed = {*asked, *_FILLING, *(word for part in beside for word in words_of(part))}
    return not _DENYING & (set(rest) - set(asked)) and set(rest) <= allowed


def _of_other_kind(reference: str, candidate: str) -> bool:
    """Is a number or a date asked for, and none told?"""
    wants_number = parse_quantity(reference) is not None or parse_date(reference) is not None
    told = next(figures_of(candidate), None) is not None or _VAGUE & set(words_of(candidate))
    return wants_number and not told
