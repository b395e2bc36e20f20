"""Turns one query into a question with answers and evidence, and runs the checks on it.

An attempt is a pure function: the same query gives the same outcome, on any machine and in any order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass

from benchwright.corpus.store import Corpus
from benchwright.graphs.graph import GraphEntity
from benchwright.makers.lists.draft_checks import Distract, DraftChecks, ListCell, ListDraft, leaked
from benchwright.makers.lists.knowledge.edges import typed_relation
from benchwright.makers.lists.knowledge.knowledge_base import Knowledge
from benchwright.makers.lists.proof.evidence_sets import EvidenceSet, chosen, sets_of
from benchwright.makers.lists.proof.own_pages import OwnPages
from benchwright.makers.lists.proof.undecided_answers import UndecidedAnswerFinder, UndecidedAnswers
from benchwright.makers.lists.queries.answers import answers
from benchwright.makers.lists.queries.plausibility import PlausibilityFilter
from benchwright.makers.lists.queries.query_types import (
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
from benchwright.records import Answer, Check, Hop, Json, Outcome, Span, Status
from benchwright.values import normalise


@dataclass(frozen=True, slots=True)
class _Proof:
    """What a query leads to: the codes of all answers, those of the proven ones, and the evidence of each of these."""

    codes: tuple[int, ...]
    proven: tuple[int, ...]
    used: tuple[EvidenceSet, ...]


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
        undeciding: UndecidedAnswerFinder | None = None,
    ) -> None:
        self._base = base
        self._checks = DraftChecks(corpus, conditions, seed, distract)
        self._source = source
        self._undeciding = undeciding
        self._pages = OwnPages(corpus)
        self._sense = PlausibilityFilter(base)
        self._parts_validated = conditions.whole_parts

    def over(self, base: Knowledge) -> QueryAttempts:
        """The same over another knowledge base: one whose evidence was judged for a single query. No part of a query
        was held to anything before, so that intersections owe their own share of proven answers."""
        other = copy(self)
        other._base, other._parts_validated = base, False
        return other

    def attempt(self, cell: ListCell, number: int, query: Query) -> Outcome:
        """Word and prove one query."""
        try:
            draft, proof = self._make(cell, query)
        except UnnamedError as fault:
            return Outcome(cell.key, number, Status.REFUSED, fault.reason, str(fault))
        return self._checks.outcome(
            cell,
            number,
            draft,
            entails=lambda: _entails(proof),
            correct=lambda: self._incorrect(query, proof),
            undecided=lambda: self._undecided(query, draft, proof),
            # An intersection is made of validated queries and owes no share of its own (section 2.2).
            validated=not (isinstance(query, Intersection) and self._parts_validated),
        )

    # ------------------------------------------------------------------ making
    def _make(self, cell: ListCell, query: Query) -> tuple[ListDraft, _Proof]:
        nonsense = self._sense.fault(query)
        if nonsense:
            raise UnnamedError("improbable", nonsense)
        back = isinstance(query, Composition) and leads_back(query, self._base)
        worded = word_question(query, self._base, leads_back=back)
        denoted = answers(self._base.edges, query)
        proven = tuple(sorted(map(int, denoted.proven), key=self._answer_order))
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
        listed = tuple(
            Answer(text, aliases, _evidence(first, sets))
            for (text, aliases), first, sets in zip(self._names(proven, entities), used, proofs, strict=True)
        )
        if leaked(worded.question, listed, worded.given):  # occupations pursued by an actor, films about Batman
            careful = word_question(query, self._base, leads_back=back, careful=True)
            worded = worded if leaked(careful.question, listed, careful.given) else careful
        proof = _Proof(tuple(sorted(map(int, denoted.all))), proven, used)
        others = map(self._base.entity, set(proof.codes) - set(proven))
        draft = ListDraft(
            worded.question,
            listed,
            tuple(dict.fromkeys(source for each in used for source in each.sources)),
            "; ".join(worded.given),
            self._derivation(cell, query, worded, proof),
            found=len(proof.codes),
            proven=len(proven),
            given=worded.given,
            hops=self._hops(query, worded, used),
            unproven=tuple(name for other in others for name in (other.label, *other.aliases)),
        )
        return draft, proof

    def _names(self, codes: Sequence[int], entities: Sequence[GraphEntity]) -> list[tuple[str, tuple[str, ...]]]:
        """The name and the aliases of each answer, with a note behind names that several have. Raises UnnamedError
        where that does not tell two apart."""
        labels = [normalise(entity.label) for entity in entities]
        names_in_use = frozenset(labels)
        listed = []
        for entity, label, code in zip(entities, labels, codes, strict=True):
            text, aliases = entity.label, aliases_of(entity, names_in_use)
            if labels.count(label) > 1:
                types = self._base.type_labels(code)
                note = entity.description.strip() or (types[0] if types else "")
                if not note or unfit(note) or len(note) > 60:
                    raise UnnamedError(
                        "answer-namesakes",
                        f"two answers are called {text!r}, and there is no short description of {shown_label(entity)}",
                    )
                text, aliases = f"{text} ({note})", (text, *aliases)
            listed.append((text, aliases))
        names = Counter(normalise(text) for text, _ in listed)
        alike = next((text for text, _ in listed if names[normalise(text)] > 1), "")
        if alike:
            raise UnnamedError("answer-namesakes", f"two answers are {alike!r}, by name and description")
        return listed

    def _strays(self, sets: Sequence[EvidenceSet], answer: GraphEntity) -> list[int]:
        """For each set, how many of its sources are not a page of the answer or of an intermediate thing."""
        return [self._pages.strays(each, [answer, *map(self._base.entity, each.via)]) for each in sets]

    def _answer_order(self, code: int) -> tuple[str, str]:
        entity = self._base.entity(code)
        return normalise(entity.label), entity.id

    # ------------------------------------------------------------------ checks
    def _undecided(self, query: Query, draft: ListDraft, proof: _Proof) -> UndecidedAnswers:
        if self._undeciding is None:
            return UndecidedAnswers()
        return self._undeciding.of(query, self._base, proof.proven, draft.answers)

    def _incorrect(self, query: Query, proof: _Proof) -> str:
        """How a second way to the answers comes to others, or what else in the corpus looks like one; "" if neither."""
        again = denotation(query, self._base)
        if again != set(proof.codes):
            return f"a second walk over the statements finds {len(again)} answers"
        return self._doubted(query)

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
                return f"nothing is known about {base.entity(code).label}"
        return next(filter(None, (base.doubt(part, all_of(part)) for part in parts)), "")

    # ------------------------------------------------------------------ the record
    def _hops(self, query: Query, worded: WordedQuestion, used: Sequence[EvidenceSet]) -> tuple[Hop, ...]:
        """Of a composition the step to what is in between, as far as the evidence of the answers goes through it: what
        proves others stands in sources that the example does not need, and hence does not list."""
        if not isinstance(query, Composition):
            return ()
        between = sorted({code for each in used for code in each.via}, key=self._answer_order)
        sources = dict.fromkeys(each.places[0].span.source for each in used)
        return (Hop(worded.hop, "; ".join(self._base.entity(code).label for code in between), tuple(sources)),)

    def _derivation(self, cell: ListCell, query: Query, worded: WordedQuestion, proof: _Proof) -> Json:
        views = [self._base.views[number] for number in views_in(query)]
        types = sorted({label for code in proof.proven for label in self._base.type_labels(code)})
        return {
            "query": self._query(query),
            "relations": list(dict.fromkeys(view.relation.id for view in views)),
            "typed": list(dict.fromkeys(map(typed_relation, views))),
            "kind": cell.kind,
            "source": self._source,
            "found": len(proof.codes),
            "answers": [self._identified(code) for code in proof.proven],
            "types": types,
            "draft": any(view.relation.draft for view in views),
            **({} if self._base.pages is None else {"covered": True}),
            **({} if self._checks.conditions.whole_parts or cell.kind != "intersection" else {"whole_parts": False}),
            **({"leaves_out_given": True} if worded.leaves_out else {}),
        }

    def _identified(self, code: int) -> Json:
        entity = self._base.entity(code)
        return {"id": entity.id, **({"url": entity.page} if entity.page else {})}

    def _query(self, query: Query) -> Json:
        match query:
            case Simple(given=given):
                entity = self._base.entity(given)
                return {"view": self._view(query.view), "given": {"id": entity.id, "label": entity.label}}
            case Intersection(first=first, second=second):
                return {"parts": [self._query(first), self._query(second)]}
            case Composition(first=first, view=view):
                return {"first": self._query(first), "view": self._view(view)}

    def _view(self, number: int) -> Json:
        view = self._base.views[number]
        return {"relation": view.relation.id, "side": view.side, "type": view.phrasing.things.one}


def _entails(proof: _Proof) -> Check:
    """Who accepted the evidence, and the score of the least sure span. Only accepted spans are evidence."""
    places = [one for each in proof.used for one in each.places]
    by = ", ".join(sorted({one.by for one in places}))
    return Check("entails", "pass", score=min(one.score for one in places), by=by)


def _evidence(first: EvidenceSet, sets: Sequence[EvidenceSet]) -> tuple[tuple[Span, ...], ...]:
    """The spans of all sets, those of one before the others."""
    ordered = (first, *(each for each in sets if each is not first))
    return tuple(tuple(one.span for one in each.places) for each in ordered)
