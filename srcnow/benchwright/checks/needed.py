"""Check `needed`: no source of the question can be left out, and no other kind of source tells the same.

"Every source is needed" is tested, not asked: the blind solver (`programs.solver`) looks for each thing that the answer
rests on in the other sources of the question and in the whole corpus.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchwright.checks.candidate import Candidate
from benchwright.programs.corpus_facts import CorpusFacts
from benchwright.programs.execution import stated_value
from benchwright.programs.operations import (
    COMPUTED,
    Column,
    Expression,
    Follow,
    LookUp,
    Reverse,
    children,
    facts_of,
)
from benchwright.programs.solver import Clue, Puzzle, WaysRound, ways_round
from benchwright.records import Check, Fact, Modality, Source
from benchwright.values import LOOSELY, occurs_in


def seek_ways_round(candidate: Candidate, ground: CorpusFacts) -> WaysRound:
    """Let the blind solver try the question."""
    clues = tuple(_clues(candidate.program, ground))
    return ways_round(
        Puzzle(
            question=candidate.question,
            parts=candidate.parts,
            sources=candidate.sources,
            clues=clues,
            bridges=candidate.bridges,
            choices=candidate.choices,
            names=candidate.names,
            computed=isinstance(candidate.program, COMPUTED),
        ),
        ground,
    )


def check_needed(candidate: Candidate, ground: CorpusFacts, ways: WaysRound | None = None) -> Check:
    """Pass when the solver found no way round. `ways` is its result, if it has been asked already."""
    unused = set(candidate.sources) - {fact.source for fact in _facts(candidate.program, ground, everything=True)}
    if unused:
        return _fail(f"the program never reads {min(unused)}")
    shortcut = _told_by_title(candidate, ground) or _stated_again(candidate, ground)
    if shortcut:
        return _fail(shortcut)
    ways = seek_ways_round(candidate, ground) if ways is None else ways
    return _fail(ways.shortcut) if ways.shortcut else Check("needed", "pass", by="needed/1")


def caption_tells(candidate: Candidate, ground: CorpusFacts) -> bool:
    """Does the caption or alt text of one of the question's own images tell what the pixels were read for? Such a
    question counts, but apart from those that only eyes can answer."""
    return any(occurs_in(clue.value, source.text, LOOSELY) for source, clue in _of_pixels(candidate, ground))


def _told_by_title(candidate: Candidate, ground: CorpusFacts) -> str:
    """A title stands beside its image wherever that is listed: what it tells, nobody looks for in the image."""
    for source, clue in _of_pixels(candidate, ground):
        if occurs_in(clue.value, source.title, LOOSELY) and not occurs_in(clue.value, clue.name, LOOSELY):
            return f"the title of {source.id} tells {clue.text!r}"
    return ""


def _stated_again(candidate: Candidate, ground: CorpusFacts) -> str:
    """What another source of the question, or one of another kind, states too, as the readers of facts read it."""
    for fact in _facts(candidate.program, ground):
        for other in ground.restatements(fact):
            own = other.source != fact.source and other.source in candidate.sources
            if own or ground.modality(other.source) is not ground.modality(fact.source):
                return f"{other.source} states the {fact.relation} of {fact.subject} too"
    return ""


def _of_pixels(candidate: Candidate, ground: CorpusFacts) -> Iterator[tuple[Source, Clue]]:
    """What the question's own images show, each with the image."""
    for clue in _clues(candidate.program, ground, everything=True):
        source = ground.source(clue.source)
        if source.modality is Modality.IMAGE:
            yield source, clue


def _clues(program: Expression, ground: CorpusFacts, everything: bool = False) -> Iterator[Clue]:
    """What stands in the sources."""
    for fact in _facts(program, ground, everything):
        yield Clue(fact.source, fact.subject, stated_value(fact), fact.value)


def _facts(program: Expression, ground: CorpusFacts, everything: bool = False) -> Iterator[Fact]:
    """What the program reads. Without `everything` the cells of a whole column are left out: each tells nothing."""
    match program:
        case LookUp(fact=name) | Reverse(fact=name) | Follow(fact=name):
            yield ground.fact(name)
        case _ if everything and isinstance(program, Column):
            yield from map(ground.fact, facts_of(program))
    for child in children(program):
        yield from _facts(child, ground, everything)


def _fail(reason: str) -> Check:
    return Check("needed", "fail", reason, by="needed/1")
