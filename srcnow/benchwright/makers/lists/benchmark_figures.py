"""Counts what list questions look like: tables 2 and 3 and figure 3a of the paper (QAMPARI, section 3).

Table 2 counts questions, answers and the words of questions by kind and source. Table 3 shows the most frequent
relations and types of answers. Figure 3a shows how many questions have how many answers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean, median

from benchwright.makers.lists.relation_split import KINDS, ListQuestion
from benchwright.records import Example, Json

TOP = 10
BINS = ((0, 4), (5, 5), (6, 6), (7, 7), (8, 10), (11, 15), (16, 20), (21, 50), (51, 100), (101, 200), (201, None))
"""Numbers of answers that are counted together, both ends included."""


@dataclass(frozen=True, slots=True)
class FigureRow:
    """One column of the paper's table 2: `questions` of one kind and source, with the mean and the median of their
    numbers of answers, and the mean number of words of a question. `name` is "total" for all of them. `undecided` are
    all their answers that are neither right nor wrong."""

    name: str
    questions: int
    mean_answers: float
    median_answers: float
    mean_words: float
    undecided: int = 0


@dataclass(frozen=True, slots=True)
class Share:
    """How often a relation or a type comes up, and which part of all mentions that is."""

    name: str
    count: int
    share: float


@dataclass(frozen=True)
class Stats:
    """The figures of some questions. A question counts once for each of its relations, and for each type of its
    answers; the names of tables are not relations. `typed` counts each type of a split relation separately; it is
    empty if no relation is split. `bins` holds as many numbers as `BINS`."""

    lines: tuple[FigureRow, ...]
    relations: tuple[Share, ...]
    typed: tuple[Share, ...]
    types: tuple[Share, ...]
    bins: tuple[int, ...]

    @property
    def questions(self) -> int:
        return sum(self.bins)

    def to_json(self) -> Json:
        plain = asdict(self)
        plain["answers"] = [
            {"from": low, "to": high, "questions": count}
            for (low, high), count in zip(BINS, plain.pop("bins"), strict=True)
        ]
        return plain


def stats_of(examples: Sequence[Example], labels: Mapping[str, str] | None = None, top: int = TOP) -> Stats:
    """The figures of the list questions among some examples. `labels` names relations by their ids."""
    listed = [example for example in examples if (example.derivation or {}).get("kind") in KINDS]
    groups: dict[str, list[Example]] = {"total": list(listed)} if listed else {}
    for kind in KINDS:
        for source in ("graph", "facts", "table"):
            members = [one for one in listed if _origin(one) == (kind, source)]
            if members:
                groups[kind if kind.startswith("table") else f"{kind} ({source})"] = members
    relations: Counter[str] = Counter()
    typed: Counter[str] = Counter()
    types: Counter[str] = Counter()
    split = False
    bins = [0] * len(BINS)
    for example in listed:
        question, derivation = ListQuestion.of(example), example.derivation or {}
        if question is not None and not question.from_table:
            typed_names = [str(one) for one in derivation.get("typed") or question.relations]
            split = split or not set(typed_names) <= set(question.relations)
            relations.update((labels or {}).get(one, one) for one in question.relations)
            typed.update(_typed_name(one, question.relations, labels or {}) for one in typed_names)
        types.update(dict.fromkeys(map(str, derivation.get("types", ())), 1))
        bins[_bin(len(example.answers))] += 1
    return Stats(
        tuple(_line(name, members) for name, members in groups.items()),
        _shares(relations, top),
        _shares(typed, top) if split else (),
        _shares(types, top),
        tuple(bins),
    )


def _typed_name(typed: str, relations: Sequence[str], labels: Mapping[str, str]) -> str:
    """A typed relation with the label of its relation: `located in (cities)`."""
    own = (one for one in relations if typed == one or typed.startswith(f"{one} "))
    id = max(own, key=len, default=typed)  # ids may hold blanks: "located in" is no type of "located"
    noun = typed[len(id) + 1 :]
    return f"{labels.get(id, id)} ({noun})" if noun else labels.get(id, id)


def _origin(example: Example) -> tuple[str, str]:
    derivation = example.derivation or {}
    return derivation["kind"], derivation.get("source", "graph")


def bin_name(bin: tuple[int, int | None]) -> str:
    """A bin as a figure shows it: "8–10", "7", "201+"."""
    low, high = bin
    if high is None:
        return f"{low}+"
    return str(low) if low == high else f"{low}–{high}"


def _line(name: str, examples: Sequence[Example]) -> FigureRow:
    answers = [len(example.answers) for example in examples]
    words = fmean(len(example.question.split()) for example in examples)
    undecided = sum(len(example.undecided) for example in examples)
    return FigureRow(name, len(examples), fmean(answers), float(median(answers)), words, undecided)


def _shares(counts: Counter[str], top: int) -> tuple[Share, ...]:
    whole = sum(counts.values())
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(Share(name, count, count / whole) for name, count in ordered[:top])


def _bin(answers: int) -> int:
    return next(place for place, (_, high) in enumerate(BINS) if high is None or answers <= high)
