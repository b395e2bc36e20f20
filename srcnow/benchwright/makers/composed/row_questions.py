"""Word the question about one cell of a table.

    called    "the Alerus Center", "FC Lokomotiv Astana": the subject of a row by its full title, as its passage begins
    asked     "How many points did Phil Anderson score in the points classification of the 1982 Tour de France?"

A measure or role that holds only inside its table is worded with the table's scope; a dated figure with its year. What
has no natural wording is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.relations import Relation
from benchwright.makers.composed.family import Rng, SeedRefusedError, World
from benchwright.makers.composed.grammar import dated, name, pick
from benchwright.programs.execution import value_of
from benchwright.records import Fact
from benchwright.values import Quantity, bare_name, normalise

_VOCABULARY = Vocabulary.of("benchwright.makers.composed", "row_questions")
QUESTIONS = _VOCABULARY.rows("asked")
"""Relations of table rows that read well alone; without templates of their own they are asked as the lexicon says."""

FIGURES = _VOCABULARY.words("figures")
"""Relations of countries' figures, which are asked as the lexicon says."""
_SPORTS = _VOCABULARY.texts("sports")
_ART = re.compile(r"\b(?:public art|sculptures?|statues?|monuments?|paintings?|murals?|artworks?|memorials)\b", re.I)
_RIDDEN = re.compile(r"\b(?:cyclists|cycling|tour de|giro|vuelta|UCI)\b", re.I)
_TALL = _VOCABULARY.words("tall")
_SUNG = _VOCABULARY.words("sung")
_NO_PARTY = re.compile(r"\b(?:non[- ]?(?:affiliated|partisan)|independent|none|no party)\b", re.I)
_WORKS = _VOCABULARY.words("works")
_SORT = re.compile(rf"(?:(?:19|20)\d\d )?(?:{_VOCABULARY.pattern('sorts')})")
_SEVERAL = re.compile(r"[;/|•\n]| & | and |\bvs\b|\bwith\b|\?|\bTBA\b|\bTBD\b|\bunknown\b|\bvarious\b|\bvacant\b", re.I)
_UNREAL = re.compile(rf"\b(?:{_VOCABULARY.pattern('unreal')})\b", re.IGNORECASE)
_UNBUILT = re.compile(rf"\b(?:{_VOCABULARY.pattern('unbuilt')})\b", re.IGNORECASE)
_LIVING = _VOCABULARY.words("living")
_PAST = _VOCABULARY.texts("past")
_VERB = re.compile(rf"\b(?:{'|'.join(_PAST)})\b")


def name_row(world: World, fact: Fact) -> str:
    """The subject as a person names it: by its passage's title where the cell only has a part of that, with the article
    that its passage begins with, and works as what they are ("the film Bey Yaar"). Raises SeedRefusedError for a name
    that its own title has to tell apart by more than a kind, unless the question names the table's scope anyway."""
    title = fact.qualifier("title")
    plain = name(fact)
    if title and set(_words(plain)) < set(_words(bare_name(title))) and not re.search(r"\d", title):
        plain = bare_name(title)
    if fact.qualifier("kind") == "horse":
        return f"the racehorse {plain}"
    parenthesis = re.search(r"\(([^()]*)\)$", fact.entity)
    if parenthesis:
        if _SORT.fullmatch(parenthesis[1]):
            return f"the {parenthesis[1]} {plain}"
        if not fact.qualifier("scope") and fact.subject_type in ("person", "place", "organisation"):
            raise SeedRefusedError("namesakes", f"{plain!r} is told apart by {parenthesis[1]!r}")
    if fact.qualifier("kind") in _WORKS and fact.relation != "role":
        return f"the {fact.qualifier('kind')} {plain}"
    if fact.relation == "artist" and is_art(world, fact):
        return f"the artwork {plain}"
    if fact.subject_type == "work" and " " not in plain and fact.relation != "role":
        raise SeedRefusedError("one-word", f"{plain!r} may be many works")
    passage = world.passage_of(fact.entity)
    if passage is not None and not plain.startswith(("The ", "the ")):
        opening = passage.text.lstrip()
        if fact.subject_type in ("place", "organisation", "event", "team") and opening.startswith(f"The {plain} "):
            return f"the {plain}"
    return plain


def is_art(world: World, fact: Fact) -> bool:
    """Is the artist of this row one who paints or sculpts? Raises SeedRefusedError where it could be a musician as
    well."""
    if fact.qualifier("kind") in _SUNG:
        return False
    if not _ART.search(world.source(fact.source).title):
        raise SeedRefusedError("role", "an artist may have painted or sung it")
    return True


def scope_of(fact: Fact, relation: Relation) -> str:
    """The scope that a question about the fact must name, "" if it needs none. Raises SeedRefusedError without a
    natural phrase for it."""
    scope = fact.qualifier("scope")
    if relation.scoped and not scope:
        raise SeedRefusedError("scope", "the table's title gives no phrase to ask by")
    return scope if relation.scoped else ""


def gate(world: World, fact: Fact) -> None:
    """Raises SeedRefusedError for a cell that no good question can be asked about: several values, none, a thing that
    is not there (any more), a value that repeats the name."""
    value = fact.value
    if fact.value_type == "name" and (
        _SEVERAL.search(value) or len(value.split()) > 6 or re.search(r"\d.*\d|\(|- ", value) or not value[:1].isupper()
    ):
        raise SeedRefusedError("value", f"{value!r} is no plain name")
    person = world.lexicon[fact.relation].leads_to == "person"
    if person and len(value.split()) > 3 and normalise(value) != normalise(bare_name(fact.target)):
        raise SeedRefusedError("value", f"{value!r} may be two people")
    if fact.relation == "political_party" and _NO_PARTY.search(value):
        raise SeedRefusedError("value", f"{value!r} is no party")
    if fact.target and fact.value_type == "name":
        full_name, written = _words(bare_name(fact.target)), _words(value)
        if len(written) > len(full_name) and written[: len(full_name)] == full_name:
            raise SeedRefusedError("value", f"{value!r} holds more than one name")
    if fact.value_type not in ("name", "date") and _zero(fact):
        raise SeedRefusedError("zero", "nobody asks for nothing")
    title = world.source(fact.source).title
    if (fact.relation in _LIVING and _UNREAL.search(title)) or _UNBUILT.search(title):
        raise SeedRefusedError("unreal", "what is asked for is not so now")
    one, other = normalise(fact.subject), normalise(value)
    if fact.value_type == "name" and (one in other or other in one):
        raise SeedRefusedError("tautology", f"{value!r} of {fact.subject!r}")
    if fact.subject.endswith((" Designation", " Informational Site")):
        raise SeedRefusedError("subject", "an entry of a register, not a thing")
    if fact.relation in ("population", "area") and fact.entity.endswith(" people"):
        raise SeedRefusedError("subject", "a people is no place")
    if len(one) < 3 or len(fact.subject.split()) > 9:
        raise SeedRefusedError("subject", f"{fact.subject!r} is no name to ask by")


def ask_cell(world: World, fact: Fact, rng: Rng) -> str:
    """A question for the cell's value; that for a figure of a year is in the past tense."""
    relation = world.lexicon[fact.relation]
    scope = scope_of(fact, relation)
    kind, title = fact.qualifier("kind"), world.source(fact.source).title
    sort = "art" if fact.relation == "artist" and is_art(world, fact) else kind if kind == "film" else fact.subject_type
    special = () if kind in _TALL else QUESTIONS.get(f"{fact.relation} {sort}", ())
    templates = special or QUESTIONS.get(fact.relation) or relation.ask
    subject = name_row(world, fact)
    if fact.relation in ("gdp", "gdp_per_head") and "purchasing power parity" in title:
        subject = f"{subject} at purchasing power parity"
    play = "ride" if _RIDDEN.search(title) else _SPORTS.get(kind, "play")
    question = pick(rng, templates).format(s=subject, scope=scope or fact.qualifier("scope"), play=play)
    year = fact.qualifier("year")
    if not year or not _VERB.search(question):
        return dated(question, year)
    return f"{_VERB.sub(lambda match: _PAST[match[0]], question, count=1).removesuffix('?')} in {year}?"


def cells_of(world: World, relations: Sequence[str]) -> Iterator[Fact]:
    """Facts of these relations that were read from cells, in a stable order. A hedged cell ("about 50.5") is not an
    exact answer, nor can one be computed from it."""
    for relation in relations:
        for fact in world.facts.of_relation(relation):
            if fact.span.read == "cell" and not fact.qualifier("approximate"):
                yield fact


def _words(text: str) -> list[str]:
    return normalise(text).split()


def _zero(fact: Fact) -> bool:
    value = value_of(fact)
    return isinstance(value, Quantity) and value.number == 0
