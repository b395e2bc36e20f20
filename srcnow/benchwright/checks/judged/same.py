"""Compares an answer with the reference by rule: the same, different, or unsure.

A wrong "same" throws a good question away, a wrong "different" lets a bad one in; so what is not certain goes to a
model (`same_answer`). Certain are: one value in any writing (`values.same`), a name with other accents, a common noun
in the other number ("tapeworm", "tapeworms"), a value that one of the two explains in parentheses, a sentence that
states it and adds nothing that the question did not say; and numbers, dates, yes and no that plainly differ.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Literal

from benchwright.english.nouns import singular
from benchwright.english.stems import stem
from benchwright.english.vocabulary import Vocabulary
from benchwright.values import (
    Date,
    NameValue,
    Quantity,
    TypedValue,
    bare_name,
    convert,
    normalise,
    occurs_in,
    parse,
    same,
    words_of,
)
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
_CITED = re.compile(r"\s*[(\[]S\d+(?:\s*(?:,|and)\s*S\d+)*[)\]]")
"""Labels of sources, which models like to put behind a statement."""
_PIECES = re.compile(r";|, and\b|(?<=[.!?)\"”])\s+(?=[^\W_])")
"""Where an answer to several questions passes from one to the next."""


def compare(question: str, reference: str, candidate: str, beside: Sequence[str] = ()) -> Verdict:
    """Does the candidate give the reference answer? `beside` are other parts that it may rightly give as well (the
    other half of a compound answer)."""
    candidate = _CITED.sub("", candidate)
    verdict = _compare(question, reference, candidate, beside)
    return "same" if verdict == "unsure" and _explained(question, reference, candidate) else verdict


def shares_words(reference: str, candidate: str) -> bool:
    """Has an answer a word of the other, in any inflection? Small words do not count."""
    one, other = ({stem(word) for word in words_of(text) if word not in _FILLING} for text in (reference, candidate))
    return bool(one & other)


def _explained(question: str, reference: str, candidate: str) -> bool:
    """Is one the other with an explanation in parentheses behind it, as in "1917 (Finland)"? Two explanations may tell
    two things of one name apart, and one may take back what it stands behind."""
    bare = bare_name(reference), bare_name(candidate)
    explained = [text for text, short in zip((reference, candidate), bare, strict=True) if short != text.strip()]
    if len(explained) != 1 or _DENYING & set(words_of(explained[0])):
        return False
    return _compare(question, *bare, ()) == "same"


def _compare(question: str, reference: str, candidate: str, beside: Sequence[str]) -> Verdict:
    answer = words_of(reference)
    if not normalise(candidate) or not normalise(reference):
        return "different" if normalise(reference) else "unsure"
    sameness = same(reference, candidate)
    if sameness or sameness.reason == "accents":
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
    if _says_only(question, wanted, candidate, beside) or _in_other_number(wanted, whole):
        return "same"
    pieces = _PIECES.split(candidate) if beside else []
    if len(pieces) > 1 and any(compare(question, reference, piece) == "same" for piece in pieces):
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
    stems = [stem(word) for word in asked]
    order = iter(stems)
    if not all(stem(word) in order for word in rest if stem(word) in stems and word not in _FILLING):
        return False
    allowed = {*asked, *_FILLING, *(word for part in beside for word in words_of(part))}
    if _DENYING & (set(rest) - set(asked)):
        return False
    return all(word in allowed or stem(word) in stems for word in rest)


def _in_other_number(wanted: TypedValue, candidate: TypedValue) -> bool:
    """Are both one common noun, in the singular and in the plural? A name with capitals has one number."""
    if not isinstance(wanted, NameValue) or not isinstance(candidate, NameValue):
        return False
    texts = wanted.text, candidate.text
    if any(text[1:] != text[1:].lower() for text in texts) or all(text != text.lower() for text in texts):
        return False
    one, other = (normalise(singular(text.lower())) for text in texts)
    return one == other != ""
