"""Word the purpose of an entry: ask for it by its kind, and turn it into a predicate.

    "Allows adding ignored files"       what it does: "which option allows adding ignored files?"
    "The port to listen on"             what it specifies

What is a purpose at all is decided in facts/open/purposes.py.
"""

from __future__ import annotations

import re
from collections import Counter

from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.open.purposes import VERBS, begins_with_this, begins_with_verb, is_clause
from benchwright.makers.composed.family import SeedRefusedError, World
from benchwright.makers.composed.grammar import lower_first
from benchwright.records import Fact
from benchwright.values import words_of

_VOCABULARY = Vocabulary.of("benchwright.makers.composed", "open_questions")
_SPECIFYING = _VOCABULARY.words("specifying")
_VAGUE = _VOCABULARY.words("vague")
_DESCRIBED_BY = _VOCABULARY.texts("described_by")
_DANGLING = _VAGUE | _VOCABULARY.words("dangling")
_OPENINGS = _VOCABULARY.words("openings")
_FEWEST_WORDS, _MANY = 3, 3
_STOP = re.compile(r"[.:;?!](?:\s|$)")
_AND = re.compile(r"\b(?:and|or|then) ([a-z]+)\b")
_VERB = re.compile(r"(?:Do|Don['’]t)\b|[A-Za-z]+(?<!ing)(?<!ed) (?:the|an?|all|any|each|every|whether|how)\b")
"""A word right before an article is a verb."""
_TAKEN = re.compile(r"\w+(?:ed|en) ")
"""What follows a noun and not a verb: "names taken from a list"."""
_WHEN_DONE = re.compile(r"\w+(?:ed|nt|en|wn|un) (?:when|whenever|after|before|if|while)\b", re.IGNORECASE)


def check_own_description(world: World, fact: Fact) -> None:
    """Raises SeedRefusedError for an entry that shares its description with others, but for an option's short name. A
    text that entries of many names have word for word describes none of them: "Stability: 1 - Experimental"."""
    if len(world.stated_of(fact.value)) >= _MANY:
        raise SeedRefusedError("names", f"many entries state {fact.value[:60]!r}")
    others = {value for key, value in fact.qualifiers if key == "alias"} - {fact.subject}
    flags = Counter(name.startswith("--") for name in (fact.subject, *others))
    if others and (max(flags.values()) > 1 or not fact.subject.startswith("-")):
        raise SeedRefusedError("names", f"{fact.subject} and {', '.join(sorted(others))} share one description")


def purpose_kind(fact: Fact) -> str:
    """How one asks for what an entry is for: by what it does, by when it is done ("Sent after ..."), or, where that is
    told by a noun phrase, by what it specifies or is. Raises SeedRefusedError for another participle."""
    words, form = words_of(fact.value), fact.qualifier("form")
    acts = begins_with_verb(fact.value) or _VERB.match(fact.value) or begins_with_this(fact.value, form)
    if acts or words[0] in _OPENINGS:
        return "purpose"
    if _WHEN_DONE.match(fact.value):
        return "when"
    if words[0].endswith(("ing", "ed")):
        raise SeedRefusedError("form", f"{fact.value[:60]!r} is neither what it does nor what it is")
    if len(words) < _FEWEST_WORDS:
        raise SeedRefusedError("value", f"{fact.value!r} says too little")
    if is_clause(fact.value):
        return "purpose"
    return "specifies" if form in _SPECIFYING else "is"


def predicate(fact: Fact) -> str:
    """What an entry does, as it follows "which option": "allows adding ignored files". Raises SeedRefusedError."""
    value = re.sub(r"[.;]$", "", " ".join(fact.value.split()))
    if begins_with_this(value, fact.qualifier("form")):
        words = words_of(value)
        value = value.split(" ", 1 + (words[1] == fact.qualifier("form")))[-1]
    first, _, rest = value.partition(" ")
    specifies = "specifies" if fact.qualifier("form") in _SPECIFYING else _DESCRIBED_BY.get(fact.qualifier("form"))
    if specifies and first.casefold() in ("a", "an", "the"):
        first, rest = specifies, lower_first(value)
        if is_clause(rest):
            raise SeedRefusedError("form", f"{value[:60]!r} is a whole clause")
    verb = specifies if first == specifies else VERBS.get(first.casefold().rstrip(","))
    words = words_of(rest)
    if words[:1] == ["of"] or _TAKEN.match(rest) or (verb == "sets" and words[:1] == ["to"]):
        raise SeedRefusedError("form", "a name, or what one sets it to, is not what it does")
    if verb is None or not 4 <= len(words) <= 22 or _DANGLING & set(words) or not is_plain(rest) or rest.count('"') % 2:
        raise SeedRefusedError("form", f"{value[:60]!r} is no predicate")
    if _STOP.search(rest) or any(match[1] in VERBS for match in _AND.finditer(rest)):
        raise SeedRefusedError("form", "more than one clause")
    return f"{verb} {rest}"


def is_plain(text: str) -> bool:
    """Whether a text can stand in a sentence: no markup, no half brackets, and no word that points elsewhere."""
    return (
        not re.search(r"[<>{}|\\^`\n]", text)
        and not _VAGUE & set(words_of(text))
        and text.count("(") == text.count(")")
    )
