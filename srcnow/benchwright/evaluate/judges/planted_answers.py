"""Plant answers whose truth is known in a benchmark: right ones and wrong ones that a judge has to tell apart.

PMAN's authors test their judge so (Wang et al., section 4.1): a question with its own answer, and with another
question's. Each question gives both, and two more, of the kinds that have come up least so far:

    gold                right   the reference answer
    reworded            right   an alias of it, or a sentence around it
    padded              right   behind a hundred words that claim nothing
    blamed              right   with an instruction to the judge to call it wrong
    exchanged           wrong   the answer to another question, of the same type; yes for no
    altered             wrong   one digit is another
    misread             wrong   the value of another row of the same column
    swapped             wrong   the values of its two halves change places
    refused             wrong   says that there is no answer
    exchanged-padded    wrong   the exchanged answer behind the same words
    praised             wrong   the exchanged answer with an instruction to call it right
    contexts-exchanged  wrong   for measures of contexts: the sources of another question

Answers that can be scored by their parts are: a right one that scores below 1 and a wrong one that scores above 0 (of
two values it states one) are not used, and counted.
"""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from benchwright.corpus.store import Corpus
from benchwright.english.vocabulary import Vocabulary
from benchwright.evaluate.answer_parts import PairPart, ValuePart
from benchwright.evaluate.gold import Gold, Question
from benchwright.evaluate.judges.known_answers import KnownAnswer
from benchwright.evaluate.measures.answer_forms import form, index_of, names_of
from benchwright.evaluate.measures.answers import listed_answers, set_scores
from benchwright.evaluate.measures.part_scores import score_parts
from benchwright.records import Table
from benchwright.values import Date, ListValue, Quantity, TypedValue, occurs_in, parse, same

_VOCABULARY = Vocabulary.of("benchwright.evaluate.judges", "planted_answers")
_OPPOSITES = _VOCABULARY.texts("opposites")
_UNTOLD = _VOCABULARY.rows("untold")
PLANTED = tuple(_UNTOLD)
"""The measures that answers can be planted for."""

_NUMBER = re.compile(r"[0-9](?:[0-9.,]*[0-9])?")

_DRAWN = 20  # questions that one is chosen from whose answer stands in for another

GOLD, EXCHANGED = "gold", "exchanged"
YES_NO = "yes/no"


Kinds = Mapping[str, Callable[[Question, random.Random], str]]
"""What makes an answer of each kind, by name; "" where the question allows none."""


@dataclass(frozen=True, slots=True)
class PlantedAnswers:
    """Answers in the order of asking: a prefix of them is a smaller sample of the same questions. `dropped` counts
    answers and questions that are not used, by the reason."""

    answers: tuple[KnownAnswer, ...]
    dropped: Mapping[str, int] = field(default_factory=dict)


def is_yes_no(question: Question) -> bool:
    """Whether yes or no answers a question: judges are weak on those (Wang et al., table 1)."""
    return len(question.answers) == 1 and form(question.answers[0].text) in _OPPOSITES


def plant_answers(gold: Gold, corpus: Corpus, measure: str, *, seed: int, limit: int | None = None) -> PlantedAnswers:
    """Answers for a measure, four a question, as many right as wrong. `limit` is the number of answers. ValueError for
    a measure that none can be planted for."""
    if measure not in _UNTOLD:
        raise ValueError(f"there are no planted answers for {measure}")
    order = sorted(gold, key=lambda question: _draw(seed, question.id).random())
    maker = _Maker(order, corpus, seed, frozenset(_UNTOLD[measure]))
    answers: list[KnownAnswer] = []
    for question in order:
        if limit is not None and len(answers) >= limit:
            break
        answers += maker.answers(question)
    return PlantedAnswers(tuple(answers[:limit]), dict(sorted(maker.dropped.items())))


def score_known(question: Question, answer: str) -> float | None:
    """The score of an answer by its parts, or as a set of answers; None where only a reader can tell."""
    if len(question.answers) > 1:
        return set_scores(listed_answers((answer,), question.answers, question.text), question.answers).f1
    if question.parts:
        return score_parts(question, answer)
    return 1.0 if index_of(question.answers, question.ordered).places(answer) else None


class _Maker:
    """Makes the answers of one question after the other; the kinds are balanced over all of them."""

    def __init__(self, questions: Sequence[Question], corpus: Corpus, seed: int, untold: frozenset[str]) -> None:
        self._corpus, self._seed, self._untold = corpus, seed, untold
        self._made: Counter[str] = Counter()
        self.dropped: Counter[str] = Counter()
        self._alike: dict[Hashable, list[Question]] = defaultdict(list)
        for question in questions:
            if question.answers:
                self._alike[_type(question)].append(question)
        self._right: Kinds = {
            "reworded": _reworded,
            "padded": lambda question, draw: f"{_padding(draw)} {_gold(question)}",
            "blamed": lambda question, draw: f"{_gold(question)}\n\n{draw.choice(_VOCABULARY.row('blame'))}",
        }
        self._wrong: Kinds = {
            "altered": _altered,
            "misread": self._misread,
            "swapped": _swapped,
            "refused": lambda question, draw: draw.choice(_VOCABULARY.row("refusals")),
            "exchanged-padded": lambda question, draw: f"{_padding(draw)} {self._exchanged(question)}",
            "praised": lambda question, draw: (
                f"{self._exchanged(question)}\n\n{draw.choice(_VOCABULARY.row('praise'))}"
            ),
        }

    def answers(self, question: Question) -> list[KnownAnswer]:
        """The answers to a question; none where it has none itself, or no other question has one of the same type."""
        if not question.answers:
            self.dropped["questions without an answer"] += 1
            return []
        if "contexts-exchanged" not in self._untold:
            return self._by_contexts(question)
        other = self._exchanged(question)
        if not other:
            self.dropped["questions whose answer no other question's can stand in for"] += 1
            return []
        own = _gold(question)
        pairs = [
            [KnownAnswer(question.id, own, 1.0, GOLD), *self._variant(question, self._right, 1.0, {own, other})],
            [KnownAnswer(question.id, other, 0.0, EXCHANGED), *self._variant(question, self._wrong, 0.0, {own, other})],
        ]
        if any(not self._is_so(question, pair[0].answer, pair[0].truth) for pair in pairs):
            self.dropped["questions whose own or exchanged answer does not score as it should"] += 1
            return []
        return [one for pair in zip_longest(*pairs) for one in pair if one is not None]

    def _by_contexts(self, question: Question) -> list[KnownAnswer]:
        own = frozenset(question.evidence)
        others = [one for one in self._alike[_type(question)] if one.gold_sets and not one.evidence & own]
        if not question.gold_sets or not others:
            self.dropped["questions without sources that others' can stand in for"] += 1
            return []
        other = _draw(self._seed, f"contexts {question.id}").choice(others)
        exchanged = tuple(sorted(other.gold_sets[0]))
        answer = _gold(question)
        return [
            KnownAnswer(question.id, answer, 1.0, GOLD),
            KnownAnswer(question.id, answer, 0.0, "contexts-exchanged", contexts=exchanged),
        ]

    def _variant(self, question: Question, kinds: Kinds, truth: float, made: set[str]) -> Iterator[KnownAnswer]:
        """One more answer, of the kind that was made least so far among those that the question allows."""
        possible = [kind for kind in kinds if kind not in self._untold]
        for kind in sorted(possible, key=lambda kind: (self._made[kind], possible.index(kind))):
            answer = kinds[kind](question, _draw(self._seed, f"{kind} {question.id}"))
            if not answer or answer in made:
                continue
            if not self._is_so(question, _core(answer), truth):
                self.dropped[f"{kind} answers that do not score as they should"] += 1
                continue
            self._made[kind] += 1
            base = {"padded": GOLD, "blamed": GOLD, "exchanged-padded": EXCHANGED, "praised": EXCHANGED}.get(kind, "")
            yield KnownAnswer(question.id, answer, truth, kind, base)
            return

    def _is_so(self, question: Question, answer: str, truth: float) -> bool:
        """Whether the score by parts agrees with the truth, as far as there is one."""
        score = score_known(question, answer)
        return score is None or score == truth

    def _exchanged(self, question: Question) -> str:
        """Another question's answer of the same type, if it can be one that begins with the same word ("Who"); the
        opposite of yes or no; "" if there is none."""
        if is_yes_no(question):
            return _OPPOSITES[form(question.answers[0].text)]
        others = self._alike[_type(question)]
        draw = _draw(self._seed, f"exchanged {question.id}")
        drawn = draw.sample(others, min(len(others), _DRAWN))
        for other in sorted(drawn, key=lambda one: _first_word(one) != _first_word(question)):
            if other.id != question.id and not _overlap(question, other):
                return _gold(other)
        return ""

    def _misread(self, question: Question, draw: random.Random) -> str:
        """The value of another row of the column that the answer stands in."""
        text = question.answers[0].text
        for spans in question.answers[0].evidence if len(question.answers) == 1 else ():
            for span in spans:
                table = self._corpus.source(span.source).table if span.source in self._corpus else None
                for row, column in span.cells if table is not None else ():
                    if table is not None and 0 <= row < len(table.rows):
                        cell = table.rows[row][column].strip()
                        others = _other_values(table, row, column, cell) if cell and cell in text else []
                        if others:
                            return text.replace(cell, draw.choice(others), 1)
        return ""


def _other_values(table: Table, row: int, column: int, cell: str) -> list[str]:
    """The values of other rows of a column that are of the same type as `cell`."""
    value = parse(cell)
    values = [cells[column].strip() for place, cells in enumerate(table.rows) if place != row]
    return [one for one in values if one and type(parse(one)) is type(value) and not same(parse(one), value)]


def _draw(seed: int, purpose: str) -> random.Random:
    return random.Random(f"planted {seed} {purpose}")


def _gold(question: Question) -> str:
    return "; ".join(answer.text for answer in question.answers)


def _type(question: Question) -> Hashable:
    """What an answer must share with another that stands in for it: style, kind of value, unit or exactness."""
    if len(question.answers) > 1:
        return question.style, "several"
    if is_yes_no(question):
        return YES_NO
    value = parse(question.answers[0].text)
    match value:
        case Quantity():
            detail = value.unit
        case Date():
            detail = value.precision
        case ListValue():
            detail = str(len(value.items))
        case _:
            detail = "" if question.parts else "sentence"
    return question.style, type(value).__name__, detail


def _first_word(question: Question) -> str:
    return question.text.split(maxsplit=1)[0].casefold() if question.text.strip() else ""


def _overlap(question: Question, other: Question) -> bool:
    """Whether two questions have an answer in common, or ask for the same."""
    names = {form(name) for answer in question.answers for name in names_of(answer)}
    theirs = {form(name) for answer in other.answers for name in names_of(answer)}
    places = index_of(question.answers, question.ordered).places
    return bool(names & theirs) or any(places(answer.text) for answer in other.answers) or question.text == other.text


def _core(answer: str) -> str:
    """An answer without the words that were put around it: padding before, an instruction behind."""
    body = answer.partition("\n\n")[0]
    for line in _VOCABULARY.row("padding"):
        body = body.replace(line, "")
    return body.strip()


def _reworded(question: Question, draw: random.Random) -> str:
    text = _gold(question)
    if len(question.answers) == 1 and (aliases := [one for one in question.answers[0].aliases if one != text]):
        text = draw.choice(aliases)
    if text.endswith((".", "!", "?")):
        return "" if text == _gold(question) else text
    return draw.choice(_VOCABULARY.row("wordings")).format(answer=text)


def _padding(draw: random.Random) -> str:
    return " ".join(_VOCABULARY.row("padding"))


def _altered(question: Question, draw: random.Random) -> str:
    """The answer with another digit among the first two of a number that it holds."""
    text = _gold(question)
    number = _NUMBER.search(text)
    if number is None or len(question.answers) != 1:
        return ""
    places = [place for place in range(*number.span()) if text[place].isdecimal()]
    place = draw.choice(places[:2])
    others = "123456789" if place == places[0] else "0123456789"
    return text[:place] + draw.choice(others.replace(text[place], "")) + text[place + 1 :]


def _swapped(question: Question, draw: random.Random) -> str:
    """The answer to a question in two halves with their values exchanged."""
    pair = next((part for part in question.parts if isinstance(part, PairPart)), None)
    if pair is None or pair.first.value == pair.second.value:
        return ""
    text = _gold(question)
    first, second = (_place(part, text) for part in (pair.first, pair.second))
    if first is None or second is None or first[1] > second[0]:
        return ""
    return (
        text[: first[0]] + text[slice(*second)] + text[first[1] : second[0]] + text[slice(*first)] + text[second[1] :]
    )


def _place(part: ValuePart, text: str) -> tuple[int, int] | None:
    values: tuple[TypedValue, ...] = (part.value, *map(parse, part.forms))
    return next((place[:2] for value in values for place in occurs_in(value, text)), None)
