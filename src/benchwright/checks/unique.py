"""Check `unique`: what the question describes fits one thing only, and no source says otherwise.

- a fact that another source contradicts is ambiguous: same entity, relation and qualifiers, another value; of open
  facts, whose entities hold in one document only, also where another document says so of the same owner's entry, or of
  one that the words of the question do not tell apart;
- so is an amount or a date in whose place the same passage gives a second one ("some sources say");
- a name that several titles of the corpus share is ambiguous, unless the fact holds only inside its table; so is that
  of a place without a page that tables of several documents name: "South", "Newport";
- a description (a reversed fact) must fit one subject over all facts, nearly equal definitions included, or one of the
  things that the question offers, of each of which it must be known;
- what is computed over a column must know every row of its table; a ranking may name every thing that it ranks.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchwright.checks.candidate import Candidate
from benchwright.checks.disputed import disputing_value
from benchwright.english.language import ENGLISH
from benchwright.facts.keys import covers_column
from benchwright.facts.open.context import is_open
from benchwright.programs.corpus_facts import CorpusFacts
from benchwright.programs.execution import stated_value, states_same
from benchwright.programs.operations import Aggregate, Column, Count, Expression, Extreme, Reverse, children, facts_of
from benchwright.programs.telling_stems import telling_stems
from benchwright.records import Check, Fact
from benchwright.values import NameValue, bare_name, name_key, occurs_in, parse, same, words_of

_MOST_ALIKE = 0.6
_LONG = 6
_FEWEST = 3
_MAY_BE = ("exactness", "range", "hedge", "rounded", "rounding")
"""Why two values are not known to differ."""


def check_unique(candidate: Candidate, ground: CorpusFacts) -> Check:
    """Pass when nothing in the corpus makes the question fit a second answer."""
    for name in dict.fromkeys(facts_of(candidate.program)):
        fact = ground.fact(name)
        rival = _contradiction(fact, ground) or _elsewhere(fact, candidate.question, ground)
        if rival is not None:
            return _fail(f"{rival.source} gives {rival.value!r} for {fact.relation} of {fact.subject}")
        if second := disputing_value(fact, ground.source(fact.source)):
            return _fail(f"{fact.source} gives {second!r} beside {fact.value!r} for {fact.relation} of {fact.subject}")
        if not fact.qualifier("scope"):
            namesakes = ground.namesakes(fact.subject)
            if len(namesakes) > 1:
                return _fail(f"{bare_name(fact.subject)!r} may be {' or '.join(namesakes[:3])}")
            documents = ground.table_documents(fact.subject) if not namesakes and fact.subject_type == "place" else ()
            if len(documents) > 1:
                return _fail(f"{fact.subject!r} stands in tables of {' and '.join(sorted(documents)[:3])}")
    return _descriptions(candidate.program, candidate, ground) or Check("unique", "pass", by="unique/1")


def _contradiction(fact: Fact, ground: CorpusFacts) -> Fact | None:
    if fact.relation.startswith("row:"):  # nothing names the row, so nothing says otherwise of it
        return None
    for other in ground.facts.of_entity(fact.entity):
        if (
            other.relation == fact.relation
            and other.id != fact.id
            and other.qualifier("scope") == fact.qualifier("scope")
            and other.qualifier("year") == fact.qualifier("year")
            and not _same(other, fact)
            and not (
                is_open(fact.relation) and {fact.subject, other.subject} == {fact.subject.lower(), fact.subject.upper()}
            )
        ):
            return other
    return None


def _elsewhere(fact: Fact, question: str, ground: CorpusFacts) -> Fact | None:
    """What another document or table says otherwise of an entry of the same name, if it has the same owner or the
    question does not tell the two apart."""
    if not is_open(fact.relation) or not fact.qualifier("scope") or fact.relation.startswith("row:"):
        return None
    owner, asked = name_key(fact.qualifier("owner")), set(words_of(question))
    for other in ground.named(fact.relation, fact.subject):
        if other.entity == fact.entity or _same(other, fact):
            continue
        same_owner = owner and name_key(other.qualifier("owner")) == owner
        if same_owner or not asked & (_context(fact, ground) - _context(other, ground)):
            return other
    return None


def _context(fact: Fact, ground: CorpusFacts) -> set[str]:
    """The words by which a question may say where a fact stands: its owner, its page's title, the headings above it."""
    source = ground.source(fact.source)
    names = (
        fact.qualifier("owner"),
        fact.qualifier("form"),
        source.title,
        *source.place.headings,
        fact.qualifier("section"),
    )
    return set(words_of(" ".join(names))) - ENGLISH


def _same(one: Fact, other: Fact) -> bool:
    """Is it the same value, whatever the writing? Where one of them names no unit, the numbers decide."""
    sameness = same(stated_value(one), stated_value(other))
    return bool(sameness) or sameness.reason == "no unit"


def _descriptions(program: Expression, candidate: Candidate, ground: CorpusFacts) -> Check | None:
    if isinstance(program, Reverse):
        fact = ground.fact(program.fact)
        if len(candidate.choices) > 1:
            return _offered(fact, candidate, ground)
        open_one = is_open(fact.relation) and fact.qualifier("scope")
        for other in _fitting(fact, ground) if open_one else ground.facts.of_relation(fact.relation):
            if other.entity != fact.entity and (open_one or _alike(other.value, fact.value)):
                return _fail(f"the description fits {other.subject} too")
    if isinstance(program, Column):
        ranked = [ground.fact(name) for name in program.facts]
        table = ground.source(ranked[0].source).table
        offered = isinstance(program, Extreme) and all(
            _names(candidate.question, bare_name(fact.subject)) for fact in ranked
        )
        grouping = [ground.fact(name) for name in program.group] if isinstance(program, Aggregate) else []
        columns = [[cell for fact in column for cell in fact.span.cells] for column in (ranked, grouping) if column]
        rows = table.rows if table is not None and not table.lacks_rows else ()
        value = program.value if isinstance(program, Aggregate | Count) and program.value else ""
        grouped = grouping or (ranked if isinstance(program, Count) and program.condition == "same" else [])
        for other in grouped if value else ():
            if not states_same(other, value) and _may_fit(value, other.value):
                return _fail(f"{other.value!r} of {other.subject} may be {value!r} as well")
        if not offered and not all(covers_column(rows, cells) for cells in columns):
            return _fail(f"the program knows {len(ranked)} of the table's rows, not all of them")
    faults = (_descriptions(child, candidate, ground) for child in children(program))
    return next(filter(None, faults), None)


def _fitting(fact: Fact, ground: CorpusFacts) -> Iterator[Fact]:
    """The facts of other names whose wording holds most of what describes this one, by stems: one that says less does
    not fit what is told besides. The question names the owner: where both have one, it has to be the same."""
    described = telling_stems(fact.value)
    name, owner = name_key(fact.subject), name_key(fact.qualifier("owner"))
    if fact.relation.startswith("cell:"):  # the question names the table
        cells = (other for other in ground.facts.of_relation(fact.relation) if other.source == fact.source)
        yield from (other for other in cells if _may_fit(fact.value, other.value))
        return
    for other, stems in ground.stems(fact.relation):
        if len(described & stems) >= _MOST_ALIKE * len(described) and len(stems) >= _FEWEST:
            apart = owner and other.qualifier("owner") and name_key(other.qualifier("owner")) != owner
            if name_key(other.subject) != name and not apart:
                yield other


def _offered(fact: Fact, candidate: Candidate, ground: CorpusFacts) -> Check | None:
    """A description of one of several things that the question names: the others must be known not to fit."""
    rivals = ground.facts.of_relation(fact.relation)
    key = bare_name(fact.subject)
    for choice in candidate.choices:
        if _names(choice, key):
            continue
        known = [other for other in rivals if _names(choice, bare_name(other.subject))]
        if not known:
            return _fail(f"nothing tells whether the description fits {choice}")
        if any(_alike(other.value, fact.value) for other in known):
            return _fail(f"the description fits {choice} too")
    return None if _names(candidate.question, key) else _fail(f"{key} is not offered")


def _names(text: str, name: str) -> bool:
    """Does a text name a thing, and not a longer name that holds its name ("South Sudan")?"""
    return bool(occurs_in(NameValue(name), text))


def _alike(one: str, two: str) -> bool:
    """Is it the same description? Short ones if they are the same value, a list in whatever order that neither tells;
    long ones if they share most of their words."""
    sameness = same(parse(one), parse(two))
    first, second = set(words_of(one)), set(words_of(two))
    if sameness or sameness.reason == "order" or min(len(first), len(second)) < _LONG:
        return bool(sameness) or (sameness.verdict, sameness.reason) == ("undecided", "order")
    return len(first & second) >= _MOST_ALIKE * len(first | second)


def _may_fit(value: str, other: str) -> bool:
    """Whether what is described by a value may be that of another cell as well, which holds it ("English, German"),
    tells it more exactly ("31 Jan 1953" of 1953) or hedges it."""
    return _alike(value, other) or bool(occurs_in(NameValue(value), other)) or same(value, other).reason in _MAY_BE


def _fail(reason: str) -> Check:
    return Check("unique", "fail", reason, by="unique/1")
