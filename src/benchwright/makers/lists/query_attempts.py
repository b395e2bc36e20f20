"""Turns one query into a question with answers and evidence, and runs the checks on it.

An attempt is a pure function: the same query gives the same outcome, on any machine and in any order.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from benchwright.checks.readable import fault_of
from benchwright.corpus.store import Corpus
from benchwright.graphs.graph import GraphEntity
from benchwright.makers.lists.knowledge.edges import typed_relation
from benchwright.makers.lists.knowledge.knowledge_base import Knowledge
from benchwright.makers.lists.proof.evidence_sets import EvidenceSet, chosen, sets_of
from benchwright.makers.lists.proof.own_pages import OwnPages
from benchwright.makers.lists.proof.undecided_answers import UndecidedAnswers
from benchwright.makers.lists.queries.answers import answers
from benchwright.makers.lists.queries.plausibility import PlausibilityFilter
from benchwright.makers.lists.queries.query_types import (
    SLACK,
    Composition,
    Conditions,
    Intersection,
    Query,
    Simple,
    views_in,
)
from benchwright.makers.lists.queries.recount import denotation, leads_back
from benchwright.makers.lists.wording.question_wording import (
    UnnamedError,
    WordedQuestion,
    aliases_of,
    shown_label,
    unfit,
    word_question,
)
from benchwright.records import Answer, Check, Example, Hop, Json, Modalities, Modality, Origin, Outcome, Status
from benchwright.retrieval.word_index import words_of
from benchwright.values import normalise

MAKER = "qampari"
STYLE = "list"
VERSION = 5

Distract = Callable[[str, Sequence[str], Sequence[str]], tuple[str, ...]]
"""Sources that are near a question and do not help: of the question, the sources that prove an answer, all names of
answers."""

Undecide = Callable[[Query, Knowledge, Sequence[int], Sequence[Answer]], UndecidedAnswers]
"""What is neither right nor wrong: of a query over a knowledge base, the codes of its proven answers and the answers as
they are told."""


def nothing_undecided(
    query: Query, base: Knowledge, proven: Sequence[int], right: Sequence[Answer]
) -> UndecidedAnswers:
    """Where nobody looks for what is neither right nor wrong."""
    return UndecidedAnswers()


@dataclass(frozen=True, slots=True)
class ListCell:
    """A cell as this maker sees it. `kinds` are the kinds of sources that its evidence has together, None: any."""

    key: str
    kind: str
    kinds: frozenset[Modality] | None


@dataclass(frozen=True, slots=True)
class _Draft:
    """A question with all that its checks look at."""

    query: Query
    worded: WordedQuestion
    all_codes: tuple[int, ...]
    codes: tuple[int, ...]
    proofs: tuple[tuple[EvidenceSet, ...], ...]
    used: tuple[EvidenceSet, ...]
    answers: tuple[Answer, ...]
    sources: tuple[str, ...]
    modalities: Modalities


class QueryAttempts:
    """Attempts over one knowledge base. `source` says what it is: `graph` or `facts`."""

    def __init__(
        self,
        base: Knowledge,
        corpus: Corpus,
        conditions: Conditions,
        seed: int,
        source: str,
        distract: Distract = lambda question, sources, names: (),
        undecide: Undecide | None = None,
    ) -> None:
        self._base = base
        self._corpus = corpus
        self._conditions = conditions
        self._seed = seed
        self._source = source
        self._distract = distract
        self._undecide = undecide or nothing_undecided
        self._pages = OwnPages(corpus)
        self._sense = PlausibilityFilter(base)
        self._validated_parts = conditions.whole_parts

    def over(self, base: Knowledge) -> QueryAttempts:
        """The same over another knowledge base: one whose evidence was judged for a single query. No part of a query
        was held to anything before, so that intersections owe their own share of proven answers."""
        other = QueryAttempts(
            base, self._corpus, self._conditions, self._seed, self._source, self._distract, self._undecide
        )
        other._validated_parts = False
        other._pages, other._sense = self._pages, self._sense
        return other

    def attempt(self, cell: ListCell, number: int, query: Query) -> Outcome:
        """Word and prove one query."""
        try:
            draft = self._make(query)
        except UnnamedError as fault:
            return Outcome(cell.key, number, Status.REFUSED, fault.reason, str(fault))
        checks: list[Check] = []
        for check in self._checks(cell, draft):
            checks.append(check())
            if checks[-1].verdict != "pass":
                example = self._example(cell, number, draft, checks, ())
                return Outcome(cell.key, number, Status.REJECTED, checks[-1].name, checks[-1].reason, example)
        undecided = self._undecide(draft.query, self._base, draft.codes, draft.answers)
        names = [name for answer in draft.answers for name in (answer.text, *answer.aliases)] + undecided.names
        proving = {one for sets in draft.proofs for each in sets for one in each.sources} | undecided.sources
        distractors = self._distract(draft.worded.question, tuple(sorted(proving)), names)
        example = self._example(cell, number, draft, checks, distractors[: len(draft.sources)])
        return Outcome(cell.key, number, Status.ACCEPTED, example=undecided.of(example))

    # ------------------------------------------------------------------ making
    def _make(self, query: Query) -> _Draft:
        nonsense = self._sense.fault(query)
        if nonsense:
            raise UnnamedError("improbable", nonsense)
        back = isinstance(query, Composition) and leads_back(query, self._base)
        worded = word_question(query, self._base, leads_back=back)
        denoted = answers(self._base.edges, query)
        proven = sorted(map(int, denoted.proven), key=self._answer_order)
        entities = [self._base.entity(code) for code in proven]
        for entity in entities:
            fault = unfit(entity.label)
            if fault:
                raise UnnamedError("answer-label", f"the answer {shown_label(entity)} {fault}")
        proofs = tuple(sets_of(self._base, query, code) for code in proven)
        if not all(proofs) or not proofs:
            raise UnnamedError("evidence", "an answer that counts as proven has no evidence")
        strays = [self._strays(sets, entity) for sets, entity in zip(proofs, entities, strict=True)]
        used = tuple(chosen(proofs, strays))
        labels = [normalise(entity.label) for entity in entities]
        names_in_use = frozenset(labels)
        listed = []
        for entity, sets, first, code in zip(entities, proofs, used, proven, strict=True):
            text, aliases = entity.label, aliases_of(entity, names_in_use)
            if labels.count(normalise(text)) > 1:
                types = self._base.type_labels(code)
                note = entity.description.strip() or (types[0] if types else "")
                if not note or unfit(note) or len(note) > 60:
                    raise UnnamedError(
                        "answer-namesakes",
                        f"two answers are called {text!r}, and nothing short is told of {shown_label(entity)}",
                    )
                text, aliases = f"{text} ({note})", (text, *aliases)
            ordered = (first, *(each for each in sets if each is not first))
            listed.append(Answer(text, aliases, tuple(tuple(one.span for one in each.places) for each in ordered)))
        names = Counter(normalise(one.text) for one in listed)
        alike = next((one.text for one in listed if names[normalise(one.text)] > 1), "")
        if alike:
            raise UnnamedError("answer-namesakes", f"two answers are {alike!r}, by name and description")
        if leaked(worded.question, listed, worded.given):  # occupations pursued by an actor, films about Batman
            careful = word_question(query, self._base, leads_back=back, careful=True)
            worded = worded if leaked(careful.question, listed, careful.given) else careful
        sources = tuple(dict.fromkeys(source for each in used for source in each.sources))
        modalities = Modalities.of(self._corpus.modality(source) for source in sources)
        everything = tuple(sorted(map(int, denoted.all)))
        return _Draft(query, worded, everything, tuple(proven), proofs, used, tuple(listed), sources, modalities)

    def _strays(self, sets: Sequence[EvidenceSet], answer: GraphEntity) -> list[int]:
        """Of each set, how many of its sources are no page of the answer or of a thing in between."""
        return [self._pages.strays(each, [answer, *map(self._base.entity, each.via)]) for each in sets]

    def _answer_order(self, code: int) -> tuple[str, str]:
        entity = self._base.entity(code)
        return normalise(entity.label), entity.id

    # ------------------------------------------------------------------ checks
    def _checks(self, cell: ListCell, draft: _Draft) -> list[Callable[[], Check]]:
        return [
            lambda: self._modalities(cell, draft),
            lambda: self._answers(draft),
            lambda: self._style(draft),
            lambda: self._readable(draft),
            lambda: self._leak(draft),
            lambda: self._entails(draft),
            lambda: self._correct(draft),
        ]

    def _modalities(self, cell: ListCell, draft: _Draft) -> Check:
        kinds = {self._corpus.modality(source) for source in draft.sources}
        named = "+".join(kind.value for kind in Modality if kind in kinds)
        wanted = cell.kinds is None or kinds == cell.kinds
        return passed("modalities", "" if wanted else f"its evidence is {named}")

    def _answers(self, draft: _Draft) -> Check:
        """Enough answers, and enough of them proven (section 2.1)."""
        share = len(draft.codes) / len(draft.all_codes)
        count_text = f"{len(draft.codes)} of {len(draft.all_codes)} answers are proven"
        wanted = self._conditions
        enough = wanted.min_answers <= len(draft.codes) <= wanted.max_answers
        if (
            isinstance(draft.query, Intersection) and self._validated_parts
        ):  # made of validated queries: no share of their own (section 2.2)
            return Check("answers", "pass" if enough else "fail", count_text, share, "answers/1")
        whole = share >= wanted.validated - SLACK
        return Check("answers", "pass" if enough and whole else "fail", count_text, share, "answers/1")

    def _style(self, draft: _Draft) -> Check:
        """The evidence that the answers rest on is not all of one text or image; a table may tell a whole list."""
        if len(draft.sources) == 1 and self._corpus.modality(draft.sources[0]) is not Modality.TABLE:
            return passed("style", f"all that proves the answers is {draft.sources[0]}")
        return passed("style", "")

    def _readable(self, draft: _Draft) -> Check:
        return passed("readable", fault_of(draft.worded.question, draft.answers[0].text))

    def _leak(self, draft: _Draft) -> Check:
        """No answer stands in the question, neither elsewhere nor as the name of what is given: a composition that
        leads back to it has said that it is not meant."""
        return passed("leak", leaked(draft.worded.question, draft.answers, draft.worded.given))

    def _entails(self, draft: _Draft) -> Check:
        """Who accepted the evidence, and the score of the least sure span. Only accepted spans are evidence."""
        places = [one for each in draft.used for one in each.places]
        by = ", ".join(sorted({one.by for one in places}))
        return Check("entails", "pass", score=min(one.score for one in places), by=by)

    def _correct(self, draft: _Draft) -> Check:
        """A second way to the answers comes to the same, and nothing else in the corpus looks like one."""
        again = denotation(draft.query, self._base)
        if again != set(draft.all_codes):
            return passed("correct", f"a plain walk over the statements finds {len(again)} answers")
        return passed("correct", self._doubted(draft.query))

    def _doubted(self, query: Query) -> str:
        """Why the list may have a hole, as far as the corpus lets one think; "" if it does not."""
        base, edges = self._base, self._base.edges

        def all_of(part: Simple) -> list[int]:
            return [int(code) for code in answers(edges, part).all]

        match query:
            case Simple():
                parts, unclear = [query], set[int]()
            case Intersection(first=first, second=second):
                parts, unclear = [first, second], set(all_of(first)) ^ set(all_of(second))
            case Composition(first=first, view=view):
                between = all_of(first)
                parts, unclear = [first, *(Simple(view, code) for code in between)], set(between)
        for code in sorted(unclear):
            if base.silent(code):
                return f"nothing is known of {base.entity(code).label}"
        return next(filter(None, (base.doubt(part, all_of(part)) for part in parts)), "")

    # ------------------------------------------------------------------ the record
    def _example(
        self, cell: ListCell, number: int, draft: _Draft, checks: Sequence[Check], distractors: tuple[str, ...]
    ) -> Example:
        identity = hashlib.sha256(f"{MAKER}\0{cell.key}\0{number}\0{draft.worded.question}".encode()).hexdigest()[:16]
        return Example(
            id=identity,
            question=draft.worded.question,
            answers=draft.answers,
            style=STYLE,
            modalities=draft.modalities,
            sources=draft.sources,
            distractors=distractors,
            entity="; ".join(draft.worded.given),
            family=cell.kind,
            checks=tuple(checks),
            origin=Origin(MAKER, cell.key, number, self._seed),
            hops=self._hops(draft),
            derivation=self._derivation(cell, draft),
        )

    def _hops(self, draft: _Draft) -> tuple[Hop, ...]:
        """Of a composition the step to what is in between, as far as the evidence of the answers goes through it: what
        proves others stands in sources that the example does not need, and hence does not list."""
        if not isinstance(draft.query, Composition):
            return ()
        between = sorted({code for each in draft.used for code in each.via}, key=self._answer_order)
        sources = dict.fromkeys(each.places[0].span.source for each in draft.used)
        return (Hop(draft.worded.hop, "; ".join(self._base.entity(code).label for code in between), tuple(sources)),)

    def _derivation(self, cell: ListCell, draft: _Draft) -> Json:
        views = [self._base.views[number] for number in views_in(draft.query)]
        types = sorted({label for code in draft.codes for label in self._base.type_labels(code)})
        return {
            "query": self._told(draft.query),
            "relations": list(dict.fromkeys(view.relation.id for view in views)),
            "typed": list(dict.fromkeys(map(typed_relation, views))),
            "kind": cell.kind,
            "source": self._source,
            "found": len(draft.all_codes),
            "answers": [self._identified(code) for code in draft.codes],
            "types": types,
            "draft": any(view.relation.draft for view in views),
            **({} if self._base.pages is None else {"covered": True}),
            **({} if self._conditions.whole_parts or cell.kind != "intersection" else {"whole_parts": False}),
            **({"leaves_out_given": True} if draft.worded.leaves_out else {}),
        }

    def _identified(self, code: int) -> Json:
        entity = self._base.entity(code)
        return {"id": entity.id, **({"url": entity.page} if entity.page else {})}

    def _told(self, query: Query) -> Json:
        match query:
            case Simple(given=given):
                entity = self._base.entity(given)
                return {"view": self._view(query.view), "given": {"id": entity.id, "label": entity.label}}
            case Intersection(first=first, second=second):
                return {"parts": [self._told(first), self._told(second)]}
            case Composition(first=first, view=view):
                return {"first": self._told(first), "view": self._view(view)}

    def _view(self, number: int) -> Json:
        view = self._base.views[number]
        return {"relation": view.relation.id, "side": view.side, "type": view.asked.things.one}


def leaked(question: str, listed: Sequence[Answer], given: Sequence[str] = ()) -> str:
    """The answer that stands in the question, "" if none does. An answer that is what the question names does, one that
    is only a part of that name does not (Carolina in North Carolina). Names of one or two letters, and other names of
    one word, are no names to be met: too many other things are called so."""
    named = {normalise(name) for name in given}
    line = f" {' '.join(words_of(question))} "
    for name in sorted(given, key=len, reverse=True):
        line = line.replace(f" {' '.join(words_of(name))} ", " | ")
    for answer in listed:
        if normalise(answer.text) in named:
            return f"{answer.text!r} is an answer and what the question names"
        for place, name in enumerate((answer.text, *answer.aliases)):
            words = words_of(name)
            if len("".join(words)) > 2 and (not place or len(words) > 1) and f" {' '.join(words)} " in line:
                return f"{name!r} is an answer and stands in the question"
    return ""


def passed(name: str, fault: str) -> Check:
    """The check of that name: passed if there is no fault."""
    return Check(name, "fail" if fault else "pass", fault, by=f"{name}/list/{VERSION}")


def fingerprint_of(parts: Mapping[str, str]) -> str:
    """One hash of everything that an attempt depends on beside the plan."""
    listed = "\n".join(f"{name} {value}" for name, value in sorted({**parts, "version": str(VERSION)}.items()))
    return hashlib.sha256(listed.encode()).hexdigest()[:16]


def with_question(example: Example, question: str, checks: Sequence[Check]) -> Example:
    """The same list asked for in other words; the ones before are kept beside its derivation."""
    composed = {**(example.derivation or {}), "composed": example.question}
    return replace(example, question=question, derivation=composed, checks=(*example.checks, *checks))
