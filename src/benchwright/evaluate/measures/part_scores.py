"""Score an answer by the values that a right answer states, in whatever words (`evaluate.answer_parts`).

A part counts 1 if the answer states its value, compared by type (`values.same`): a number with its unit, a date, a name
or an alias of it, a list. It counts 0 if

- the answer states another value of that kind, which is neither in the question nor among what the answer is computed
  from: "55 metres, or 60" and "55 metres and 60 inches" state two;
- the value is denied ("not Delhi", "Rabat rather than Fez") or offered as one of two ("red or blue");
- it is said of the other half's subject, or the halves come in the wrong order where the answer names neither.

A side of a comparison counts 1 if the answer says which of the two has more, or gives both amounts with their names,
and says nothing else. The score is the mean over the parts. A question with several answers is scored by the F1 of the
set of answers.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from benchwright.english.sentences import sentences
from benchwright.english.stems import stem
from benchwright.english.vocabulary import Vocabulary
from benchwright.evaluate.answer_parts import PairPart, SidePart, ValuePart, single_parts
from benchwright.evaluate.gold import Gold, Question
from benchwright.evaluate.measure_values import MeasureValues, scored_where
from benchwright.evaluate.measures.answer_forms import index_of
from benchwright.evaluate.measures.answers import decided, listed_answers, set_scores
from benchwright.evaluate.systems.base import SystemReply
from benchwright.programs.corpus_facts import telling_stems
from benchwright.values import ListValue, NameValue, Quantity, TypedValue, occurs_in, parse, same, unit_named
from benchwright.values.dates import Date
from benchwright.values.names import find_words
from benchwright.values.occurrences import find_values

PARTS = "answer-parts"

_VOCABULARY = Vocabulary.of("benchwright.evaluate.measures", "part_scores")
_DENIED = re.compile(rf"\b(?:{_VOCABULARY.pattern('denials')})\s+(?:\w+\s+)?$", re.IGNORECASE)
_OR_BEFORE, _OR_BEHIND = re.compile(r"\b(?:or|nor)\s+(?:the\s+)?$"), re.compile(r"\s*,?\s*\bn?or\b(?!\s+(?:more|so)\b)")
_LESS, _BEFORE, _EQUAL = (frozenset(map(stem, _VOCABULARY.words(key))) for key in ("less", "before", "equal"))
_COMPARING = _LESS | _BEFORE | _EQUAL | frozenset(map(stem, _VOCABULARY.words("more")))
_BETWEEN = re.compile(r"(?:[^\w()]|\band\b|\bthen\b|\ban?\b|\bthe\b|\([^()]*\))+")
_ITEM_BEFORE = re.compile(r"(?:^|[,:]|\b(?:is|are|and))\s+[^\W\d_]+\s*(?:,|\band\b)\s*$")
_ITEM_BEHIND = re.compile(r"\s*(?:,|\band\b)\s*(?:and\s+)?[^\W\d_]+\s*(?:[.,;()]|$)")
"""Another item of the same list."""
_NUMBERED = re.compile(rf"(?:\b(?:{_VOCABULARY.pattern('numbered')})\.?\s*|[\[#])$", re.IGNORECASE)
"""Before a number that counts parts of a document, or is a citation."""
_CONTRAST = re.compile(
    r",?\s+(?:but|while|whereas)\s+|,?\s+and\s+(?=(?:its?|they|their|has|had|have|is|are|was|were)\b)|:\s+(?=(?:its?|they)\b)"
)
_BESIDE = 2
"""Characters between a name and its own value at most: "Egypt 162", "Egypt: 162"."""
_PARTING = re.compile(r"[,()–—]")
_NEAR = 60
"""Characters before a value that are looked at."""
_PIECE = re.compile(r"[^\n;]+")
_CLAUSE = re.compile(
    r"\s*(?:,?\s+\b(?:but|while|whereas|and)\b(?=\s+(?:it|they|also|has|have|is|are|was|were|had|[A-Z])))\s*"
)
_LOOSE = frozenset({"no unit", "hedge", "share"})
"""Why a stated value may be undecided and still count: its unit is left out, or it is hedged."""
_ROUNDED = _LOOSE | {"rounding", "bound"}


@dataclass(frozen=True, slots=True)
class _Mention:
    """Where an answer states the value of a part, or one of the words that only this part has (`is_label`)."""

    part: int
    start: int
    end: int
    is_label: bool = False


def score_parts(question: Question, answer: str) -> float:
    """The share of a question's parts that an answer states, 0..1; a pair counts as two. Raises ValueError for a
    question without parts."""
    stated = stated_parts(question, answer)
    return sum(stated) / len(stated)


def stated_parts(question: Question, answer: str) -> tuple[bool, ...]:
    """Which parts an answer states, in the order of `answer_parts.single_parts`. Raises ValueError for a question
    without parts."""
    if not question.parts:
        raise ValueError("a question without parts has no score by parts")
    if index_of(question.answers, question.ordered).places(answer):
        return (True,) * len(single_parts(question.parts))
    stated: list[bool] = []
    for part in question.parts:
        match part:
            case ValuePart():
                stated.append(bool(_places(part, answer)) and not rival_values(question, part.value, answer))
            case PairPart():
                stated += _stated_halves(question, (part.first, part.second), answer)
            case SidePart():
                stated.append(_states_side(question, part, answer))
    return tuple(stated)


def part_measure(gold: Gold, replies: Mapping[str, SystemReply]) -> MeasureValues:
    """The measure over a gold's questions. Of a question with several answers it is the F1 of the set. One without a
    reply scores 0; one whose reference answer is a whole sentence is unscored."""
    scored = np.array([bool(question.parts) or len(question.answers) > 1 for question in gold], dtype=np.bool_)
    values = []
    for question in gold:
        reply = replies.get(question.id)
        answers = reply.answers if reply is not None else ()
        if len(question.answers) > 1:
            listed, _ = decided(listed_answers(answers, question.answers), question.answers, question.undecided)
            values.append(set_scores(listed, question.answers).f1)
        else:
            values.append(score_parts(question, "\n".join(answers)) if question.parts and answers else 0.0)
    return scored_where(PARTS, values, scored, "the reference answer is a sentence")


def _stated_halves(question: Question, halves: tuple[ValuePart, ValuePart], answer: str) -> list[bool]:
    """Which of two values an answer states, each of its own half."""
    places = [_places(half, answer) for half in halves]
    places = [each or _scattered(question, half, answer) for each, half in zip(places, halves, strict=True)]
    belongs = {0, 1} if halves[0].value == halves[1].value else _attributed(halves, places, answer)
    segments = list(_segments(answer))
    starts = [start for start, _ in segments]
    stated = []
    for at, half in enumerate(halves):
        within = sorted({bisect_right(starts, place[0]) - 1 for place in places[at]})
        near = [answer[slice(*segments[one])] for one in within]
        stated.append(bool(near) and at in belongs and not any(rival_values(question, half.value, one) for one in near))
    return stated


def _places(part: ValuePart, answer: str) -> list[tuple[int, int]]:
    """Where an answer states the value, and neither denies it nor offers it as one of two."""
    places: list[tuple[int, int]] = []
    for value in dict.fromkeys((part.value, *map(parse, part.forms))):
        places += _runs(value, answer) if isinstance(value, ListValue) else occurs_in(value, answer, _LOOSE)
    return [
        (start, end)
        for start, end in sorted(set(places))
        if not (_ends(_DENIED, answer, start) or _ends(_OR_BEFORE, answer, start) or _OR_BEHIND.match(answer, end))
    ]


def _ends(pattern: re.Pattern[str], text: str, end: int) -> bool:
    """Whether what stands before a place ends in the pattern."""
    return bool(pattern.search(text, max(0, end - _NEAR), end))


def _scattered(question: Question, part: ValuePart, answer: str) -> list[tuple[int, int]]:
    """The sentences that hold all words of a name of several words, but for those that the question has: "Germany has
    three, all horizontal" of "three horizontal stripes"."""
    if not isinstance(part.value, NameValue) or " " not in part.value.text:
        return []
    wanted = _stems(part.value.text) - _stems(question.text)
    return [(start, end) for start, end in _segments(answer) if wanted and wanted <= _stems(answer[start:end])]


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word, _, _ in find_words(text))


def _runs(several: ListValue, answer: str) -> Iterator[tuple[int, int]]:
    """Where an answer lists these items one after the other, and no other item with them."""
    items = list(dict.fromkeys(several.items))
    mentions = sorted({(*place, at) for at, item in enumerate(items) for place in occurs_in(item, answer)})
    wanted = [items.index(item) for item in several.items]
    for first in range(len(mentions) - len(wanted) + 1):
        run = mentions[first : first + len(wanted)]
        order = [at for _, _, at in run]
        joined = all(_BETWEEN.fullmatch(answer, one[1], two[0]) for one, two in pairwise(run))
        if not joined or (order if several.ordered else sorted(order)) != (
            wanted if several.ordered else sorted(wanted)
        ):
            continue
        if not (_ends(_ITEM_BEFORE, answer, run[0][0]) or _ITEM_BEHIND.match(answer, run[-1][1])):
            yield run[0][0], run[-1][1]


def rival_values(question: Question, value: TypedValue, answer: str) -> list[TypedValue]:
    """The amounts or dates of a value's kind that an answer states, and which nobody knows of: they contradict it."""
    stated = [
        other
        for start, _, other in find_values(answer)
        if _is_rival(value, other) and not _ends(_NUMBERED, answer, start)
    ]
    return [other for other in stated if not any(_fits(one, other) for one in (value, *question.known))]


def _fits(known: TypedValue, stated: TypedValue) -> bool:
    sameness = same(known, stated)
    return bool(sameness) or (sameness.verdict == "undecided" and sameness.reason in {*_ROUNDED, "exactness"})


def _is_rival(value: TypedValue, stated: TypedValue) -> bool:
    """Whether a stated value is of the kind that is asked for, so that it would be another answer."""
    if isinstance(value, Date) or isinstance(stated, Date):
        return isinstance(value, Date) and isinstance(stated, Date)
    if not isinstance(value, Quantity) or not isinstance(stated, Quantity):
        return False
    one, other = unit_named(value.unit), unit_named(stated.unit)
    return one is other if one is None or other is None else one.dimension == other.dimension


def _attributed(parts: Sequence[ValuePart], places: Sequence[Sequence[tuple[int, int]]], answer: str) -> set[int]:
    """The parts whose value stands with their own half.

    Sentence by sentence: where names of halves come first, a value belongs to the name before it; where all names stand
    before all values, they belong together in their order; where a value comes first, to the name behind it. A name
    that a bracket or comma parts from its value belongs to the one on its other side if nothing parts it from that. A
    line without a name belongs to the name above it. Without any name the values have to stand in the order of the
    question.
    """
    mentions = [_Mention(at, *place) for at, each in enumerate(places) for place in each]
    labels = [
        _Mention(at, start, end, is_label=True)
        for word, start, end in find_words(answer)
        for at, part in enumerate(parts)
        if stem(word) in part.labels
    ]
    if not labels:
        firsts = [min((place[0] for place in each), default=-1) for each in places]
        present = [first for first in firsts if first >= 0]
        return {at for at, first in enumerate(firsts) if first >= 0} if present == sorted(present) else set()
    right: set[int] = set()
    wrong: set[int] = set()
    above: int | None = None
    every = sorted((*mentions, *labels), key=lambda one: (one.start, one.part))
    starts = [one.start for one in every]
    for start, end in _segments(answer, _CONTRAST):
        inside = every[bisect_left(starts, start) : bisect_left(starts, end)]
        named = {one.part for one in inside if one.is_label}
        if named == {one.part for one in inside}:  # a name alone
            above = named.pop() if len(named) == 1 and all(one.is_label for one in inside) else above
        for value, label in _joined(inside, answer):
            of = label if named or above is None else above
            (right if value == of else wrong).add(value)
    return right - wrong


def _joined(mentions: Sequence[_Mention], answer: str) -> Iterator[tuple[int, int]]:
    """The values of a sentence that a name claims, each with the half that the name stands for."""
    row: list[_Mention] = []
    for one in mentions:
        if not (one.is_label and row and row[-1].is_label and row[-1].part == one.part):
            row.append(one)
    values, labels = ([one for one in row if one.is_label is kind] for kind in (False, True))
    if not values or not labels:
        yield from ((one.part, one.part) for one in values)
        return
    if len(values) == len(labels) > 1 and labels[-1].end <= values[0].start:
        yield from ((value.part, label.part) for value, label in zip(values, labels, strict=True))
        return
    first = row[0].is_label
    claims: dict[_Mention, int] = {}
    for at, label in enumerate(row):
        if not label.is_label:
            continue
        behind, ahead = _neighbour(row, at, 1), _neighbour(row, at, -1)
        usual, other = (behind, ahead) if first else (ahead, behind)
        if usual and other and _distance(answer, label, other) < _distance(answer, label, usual):
            usual = other
        if usual:
            claims.setdefault(usual, label.part)
    yield from ((value.part, claims.get(value, value.part)) for value in values)


def _neighbour(row: Sequence[_Mention], at: int, step: int) -> _Mention | None:
    """The value right beside a name; None where another name stands there."""
    beside = row[at + step] if 0 <= at + step < len(row) else None
    return None if beside is None or beside.is_label else beside


def _distance(answer: str, label: _Mention, value: _Mention) -> int:
    """How closely a name and a value stand together: 0 side by side ("Egypt's 162"), 1 with words between them, 2 with
    a bracket or comma."""
    one, other = sorted((label, value), key=lambda mention: mention.start)
    if _PARTING.search(answer, one.end, other.start):
        return 2
    return int(other.start - one.end > _BESIDE)


def _states_side(question: Question, part: SidePart, answer: str) -> bool:
    """Whether an answer says which of two has more, or what both have, and nothing that contradicts it."""
    places = [occurs_in(amount, answer, _ROUNDED) for amount in part.amounts]
    if all(places):
        asked = sorted((0, 1), key=lambda at: question.text.find(part.names[at]))  # what names nothing keeps this order
        amounts = _named_amounts(part)
        return _attributed([amounts[at] for at in asked], [places[at] for at in asked], answer) == {0, 1}
    clauses = list(_clauses(part, answer))
    about = _about(question, part, clauses)
    if not about:
        named = {name for clause in clauses for name in clause.names}
        bare = isinstance(part.amounts[0], Quantity) and not find_values(answer)
        return bare and named == {part.names[0]}  # "Mexico, in both"
    verdicts = [_side(part, clause) for clause in about]
    given = {name for clause in clauses for name in _given(part, clause)}
    return (
        (True in verdicts or given == set(part.names))
        and False not in verdicts
        and not any(rival_values(question, amount, answer) for amount in part.amounts)
    )


def _named_amounts(part: SidePart) -> tuple[ValuePart, ValuePart]:
    """The two amounts with the words of their names."""
    first, second = map(telling_stems, part.names)
    one, two = part.amounts
    return ValuePart(one, (), first - second), ValuePart(two, (), second - first)


@dataclass(frozen=True, slots=True)
class _Clause:
    """A clause with the two names as far as it has them, and the `subject`: the last name that began a clause."""

    text: str
    names: tuple[str, ...]
    subject: str
    stems: frozenset[str]


def _clauses(part: SidePart, answer: str) -> Iterator[_Clause]:
    subject = ""
    for start, end in _segments(answer):
        for text in filter(str.strip, _CLAUSE.split(answer[start:end])):
            names = _names_in(part, text)
            subject = names[0] if names else subject
            yield _Clause(text, names, subject, frozenset(stem(word) for word, _, _ in find_words(text)))


def _about(question: Question, part: SidePart, clauses: Sequence[_Clause]) -> list[_Clause]:
    """The clauses that tell of a trait: those with more of its words than of another trait's; else those with all of
    its words; else those with one of its amounts; else comparisons that name no trait, or not all that they compare."""
    sides = [one for one in question.parts if isinstance(one, SidePart)]
    most = [c for c in clauses if 0 < len(c.stems & part.labels) == max(len(c.stems & one.labels) for one in sides)]
    full = [c for c in clauses if part.labels and part.labels <= c.stems]
    amounts = [c for c in clauses if any(occurs_in(amount, c.text, _ROUNDED) for amount in part.amounts)]
    comparing = [c for c in clauses if c.stems & _COMPARING]
    free = [c for c in comparing if not any(c.stems & one.labels for one in sides)]
    more = [c for c in comparing if len(c.stems & _COMPARING) > sum(bool(c.stems & one.labels) for one in sides)]
    return next(filter(None, (most, full, amounts, free, more)), [])


def _side(part: SidePart, clause: _Clause) -> bool | None:
    """Whether a clause names the right side; None if it names none."""
    if clause.stems & _COMPARING:
        if clause.stems & _EQUAL:
            return False
        lead, than, _ = clause.text.partition(" than ")
        before = _names_in(part, lead) if than else clause.names
        winner = before[0] if before else clause.subject
        lesser = clause.stems & (_BEFORE if isinstance(part.amounts[0], Date) else _LESS)
        return (winner == part.names[0]) != bool(lesser) if winner else None
    places = [occurs_in(amount, clause.text, _ROUNDED) for amount in part.amounts]
    if all(places) and len(clause.names) == 2:
        return (places[0][0] < places[1][0]) == (clause.names[0] == part.names[0])
    if any(places) and clause.subject and not _given(part, clause):
        return False
    return None


def _given(part: SidePart, clause: _Clause) -> tuple[str, ...]:
    """The name whose own amount a clause gives, if it tells of one only."""
    own = [
        name
        for name, amount in zip(part.names, part.amounts, strict=True)
        if name == clause.subject and occurs_in(amount, clause.text, _ROUNDED)
    ]
    return tuple(own) if len(clause.names) < 2 else ()


def _names_in(part: SidePart, text: str) -> tuple[str, ...]:
    """The two names as far as a text has them, in its order."""
    places = {name: occurs_in(NameValue(name), text, {"longer name"}) for name in part.names}
    return tuple(sorted((name for name in part.names if places[name]), key=lambda name: places[name][0]))


def _segments(text: str, border: re.Pattern[str] | None = None) -> Iterator[tuple[int, int]]:
    """Split a text at sentences, lines and semicolons, and at each `border` if one is given."""
    for piece in _PIECE.finditer(text):
        for first, last in sentences(piece[0]):
            start, end = piece.start() + first, piece.start() + last
            for match in border.finditer(text, start, end) if border else ():
                yield start, match.start()
                start = match.end()
            yield start, end
