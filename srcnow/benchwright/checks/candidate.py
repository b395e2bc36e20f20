"""Define what a check gets: a question before anything is proven about it."""

from __future__ import annotations

from dataclasses import dataclass

from benchwright.programs.operations import Expression
from benchwright.records import Modalities
from benchwright.values import TypedValue


@dataclass(frozen=True, slots=True)
class Candidate:
    """A written question with its answer and the program that computed it.

    `parts` are the parts of the answer (two for a compound question, one per trait and side for a comparison).
    `bridges` are the names that an asker must find out on the way, `choices` the names that the question offers for one
    of them, `names` those in it that no capital shows (`--force`); `wants` the modalities that the cell asks for;
    `entity` the key of what the question is mainly about.
    """

    question: str
    answer: str
    parts: tuple[TypedValue, ...]
    style: str
    wants: Modalities
    sources: tuple[str, ...]
    entity: str
    program: Expression
    bridges: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
