"""Work out the gold of a benchmark: the sets of sources that suffice for each question.

A question's *gold sets* are alternatives: every one of them suffices, and finding any is as good as finding another.
They come of the evidence: one alternative of each answer, joined over its answers. Sets that hold another one whole are
left out while answers are joined: a table that proves every answer is one set, however many pages prove one each.
Where more than `LIMIT` sets are left, those of the fewest sources are kept, and for each run the set of the
alternatives that it finds first is tried as well. That is the best of all sets if each alternative is one source,
proves one answer and has no grade; other questions are counted in `Gold.trimmed`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Protocol

from benchwright.evaluate.answer_parts import AnswerPart, known_values, parts_of, relation_values
from benchwright.evaluate.facets import facets_of
from benchwright.programs.telling_stems import telling_stems
from benchwright.records import Answer, Example, Modalities
from benchwright.values import TypedValue

LIMIT = 64
LARGEST_GRADE = 1000
"""The largest grade of relevance: trec_eval keeps a counter for each."""


class DocumentLookup(Protocol):
    """What is needed of a corpus: which document a source stands in."""

    def document(self, source_id: str, /) -> str: ...


@dataclass(frozen=True)
class Question:
    """One question of a benchmark. `gold_sets` are the sets of source ids that suffice, the maker's own first;
    `grades` how relevant a source is, where the benchmark says so (1 by default); `cluster` the document that stands
    for it in statistics; `documents` all that its first gold set stands in; `undecided` are answers that count neither
    as right nor as wrong; `choices` are each answer's alternatives where `gold_sets` are not all sets; `parts` are what
    a right answer states, and `known` what else it may state; `columns` are what an imported benchmark says of it,
    and `facets` all that it may be sliced by beside style and modalities."""

    id: str
    text: str
    style: str
    modalities: Modalities
    answers: tuple[Answer, ...]
    gold_sets: tuple[frozenset[str], ...]
    cluster: str
    documents: tuple[str, ...]
    grades: Mapping[str, int] = field(default_factory=dict, hash=False)
    undecided: tuple[Answer, ...] = ()
    choices: tuple[tuple[frozenset[str], ...], ...] = ()
    parts: tuple[AnswerPart, ...] = ()
    known: tuple[TypedValue, ...] = ()
    columns: Mapping[str, str] = field(default_factory=dict, hash=False)
    facets: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def ordered(self) -> bool:
        """Whether the parts of an answer stand in an order that the question sets: those of a compound question."""
        return self.style == "compound"

    @cached_property
    def telling_stems(self) -> frozenset[str]:
        """The telling stems of its text."""
        return telling_stems(self.text)

    @cached_property
    def evidence(self) -> frozenset[str]:
        """Every source of any gold set."""
        return frozenset().union(*self.gold_sets, *(one for alternatives in self.choices for one in alternatives))

    def sets_for(self, gains: Iterable[tuple[str, ...]]) -> tuple[frozenset[str], ...]:
        """The gold sets; where these are not all, also the one of the alternatives that a run finds first. `gains` are
        the sources that each of its ranks finds."""
        if not self.choices:
            return self.gold_sets
        ranks: dict[str, int] = {}
        for rank, sources in enumerate(gains):
            for source in sources:
                ranks.setdefault(source, rank)

        def delay(alternative: frozenset[str]) -> tuple[int, int, int]:
            finds = [ranks[source] for source in alternative if source in ranks]
            return len(alternative) - len(finds), max(finds, default=0), len(alternative)

        first = frozenset[str]().union(*(min(alternatives, key=delay) for alternatives in self.choices))
        return (*self.gold_sets, first)

    @cached_property
    def unjudged(self) -> frozenset[str]:
        """Sources that only tell an undecided answer: neither relevant nor irrelevant."""
        telling = (span.source for answer in self.undecided for spans in answer.evidence for span in spans)
        return frozenset(telling) - self.evidence

    def grade(self, source: str) -> int:
        """How relevant a source of a gold set is: as the benchmark says, and 1 at least, for the set needs it."""
        return max(1, self.grades.get(source, 1))


@dataclass(frozen=True, eq=False)
class Gold:
    """The questions of one benchmark in its order. `fingerprint` stands for one state of the benchmark;
    `trimmed` counts questions of which a run's best gold set may not be tried."""

    name: str
    fingerprint: str
    questions: tuple[Question, ...]
    trimmed: int = 0

    def __len__(self) -> int:
        return len(self.questions)

    def __iter__(self) -> Iterator[Question]:
        return iter(self.questions)

    def remarks(self) -> tuple[str, ...]:
        """What a reader of scores against this gold must know."""
        if not self.trimmed:
            return ()
        count = "1 question has" if self.trimmed == 1 else f"{self.trimmed:,} questions have"
        return (
            f"{count} more than {LIMIT} combinations of evidence, of which those {LIMIT} of the fewest sources were "
            "tried, and the one that each system finds first: a system that finds another one may score less there "
            "than it should.",
        )

    @cached_property
    def position(self) -> dict[str, int]:
        """The place of each question, by id."""
        return {question.id: place for place, question in enumerate(self.questions)}

    @cached_property
    def part_scores(self) -> dict[bytes, tuple[float, str]]:
        """What `measures.part_scores` made of each answer so far, by the hash of question and answers: the score, and
        why there is none. Every system whose answer is the same has the same score."""
        return {}


def gold_of(
    name: str,
    fingerprint: str,
    examples: Sequence[Example],
    corpus: DocumentLookup,
    *,
    known: Sequence[Example] | None = None,
) -> Gold:
    """The gold of a benchmark's examples over its corpus. `known` are all examples of the benchmark, where the others
    are a part: values that stand in them rival those of an answer.

    A question over several documents is counted under the one that most questions draw on (ties by name): what its
    errors share most with others'. Statistics resample these documents, not questions.
    """
    documents = [tuple(dict.fromkeys(corpus.document(source) for source in one.sources)) for one in examples]
    drawn = Counter(document for listed in documents for document in listed)
    values = relation_values(examples if known is None else known)
    trimmed = 0
    questions: list[Question] = []
    for example, listed in zip(examples, documents, strict=True):
        sets, whole = gold_sets(example)
        choices = () if whole else tuple(filter(None, map(_alternatives, example.answers)))
        trimmed += not whole and (bool(example.grades) or not _part_sources(choices))
        cluster = min(listed, key=lambda document: (-drawn[document], document), default=example.id)
        questions.append(
            Question(
                id=example.id,
                text=example.question,
                style=example.style,
                modalities=example.modalities,
                answers=example.answers,
                gold_sets=sets,
                cluster=cluster,
                documents=listed,
                grades=dict(example.grades),
                undecided=example.undecided,
                choices=choices,
                parts=parts_of(example, values),
                known=known_values(example),
                facets=facets_of(example),
                columns=dict(example.columns),
            )
        )
    return Gold(name, fingerprint, tuple(questions), trimmed)


def drawn_questions(questions: Sequence[Question], limit: int | None, seed: int) -> list[Question]:
    """`limit` of the questions in their order: those of the smallest hashes, so that more of them hold the fewer."""
    if limit is None or limit >= len(questions):
        return list(questions)
    drawn = sorted(questions, key=lambda one: sha256(f"{seed} {one.id}".encode("utf-8", "surrogatepass")).digest())
    ids = {one.id for one in drawn[:limit]}
    return [one for one in questions if one.id in ids]


def gold_sets(example: Example) -> tuple[tuple[frozenset[str], ...], bool]:
    """The sets of sources that suffice, and whether these are all of them. The example's own sources come first."""
    joined, complete = [frozenset[str]()], True
    for alternatives in filter(None, map(_alternatives, example.answers)):
        joined, whole = _smallest(one | other for one in joined for other in alternatives)
        complete = complete and whole
    sets = [one for one in dict.fromkeys((frozenset(example.sources), *joined)) if one]
    return tuple(one for one in sets if not any(other < one for other in sets)), complete


def _smallest(sets: Iterable[frozenset[str]]) -> tuple[list[frozenset[str]], bool]:
    """Up to `LIMIT` sets that hold no other one, those of the fewest sources; and whether these are all of them."""
    smallest: list[frozenset[str]] = []
    for one in sorted(dict.fromkeys(sets), key=len):
        if any(other <= one for other in smallest):
            continue
        if len(smallest) == LIMIT:
            return smallest, False
        smallest.append(one)
    return smallest, True


def _alternatives(answer: Answer) -> tuple[frozenset[str], ...]:
    """The sets of sources that prove an answer, without those that hold another one whole."""
    sets = dict.fromkeys(frozenset(span.source for span in spans) for spans in answer.evidence if spans)
    return tuple(one for one in sets if not any(other < one for other in sets))


def _part_sources(choices: Iterable[tuple[frozenset[str], ...]]) -> bool:
    """Whether each alternative is one source, of one answer: then the set that a run finds first is its best one."""
    listed = [one for alternatives in choices for one in alternatives]
    return len(frozenset().union(*listed)) == sum(map(len, listed)) == len(listed)
