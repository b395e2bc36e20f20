"""Test whether a question can be answered from sources that it should not need (the blind solver).

It sees the question, the parts of the answer and what each source is claimed to say (its clues), never the program:
executing a program without one of its inputs would prove nothing. For each clue it looks in the remaining sources
of the question (ablation) and in every other source of the corpus. A clue told by another kind of source is a
shortcut.

A source *tells* a clue when one window of it (a sentence, a table row with the title, a caption) states the value, in
whatever writing, and the window or the source's title holds the name. The solver is deliberately easily satisfied: it
would rather reject a good question than pass one with a way round.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from benchwright.english.vocabulary import Vocabulary
from benchwright.programs.corpus_facts import CorpusFacts
from benchwright.records import Modality, Source
from benchwright.values import (
    LOOSELY,
    Date,
    ListValue,
    NameValue,
    Quantity,
    TypedValue,
    bare_name,
    format_number,
    occurs_in,
    words_of,
)
from benchwright.values.units import EXACT

# A shadow of the text is searched, in which letters of other scripts are A or a.
_NAME = re.compile(
    r"\b[A-Z0-9][\w'’.\-–]*(?:\s+(?:(?:of|the|de|da|del|di|van|von|der|and|for|in|at|la|le|du|&)\s+){0,2}[A-Z0-9][\w'’.\-–]*)*"
)
_VOCABULARY = Vocabulary.of("benchwright.programs", "solver")
_ASKING = _VOCABULARY.words("asking")
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+")
_MOST_SOURCES = 400
_SMALL = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


@dataclass(frozen=True, slots=True)
class Clue:
    """One thing that the answer rests on: `source` says that `name` has the `value`, and writes it as `text`."""

    source: str
    name: str
    value: TypedValue
    text: str


@dataclass(frozen=True, slots=True)
class Puzzle:
    """What the solver is given. `parts` are the parts of the answer; `clues` what stands in the sources that the
    question claims to need; `bridges` names that the asker must find out on the way, `choices` names that the question
    offers for one of them, `names` those in it that no capital shows; `computed` says that no source states the
    answer."""

    question: str
    parts: tuple[TypedValue, ...]
    sources: tuple[str, ...]
    clues: tuple[Clue, ...]
    bridges: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    computed: bool = False


@dataclass(frozen=True, slots=True)
class WaysRound:
    """What the solver found: `shortcut` is a reason to reject ("" if none), `tellers` are other sources of the same
    kind that seem to tell a clue. They are no evidence, since nothing was read from them, and no distractors either."""

    shortcut: str = ""
    tellers: frozenset[str] = frozenset()


def names_in(question: str) -> tuple[str, ...]:
    """The names that a question mentions, by capitals and digits, as a reader sees them. Letters of a script without
    capitals count as such. Single plain years are not names: they occur everywhere."""
    names = []
    for match in _NAME.finditer(question if question.isascii() else "".join(map(_shadow, question))):
        words = question[match.start() : match.end()].split()
        while words and words[0].lower().strip("'’.") in _ASKING:
            words = words[1:]
        name = " ".join(words).strip(" .,'’").removesuffix("'s").removesuffix("’s")
        if len(name) > 1 and not name.isdigit():
            names.append(name)
    return tuple(dict.fromkeys(names))


def _shadow(letter: str) -> str:
    if letter.isascii():
        return letter
    if letter.isalpha():
        return "a" if letter.islower() else "A"
    return "a" if unicodedata.category(letter)[0] == "M" else letter


def _windows(source: Source) -> Sequence[str]:
    """The rows of a table, the sentences of a text."""
    return [" | ".join(cells) for cells in source.table.rows] if source.table is not None else _sentences(source.text)


@lru_cache(maxsize=4096)
def _sentences(text: str) -> tuple[str, ...]:
    return tuple(piece for piece in _SENTENCE.split(text) if piece.strip())


def mentions(text: str, name: str) -> bool:
    """Does a text hold a name as whole words, whatever the case and punctuation between them?"""
    return bool(occurs_in(NameValue(name), text, LOOSELY))


def tells(source: Source, value: TypedValue, names: Sequence[str], context: frozenset[str] = frozenset()) -> bool:
    """Does one window of the source state a value together with a name that the question mentions (there or in the
    title)? A number of one or two digits says nothing alone: its window must also hold a word of `context`, the
    question's own words; that of a cell is its row, with the header above the cell."""
    about = bare_name(source.title)
    named = any(mentions(source.title, name) or mentions(name, about) for name in names)
    windows = _windows(source)
    for at, window in enumerate(windows):
        if not occurs_in(value, window, LOOSELY):
            continue
        # A name may be cut by its own full stop ("Jihad vs. McWorld"): sentences are read with their neighbours.
        around = window if source.table is not None else " ".join(windows[max(0, at - 1) : at + 2])
        if not named and not any(mentions(around, name) for name in names):
            continue
        if not _is_weak(value) or not context.isdisjoint(
            words_of(f"{source.title} {window} {_over(source, at, value)}")
        ):
            return True
    return False


def _over(source: Source, row: int, value: TypedValue) -> str:
    """The headers of the cells of a row that state a value; "" in a text."""
    if source.table is None:
        return ""
    stating = [at for at, cell in enumerate(source.table.rows[row]) if occurs_in(value, cell, LOOSELY)]
    return " ".join(line[at] for line in source.table.header for at in stating)


def _is_weak(value: TypedValue) -> bool:
    """A number of one or two digits, which stands everywhere?"""
    return isinstance(value, Quantity) and abs(value.number) < 100 and value.number % 1 == 0


def ways_round(puzzle: Puzzle, ground: CorpusFacts) -> WaysRound:
    """Look for an answer to the puzzle that avoids one of its sources."""
    offered = {word for choice in puzzle.choices for word in words_of(choice)}
    mentioned = dict.fromkeys((*puzzle.names, *names_in(puzzle.question)))
    names = tuple(name for name in mentioned if not set(words_of(name)) <= offered)
    named_words = {word for name in names for word in words_of(name)}
    context = frozenset(
        word for word in words_of(puzzle.question) if len(word) > 2 and word not in _ASKING and word not in named_words
    )
    sources = [ground.source(name) for name in puzzle.sources]
    tellers: set[str] = set()
    for clue in puzzle.clues:
        for source in sources:
            if source.id != clue.source and tells(source, clue.value, [clue.name], context):
                return WaysRound(f"{clue.source} is not needed: {source.id} tells {clue.text!r} of {clue.name} too")
        kind = ground.modality(clue.source)
        for other in _elsewhere(puzzle, clue, context, ground):
            if other.modality is not kind:
                return WaysRound(f"{other.id} ({other.modality}) tells {clue.text!r} of {clue.name} too")
            tellers.add(other.id)
    for part in puzzle.parts:
        for source in sources:
            if puzzle.computed and len(puzzle.sources) > 1 and not _is_weak(part) and tells(source, part, names):
                return WaysRound(f"{source.id} states the computed answer {str(part)!r}")
    if puzzle.bridges:
        several = len(sources) > 1  # the only source cannot be left out
        shortcut = (several and _ablated_bridge(puzzle, names, sources)) or _bridge_elsewhere(puzzle, names, ground)
        if shortcut:
            return WaysRound(shortcut)
    return WaysRound(tellers=frozenset(tellers))


def _elsewhere(puzzle: Puzzle, clue: Clue, context: frozenset[str], ground: CorpusFacts) -> Iterator[Source]:
    """Every source that the question does not use and that tells the clue. More than some hundreds of candidates are
    cut off: what is told all over the corpus has been told by then."""
    ids, name = ground.corpus.ids, bare_name(clue.name)
    tried = set(puzzle.sources)
    for form in _searched_forms(clue.value):
        for position in ground.words.having_all([form, name])[:_MOST_SOURCES]:
            source = ids[int(position)]
            if source not in tried and tells(ground.source(source), clue.value, [name], context):
                yield ground.source(source)
            tried.add(source)


def _searched_forms(value: TypedValue) -> list[str]:
    """Words that a source holds if it states the value, for each way to write it."""
    match value:
        case Quantity(number=number):
            size = number.copy_abs()
            forms = [format_number(size), format_number(size).replace(",", "")]
            if size < len(_SMALL) + 1 and size % 1 == 0 and size:
                forms.append(_SMALL[int(size) - 1])
            scales = ((3, "thousand"), (6, "million"), (9, "billion"))
            return forms + [
                f"{format_number(EXACT.scaleb(size, -zeros))} {name}" for zeros, name in scales if size >= 10**zeros
            ]
        case Date(year=year):
            return [f"{year}s" if value.decade else str(abs(year))]
        case ListValue(items=items):
            return [" ".join(_searched_forms(item)[0] for item in items)]
        case NameValue(text=text):
            return [text]


def _ablated_bridge(puzzle: Puzzle, names: Sequence[str], sources: Sequence[Source]) -> str:
    """Does the source of the last hop alone tell the answer and mention what the first hop was asked by?"""
    for source in sources:
        if source.modality is Modality.IMAGE:
            continue
        text = f"{source.title}\n{source.text}"
        bridges = [bridge for bridge in puzzle.bridges if mentions(text, bridge)]
        mentioned = [name for name in names if bridges and mentions(text, name)]
        others = [other for other in sources if other.id != source.id]
        if mentioned and all(tells(source, part, puzzle.bridges) for part in puzzle.parts):
            needless = others[0].id if others else source.id
            return f"{needless} is not needed: {source.id} tells the answer and names {mentioned[0]}"
    return ""


def _bridge_elsewhere(puzzle: Puzzle, names: Sequence[str], ground: CorpusFacts, share: float = 0.6) -> str:
    """Another source that leads to a bridge: one window names it and holds most of the question's own words."""
    question_words = {word for word in words_of(puzzle.question) if word not in _ASKING and len(word) > 2}
    ids, own = (
        ground.corpus.ids,
        {copy for one in puzzle.sources for copy in (one, *ground.copies.later.get(one, ()))},
    )
    kinds = {ground.modality(name) for name in puzzle.sources}
    for bridge in puzzle.bridges:
        wanted = question_words - set(words_of(bridge))
        for name in names:
            for position in ground.words.having_all([bridge, name])[:_MOST_SOURCES]:
                other = ids[int(position)]
                if other in own or len(wanted) < 3:
                    continue
                source = ground.source(other)
                title = set(words_of(source.title))
                for window in _windows(source):
                    there = set(words_of(window)) | title
                    if set(words_of(bridge)) <= there and len(wanted & there) >= share * len(wanted):
                        if source.modality in kinds and len(kinds) == 1:
                            break
                        return f"{other} ({source.modality}) leads to {bridge} too"
    return ""
