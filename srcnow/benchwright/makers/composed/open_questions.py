"""Word the question for one open fact so that it can be understood alone among many documents.

    default    "What is the default value of the --jobs option of make?"
    definition 'According to the Celery documentation, what does the term "task" mean?'
    cell       'What is the price of the model P-200 in the table "Pumps 2024"?'

A question has a clause, which other questions can take in, and a context that stands before or behind it. What cannot
be worded in good English is refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchwright.english.nouns import is_plural, plural, singular
from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.open.context import plain_heading, telling_headings
from benchwright.facts.open.entries import is_code
from benchwright.facts.open.purposes import begins_with_this, is_clause, is_purpose, main_clause
from benchwright.makers.composed.amount_questions import amount_clause
from benchwright.makers.composed.cell_questions import cell_question
from benchwright.makers.composed.family import Rng, SeedRefusedError, World
from benchwright.makers.composed.grammar import lower_first, pick, upper_first
from benchwright.makers.composed.purposes import check_own_description, is_plain, predicate, purpose_kind
from benchwright.records import Fact
from benchwright.values import name_key, words_of

_VOCABULARY = Vocabulary.of("benchwright.makers.composed", "open_questions")
_ASK: Mapping[str, Sequence[str]] = _VOCABULARY.rows("ask")
_STATE = _VOCABULARY.texts("state")
_SAYS = _VOCABULARY.words("asked_by_what_it_says")
_UNCLEAR = _VOCABULARY.words("vague") | _VOCABULARY.words("pronouns")
_VAGUE = _VOCABULARY.words("vague")
_GOING_ON = _VOCABULARY.words("going_on")
_BELONGING = _VOCABULARY.words("belonging")
_IDENTIFIER = re.compile(r"\S*[\d_.:]\S*")
_OPENINGS = _VOCABULARY.words("openings")
ATTRIBUTES = ("default", "type", "since", "allowed")
"""Relations of entries with a short value."""

_SHORT_SUBJECT = re.compile(r"(?:^|.* of )(?:the|an?) [a-z-]+(?: [a-z-]+)?$")
_ODD = re.compile(r'[<>{}|\\^\[\]"“”`\n]|(?<!\w)_|_(?!\w)|\s{2}')
_DIGIT = re.compile(r"\d")
_HAS_WORD = re.compile(r"[^\W\d_]{2}")
_PROGRAM_NAME = re.compile(r"(?=.{4})(?:[^\W_]+(?:[-_.][^\W_]+)+|[a-z]+[A-Z]\w+|[A-Z][A-Z\d]+(?:_[A-Z\d]+)*)")
_MARKUP = re.compile(r"<\w+>|\{\w+\}[\w`]|:\w+:`")
_MOST_WORDS, _LONGEST_VALUE = 5, 60
_DO_I = re.compile(r"\b(can|could|do|may|must|should|would) I\b")
_NOUN_OF = re.compile(r"what (?P<be>is|are) the (?P<noun>[^\"]+?) of (?P<of>.+(?<! for))")


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
        """The whole question; a table may be named at the end of a clause that quotes nothing."""
        if not self.context:
            return f"{upper_first(self.clause)}?"
        if self.context.startswith("in ") and '"' not in self.clause and pick(rng, (True, False)):
            return f"{upper_first(self.clause)} {self.context}?"
        return f"{upper_first(self.context)}, {self.clause}?"


def joined(one: OpenQuestion, two: OpenQuestion, name: str) -> str:
    """Two clauses about the thing of that name as one: "what are the price and the weight of X", "what is the price of
    X, and how is it described"."""
    first, second = _NOUN_OF.fullmatch(one.clause), _NOUN_OF.fullmatch(two.clause)
    if first and second and first["of"] == second["of"]:
        return f"what are the {first['noun']} and the {second['noun']} of {first['of']}"
    its = re.sub(rf"\bthe (\S.*) (?:of|for) {re.escape(name)}$", r"its \1", two.clause)
    return f"{one.clause}, and {its.replace(name, 'it')}"


def is_of_open_form(fact: Fact) -> bool:
    """Whether an open reader made the fact: its key holds its scope."""
    scope = fact.qualifier("scope")
    return bool(scope) and fact.entity.endswith(f" @ {scope}")


def question_for(world: World, fact: Fact, rng: Rng, described: str = "") -> OpenQuestion:
    """The question for a fact's value. `described` stands for the subject where the question does not name it. Raises
    SeedRefusedError."""
    if fact.relation.startswith(("cell:", "row:")):
        if _VAGUE & set(words_of(fact.value)):
            raise SeedRefusedError("value", f"{fact.value[:60]!r} points elsewhere")
        return OpenQuestion(*cell_question(world, fact, rng, described))
    value = fact.value.strip()
    if fact.relation.startswith("amount:"):
        clause = amount_clause(world, fact)
        return OpenQuestion(
            clause, context(world, fact), f"{fact.subject} {fact.qualifier('predicate')} {value}.", value
        )
    if fact.relation == "definition":
        meaning = sentence(fact)
        return OpenQuestion(_definition_clause(world, fact, rng), context(world, fact), meaning, meaning)
    if fact.relation == "caption":
        clause, shows = _caption_clause(world, fact), sentence(fact)
        return OpenQuestion(clause, "", shows, shows)
    if fact.relation in ("answer", "members"):
        if fact.relation == "answer" and world.goes_on(fact):
            raise SeedRefusedError("value", f"the answer of {fact.id} goes on in the next passage")
        clause = _heading_clause(world, fact) if fact.relation == "answer" else f"what are the {listed_noun(fact)}"
        return OpenQuestion(clause, context(world, fact), sentence(fact), sentence(fact))
    if fact.relation == "long_form":
        if re.search(r"[A-Z]s$", fact.subject):
            raise SeedRefusedError("number", f"{fact.subject} is a plural")
        if len({"".join(words_of(other.value)) for other in world.named("long_form", fact.subject)}) > 1:
            raise SeedRefusedError("ambiguous", f"{fact.subject} stands for several things")
        subject, where = fact.subject, context(world, fact)
    else:
        subject, where = entry(world, fact)
    subject = described or subject
    if fact.relation == "purpose":
        if fact.qualifier("form") in _SAYS:
            raise SeedRefusedError("form", f"what a {fact.qualifier('form')} does nobody asks")
        if not (is_purpose(value) or begins_with_this(value, fact.qualifier("form"))):
            raise SeedRefusedError("value", f"{value[:60]!r} does not say what {fact.subject} does")
        if (fact.span.cells or not fact.qualifier("form")) and purpose_kind(fact) != "purpose":
            raise SeedRefusedError("form", f"{value[:60]!r} may be a value, a type or a remark")
        check_own_description(world, fact)
        use, done = upper_first(sentence(fact)), fact.value.partition(" ")[0].casefold()
        return OpenQuestion(pick(rng, _ASK[purpose_kind(fact)]).format(s=subject, done=done), where, use, use)
    wordings = [one for one in _ASK.get(fact.relation, ()) if not described or one.endswith("{s}")]
    if not wordings or len(value.split()) > 12 or not is_plain(value):
        raise SeedRefusedError("value", f"{value!r} is no short answer")
    if fact.relation == "since" and value[:1].isdigit():
        value = f"version {value}"
    stated = _STATE[fact.relation].format(s=subject, v=value)
    return OpenQuestion(pick(rng, wordings).format(s=subject), where, f"{upper_first(stated)}.", value)


def entry(world: World, fact: Fact) -> tuple[str, str]:
    """An entry as a question names it, and the context that it needs besides: ("the --force option of git add", "").
    One without a word for what it is needs a name that only a program gives: `vi-yank`, `LDFLAGS`. Raises
    SeedRefusedError for another one, or one that nothing tells from others of its name."""
    form, name, owner = fact.qualifier("form"), fact.subject, owner_of(world, fact)
    if (
        (not form and not _PROGRAM_NAME.fullmatch(name))
        or form == name.casefold()
        or _ODD.search(name)
        or len(name.split()) > _MOST_WORDS
        or not re.search(r"[^\W\d_]", name)
    ):
        raise SeedRefusedError("name", f"{name!r} has no word for what it is")
    _check_one(world, fact, owner)
    if not form:
        return (f"{name} in {owner}" if owner else name), context(world, fact)
    named = name if " " not in name else f'"{name}"'
    phrase = f"the {named}" if named.casefold().endswith(f" {form}") else f"the {named} {form}"
    return (f"{phrase} of {owner}" if owner else phrase), context(world, fact)


def _check_one(world: World, fact: Fact, owner: str) -> None:
    """Raises SeedRefusedError for an entry that its source does not show to be its owner's, for one that the page of
    another thing is called like, and for an option that two sections of a page list: each may be another command's."""
    source, document = world.source(fact.source), world.document(fact)
    cells = (cell for row in (source.table.rows if source.table else ()) for cell in row)
    if name_key(owner) not in name_key(" ".join((source.title, *source.place.headings, source.text, *cells))):
        raise SeedRefusedError("owner", f"{source.id} does not say that {fact.subject!r} is one of {owner!r}")
    if not owner and world.contexts.shares_name(document, fact.subject):
        raise SeedRefusedError("ambiguous", f"several pages are called {fact.subject!r}")
    if fact.qualifier("form") == "option":
        others = (one for relation in ("purpose", *ATTRIBUTES) for one in world.named(relation, fact.subject))
        if len({one.qualifier("section") for one in others if one.entity == fact.entity}) > 1:
            raise SeedRefusedError("ambiguous", f"several sections of {document} have an option {fact.subject!r}")


def both_entries(world: World, one: Fact, two: Fact) -> str:
    """Two entries of one form as a question names them: "the -a and -g options of make", "push-line and get-line"."""
    form = one.qualifier("form")
    owners = list(dict.fromkeys(filter(None, (owner_of(world, fact) for fact in (one, two)))))
    names = " and ".join(dict.fromkeys((one.subject, two.subject)))
    of = f" {'of' if form else 'in'} {' and '.join(owners)}" if owners else ""
    return (f"the {names} {plural(form)}" if form else names) + of


def owner_of(world: World, fact: Fact) -> str:
    """What an entry belongs to, as a question names it; "" where nothing can be named, or it is one of its kind."""
    form, owner = fact.qualifier("form"), plain_heading(fact.qualifier("owner"))
    sibling = any(form == other.qualifier("form") for other in world.named("purpose", owner))
    plain = owner and not _ODD.search(owner) and len(owner.split()) <= _MOST_WORDS
    inside = fact.subject[:1].isalpha() and owner.casefold() in re.split(r"[^\w]+|::", fact.subject.casefold())
    itself = name_key(owner) == name_key(fact.subject) or re.search(rf"[.:]{re.escape(fact.subject)}$", owner)
    return owner if plain and not sibling and not inside and not itself else ""


def described_entry(world: World, fact: Fact) -> tuple[str, str]:
    """An entry by what it does instead of by its name, and the context that it needs: ("the option of git add that
    allows adding ignored files", ""). Raises SeedRefusedError."""
    _, where = entry(world, fact)
    owner = owner_of(world, fact)
    if not fact.qualifier("form"):
        raise SeedRefusedError("name", f"{fact.subject!r} has no word for what it is")
    return f"the {fact.qualifier('form')}{f' of {owner}' if owner else ''} that {predicate(fact)}", where


def context(world: World, fact: Fact) -> str:
    """Where a fact of a passage holds, as "according to ...", "" if its owner is the page. What belongs to something
    that the document does not name as its owner is bounded by its section or page: the site is not enough. Raises
    SeedRefusedError where nothing names it."""
    document, contexts, owner = world.document(fact), world.contexts, owner_of(world, fact)
    twins = world.named(fact.relation, fact.subject)
    others = {world.document(one) for one in twins if not owner or owner_of(world, one) == owner} - {document}
    amount, bound = fact.relation.startswith("amount:"), not owner and _belongs(fact)
    vague = amount or fact.relation in ("answer", "members")  # their subject is no name
    defined = fact.relation in ("definition", "long_form")  # it may mean something else on another page
    short = vague and _SHORT_SUBJECT.search(fact.subject) is not None
    names = f"{contexts.name(document).page} {fact.subject}"
    local = amount or fact.relation == "answer"  # holds for one company, product or house
    if local and not (contexts.has_site(document) or world.holds_name(names) or _DIGIT.search(names)):
        raise SeedRefusedError("unnamed", f"{document} does not name what it is about")
    several = bound and len(world.sections(document, fact.qualifier("form"))) > 1
    section = ""
    if bound or short or (vague and not contexts.has_page(document)):
        section = contexts.section(document, _headings(fact))
    subject = "" if vague and fact.relation != "answer" else owner or fact.subject
    named = section or (contexts.has_page(document) and not several and not short)
    where = contexts.phrase(document, subject, known=not (others or vague or bound or defined), section=section)
    if where and (named or not (vague or bound)):
        return f"according to {where}"
    if not where and not others and contexts.is_about(document, subject) and (owner or fact.relation == "definition"):
        return ""  # the page has the owner's or the term's own name
    raise SeedRefusedError("context", f"nothing tells what {fact.subject!r} in {document} belongs to")


def _headings(fact: Fact) -> list[str]:
    """The headings above a fact, without those that say no more than its name, or what kind of things stand there."""
    name = name_key(fact.subject)
    headings = telling_headings(fact.qualifier("section"), fact.qualifier("form"))
    return [one for one in headings if name not in name_key(one)]


def _belongs(fact: Fact) -> bool:
    """Whether a thing always belongs to another, by its form, or by a name that is a common word: the `growth`
    parameter, the `status` command; but not `Task.retries`, `CELERY_TIMEZONE`. So does one whose name is no word: the
    return code 3."""
    form = fact.qualifier("form")
    if form in ("term", "abbreviation") or re.search(r"\w(?:\.|::|->)\w", fact.subject):
        return False
    if not form and fact.relation in ("purpose", *ATTRIBUTES):
        return True
    return form in _BELONGING or not _HAS_WORD.search(fact.subject) or re.fullmatch(r"[a-z]+", fact.subject) is not None


def sentence(fact: Fact) -> str:
    """A value that is a sentence or a phrase, as an answer. Raises SeedRefusedError for one that cannot be understood
    alone."""
    value = " ".join(fact.value.split())
    words = words_of(value)
    if (
        not 2 <= len(words) <= _LONGEST_VALUE
        or value.endswith((":", ",", ";", "..", "…", " ."))
        or _VAGUE & set(words)
        or _MARKUP.search(value)
    ):
        raise SeedRefusedError("value", f"{value[:60]!r} cannot be understood alone")
    unclear = (words[0] in _UNCLEAR or words[0] in _GOING_ON) and not begins_with_this(value, fact.qualifier("form"))
    if unclear or value.count("(") != value.count(")"):
        raise SeedRefusedError("value", f"{value[:60]!r} begins with what stands before it")
    return value


def _definition_clause(world: World, fact: Fact, rng: Rng) -> str:
    """The question for a term's meaning: with the article and number of the defining sentence, where there is one."""
    term = fact.subject
    if _ODD.search(term) or len(term.split()) > _MOST_WORDS:
        raise SeedRefusedError("name", f"{term!r} is an odd term")
    before = world.source(fact.source).text[: fact.span.start or 0][-len(term) - 12 :]
    match = re.search(rf"(?:^|\s)((?:An?|The) )?({re.escape(term)}) (is|are) $", before, re.IGNORECASE)
    form = fact.qualifier("form")
    if match is None and form not in ("", "term"):
        letter = len(term.strip("'")) == 1 and not term.isnumeric()
        name_only = letter or (is_code(term) and term[0].isalpha() and form not in _SAYS)
        if " and " in term or term.startswith("(") or name_only:
            raise SeedRefusedError("name", f"{term!r} is a name without a meaning, or two")
        return f"what does the {form} {term} mean"
    if match is None and (is_code(term) or 2 * len(re.findall(r"[^\W\d_]", term)) < len(term)):
        raise SeedRefusedError("name", f"{term!r} is no term")
    if any(other.source == fact.source for other in world.named("purpose", term)):
        raise SeedRefusedError("form", f"{term!r} is an entry, and no term")
    if match is None and is_clause(fact.value):
        raise SeedRefusedError("value", f"{fact.value[:60]!r} is a whole clause, and defines nothing")
    if match is None:
        return pick(rng, _ASK["definition"]).format(s=world.small(term))
    return f"what {match[3]} {(match[1] or '').lower()}{world.small(term)}"


def _caption_clause(world: World, fact: Fact) -> str:
    """The question for what a figure shows, by its number and document. Raises SeedRefusedError."""
    document = world.document(fact)
    twins = {world.document(other) for other in world.named("caption", fact.subject)}
    where = world.contexts.phrase(document, known=len(twins) == 1)
    if not where:
        raise SeedRefusedError("context", f"nothing tells {document} from other documents")
    return f"what does {fact.subject} of {where} show"


def _heading_clause(world: World, fact: Fact) -> str:
    """The question that a heading asks, or how one does the task that it names. Words that a heading writes large are
    written as the corpus does elsewhere."""
    heading = plain_heading(fact.subject)
    first, *others = heading.split(" ")
    if sum(word[:1].isupper() for word in others) > len(others) / 2:
        heading = " ".join((first, *(world.small(word.rstrip("?")) for word in others)))
        heading += "?" if fact.subject.endswith("?") else ""
    words = words_of(heading)
    if _ODD.search(heading) or not 3 <= len(words) <= 20 or _VAGUE & set(words):
        raise SeedRefusedError("heading", f"{heading!r} asks nothing alone")
    first, _, rest = heading.partition(" ")
    if heading.endswith("?"):
        asked = _DO_I.sub(r"\1 you", lower_first(heading[:-1].rstrip()))
        if re.search(r"\b(?:I|me)\b", asked):
            raise SeedRefusedError("heading", f"{heading!r} is asked by one reader")
        return asked
    if first.casefold() == "how" and rest.casefold().startswith("to "):
        return f"how do you {rest[3:]}"
    if first.casefold() == "to":
        return f"how do you {rest}"
    raise SeedRefusedError("heading", f"{heading!r} is neither a question nor a task")


def listed_noun(fact: Fact) -> str:
    """What a passage lists, in the plural and without an article. It has to say of what: by "of", "for" ..., or by a
    word before the noun. Raises SeedRefusedError."""
    subject = " ".join(fact.subject.split())
    bare = re.sub(r"^(?:the )+", "", subject, flags=re.I)
    words = words_of(bare)
    stems = [singular(word) for word in words]
    whole = (
        is_plural(bare) and not _UNCLEAR & set(words) and words[0] not in _OPENINGS and len(set(stems)) == len(stems)
    )
    if _ODD.search(subject) or len(words) > 10 or not whole or len(main_clause(bare).split()) < 2:
        raise SeedRefusedError("name", f"{subject!r} is not what has members")
    if all(_IDENTIFIER.fullmatch(item) for item in fact.value.split("; ")):
        raise SeedRefusedError("value", "a list of identifiers says nothing")
    return lower_first(bare)
