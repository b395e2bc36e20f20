"""Check `style`: the program's shape supports the style that the question claims.

Numerical means arithmetic, not a look-up; in multi-hop the first hop's result is the second's input; compare-contrast
means two things of one kind with two or more shared traits; compound means two related questions.
"""

from __future__ import annotations

from benchwright.checks.candidate import Candidate
from benchwright.programs.corpus_facts import CorpusFacts
from benchwright.programs.operations import Both, Compare, Expression, Follow, LookUp, Reverse, facts_of, style_of
from benchwright.records import Check, Fact


def check_style(candidate: Candidate, ground: CorpusFacts) -> Check:
    """Pass when the shape of the program is that of the style, and its facts are of the kinds that the style needs."""
    shape = style_of(candidate.program)
    if shape != candidate.style:
        return _fail(f"the program is of style {shape or 'none'}, not {candidate.style}")
    match candidate.program:
        case Compare(traits=traits):
            for trait in traits:
                left, right = _single(trait.left, ground), _single(trait.right, ground)
                if left is None or right is None:
                    return _fail(f"trait {trait.name} is not read from one fact a side")
                if (left.relation, left.value_type) != (right.relation, right.value_type):
                    return _fail(f"trait {trait.name} compares {left.relation} with {right.relation}")
                if left.entity == right.entity:
                    return _fail("both sides are the same thing")
        case Both(first=first, second=second):
            if not _related(first, second, ground):
                return _fail("the two questions have no entity, source, document or relation in common")
        case Follow(hop=hop, fact=fact):
            if fact in set(facts_of(hop)):
                return _fail("the second hop reads the fact of the first")
        case _:
            pass
    return Check("style", "pass", by="style/1")


def _fail(reason: str) -> Check:
    return Check("style", "fail", reason, by="style/1")


def _single(program: Expression, ground: CorpusFacts) -> Fact | None:
    return ground.fact(program.fact) if isinstance(program, LookUp | Reverse) else None


def _related(first: Expression, second: Expression, ground: CorpusFacts) -> bool:
    """Two questions are related when they share an entity, a source, a document or a relation, when they are about two
    pictures of one kind (two flags), or when a fact leads from what the one is about to what the other is about (a film
    and its director)."""
    one = [ground.fact(fact) for fact in facts_of(first)]
    two = [ground.fact(fact) for fact in facts_of(second)]
    return any(
        a.entity == b.entity
        or a.source == b.source
        or a.relation == b.relation
        or (a.span.read == b.span.read == "pixels" and a.relation.split("_")[0] == b.relation.split("_")[0])
        or ground.source(a.source).document == ground.source(b.source).document
        or any(link.target == b.entity for link in ground.facts.of_entity(a.entity))
        or any(link.target == a.entity for link in ground.facts.of_entity(b.entity))
        for a in one
        for b in two
    )
