"""Word the question for one open fact so that it can be understood alone among many documents.

    default    "What is the default value of the --jobs option of make?"
    definition 'According to the Celery documentation, what does the term "task" mean?'
    cell       'What is the price of the P-200 in the table "Pumps 2024"?'

A question has a clause, which other questions can take in, and a context that stands before or behind it. What cannot
be worded in good English is refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchwright.english.nouns import is_plural
from benchwright.english.verbs import third_person
from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.open.context import plain_heading
from benchwright.makers.composed.family import Rng, SeedRefusedError, World
from benchwright.makers.composed.grammar import lower_first, pick, upper_first
from benchwright.programs.execution import value_of
from benchwright.records import Fact, Source
from benchwright.values import Quantity, name_key, words_of

_VOCABULARY = Vocabulary.of("benchwright.makers.composed", "open_questions")
_ASK: Mapping[str, Sequence[str]] = _VOCABULARY.rows("ask")
_STATE = _VOCABULARY.texts("state")
_SAYS = _VOCABULARY.words("asked_by_what_it_says")
_UNCLEAR = _VOCABULARY.words("vague") | _VOCABULARY.words("pronouns")
_VAGUE = _VOCABULARY.words("vague")
_UNNAMED = _VOCABULARY.words("unnamed_keys")
_VERBS = {form: third_person(verb) for verb in _VOCABULARY.row("verbs") for form in (verb, third_person(verb))}
ATTRIBUTES = ("default", "type", "since", "allowed")
"""Relations of entries with a short value."""

_ODD = re.compile(r'[<>{}|\\^\[\]"“”`\n]|(?<!\w)_|_(?!\w)|\s{2}')
_CODE = re.compile(r"[\d_./:=()-]|[a-z][A-Z]|^[A-Z]{2,}")
_UNIT = re.compile(r"\s*[(\[][^()\[\]]*[)\]]\s*$")
_HEADER = re.compile(r"[^\W\d_][\w'’/-]*(?: (?:[\w'’/-]+|&)){0,4}")
_TITLE = re.compile(r"[^\W\d_]{3}")
_MOST_WORDS, _LONGEST_VALUE = 5, 60
_NO_VALUE = re.compile(r"(?:n/?a|none|nil|null|yes|no|true|false|x|-+|\W*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question in parts: the `clause` in small letters, the `context` that it needs as "according to ..." or "in ..."
    ("" if the clause says enough), `answer`, which states the value in a sentence of its own, and `value`, which is the
    short answer."""

    clause: str
    context: str
    answer: str
    value: str

    def text(self, rng: Rng) -> str:
        """The whole question; a context of few words may stand at its end."""
        if not self.context:
            return f"{upper_first(self.clause)}?"
        if self.context.startswith("in ") and pick(rng, (True, False, True)):
            return f"{upper_first(self.clause)} {self.context}?"
        return f"{upper_first(self.context)}, {self.clause}?"


def is_of_open_form(fact: Fact) -> bool:
    """Whether an open reader made the fact: its key holds its scope."""
    return bool(fact.qualifier("scope")) and fact.entity.endswith(f" @ {fact.qualifier('scope')}")


def question_for(world: World, fact: Fact, rng: Rng, described: str = "") -> OpenQuestion:
    """The question for a fact's value. `described` stands for the subject where the question does not name it. Raises
    SeedRefusedError."""
    if fact.relation.startswith("cell:"):
        return _of_cell(world, fact, described)
    value = fact.value.strip()
    if fact.relation == "definition":
        meaning = sentence(fact)
        return OpenQuestion(_definition_clause(world, fact, rng), context(world, fact), meaning, meaning)
    if fact.relation in ("answer", "members"):
        clause = _heading_clause(fact) if fact.relation == "answer" else f"what are the {listed_noun(fact)}"
        return OpenQuestion(clause, context(world, fact), sentence(fact), sentence(fact))
    subject, where = (described, "") if described else entry(world, fact)
    if fact.relation == "purpose":
        if fact.qualifier("form") in _SAYS:
            raise SeedRefusedError("form", f"what a {fact.qualifier('form')} does nobody asks")
        use = sentence(fact)
        return OpenQuestion(pick(rng, _ASK["purpose"]).format(s=subject), where, use, use)
    if fact.relation not in _ASK or len(value.split()) > 12 or not _is_plain(value):
        raise SeedRefusedError("value", f"{value!r} is no short answer")
    if fact.relation == "since" and value[:1].isdigit():
        value = f"version {value}"
    stated = _STATE[fact.relation].format(s=subject, v=value)
    return OpenQuestion(pick(rng, _ASK[fact.relation]).format(s=subject), where, f"{upper_first(stated)}.", value)


def entry(world: World, fact: Fact) -> tuple[str, str]:
    """An entry as a question names it, and the context that it needs besides: ("the --force option of git add", "").
    Raises SeedRefusedError for one without a word for what it is, or that nothing tells from others of its name."""
    form, owner, name = fact.qualifier("form"), plain_heading(fact.qualifier("owner")), fact.subject
    if not form or _ODD.search(name) or len(name.split()) > _MOST_WORDS or not re.search(r"\w", name):
        raise SeedRefusedError("name", f"{name!r} has no word for what it is")
    named = name if _CODE.search(name) or " " not in name else f'"{name}"'
    phrase = f"the {named}" if named.casefold().endswith(f" {form}") else f"the {named} {form}"
    if owner and not _ODD.search(owner) and len(owner.split()) <= _MOST_WORDS and name_key(owner) != name_key(name):
        return f"{phrase} of {owner}", ""
    return phrase, context(world, fact)


def context(world: World, fact: Fact) -> str:
    """Where a fact of a passage holds, as "according to ...". Raises SeedRefusedError where nothing names it."""
    document = world.document(fact)
    others = {world.document(other) for other in world.named(fact.relation, fact.subject)}
    where = world.contexts.phrase(document, fact.subject, known=len(others) == 1)
    if not where:
        if len(others) == 1 and fact.relation == "definition" and world.contexts.name(document).page:
            return ""  # the page has the term's own name
        raise SeedRefusedError("context", f"nothing tells {document} from other documents")
    return f"according to {where}"


def sentence(fact: Fact) -> str:
    """A value that is a sentence or a phrase, as an answer. Raises SeedRefusedError for one that cannot be understood
    alone."""
    value = " ".join(fact.value.split())
    words = words_of(value)
    if not 2 <= len(words) <= _LONGEST_VALUE or value.endswith((":", ",", ";")) or _VAGUE & set(words):
        raise SeedRefusedError("value", f"{value[:60]!r} cannot be understood alone")
    if words[0] in _UNCLEAR or value.count("(") != value.count(")"):
        raise SeedRefusedError("value", f"{value[:60]!r} begins with what stands before it")
    return value


def predicate(fact: Fact) -> str:
    """What an entry does, as it follows "which option": "allows adding ignored files". Raises SeedRefusedError."""
    value = re.sub(r"[.;]$", "", " ".join(fact.value.split()))
    first, _, rest = value.partition(" ")
    verb = _VERBS.get(first.casefold().rstrip(","))
    words = words_of(rest)
    if verb is None or not 4 <= len(words) <= 22 or _UNCLEAR & set(words) or not _is_plain(rest) or rest.count('"') % 2:
        raise SeedRefusedError("form", f"{value[:60]!r} is no predicate")
    if re.search(r"[.:;?!](?:\s|$)|,? (?:and|or|then) (?P<verb>[a-z]+)(?= )", rest):
        match = re.search(r",? (?:and|or|then) ([a-z]+)(?= )", rest)
        if match is None or match[1] in _VERBS:
            raise SeedRefusedError("form", "more than one clause")
    return f"{verb} {rest}"


def _definition_clause(world: World, fact: Fact, rng: Rng) -> str:
    """The question for a term's meaning: with the article and number of the defining sentence, where there is one."""
    term = fact.subject
    if _ODD.search(term) or len(term.split()) > _MOST_WORDS:
        raise SeedRefusedError("name", f"{term!r} is an odd term")
    before = world.source(fact.source).text[: fact.span.start or 0][-len(term) - 12 :]
    match = re.search(rf"(?:^|\s)((?:An?|The) )?({re.escape(term)}) (is|are) $", before, re.IGNORECASE)
    if match is None:
        return pick(rng, _ASK["definition"]).format(s=term)
    return f"what {match[3]} {(match[1] or '').lower()}{lower_first(match[2])}"


def _heading_clause(fact: Fact) -> str:
    """The question that a heading asks, or how one does the task that it names."""
    heading = plain_heading(fact.subject)
    words = words_of(heading)
    if _ODD.search(heading) or not 3 <= len(words) <= 20 or _VAGUE & set(words):
        raise SeedRefusedError("heading", f"{heading!r} asks nothing alone")
    first, _, rest = heading.partition(" ")
    if heading.endswith("?"):
        return lower_first(heading[:-1].rstrip())
    if first.casefold() == "how" and rest.casefold().startswith("to "):
        return f"how do you {rest[3:]}"
    if first.casefold() == "to":
        return f"how do you {rest}"
    if first.casefold().endswith("ing") and not re.search(r"[.,:;!]", rest):
        return f"how do you go about {lower_first(heading)}"
    raise SeedRefusedError("heading", f"{heading!r} is neither a question nor a task")


def listed_noun(fact: Fact) -> str:
    """What a passage lists, in the plural and without an article. Raises SeedRefusedError."""
    subject = " ".join(fact.subject.split())
    bare = re.sub(r"^the ", "", subject, flags=re.I)
    if _ODD.search(subject) or len(subject.split()) > 10 or not is_plural(bare) or _UNCLEAR & set(words_of(bare)):
        raise SeedRefusedError("name", f"{subject!r} is not what has members")
    return lower_first(bare)


def header_noun(fact: Fact) -> str:
    """The header of a cell's column as a noun in a sentence: "release date". Raises SeedRefusedError."""
    return plain_noun(fact.qualifier("header"))


def plain_noun(header: str, instead: str = "") -> str:
    """A header as a noun in a sentence, or `instead` where it is none. Raises SeedRefusedError without an `instead`."""
    plain = _UNIT.sub("", " ".join(header.replace("_", " ").split())).rstrip(":")
    if not _HEADER.fullmatch(plain) or len(plain) < 3 or _UNCLEAR & set(words_of(plain)):
        if instead:
            return instead
        raise SeedRefusedError("header", f"{header!r} is no plain noun")
    return " ".join(map(lower_first, plain.split(" ")))


def table_phrase(source: Source, contexts_page: str = "") -> str:
    """A table as a question names it: 'in the table "Pumps 2024"'. Raises SeedRefusedError for one without a title."""
    title = re.sub(r"^(?:table|tab\.)\s*[\w.-]*\d[\w.-]*\s*[:.–—-]?\s*", "", plain_heading(source.title), flags=re.I)
    title = title.strip(" .:")
    if not _TITLE.search(title) or _ODD.search(title) or len(title.split()) > 16:
        raise SeedRefusedError("title", f"{source.title!r} does not name the table")
    return f'in the table "{title}"'


def row_name(fact: Fact) -> str:
    """The key of a cell's row as a sentence names it: 'the model P-200', "Kenya", '"Red pump"'."""
    key, header = fact.subject, fact.qualifier("key_header")
    if _ODD.search(key) or len(words_of(key)) > 8 or not re.search(r"[^\W\d_]{2}|\d[^\W\d_]|[^\W\d_]\d", key):
        raise SeedRefusedError("name", f"{key!r} is no name to ask by")
    name = key if key[:1].isupper() or _CODE.search(key) else f'"{key}"'
    if name_key(header) in _UNNAMED or not _HEADER.fullmatch(header) or len(header.split()) > 2 or is_plural(header):
        return name
    return f"the {lower_first(header)} {name}"


def _of_cell(world: World, fact: Fact, described: str = "") -> OpenQuestion:
    noun, value = header_noun(fact), " ".join(fact.value.split())
    if _NO_VALUE.fullmatch(value) or len(value.split()) > 25 or re.match(r"(?:is|has|can|does)\b", noun):
        raise SeedRefusedError("value", f"{value!r} says nothing alone")
    if name_key(value) in name_key(fact.subject) or name_key(fact.subject) == name_key(noun):
        raise SeedRefusedError("tautology")
    be = "are" if is_plural(noun) else "is"
    subject = described or row_name(fact)
    quantity = value_of(fact)
    shown = str(quantity) if isinstance(quantity, Quantity) else value
    answer = f"The {noun} of {subject} {be} {shown.rstrip('.')}."
    return OpenQuestion(f"what {be} the {noun} of {subject}", table_phrase(world.source(fact.source)), answer, shown)


def _is_plain(text: str) -> bool:
    return (
        not re.search(r"[<>{}|\\^`\n]", text)
        and not _VAGUE & set(words_of(text))
        and text.count("(") == text.count(")")
    )
