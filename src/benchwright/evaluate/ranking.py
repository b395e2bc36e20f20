"""A run that names sources, against the gold: sorted, freed of repeats, its ties settled. Knows no measure.

What is treated otherwise than it came in is counted in `Found.notes`:

- `unknown questions`, `missing`, `failed`, `no hits`: questions that the gold has not (left out); that the run has not;
  that the retriever failed on; that it returned nothing for. All but the first score 0.
- `repeated`: hits that name a source a second time; the best score counts.
- `itself`: hits whose id is the question's own (a document that was asked as a question), taken out unless the gold
  names them.
- `undecided sources`: hits on sources that tell an answer that is neither right nor wrong, and no right one. They are
  taken out, as from a condensed list (Sakai, 2007): what follows them moves up.
- `unknown sources`: hits that the corpus has not, kept as irrelevant.
- `nan`, `infinite`: scores that are no finite number. NaN ranks behind all others; an infinity ranks as the number
  that it is.
- `constant`: questions whose hits (two at least) all have one score: their order says nothing.
- `tied`: questions where evidence shares its score with another hit, so that the rule for ties decides the measures.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Literal, overload

import numpy as np
from numpy.typing import NDArray

from benchwright.errors import UsageError
from benchwright.evaluate.found import Found
from benchwright.evaluate.gold import Gold
from benchwright.evaluate.runs import Doubles, Longs, Run

Ties = Literal["worst", "trec"]

GRADES = 1000
"""The largest grade there may be: trec_eval keeps a counter for each."""


class Gains(Sequence[tuple[str, ...]]):
    """`Found.gains` of a run that names sources, as columns: hit j finds `names[codes[j]]` for the first time, whose
    grade is `grades[j]`; nothing where the code is -1 and the grade 0. Looks like a sequence of tuples; millions of
    hits need no millions of objects."""

    def __init__(self, codes: Longs, grades: Longs, names: Sequence[str]) -> None:
        self.codes = codes
        self.grades = grades
        self.names = names

    def __len__(self) -> int:
        return len(self.codes)

    @overload
    def __getitem__(self, place: int) -> tuple[str, ...]: ...
    @overload
    def __getitem__(self, place: slice) -> Gains: ...
    def __getitem__(self, place: int | slice) -> tuple[str, ...] | Gains:
        if isinstance(place, slice):
            return Gains(self.codes[place], self.grades[place], self.names)
        code = int(self.codes[place])
        return () if code < 0 else (self.names[code],)


def rank(run: Run, gold: Gold, corpus_ids: Container[str], *, ties: Ties = "worst", strict: bool = True) -> Found:
    """What a run finds at which rank. Scores decide, higher first; the order in which hits came in does not.

    Of equal scores "worst" puts first what the gold does not name (then lower grades before higher ones, then ids
    ascending), so that a constant scorer gains nothing by its ids; "trec" puts ids descending, as trec_eval does.

    If `strict`, raises UsageError for a run with no hit of any question or source that this benchmark has: somebody's
    slip. Not strict, such a run has found nothing.
    """
    if any(chunk is not None for chunk in run.chunks):
        raise ValueError("the run has chunks: match them with the gold instead")
    notes: dict[str, int] = dict(run.notes)
    codes, names = run.codes()
    code = dict(zip(names, range(len(names)), strict=True))
    questions = asked_of(run, gold, notes)
    rows, asked = _rows(run, questions)
    known = np.fromiter(map(corpus_ids.__contains__, names), np.bool_, len(names))
    if strict and not known[codes[rows]].any():
        _refuse_foreign(run, gold, rows, names, codes)
    itself = np.fromiter((code.get(question.id, -2) for question in gold), np.int64, len(gold))
    grades = _grades(gold, code, asked, codes[rows])
    own = (codes[rows] == itself[asked]) & (grades == 0)
    if own.any():
        _count(notes, "itself", int(own.sum()))
        rows, asked, grades = rows[~own], asked[~own], grades[~own]
    unjudged = _unjudged(gold, code, asked, codes[rows])
    if unjudged.any():
        _count(notes, "undecided sources", int(unjudged.sum()))
        rows, asked, grades = rows[~unjudged], asked[~unjudged], grades[~unjudged]

    scores = run.scores[rows]
    keys = np.where(np.isnan(scores), -np.inf, scores)
    nan = np.isnan(scores)
    order = _by_score(asked, keys, nan)
    if order is not None:
        rows, asked, grades, scores, nan = rows[order], asked[order], grades[order], scores[order], nan[order]
    repeats = _repeats(asked, codes[rows], len(names))
    if repeats is not None:
        _count(notes, "repeated", int(repeats.sum()))
        kept = ~repeats
        rows, asked, grades, scores, nan = rows[kept], asked[kept], grades[kept], scores[kept], nan[kept]

    _count(notes, "nan", int(nan.sum()))
    _count(notes, "infinite", int(np.isinf(scores).sum()))
    starts = np.searchsorted(asked, np.arange(len(gold) + 1))
    groups = _groups(asked, scores, nan)
    if len(groups) - 1 < len(rows):
        order, tied = _settle(groups, asked, grades, codes[rows], names, ties)
        rows, grades = rows[order], grades[order]
        _count(notes, "tied", tied)
        several = np.diff(starts) >= 2
        _count(notes, "constant", int((several & (np.bincount(asked[groups[:-1]], minlength=len(gold)) == 1)).sum()))
    found = codes[rows]
    _count(notes, "unknown sources", int((~known[found]).sum()))
    relevant = grades > 0
    return Found(
        name=run.name,
        gold=gold,
        starts=starts.astype(np.int64),
        gains=Gains(np.where(relevant, found, -1), grades, names),
        relevant=relevant,
        scores=run.scores[rows],
        hits=rows,
        notes=notes,
    )


def grade(grades: Mapping[str, int], source: str) -> int:
    """How relevant a source of a gold set is: as the benchmark says, and 1 at least, for the set needs it."""
    return max(1, grades.get(source, 1))


def _count(notes: dict[str, int], reason: str, number: int) -> None:
    if number:
        notes[reason] = notes.get(reason, 0) + number


def asked_of(run: Run, gold: Gold, notes: dict[str, int]) -> Longs:
    """The place in the gold of each of the run's questions, -1 where it has none; counts what does not fit."""
    places = np.fromiter((gold.position.get(question, -1) for question in run.questions), np.int64, len(run.questions))
    _count(notes, "unknown questions", int((places < 0).sum()))
    hits = np.zeros(len(gold), dtype=np.int64)
    np.add.at(hits, places[places >= 0], np.diff(run.starts)[places >= 0])
    failed = sum(question in gold.position for question in run.failed)
    _count(notes, "failed", failed)
    there = np.zeros(len(gold), dtype=np.bool_)
    there[places[places >= 0]] = True
    broken = np.fromiter((question.id in run.failed for question in gold), np.bool_, len(gold))
    _count(notes, "missing", int((~there & ~broken).sum()))
    _count(notes, "no hits", int((there & (hits == 0) & ~broken).sum()))
    return places


def _rows(run: Run, questions: Longs) -> tuple[Longs, Longs]:
    """The rows of known questions in the gold's order, and which question of the gold each belongs to."""
    asked = np.repeat(questions, np.diff(run.starts))
    rows = np.arange(len(asked), dtype=np.int64)
    if (questions < 0).any():
        rows = rows[asked >= 0]
        asked = asked[rows]
    if (np.diff(questions) < 0).any():
        order = np.argsort(asked, kind="stable")
        rows, asked = rows[order], asked[order]
    return rows, asked


def refuse_empty(run: Run, gold: Gold, *, asked: bool) -> bool:
    """Raise UsageError for a run without hits, or with none of a question `asked` here; False if there is nothing more
    to look at: a system that failed on every question has failed, and that is a result."""
    if run.failed and not len(run):
        return False
    if not len(run):
        raise UsageError(f"the run {run.name} has no hits", hint="let the retriever return some, or name another file")
    if not asked:
        ours = gold.questions[0].id if len(gold) else "none"
        raise UsageError(
            f"no question of the run {run.name} is one of {gold.name}: it has {run.questions[0]!r}, not {ours!r}",
            hint="use the ids of the benchmark's questions, or name the run of this benchmark",
        )
    return True


def _refuse_foreign(run: Run, gold: Gold, rows: Longs, names: Sequence[str], codes: Longs) -> None:
    """Raise UsageError for a run without a source of the corpus, unless that is what came out."""
    if not refuse_empty(run, gold, asked=bool(len(rows))):
        return
    evidence = next((sorted(question.evidence)[0] for question in gold if question.evidence), "none")
    theirs = names[codes[rows[0]]]
    raise UsageError(
        f"no hit of the run {run.name} is a source of {gold.name}: it has {theirs!r}, not {evidence!r}",
        hint="use the ids of the corpus' sources, or return chunks with their text",
    )


def _grades(gold: Gold, code: Mapping[str, int], asked: Longs, codes: Longs) -> Longs:
    """How relevant each hit is to its question: 0 where no gold set names it."""
    width = len(code)
    wanted: list[int] = []
    worth: list[int] = []
    for place, question in enumerate(gold):
        sources = [source for source in question.evidence if source in code]
        wanted += [place * width + code[source] for source in sources]
        worth += [grade(question.grades, source) for source in sources] if question.grades else [1] * len(sources)
    grades = np.zeros(len(codes), dtype=np.int64)
    if not wanted:
        return grades
    keys, told = np.array(wanted, dtype=np.int64), np.array(worth, dtype=np.int64)
    order = np.argsort(keys)
    keys, told = keys[order], told[order]
    evident = np.zeros(width, dtype=np.bool_)
    evident[keys % width] = True
    (may,) = np.nonzero(evident[codes])  # most hits are nobody's evidence: only these are looked up
    sought = asked[may] * width + codes[may]
    near = np.minimum(np.searchsorted(keys, sought), len(keys) - 1)
    grades[may] = np.where(keys[near] == sought, told[near], 0)
    return grades


def _unjudged(gold: Gold, code: Mapping[str, int], asked: Longs, codes: Longs) -> NDArray[np.bool_]:
    """Which hits only tell what is neither right nor wrong."""
    width = len(code)
    pairs = [
        place * width + code[source]
        for place, question in enumerate(gold)
        for source in question.unjudged
        if source in code
    ]
    return np.isin(asked * width + codes, np.array(pairs, dtype=np.int64))


def _by_score(asked: Longs, keys: Doubles, nan: NDArray[np.bool_]) -> Longs | None:
    """The order by question and falling score, NaN last; None where they stand so already, as most runs do."""
    same = asked[1:] == asked[:-1]
    if not (same & ((keys[1:] > keys[:-1]) | (nan[:-1] & ~nan[1:]))).any():
        return None
    return np.lexsort((nan, -keys, asked))


def _repeats(asked: Longs, codes: Longs, width: int) -> NDArray[np.bool_] | None:
    """Which hits, best first, name a source of their question again; None where none does."""
    keys = asked * width + codes
    ascending = np.sort(keys)
    if not (ascending[1:] == ascending[:-1]).any():
        return None
    repeated = np.ones(len(keys), dtype=np.bool_)
    repeated[np.unique(keys, return_index=True)[1]] = False
    return repeated


def _groups(asked: Longs, scores: Doubles, nan: NDArray[np.bool_]) -> Longs:
    """Where each run of equal scores of a question begins, and the end."""
    new = (asked[1:] != asked[:-1]) | ((scores[1:] != scores[:-1]) & ~(nan[1:] & nan[:-1]))
    return np.concatenate(([0], np.flatnonzero(new) + 1, [len(scores)]))


def _settle(
    groups: Longs, asked: Longs, grades: Longs, codes: Longs, names: Sequence[str], ties: Ties
) -> tuple[Longs, int]:
    """The order with ties settled, and how many questions have one that evidence takes part in."""
    sizes = np.diff(groups)
    group = np.repeat(np.arange(len(sizes)), sizes)
    (tied,) = np.nonzero(sizes[group] > 1)
    present = np.unique(codes[tied])
    by_name = sorted(present.tolist(), key=names.__getitem__)
    place = np.zeros(len(names), dtype=np.int64)
    place[by_name] = np.arange(len(by_name))
    within = place[codes[tied]]
    keys = (within, grades[tied], group[tied]) if ties == "worst" else (-within, group[tied])
    order = np.arange(len(codes), dtype=np.int64)
    order[tied] = tied[np.lexsort(keys)]
    return order, len(np.unique(asked[tied[grades[tied] > 0]]))
