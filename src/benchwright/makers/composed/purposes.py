"""Tell what the purpose of an entry says: what it does, what it is, or something else; and word it as a predicate.

"Allows adding ignored files"       what it does: "which option allows adding ignored files?"
"The port to listen on"             what it specifies
"Calls of this form are supported"  something else: refused
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from benchwright.english.verbs import third_person
from benchwright.english.vocabulary import Vocabulary
from benchwright.makers.composed.family import SeedRefusedError, World
from benchwright.makers.composed.grammar import lower_first
from benchwright.records import Fact
from benchwright.values import words_of

_VOCABULARY = Vocabulary.of("benchwright.makers.composed", "open_questions")
_SPECIFYING = _VOCABULARY.words("specifying")
_VAGUE = _VOCABULARY.words("vague")
_DANGLING = _VAGUE | _VOCABULARY.words("dangling")
_OPENINGS = _VOCABULARY.words("openings")
_THIRD = frozenset(third_person(verb) for verb in _VOCABULARY.row("verbs"))
_VERBS = {form: third_person(verb) for verb in _VOCABULARY.row("verbs") for form in (verb, third_person(verb))}
_FEWEST_WORDS, _MANY = 3, 3
_STOP = re.compile(r"[.:;?!](?:\s|$)")
_FINITE = re.compile(r"\b(?:will|would|can|could|may|must|should|is|are|was|were|has|have|does|do)\b")
_RELATIVE = re.compile(r"\b(?:that|which|who|whose|where|when|if|how|before|after|while|until)\b")
_AND = re.compile(r"\b(?:and|or|then) ([a-z]+)\b")
_VERB = re.compile(r"(?:Do|Don['’]t)\b|[A-Za-z]+(?<!ing)(?<!ed) (?:the|an?|all|any|each|every|whether|how)\b")
"""A word right before an article is a verb."""
_WHEN_DONE = re.compile(r"\w+(?:ed|nt|en|wn|un) (?:when|whenever|after|before|if|while)\b", re.IGNORECASE)


def main_clause(text: str) -> str:
    """The words before the first clause that is about them."""
    return _RELATIVE.split(text, maxsplit=1)[0]


def is_clause(text: str) -> bool:
    """Whether a text has a finite verb of its own: "calls are supported", but not "calls that are supported"."""
    return _FINITE.search(main_clause(text)) is not None


def says_what_it_does(fact: Fact) -> bool:
    """Whether a purpose tells what the entry itself does or is: it begins with a verb, or is a noun phrase. A sentence
    with a subject of its own tells of something else, and one with "can only" of when the entry may stand."""
    words = words_of(fact.value)
    if begins_with_this(fact, words):
        at = 2 if words[1] == fact.qualifier("form") else 1
        return not _THIRD.isdisjoint(words[at : at + 1])
    main = main_clause(fact.value.partition(" ")[2])
    if not words or words[0] in _OPENINGS:
        return True
    if words[0] in _VERBS:
        return not _FINITE.search(main)  # "Calls of this form are supported"
    return not _FINITE.search(main) and not any(word in _THIRD for word in words_of(main))


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
    words = words_of(fact.value)
    if words[0] in _VERBS or words[0] in _OPENINGS or _VERB.match(fact.value) or begins_with_this(fact, words):
        return "purpose"
    if _WHEN_DONE.match(fact.value):
        return "when"
    if words[0].endswith(("ing", "ed")):
        raise SeedRefusedError("form", f"{fact.value[:60]!r} is neither what it does nor what it is")
    if len(words) < _FEWEST_WORDS:
        raise SeedRefusedError("value", f"{fact.value!r} says too little")
    if is_clause(fact.value):
        return "purpose"
    return "specifies" if fact.qualifier("form") in _SPECIFYING else "is"


def begins_with_this(fact: Fact, words: Sequence[str]) -> bool:
    """Whether a sentence begins with "This option" or "This sets": the question says which one it is."""
    of_entry = fact.relation == "purpose" and words[1:2] and words[1] in _THIRD
    return words[:2] == ["this", fact.qualifier("form")] or (words[:1] == ["this"] and bool(of_entry))


def predicate(fact: Fact) -> str:
    """What an entry does, as it follows "which option": "allows adding ignored files". Raises SeedRefusedError."""
    value = re.sub(r"[.;]$", "", " ".join(fact.value.split()))
    if begins_with_this(fact, words := words_of(value)):
        value = value.split(" ", 1 + (words[1] == fact.qualifier("form")))[-1]
    first, _, rest = value.partition(" ")
    if fact.qualifier("form") in _SPECIFYING and first.casefold() in ("a", "an", "the"):
        first, rest = "specifies", lower_first(value)
        if is_clause(rest):
            raise SeedRefusedError("form", f"{value[:60]!r} is a whole clause")
    verb = _VERBS.get(first.casefold().rstrip(","))
    words = words_of(rest)
    if words[:1] == ["of"] or (verb == "sets" and words[:1] == ["to"]):
        raise SeedRefusedError("form", "a name, or what one sets it to, is not what it does")
    if verb is None or not 4 <= len(words) <= 22 or _DANGLING & set(words) or not is_plain(rest) or rest.count('"') % 2:
        raise SeedRefusedError("form", f"{value[:60]!r} is no predicate")
    if _STOP.search(rest) or any(match[1] in _VERBS for match in _AND.finditer(rest)):
        raise SeedRefusedError("form", "more than one clause")
    return f"{verb} {rest}"


def is_plain(text: str) -> bool:
    """Whether a text can stand in a sentence: no markup, no half brackets, and no word that points elsewhere."""
    return (
        not re.search(r"[<>{}|\\^`\n]", text)
        and not _VAGUE & set(words_of(text))
        and text.count("(") == text.count(")")
    )
