"""Gold and runs by hand, and every rank measure from its definition, slowly: what the fast ones are held against."""

import math
from collections.abc import Mapping, Sequence

from benchwright.evaluate.gold import Gold, Question
from benchwright.evaluate.runs import Run, RunHit, run_of
from benchwright.records import Modalities

Sets = Sequence[Sequence[str]]


def question(name: str, *sets: Sequence[str], grades: Mapping[str, int] | None = None) -> Question:
    return Question(
        id=name,
        text=f"What is {name}?",
        style="information-extraction",
        modalities=Modalities(text=1),
        answers=(),
        gold_sets=tuple(frozenset(one) for one in sets),
        cluster=name,
        documents=(),
        grades=dict(grades or {}),
    )


def gold(*questions: Question) -> Gold:
    return Gold("hand", "0", questions)


def gold_of_qrels(qrels: Mapping[str, Mapping[str, int]], least: int = 1) -> Gold:
    """One gold set a question: the documents judged at `least` or better, with their grades."""
    return gold(
        *(
            question(
                name,
                *([relevant] if (relevant := [doc for doc, level in docs.items() if level >= least]) else []),
                grades={doc: level for doc, level in docs.items() if level > 0},
            )
            for name, docs in qrels.items()
        )
    )


def run(hits: Mapping[str, Sequence[tuple[str, float]]], name: str = "mine") -> Run:
    return run_of(name, [(asked, [RunHit(doc, score) for doc, score in listed]) for asked, listed in hits.items()])


def ordered(hits: Sequence[tuple[str, float]], asked: Question, ties: str = "worst") -> list[str]:
    """The final order of a question's hits, from the rules."""
    best: dict[str, tuple[bool, float]] = {}
    for doc, score in hits:
        key = (True, 0.0) if math.isnan(score) else (False, -score)
        best[doc] = min(best.get(doc, key), key)
    docs = [doc for doc in best if doc != asked.id or doc in asked.evidence]

    def worth(doc: str) -> int:
        return max(1, asked.grades.get(doc, 1)) if doc in asked.evidence else 0

    docs.sort(reverse=ties == "trec")
    return sorted(docs, key=lambda doc: (best[doc], worth(doc) if ties == "worst" else 0))


def measured(name: str, ranked: Sequence[Sequence[str]], asked: Question, relevant: Sequence[bool]) -> float:
    """One measure of one question by the book: hits are what they gain, best first."""
    stem, _, at = name.partition("@")
    k = int(at)
    if stem == "precision":
        return sum(relevant[:k]) / k
    return max((_of_set(stem, k, ranked, asked, one) for one in asked.gold_sets), default=0.0)


def _of_set(stem: str, k: int, ranked: Sequence[Sequence[str]], asked: Question, one: frozenset[str]) -> float:
    def worth(doc: str) -> int:
        return max(1, asked.grades.get(doc, 1))

    gains: list[int] = []  # of the list that hits become, whose finds stand one behind the other
    for hit in ranked[:k]:
        here = sorted((worth(doc) for doc in hit if doc in one), reverse=True)
        gains.extend(here or [0])
    several = len(gains) > len(ranked[:k])
    found = sum(gain > 0 for gain in gains)
    if stem == "recall":
        return found / len(one)
    if stem == "all":
        return float(found == len(one))
    if stem == "MRR":
        return next((1 / place for place, gain in enumerate(gains, 1) if gain), 0.0)
    if stem == "MAP":
        precise = [sum(g > 0 for g in gains[:place]) / place for place, gain in enumerate(gains, 1) if gain]
        return sum(precise) / len(one)
    ideal = sorted((worth(doc) for doc in one), reverse=True)
    extra = len(gains) - len(ranked[:k])
    return _dcg(gains) / _dcg(ideal[: k + extra if several else k])


def _dcg(gains: Sequence[int]) -> float:
    return sum(gain / math.log2(place + 1) for place, gain in enumerate(gains, 1))
