"""Turn the sentence that states an amount into the question for it.

    "Damage must be reported within 48 hours of delivery."   within how many hours of delivery must damage be reported
    "The service costs £140."                                how much does the service cost
    "Version 3.2 was released on 4 May 2021."                when was version 3.2 released

The verb is an auxiliary, which changes its place with the subject, or a verb in the present. Others are refused.
"""

from __future__ import annotations

import re

from benchwright.english.nouns import is_plural, plural
from benchwright.english.verbs import third_person
from benchwright.english.vocabulary import Vocabulary
from benchwright.makers.composed.family import SeedRefusedError, World
from benchwright.records import Fact

_VOCABULARY = Vocabulary.of("benchwright.makers.composed", "amount_questions")
_AUXILIARIES = _VOCABULARY.words("auxiliaries")
_PREPOSITIONS = _VOCABULARY.words("prepositions")
_WHEN = _VOCABULARY.texts("when")
_SYMBOLS = _VOCABULARY.words("symbols")
_COUNTED = re.compile(
    r"(?:(?:about|approximately|around|nearly) )?(?:[\d.,]+|[a-z-]+)(?: (?:hundred|thousand|million|billion))? "
    r"(?P<unit>[^\d\W][\w²³/ ]*)"
)


def amount_clause(world: World, fact: Fact) -> str:
    """The question for an amount or a date in small letters, without its mark. Raises SeedRefusedError."""
    words = fact.qualifier("predicate").split()
    if not words:
        raise SeedRefusedError("predicate", f"{fact.id} does not tell its verb")
    if words[-1] == "every":
        raise SeedRefusedError("predicate", "how often is no amount")
    preposition = words.pop() if words[-1] in _PREPOSITIONS and len(words) > 1 else ""
    subject = world.small(fact.subject)
    if words in (["is"], ["was"]) and not preposition and " of " in subject and not fact.qualifier("tail"):
        if fact.value.endswith((" old", " ago")):
            raise SeedRefusedError("value", f"{fact.value!r} is no amount of it")
        return f"what {words[0]} {subject}"
    asked = _asked(fact, preposition)
    if words[:2] in (["has", "to"], ["have", "to"]):
        does = "does" if words[0] == "has" else "do"
        return f"{asked} {does} {subject} {' '.join(['have', *words[1:]])}"
    if words[0] in _AUXILIARIES and (len(words) > 1 or words[0] not in ("has", "have", "had")):
        return f"{asked} {' '.join([words[0], subject, *words[1:]])}"
    base = next((one for one in _bases(words[0]) if third_person(one) == words[0]), "")
    if base:
        return f"{asked} does {' '.join([subject, base, *words[1:]])}"
    if words[0] == "have" or (_is_present(words[0]) and is_plural(subject)):
        return f"{asked} do {' '.join([subject, *words])}"
    raise SeedRefusedError("predicate", f"{' '.join(words)!r} makes no question")


def _asked(fact: Fact, preposition: str) -> str:
    """What is asked for, with its preposition: "within how many hours of delivery", "when", "how much"."""
    tail = fact.qualifier("tail")
    if fact.value_type in ("date", "year"):
        if tail or preposition not in _WHEN:
            raise SeedRefusedError("predicate", f"no question for a date after {preposition!r}")
        return _WHEN[preposition]
    if fact.value_type == "money" and not preposition and not tail:
        return "how much"
    counted = _COUNTED.fullmatch(fact.value)
    if counted is None or fact.value_type in ("money", "percent"):
        raise SeedRefusedError("value", f"{fact.value!r} counts nothing")
    unit = counted["unit"] if is_plural(counted["unit"]) or counted["unit"] in _SYMBOLS else plural(counted["unit"])
    return " ".join(filter(None, (preposition, "how many", unit, tail)))


def _bases(verb: str) -> tuple[str, ...]:
    """What may stand behind "does" for a verb in the third person, the likeliest first: closes, passes, carries."""
    if not verb.endswith("s"):
        return ()
    mute = (verb[:-1],) if re.search(r"[aeiou][sz]es$", verb) else ()
    return (*mute, verb[:-3] + "y", verb[:-2], verb[:-1])


def _is_present(verb: str) -> bool:
    return not verb.endswith(("ed", "t", "w", "n"))
