"""Compares an answer with the reference by rule: the same, different, or unsure.

A wrong "same" throws a good question away, a wrong "different" lets a bad one in; so what is not certain goes to a
model (`same_answer`). Certain are: one value in any writing (`values.same`), a sentence that states it and adds nothing
that the question did not say; and numbers, dates, yes and no that plainly differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Literal

from benchwright.english.vocabulary import Vocabulary
from benchwright.values import Date, Quantity, TypedValue, convert, normalise, occurs_in, parse, same, words_of
from benchwright.values.numbers import find_numbers
from benchwright.values.occurrences import find_values
from benchwright.values.sameness import as_year

Verdict = Literal["same", "different", "unsure"]

_CLEARLY_OFF = Decimal("0.05")
"""Two amounts that differ by more than this share of the larger are different, however they were rounded."""
_FIRST_YEAR = 1000  # of four digits: a number that is a year is not rounded
_VOCABULARY = Vocabulary.of("benchwright.checks", "same")
_DENYING, _VAGUE, _FILLING = (_VOCABULARY.words(key) for key in ("denying", "vague", "filling"))
_YES_NO = frozenset({"yes", "no"})


def compare(question: str, reference: str, candidate: str, beside: Sequence[str] = ()) -> Verdict:
    """Does the candidate give the reference answer? `beside` are other parts that it may rightly give as well (the
    other half of a compound answer)."""
    answer = words_of(reference)
    if not normalise(candidate) or not normalise(reference):
        return "different" if normalise(reference) else "unsure"
    if same(reference, candidate):
        return "same"
    if len(answer) == 1 and set(answer) < _YES_NO and set(words_of(candidate)[:1]) < _YES_NO:
        return "same" if answer == words_of(candidate)[:1] else "different"
    wanted, whole = parse(reference), parse(candidate)
    amount = isinstance(wanted, Quantity | Date)
    stated = [whole] if isinstance(whole, Quantity | Date) else [value for _, _, value in find_values(candidate)]
    vague = bool(_VAGUE & set(words_of(candidate)))
    if (
        amount
        and not vague
        and stated
        and (stated[0] is whole or not beside)
        and all(_apart(wanted, value) for value in stated)
    ):
        return "different"
    if _says_only(question, wanted, candidate, beside):
        return "same"
    pieces = candidate.split(";") if beside and ";" in candidate else []
    if any(compare(question, reference, piece) == "same" for piece in pieces):
        return "same"
    # Digits that are not read ("2.500.000", "5.5.2020") may be the answer in another writing.
    digits = any(letter.isdigit() for letter in candidate)
    vague = vague or digits or any(find_numbers(candidate))
    return "different" if amount and not (beside or stated or vague) else "unsure"


def _apart(wanted: TypedValue, value: TypedValue) -> bool:
    """Do they plainly differ? Amounts may be rounded, or be a share of 1 and of 100."""
    sameness = same(wanted, value)
    if sameness.reason != "numbers differ" or not isinstance(wanted, Quantity) or not isinstance(value, Quantity):
        return sameness.verdict == "no"
    years = [year.year for year in (as_year(wanted), as_year(value)) if year is not None]
    if len(years) == 2 and min(years) >= _FIRST_YEAR:
        return True
    one, other = wanted.number, (convert(value, wanted.unit) or value).number
    pairs = [(one, other)] if wanted.unit and value.unit else [(one, other), (one * 100, other), (one, other * 100)]
    return all(abs(a - b) > _CLEARLY_OFF * max(abs(a), abs(b)) for a, b in pairs)


def _says_only(question: str, wanted: TypedValue, candidate: str, beside: Sequence[str]) -> bool:
    """Does a sentence state the reference, with nothing around it but small words, words of the parts beside it, and
    words of the question in the question's order (who beats is not who is beaten)? What the question itself says cannot
    be told apart from its being the answer."""
    places = occurs_in(wanted, candidate)
    if not places or occurs_in(wanted, question):
        return False
    start, end = places[0][0], places[-1][1]
    asked, rest = words_of(question), words_of(f"{candidate[:start]} {candidate[end:]}")
    order = iter(asked)
    if not all(word in order for word in rest if word in asked and word not in _FILLING):
        return False
    allowed = {*asked, *_FILLING, *(word for part in beside for word in words_of(part))}
    return not _DENYING & (set(rest) - set(asked)) and set(rest) <= allowed
