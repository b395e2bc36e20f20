"""Check `unique`: what the question describes fits one thing only, and no source says otherwise.

- a fact that another source contradicts is ambiguous: same entity, relation and qualifiers, another value;
- a name that several titles of the corpus share is ambiguous, unless the fact holds only inside its table;
- a description (a reversed fact) must fit one subject over all facts, nearly equal definitions included, or one of the
  things that the question offers, of each of which it must be known;
- a ranking must know every row of its table, or name every thing that it ranks.
"""

from __future__ import annotations

from benchwright.checks.candidate import Candidate
from benchwright.programs.corpus_facts import CorpusFacts
from benchwright.programs.execution import stated_value
from benchwright.programs.operations import Expression, Extreme, Reverse, children, facts_of
from benchwright.records import Check, Fact
from benchwright.values import NameValue, bare_name, occurs_in, parse, same, words_of

_MOST_ALIKE = 0.6
_LONG = 6


def check_unique(candidate: Candidate, ground: CorpusFacts) -> Check:
    """Pass when nothing in the corpus makes the question fit a second answer."""
    for name in dict.fromkeys(facts_of(candidate.program)):
        fact = ground.fact(name)
        rival = _contradiction(fact, ground)
        if rival is not None:
            return _fail(f"{rival.source} gives {rival.value!r} for {fact.relation} of {fact.subject}")
        if not fact.qualifier("scope"):
            namesakes = ground.namesakes(fact.subject)
            if len(namesakes) > 1:
                return _fail(f"{bare_name(fact.subject)!r} may be {' or '.join(namesakes[:3])}")
    return _descriptions(candidate.program, candidate, ground) or Check("unique", "pass", by="unique/1")


def _contradiction(fact: Fact, ground: CorpusFacts) -> Fact | None:
    for other in ground.facts.of_entity(fact.entity):
        if (
            other.relation == fact.relation
            and other.id != fact.id
            and other.qualifier("scope") == fact.qualifier("scope")
            and other.qualifier("year") == fact.qualifier("year")
            and not _same(other, fact)
        ):
            return other
    return None


def _same(one: Fact, other: Fact) -> bool:
    """Is it the same value, whatever the writing? Where one of them names no unit, the numbers decide."""
    sameness = same(stated_value(one), stated_value(other))
    return bool(sameness) or sameness.reason == "no unit"


def _descriptions(program: Expression, candidate: Candidate, ground: CorpusFacts) -> Check | None:
    if isinstance(program, Reverse):
        fact = ground.fact(program.fact)
        if len(candidate.choices) > 1:
            return _offered(fact, candidate, ground)
        for other in ground.facts.of_relation(fact.relation):
            if other.entity != fact.entity and _alike(other.value, fact.value):
                return _fail(f"the description fits {other.subject} too")
    if isinstance(program, Extreme):
        ranked = [ground.fact(name) for name in program.facts]
        table = ground.source(ranked[0].source).table
        offered = all(_names(candidate.question, bare_name(fact.subject)) for fact in ranked)
        if not offered and (table is None or len(ranked) != len(table.rows)):
            return _fail(f"the ranking knows {len(ranked)} of the table's rows, not all of them")
    faults = (_descriptions(child, candidate, ground) for child in children(program))
    return next(filter(None, faults), None)


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


def _fail(reason: str) -> Check:
    return Check("unique", "fail", reason, by="unique/1")
