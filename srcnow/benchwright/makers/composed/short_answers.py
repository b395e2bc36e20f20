"""Finds the short forms of an answer that are just as right: "red; orange" of two sentences, "3.4" of "3.4 years"."""

from __future__ import annotations

import re

from benchwright.english.nouns import singular
from benchwright.programs.execution import Pair, Value, leaves
from benchwright.values import words_of

_NUMBER_OF = re.compile(r"(?P<number>\d[\d,]*(?:\.\d+)?(?: (?:million|billion))?) (?P<unit>\D+)")


def short_answers(question: str, answer: str, value: Value) -> tuple[str, ...]:
    """What a person may answer instead of `answer`: of two questions in one both values in their order, and a number
    without its unit where the question names that."""
    parts = [str(part) for part in leaves(value)] if isinstance(value, Pair) else [answer]
    if any(";" in part for part in parts):
        return ()
    asked = {singular(word) for word in words_of(question)}
    forms = ("; ".join(parts), "; ".join(_without_unit(part, asked) for part in parts))
    return tuple(form for form in dict.fromkeys(forms) if form != answer)


def _without_unit(part: str, asked: set[str]) -> str:
    match = _NUMBER_OF.fullmatch(part)
    named = match is not None and {singular(word) for word in words_of(match["unit"])} <= asked
    return match["number"] if match and named else part
