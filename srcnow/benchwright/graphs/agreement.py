"""Puts a clause into the singular: "were directed by {given}" becomes "was directed by {given}".

A question may ask for many ("Which films were ...?") or for one of them ("the film that was ..."), so that a clause is
needed in both numbers. Only the verb that agrees with the noun changes, and it is the first word after adverbs. Where
the form does not show what it is ("put", "read", "are members of"), nothing is guessed: `singular` says what is
unclear, and the file has to give both forms.
"""

from __future__ import annotations

import re

from benchwright.english.verbs import IRREGULAR, third_person
from benchwright.english.vocabulary import Vocabulary
from benchwright.errors import BenchwrightError

_VOCABULARY = Vocabulary.of("benchwright.graphs", "agreement")
_UNCHANGED = _VOCABULARY.words("unchanged")
_INVERTED = _VOCABULARY.words("inverted")

_PAST = _VOCABULARY.words("past")
"""Irregular past forms that are not the present form of another verb."""

_EITHER = _VOCABULARY.words("either")
"""Forms that may be the present or the past, or belong to two verbs."""

_PRESENT_ED = _VOCABULARY.words("present_ed")
_ADVERBS = _VOCABULARY.words("adverbs")
_VERBS_IN_LY = _VOCABULARY.words("verbs_in_ly")
_NO_VERBS = _VOCABULARY.words("no_verbs")
_NO_PLURAL = re.compile(r"(?:ss|us|is|ous)$|^(?:as|its|always|sometimes|perhaps|besides|overseas|afterwards)$")
_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*|\{[a-z]+\}")


class UnclearError(BenchwrightError):
    """The singular of a clause does not follow from its form. The message says why."""


def singular(clause: str, *, who: bool = False) -> str:
    """The clause as it is said of one thing. `who`: of a person, who keeps "their", where a thing has "its".

    Raises UnclearError where the words do not decide it.
    """
    words = list(_WORD.finditer(clause))
    verb = next((word for word in words if not _adverb(word[0])), None)
    if verb is None or verb[0].casefold() in _NO_VERBS or verb[0].startswith("{"):
        raise UnclearError(f"{clause!r} does not begin with a verb")
    rest = [word for word in words if word.start() > verb.start()]
    if verb[0] in _INVERTED and rest and rest[0][0] == "{given}":
        return clause  # "was {given} made of": the verb goes with what is given
    end, also = verb.end(), ""
    if len(rest) > 1 and rest[0][0] == "or" and _past(rest[1][0]):  # "are or were", "work or worked": one verb, twice
        end, also = rest[1].end(), f" or {'was' if rest[1][0] == 'were' else rest[1][0]}"
        rest = rest[2:]
    one = _verb(clause, verb[0], [word[0].casefold() for word in rest])
    turned = clause[: verb.start()] + one + also + clause[end:]
    return turned if who else re.sub(r"\btheir\b", "its", turned)


def _adverb(word: str) -> bool:
    return word in _ADVERBS or (word.endswith("ly") and word not in _VERBS_IN_LY)


def _past(verb: str) -> bool:
    return verb in {"were", "had"} or verb in _PAST or (verb.endswith("ed") and verb not in _PRESENT_ED)


def _verb(clause: str, verb: str, after: list[str]) -> str:
    """The verb in the singular; `after` are the words that follow it, in lower case."""
    if verb in IRREGULAR:
        main = after[: after.index("that")] if "that" in after else after
        if any(word in IRREGULAR for word in main):
            raise UnclearError(f"{clause!r} has a second verb")
        if verb in {"were", "are"} and _plural(after):
            raise UnclearError(f"{after[0]!r} in {clause!r} looks like a plural noun")
        return IRREGULAR[verb]
    if verb in {"is", "was", "has"}:
        raise UnclearError(f"{clause!r} is in the singular")
    if verb in _UNCHANGED or _past(verb):
        return verb
    if verb in _EITHER:
        raise UnclearError(f"{verb!r} in {clause!r} may be the present or the past")
    if verb.endswith("s") and not verb.endswith(("ss", "us")):
        raise UnclearError(f"{verb!r} in {clause!r} looks like a singular")
    if any(word in {"and", "or", "but"} for word in after[: after.index("{given}") if "{given}" in after else None]):
        raise UnclearError(f"{clause!r} may have a second verb")
    return third_person(verb)


def _plural(after: list[str]) -> bool:
    """Whether the word after "are" looks like a plural noun, which would have to change, too ("are members of")."""
    return bool(after) and after[0].endswith("s") and not _NO_PLURAL.search(after[0])
