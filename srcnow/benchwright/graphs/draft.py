"""Drafts entries for relations that no book covers, from their labels.

"directed by" becomes "were directed by {given}", "place of birth" becomes "have {given} as their place of birth".

A draft is a first reading by form alone, and is marked so: its words are mostly right, its meaning is for a person to
read. Where a label gives no sensible words (codes, identifiers, pictures), the draft has no clauses, and gives the
reason. Knows no graphs.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

from benchwright.english.articles import with_article
from benchwright.english.nouns import is_plural, plural, singular
from benchwright.english.verbs import third_person
from benchwright.english.vocabulary import Vocabulary
from benchwright.graphs.cues import is_cue
from benchwright.graphs.relations import ENDS, EVER, OTHER, THING

MOST_CHARACTERS: Final = 60
"""Of a label; a longer one is a sentence, and no name of a relation."""
MOST_WORDS: Final = 7
MOST_ID: Final = 1000
"""Characters of an id; the file's own limit."""
UNNAMED: Final = "id"
"""The reason of an id that cannot be a key of such a file."""

NUMBER: Final = "number"
"""The type of an object that is a number."""

Entry = dict[str, Any]
Kinds = tuple[str, ...]
"""Labels of the types of which the things at one end are."""
_NO_TYPE = re.compile(r"not\b|[QqPp]\d", re.IGNORECASE)
"""What a label of a type may not begin with in a file of relations: there it rules out, or is an id."""


_VOCABULARY = Vocabulary.of("benchwright.graphs", "draft")
_PREPOSITIONS = _VOCABULARY.words("prepositions")
_TECHNICAL = _VOCABULARY.words("technical")
_NOT_WORDS = re.compile(r"[^a-zà-öø-ÿ' -]")
_ARE = _VOCABULARY.words("are")
"""Participles of what lasts: such things are, not were."""
_IRREGULAR = _VOCABULARY.texts("irregular")
"""Participles that do not end in "ed", with the past of the verb ("" if there is no active form to ask in)."""
_NOUNS_IN_ED = _VOCABULARY.words("nouns_in_ed")
_VERBS = _VOCABULARY.words("verbs")
_MASS = _VOCABULARY.words("mass")
_UNCOUNTED = _VOCABULARY.words("uncounted")
_DEFAULTS: Final[Entry] = {"kind": OTHER, "tense": EVER, "ends": [THING, THING]}
"""What a relation is by default."""
_HAVE: Final = "does {given} have"
_PEOPLE = frozenset({"human", "person", "people", "human being"})


@dataclass(frozen=True, slots=True)
class Draft:
    """An entry for a file of relations, or, where nothing sensible can be asked, an entry without clauses and why:
    `technical` (codes, addresses, pictures), `no-words` (no plain words), `unclear` (ends in a preposition, without a
    known verb, or is a path with blanks), `too-long`, `of-numbers` (its objects are numbers, and it asks for nothing
    else), `id` (which a file of relations cannot name)."""

    id: str
    entry: Entry
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Drafts:
    """The drafts of a graph's relations, and how many ask for nothing, by reason."""

    drafts: tuple[Draft, ...]
    left_out: Mapping[str, int] = field(default_factory=dict)

    @property
    def askable(self) -> int:
        """How many can be asked for."""
        return sum("subjects" in one.entry or "objects" in one.entry for one in self.drafts)


def draft(id: str, label: str, subject: str | Kinds = "", object: str | Kinds = "") -> Draft:
    """A draft from a relation's id and label. `subject` and `object` are what its ends are (labels of types): one of
    nearly all, several where they are mixed, which then are asked for one by one, or "" if that is unknown. Freebase's
    paths, as a label or as an id without a label, are read for their last step."""
    name, kind = _from_path(id if _spells(id, label) else label)
    words = _words(name)
    mixed = {"subjects": subject, "objects": object}
    subject, object = ("" if isinstance(one, tuple) else one for one in (subject, object))
    ends = {"subject": _noun(subject or kind), "object": _noun(object)}
    reason = _unfit(name, words) if _nameable(id) else UNNAMED
    if reason:
        named = _printable(label or id) or "relation"
        hypothesis = "{subject} and {object} are related."
        return Draft(id, {"label": named, **_DEFAULTS, **ends, "hypothesis": hypothesis, "draft": True}, reason)
    clauses = _clauses(words)
    if object == NUMBER:  # "Which countries have 41,850 as an area?" is a question that nobody asks
        clauses.pop("subjects", None)
    named = clauses.pop("noun", None)
    if named is not None and (not object or "objects" in clauses):  # "Which genres does {given} have?"
        ends["object"] = named | ({"who": True} if ends["object"].get("who") else {})
        mixed["objects"] = ""
    of = [_end(subject or kind), _end(object)]
    entry: Entry = {"label": " ".join(words), **_DEFAULTS, "ends": of, **ends, **clauses, "cues": _cues(words)}
    typed = {side: _typed(kinds) for side, kinds in mixed.items() if side in clauses and isinstance(kinds, tuple)}
    entry["typed"] = {side: listed for side, listed in typed.items() if listed}
    if clauses.get("objects", {}).get("many") == _HAVE:  # "a genre that does {given} have" is no first step
        entry["uses"] = {"objects": ["simple", "second"]}
    entry["draft"] = True
    askable = "subjects" in clauses or "objects" in clauses
    filled = {key: value for key, value in entry.items() if value not in ("", [], {})}
    return Draft(id, filled, "" if askable else "of-numbers")


def drafts(relations: Iterable[tuple[str, str, str | Kinds, str | Kinds]]) -> Drafts:
    """The drafts of (id, label, subject's type or types, object's), sorted by id."""
    drafted = tuple(draft(*one) for one in sorted(relations, key=lambda one: one[:2]))
    reasons = sorted(one.reason for one in drafted if one.reason)
    return Drafts(drafted, {reason: reasons.count(reason) for reason in dict.fromkeys(reasons)})


def book_text(drafted: Iterable[Draft], above: str = "") -> str:
    """The drafts as a file of relations that a person can edit. `above` is a comment."""
    lines = [f"# {line}".rstrip() for line in above.splitlines()]
    for one in drafted:
        if one.reason == UNNAMED:
            lines += ["", f"# nothing is asked: the id {json.dumps(one.id)} cannot stand in such a file"]
            continue
        lines += ["", *([f"# nothing is asked: {one.reason}"] if one.reason else []), f"{_quoted(one.id)}:"]
        lines += [f"  {key}: {_yaml(value)}" for key, value in one.entry.items()]
    return "\n".join(lines) + "\n"


def _nameable(id: str) -> bool:
    """Whether a file of relations can have an entry of this id."""
    return 0 < len(id) <= MOST_ID and id == " ".join(id.split()) and id != "include"


def _quoted(id: str) -> str:
    """An id in quotes; what cannot be printed is written as YAML reads it."""
    written = json.dumps(id, ensure_ascii=False)
    return "".join(char if char.isprintable() else f"\\U{ord(char):08x}" for char in written)


def _yaml(value: object) -> str:
    """A value in one line; JSON is YAML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_yaml(one)}" for key, one in value.items()) + "}"
    return json.dumps(value, ensure_ascii=False)


# ------------------------------------------------------------------ labels
def _from_path(label: str) -> tuple[str, str]:
    """A label, and the noun for its subjects that a path has: /film/film/genre is (genre, film)."""
    if not re.fullmatch(r"(?:/[^/\s]+){2,}", label):
        return label, ""
    step = label.rsplit("/", 1)[-1].rstrip(".").removesuffix("_s")
    first = label.split("./")[0].strip("/").split("/")
    return step, first[-2] if len(first) > 2 else ""


def _spells(id: str, label: str) -> bool:
    """Whether a label is missing, or says no more than the path that its id is: "film film genre"."""
    path = re.findall(r"[^\W_]+", id.lower())
    return not label or (id.startswith("/") and re.findall(r"[^\W_]+", label.lower()) == path)


def _words(label: str) -> list[str]:
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])|[_.]+", " ", label)
    words = [word if word.isupper() and len(word) > 1 else word.lower() for word in spaced.split()]
    return words[1:] if len(words) > 1 and words[0] in {"is", "are", "was", "were"} else words


def _unfit(label: str, words: list[str]) -> str:
    if len(label) > MOST_CHARACTERS or len(words) > MOST_WORDS:
        return "too-long"
    text = " ".join(words)
    if not words or _NOT_WORDS.search(text.lower()) or not re.search(r"[a-z]{2}", text.lower()):
        return "no-words"
    if words[0] in _PREPOSITIONS or words == ["a"] or re.fullmatch(r"[pq]", text):
        return "no-words"
    if any(one == two for one, two in pairwise(words)) or re.search(r"\.\s", label):  # a path with blanks in it
        return "unclear"
    if _TECHNICAL & {word.lower() for word in words}:
        return "technical"
    joins = words[-1] in _PREPOSITIONS and words[-1] != "of"
    if joins and len(words) > 2 and _is_participle(words[-2]) and is_plural(words[-3]):
        return "unclear"  # "countries spoken in"
    return "unclear" if joins and not (_is_participle(words[-2]) or _base_of(words[0])) else ""


def _printable(text: str) -> str:
    """Text that a file can hold on one line, without slots."""
    printable = "".join(char if char.isprintable() and char not in "{}" else " " for char in text)
    return " ".join(printable.split())[:MOST_CHARACTERS].strip()


def _clauses(words: list[str]) -> Entry:
    """The hypothesis and the clauses of both sides, as the label's form says."""
    first, last = words[0], words[-1]
    if first in {"has", "have"} and len(words) > 1:
        return _of_noun(words[1:])
    if last in _PREPOSITIONS and last != "of" and _is_participle(words[-2] if len(words) > 1 else ""):
        return _of_participle(words)
    verb, noun = _at_preposition(words)
    if noun and (_is_participle(verb[-2]) or _base_of(verb[0])):  # "made from material": the noun is of the object
        return {"noun": _noun(noun)} | _clauses(verb)
    base = _base_of(first)
    if base:
        rest = " ".join(words[1:])
        one, many = (f"{verb} {rest}".strip() for verb in (third_person(base), base))
        if len(words) == 1 or last in _PREPOSITIONS:
            return {"hypothesis": f"{{subject}} {one} {{object}}.",
                    "subjects": {"one": f"{one} {{given}}", "many": f"{many} {{given}}"}}  # fmt: skip
    if last == "of" and len(words) > 1:
        return _of_role(words[:-1])
    return _of_noun(words)


def _at_preposition(words: list[str]) -> tuple[list[str], str]:
    """A verb with its preposition, and the noun that follows them, "" if the words are not of that form."""
    if len(words) > 2 and words[1] in _PREPOSITIONS and words[-1] not in _PREPOSITIONS:
        return words[:2], " ".join(word for word in words[2:] if word not in {"a", "an", "the"})
    return words, ""


def _of_participle(words: list[str]) -> Entry:
    """ "directed by": were directed by {given}; directed {given}."""
    verb, text = words[-2], " ".join(words)
    lasting = verb in _ARE and words[-1] != "by"
    be, were = ("is", "are") if lasting else ("was", "were")
    entry: Entry = {
        "hypothesis": f"{{subject}} {be} {text} {{object}}.",
        "subjects": {"one": f"{be} {text} {{given}}", "many": f"{were} {text} {{given}}"},
    }
    active = _IRREGULAR.get(verb, verb)
    if words[-1] == "by" and active and len(words) == 2:
        entry["objects"] = {"one": f"{active} {{given}}", "many": f"{active} {{given}}"}
    return entry


def _of_role(words: list[str]) -> Entry:
    """ "member of": are members of {given}; have {given} as a member."""
    text = " ".join(words)
    if text in _MASS:
        return {
            "hypothesis": f"{{subject}} is {text} of {{object}}.",
            "subjects": {"one": f"is {text} of {{given}}", "many": f"are {text} of {{given}}"},
            "objects": {"one": f"has {{given}} as a {text}", "many": f"have {{given}} as a {text}"},
        }
    one = _singular(text)
    return {
        "hypothesis": f"{{subject}} is {with_article(one)} of {{object}}.",
        "subjects": {"one": f"is {with_article(one)} of {{given}}", "many": f"are {_plural(one)} of {{given}}"},
        "objects": {
            "one": f"has {{given}} as {with_article(one)}",
            "many": f"have {{given}} as {with_article(one)}",
        },
    }


def _of_noun(words: list[str]) -> Entry:
    """ "genre": have {given} as a genre; "Which genres does ... have?"."""
    one = _singular(" ".join(words))
    mass = _head(one)[0].rsplit(" ", 1)[-1] in _UNCOUNTED
    as_what = one if mass else f"{with_article(one)}"
    return {
        "noun": {"one": one, "many": one if mass else _plural(one)},
        "hypothesis": f"{{subject}} has {{object}} as {as_what}.",
        "subjects": {"one": f"has {{given}} as {as_what}", "many": f"have {{given}} as {as_what}"},
        "objects": {"one": _HAVE, "many": _HAVE},
    }


# ------------------------------------------------------------------ words
def _is_participle(word: str) -> bool:
    return word in _IRREGULAR or (word.endswith("ed") and len(word) > 3 and word not in _NOUNS_IN_ED)


def _base_of(word: str) -> str:
    """The verb that a third person singular is of ("contains"), "" if the word is unknown."""
    for base in (word[:-1], word[:-2], word[:-3] + "y"):
        if base in _VERBS and third_person(base) == word:
            return base
    return ""


def _noun(label: str) -> Entry:
    """What stands at an end; a thing if nothing better is known."""
    one = _printable(label.replace("_", " ")).strip()
    if one.casefold() in _PEOPLE:
        return {"one": "person", "many": "people", "who": True}
    if not one or _NOT_WORDS.search(one.lower()):
        return {"one": "thing", "many": "things"}
    return {"one": _singular(one), "many": _plural(_singular(one))}


def _end(label: str) -> str:
    """Which of the declared ends a type's label is, as far as its word says so."""
    if label.casefold() in _PEOPLE:
        return "person"
    return label.casefold() if label.casefold() in ENDS else THING


def _typed(kinds: Kinds) -> list[Entry]:
    """An entry for each type; none at all where a file of relations could not name one of them."""
    entries = [{**_noun(label), "types": [label]} for label in kinds]
    return entries if all(label and label == _printable(label) and not _NO_TYPE.match(label) for label in kinds) else []


def _head(text: str) -> tuple[str, str]:
    """A noun phrase as its head with what stands before it, and what follows: (place, " of birth")."""
    match = re.match(r"(.+?)( (?:of|in|at|on|for|to|from|with|by)\b.*)$", text)
    if match:
        return match[1], match[2]
    before, space, last = text.rpartition(" ")
    return (before, space + last) if space and _is_participle(last) else (text, "")


def _plural(text: str) -> str:
    head, after = _head(text)
    return " or ".join(_last_word(part, plural) for part in head.split(" or ")) + after


def _singular(text: str) -> str:
    head, after = _head(text)
    return " or ".join(_last_word(part, singular) for part in head.split(" or ")) + after


def _last_word(text: str, turned: Callable[[str], str]) -> str:
    before, space, noun = text.rpartition(" ")
    return before + space + turned(noun)


def _cues(words: list[str]) -> list[str]:
    """The words that carry the label's meaning, each with any ending."""
    cues: list[str] = []
    for word in words:
        if word in _PREPOSITIONS or word in {"has", "have", "the", "a", "an", "and", "or"} or len(word) < 3:
            continue
        stem = re.sub(r"(?:ed|ing|s|es|y|e)$", "", word) if len(word) > 5 else word
        cue = f"{stem}*"
        if is_cue(cue) and cue not in cues:
            cues.append(cue)
        past = _IRREGULAR.get(word)
        if past and past != word:
            cues.append(past)
    return cues
