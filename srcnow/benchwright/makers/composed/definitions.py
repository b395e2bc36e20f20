"""Turn a glossary's definition into a phrase that fits into a question, with the right article.

    segment of DNA that ...           a segment of DNA that ...
    process of breaking glucose ...   the process of breaking glucose ...
    intermolecular forces between ... intermolecular forces between ...  (plural)
    possessing multiple body plans    refused: it does not begin with a thing

Only definitions whose head noun is in the closed lists below are turned: which article a noun takes, nobody can see
from its letters.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from benchwright.english.articles import with_article
from benchwright.english.vocabulary import Vocabulary
from benchwright.makers.composed.family import SeedRefusedError

_VOCABULARY = Vocabulary.of("benchwright.makers.composed", "definitions")
_COUNT = _VOCABULARY.words("count")
_THE_OF = _VOCABULARY.words("the_of")
_MASS = _VOCABULARY.words("mass")
_INDEFINITE_OF = _VOCABULARY.words("indefinite_of")
_TAKES_AN = _VOCABULARY.words("takes_an")
_BROAD = _VOCABULARY.words("broad")
_ONE_OF_MANY = _VOCABULARY.words("one_of_many")
_GERUND = re.compile(r"^(?:bending|mixing|breathing|moving|turning|jumping|rotating|breaking|joining)$")
_STOPS = _VOCABULARY.words("stops")
_PLAIN_FIRST = re.compile(r"^(?:an?|the)\b", re.IGNORECASE)
_ORDINAL = re.compile(
    r"^(?:middle|inner|outer|central|upper|lower|first|second|third|fourth|fifth|last|largest|smallest|main|innermost|outermost|lowest|highest)$"
)
_NOT_FIRST = re.compile(
    r"^(?:one|all|any|both|each|some|many|several|most|other|another|his|its|their|not|also|usually|often|typically|"
    r"possessing|having|being|containing|lacking|when|two|three|four|this|these|set)$",
    re.IGNORECASE,
)
_SINGULAR_VERB = re.compile(
    r"^(?:(?:only|also|typically|usually|often|normally|generally|can|may|will|must|helps?|is|was|has|does|\w+ly) ?)*"
    r"(?:is|was|has|does|can|may|might|will|must|[a-z]{2,}[^s\W]s|[a-z]+ed|occurred|took|grew|began)\b"
)
_BARE_VERB = re.compile(
    r"^(?:influence|require|produce|contain|cause|form|have|are|do|live|use|include|control|consist)\b"
)
_FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|fits?|causes|occurs?|develops|allows|makes|becomes|takes|leads|results in|lies|"
    r"contains|consists|forms|produces|helps|uses|binds|moves|gives|goes|remains|includes|states|does)\b"
)
# A singular noun wants a singular verb; glossaries do not always care.
_WORD = re.compile(r"[^\W_][\w'’-]*|,|[^\w\s]")
_GENERIC = _VOCABULARY.words("generic")

FEWEST, MOST = 6, 32
"""Telling words that a definition must have, and words that it may have, to be asked."""


@dataclass(frozen=True, slots=True)
class DefinitionPhrase:
    """A definition, worded. `phrase` has its article; `noun` is its head; `plural` whether the phrase is; `predicate`
    what follows "that" where the whole definition is "NOUN that DOES ...", else "", and `kind` the words before it."""

    phrase: str
    noun: str
    plural: bool
    kind: str = ""
    predicate: str = ""


def telling(definition: str) -> frozenset[str]:
    """The words of a definition that tell it from others, in small letters."""
    return frozenset(word for word in re.findall(r"[^\W_]+", definition.casefold()) if word not in _GENERIC)


def describe(definition: str) -> DefinitionPhrase:
    """Turn a definition into a noun phrase. Raises SeedRefusedError where that is not sure to be grammatical."""
    text = definition.strip().rstrip(".;,").strip()
    if not FEWEST + 1 <= len(text.split()) <= MOST or len(telling(text)) < FEWEST:
        raise SeedRefusedError("length", "too short to fit one term only, or too long to read")
    if re.search(r"[.:;?!]\s|\be\.g\.|\bi\.e\.|\betc\b|[“\"]", text):
        raise SeedRefusedError("form", "more than one clause")
    article_match = _PLAIN_FIRST.match(text)
    bare = text[article_match.end() :].strip() if article_match else text
    words = _WORD.findall(bare)
    if not words or _NOT_FIRST.match(words[0]):
        raise SeedRefusedError("form", f"begins with {words[0] if words else 'nothing'!r}")
    at, plural = _head(words)
    if at and words[at - 1] == ",":
        raise SeedRefusedError("form", "a comma before the noun")
    if re.search(r", (?:which|who|and) (?:is|are) (?:also )?(?:termed|called|known)", text):
        raise SeedRefusedError("form", "names one thing more")
    if len(telling(text)) < FEWEST + (2 if words[at] in _ONE_OF_MANY else words[at] in _BROAD):
        raise SeedRefusedError("length", f"too little for one {words[at]}")
    noun, follows = words[at], words[at + 1] if at + 1 < len(words) else ""
    relative = re.search(r"(\S+) (?:that|which|who) (.*)$", bare)
    if relative and not relative[1].endswith("s") and not plural and _BARE_VERB.match(relative[2]):
        raise SeedRefusedError("grammar", "the verb does not agree")
    if _FINITE.search(
        re.split(r"\b(?:that|which|who|whose|where|when|whom|because|such|while|as)\b", bare, maxsplit=1)[0]
    ):
        raise SeedRefusedError("form", "a whole clause")
    if article_match:
        article = article_match[0].lower()
        phrase = f"{article} {_small(bare)}"
        plural = False if article != "the" else plural
    else:
        phrase = _with_article(_small(bare), words[0], noun, follows, plural)
    kind = predicate = ""
    if follows == "that" and not plural and noun not in ("type", "kind", "group", "set", "series"):
        head, _, clause = bare.partition(" that ")
        if _SINGULAR_VERB.match(clause) and "," not in head and not re.search(r", \w+(?:ly|ed|ing)\b", clause):
            kind, predicate = _small(head), clause
    return DefinitionPhrase(phrase, noun, plural, kind, predicate)


def _head(words: list[str]) -> tuple[int, bool]:
    """Where the head noun stands and whether it is plural."""
    for at, word in enumerate(words[:8]):
        if word in _STOPS and not (word == "and" or word in ("rich",)):
            break
        follows = words[at + 1] if at + 1 < len(words) else ""
        ends = not follows or follows in _STOPS or bool(re.search(r"(?:ed|ing)$", follows)) or follows == ","
        if follows in ("or", "and") and (word.lower() in _COUNT or word.lower() in _MASS):
            raise SeedRefusedError("form", "a row of things")
        if not ends or follows == "and":
            continue
        low = word.lower()
        if low in _COUNT or low in _THE_OF or low in _MASS or word in _MASS or _GERUND.match(low):
            if follows == "," and at + 2 < len(words) and words[at + 2] not in _STOPS:
                raise SeedRefusedError("form", "a row of things")
            return at, low in ("bacteria", "fungi", "people")
        if low.endswith("ies") and f"{low[:-3]}y" in _COUNT:
            return at, True
        if low.endswith("s") and (low[:-1] in _COUNT or low[:-2] in _COUNT):
            return at, True
    raise SeedRefusedError("head", "no noun that is known to take an article or none")


def _small(text: str) -> str:
    first = text.split(" ", 1)[0]
    return text if first != first.capitalize() or len(first) < 2 else text[:1].lower() + text[1:]


def _with_article(text: str, first: str, noun: str, follows: str, plural: bool) -> str:
    low = noun.lower()
    if plural or _GERUND.match(low):
        return text
    if (
        (_ORDINAL.match(first) and follows in ("of", "that", "in", ""))
        or (first.endswith("est") and len(first) > 5)
        or re.search(rf"\w+most (?:\w+ )?{noun}\b", text)
    ):
        return f"the {text}"
    if follows in ("by", "in", "of") and re.match(rf".*?\b{noun} (?:by|in|of) which\b", text) and low != "group":
        return f"the {text}"
    if follows == "of":
        if low in _INDEFINITE_OF or (low not in _THE_OF and low not in _MASS):
            return with_article(text)
        return f"the {text}"
    if low in _MASS or noun in _MASS:
        return text
    if low in _COUNT or low in _TAKES_AN:
        return with_article(text)
    raise SeedRefusedError("article", f"which article does {noun} take here?")
