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
from benchwright.programs.operations import Expression, Extreme, Reverse, children, facts_of
from benchwright.records import Check, Fact
from benchwright.retrieval.word_index import holds, words_of
from benchwright.values import bare_name, normalise, parse_date

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
    """Is it the same value, dates in any order of day and month included?"""
    if normalise(one.value) == normalise(other.value):
        return True
    date = parse_date(one.value) if one.value_type == other.value_type == "date" else None
    return date is not None and date == parse_date(other.value)


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
        offered = all(holds(candidate.question, bare_name(fact.subject)) for fact in ranked)
        if not offered and (table is None or len(ranked) != len(table.rows)):
            return _fail(f"the ranking knows {len(ranked)} of the table's rows, not all of them")
    for child in children(program):
        found = _descriptions(child, candidate, ground)
        if found is not None:
            return found
    return None


def _offered(fact: Fact, candidate: Candidate, ground: CorpusFacts) -> Check | None:
    """A description of one of several things that the question names: the others must be known not to fit."""
    rivals = ground.facts.of_relation(fact.relation)
    key = bare_name(fact.subject)
    for choice in candidate.choices:
        if holds(choice, key):
            continue
        known = [other for other in rivals if holds(choice, bare_name(other.subject))]
        if not known:
            return _fail(f"nothing tells whether the description fits {choice}")
        if any(_same_words(other.value, fact.value) for other in known):
            return _fail(f"the description fits {choice} too")
    return None if holds(candidate.question, key) else _fail(f"{key} is not offered")


def _same_words(one: str, two: str) -> bool:
    """The same words in whatever order: a list of colours describes no less for being put otherwise."""
    return sorted(words_of(one)) == sorted(words_of(two))


def _alike(one: str, two: str) -> bool:
    """Is it the same description? Short ones word for word; long ones if they share most of their words."""
    first, second = words_of(one), words_of(two)
    if first == second or min(len(first), len(second)) < _LONG:
        return first == second
    common, either = set(first) & set(second), set(first) | set(second)
    return len(common) >= _MOST_ALIKE * len(either)


def _fail(reason: str) -> Check:
    return Check("unique", "fail", reason, by="unique/1")
