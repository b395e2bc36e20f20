"""Test whether a question can be answered from sources that it should not need (the blind solver).

It sees the question, the parts of the answer and what each source is claimed to say (its clues), never the program:
executing a program without one of its inputs would prove nothing. For each clue it looks in the remaining sources
of the question (ablation) and in every other source of the corpus. A clue told by another kind of source is a
shortcut.

A source *tells* a clue when one window of it (a sentence, a table row with the title, a caption) holds a form of the
value, and the window or the source's title holds the name. The solver is deliberately easily satisfied: it would rather
reject a good question than pass one with a way round.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from benchwright.english.vocabulary import Vocabulary
from benchwright.programs.corpus_facts import CorpusFacts
from benchwright.programs.execution import Amount, Value
from benchwright.records import Modality, Source
from benchwright.retrieval.word_index import words_of
from benchwright.values import bare_name, format_number, parse_date, show_quantity

_NAME = re.compile(
    r"\b[A-Z0-9][\w'’.\-–]*(?:\s+(?:(?:of|the|de|da|del|di|van|von|der|and|for|in|at|la|le|du|&)\s+){0,2}[A-Z0-9][\w'’.\-–]*)*"
)
_VOCABULARY = Vocabulary.of("benchwright.programs", "solver")
_ASKING = _VOCABULARY.words("asking")
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+")
_MOST_SOURCES = 400
_SMALL = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_WEAK = re.compile(rf"^(?:\d{{1,2}}|{'|'.join(_SMALL)})$")
_ORDER = re.compile(r"\s*\(from \w+ to \w+\)$")


@dataclass(frozen=True, slots=True)
class Clue:
    """One thing that the answer rests on: `source` says that `name` has a value, in one of these forms."""

    source: str
    name: str
    forms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """What the solver is given. `parts` are the parts of the answer, each with the forms it may be written in;
    `clues` what stands in the sources that the question claims to need; `bridges` names that the asker must find out
    on the way, `choices` names that the question offers for one of them; `computed` says that the answer itself
    stands in no source."""

    question: str
    parts: tuple[tuple[str, ...], ...]
    sources: tuple[str, ...]
    clues: tuple[Clue, ...]
    bridges: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    computed: bool = False


@dataclass(frozen=True, slots=True)
class WaysRound:
    """What the solver found: `shortcut` is a reason to reject ("" if none), `tellers` are other sources of the same
    kind that seem to tell a clue. They are no evidence, since nothing was read from them, and no distractors either."""

    shortcut: str = ""
    tellers: frozenset[str] = frozenset()


def names_in(question: str) -> tuple[str, ...]:
    """The names that a question mentions, by capitals and digits, as a reader sees them. Single plain years are not
    names: they occur everywhere."""
    found = []
    for match in _NAME.finditer(question):
        words = match[0].split()
        while words and words[0].lower().strip("'’.") in _ASKING:
            words = words[1:]
        name = " ".join(words).strip(" .,'’").removesuffix("'s").removesuffix("’s")
        if len(name) > 1 and not name.isdigit():
            found.append(name)
    return tuple(dict.fromkeys(found))


def forms_of(text: str) -> tuple[str, ...]:
    """The ways a source may write an answer: dates in both orders, numbers with and without separators, small ones
    as words, colours without the order that they stand in."""
    forms = [text]
    if _ORDER.search(text):
        forms.append(_ORDER.sub("", text))
    date = parse_date(text)
    if date is not None and date.day is not None and date.month is not None:
        day_first = str(date)
        day, month, year = day_first.split(" ")
        forms += [day_first, f"{month} {day}, {year}", f"{month} {int(day):02d}, {year}"]
    if re.search(r"\d,\d{3}", text):
        forms.append(text.replace(",", ""))
    if text.isdecimal() and 1 <= int(text) <= len(_SMALL):
        forms.append(_SMALL[int(text) - 1])
    return tuple(dict.fromkeys(forms))


def forms_of_value(value: Value) -> tuple[str, ...]:
    """How a part of an answer may be written, its plain form first."""
    if isinstance(value, Amount):
        return tuple(dict.fromkeys((str(value), show_quantity(value.number, value.unit), format_number(value.number))))
    return forms_of(str(value))


@lru_cache(maxsize=4096)
def _windows(text: str, rows: bool) -> tuple[str, ...]:
    pieces = text.split("\n") if rows else _SENTENCE.split(text)
    return tuple(f" {_plain(piece)} " for piece in pieces if piece.strip())


def _plain(text: str) -> str:
    """The words of a text without "and", which one source writes "&"."""
    return " ".join(word for word in words_of(text) if word != "and")


def _items(form: str) -> list[str]:
    """A list such as "green, white and red" may be told in any order: its items."""
    if re.search(r"\d", form):
        return [form]
    items = [item for item in re.split(r",\s+(?:and\s+)?|\s+and\s+", form) if item]
    return items if all(len(item.split()) <= 2 for item in items) else [form]


def tells(source: Source, forms: Sequence[str], names: Sequence[str], context: frozenset[str] = frozenset()) -> str:
    """The form of an answer that one window of the source holds, together with a name that the question mentions (there
    or in the title), "" if none. A number of one or two digits says nothing alone: its window must also hold a word of
    `context`, the question's own words."""
    title = f" {_plain(source.title)} "
    about = f" {_plain(bare_name(source.title))} "
    called = [f" {_plain(name)} " for name in names if words_of(name)]
    named = any(name in title or (about.strip() and about in name) for name in called)
    rows = source.modality is Modality.TABLE
    for form in forms:
        items = [f" {_plain(item)} " for item in _items(form) if words_of(item)]
        if not items:
            continue
        weak = len(items) == 1 and bool(_WEAK.match(items[0].strip()))
        windows = _windows(source.text, rows)
        for at, window in enumerate(windows):
            if not all(item in window for item in items):
                continue
            # A name may be cut by its own full stop ("Jihad vs. McWorld"): sentences are read with their neighbours.
            around = window if rows else " ".join(part.strip() for part in windows[max(0, at - 1) : at + 2])
            if not (named or any(name in f" {around} " for name in called)):
                continue
            if weak and not any(f" {word} " in window or f" {word} " in title for word in context):
                continue
            return form
    return ""


def stands_in(text: str, forms: Sequence[str]) -> str:
    """The form of an answer that a text holds, all items of a list somewhere in it, "" if none. For an image's own
    words, which are about nothing else."""
    words = f" {_plain(text)} "
    for form in forms:
        items = [f" {_plain(item)} " for item in _items(form) if words_of(item)]
        if items and all(item in words for item in items):
            return form
    return ""


def ways_round(puzzle: Puzzle, ground: CorpusFacts) -> WaysRound:
    """Look for an answer to the puzzle that avoids one of its sources."""
    offered = {word for choice in puzzle.choices for word in words_of(choice)}
    names = tuple(name for name in names_in(puzzle.question) if not set(words_of(name)) <= offered)
    named_words = {word for name in names for word in words_of(name)}
    context = frozenset(
        word for word in words_of(puzzle.question) if len(word) > 2 and word not in _ASKING and word not in named_words
    )
    sources = [ground.source(name) for name in puzzle.sources]
    tellers: set[str] = set()
    for clue in puzzle.clues:
        for source in sources:
            if source.id != clue.source and tells(source, clue.forms, [clue.name], context):
                return WaysRound(f"{clue.source} is not needed: {source.id} tells {clue.forms[0]!r} of {clue.name} too")
        kind = ground.modality(clue.source)
        for other, form in _elsewhere(puzzle, clue, context, ground):
            if other.modality is not kind:
                return WaysRound(f"{other.id} ({other.modality}) tells {form!r} of {clue.name} too")
            tellers.add(other.id)
    for part in puzzle.parts:
        for source in sources:
            if (
                puzzle.computed
                and len(puzzle.sources) > 1
                and tells(source, [f for f in part if not _WEAK.match(f)], names)
            ):
                return WaysRound(f"{source.id} states the computed answer {part[0]!r}")
    if puzzle.bridges:
        found = _ablated_bridge(puzzle, names, sources) or _bridge_elsewhere(puzzle, names, ground)
        if found:
            return WaysRound(found)
    return WaysRound(tellers=frozenset(tellers))


def _elsewhere(
    puzzle: Puzzle, clue: Clue, context: frozenset[str], ground: CorpusFacts
) -> Iterator[tuple[Source, str]]:
    """Every source that the question does not use and that tells the clue, by words and by facts. More than some
    hundreds of candidates are cut off: what is told all over the corpus has been told by then."""
    ids, own = ground.corpus.ids, set(puzzle.sources)
    seen: set[str] = set()
    for form in clue.forms:
        for position in ground.words.having_all([form, bare_name(clue.name)])[:_MOST_SOURCES]:
            found = ids[int(position)]
            if found not in own and found not in seen:
                source = ground.source(found)
                if tells(source, [form], [bare_name(clue.name)], context):
                    seen.add(found)
                    yield source, form


def _ablated_bridge(puzzle: Puzzle, names: Sequence[str], sources: Sequence[Source]) -> str:
    """Does the source of the last hop alone tell the answer and mention what the first hop was asked by?"""
    for source in sources:
        if source.modality is Modality.IMAGE:
            continue
        text = f" {' '.join(words_of(source.title + ' ' + source.text))} "
        if not any(f" {' '.join(words_of(bridge))} " in text for bridge in puzzle.bridges):
            continue
        mentioned = [name for name in names if f" {' '.join(words_of(name))} " in text]
        others = [other for other in sources if other.id != source.id]
        if mentioned and all(any(tells(source, part, [bridge]) for bridge in puzzle.bridges) for part in puzzle.parts):
            needless = others[0].id if others else source.id
            return f"{needless} is not needed: {source.id} tells the answer and names {mentioned[0]}"
    return ""


def _bridge_elsewhere(puzzle: Puzzle, names: Sequence[str], ground: CorpusFacts, share: float = 0.6) -> str:
    """Another source that leads to a bridge: one window names it and holds most of the question's own words."""
    asked = {word for word in words_of(puzzle.question) if word not in _ASKING and len(word) > 2}
    ids, own = ground.corpus.ids, set(puzzle.sources)
    kinds = {ground.modality(name) for name in puzzle.sources}
    for bridge in puzzle.bridges:
        wanted = asked - set(words_of(bridge))
        for name in names:
            for position in ground.words.having_all([bridge, name])[:_MOST_SOURCES]:
                found = ids[int(position)]
                if found in own or len(wanted) < 3:
                    continue
                source = ground.source(found)
                title = set(words_of(source.title))
                for window in _windows(source.text, source.modality is Modality.TABLE):
                    held = set(window.split()) | title
                    if set(words_of(bridge)) <= held and len(wanted & held) >= share * len(wanted):
                        if source.modality in kinds and len(kinds) == 1:
                            break
                        return f"{found} ({source.modality}) leads to {bridge} too"
    return ""
