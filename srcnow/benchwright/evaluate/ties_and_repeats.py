"""Break ties between equal scores and drop repeated hits, for source ids and chunks alike.

Scores decide the order, higher first; the order in which hits came in does not. NaN ranks behind all other scores.
Of equal scores

- "worst" puts irrelevant hits first, then lower grades before higher ones, then names ascending, so that a constant
  scorer gains nothing by its ids;
- "trec" puts names descending, as trec_eval does.

A hit that names the same source or chunk again is dropped; the one with the best score stays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from benchwright.evaluate.runs import Doubles, Longs

Ties = Literal["worst", "trec"]


def rank_hits(
    questions: Longs, scores: Doubles, grades: Longs, codes: Longs, names: Sequence[Any], ties: Ties
) -> tuple[Longs, Counter[str]]:
    """The rows of the hits that stay, question by question and best first; and what was counted on the way:

    - `repeated`: hits that were dropped because they name something a second time;
    - `nan`, `infinite`: scores that are not finite numbers;
    - `constant`: questions with two hits or more that all have one score: their order says nothing;
    - `tied`: questions where evidence shares its score with another hit, so that the rule for ties decides.

    Row j is a hit of question `questions[j]` (ascending) on `names[codes[j]]`; `grades[j]` is 0 where it is irrelevant.
    """
    nan = np.isnan(scores)
    rows = _by_score(questions, np.where(nan, -np.inf, scores), nan)
    repeats = _repeats(questions[rows], codes[rows], len(names))
    rows = rows[~repeats]
    starts = _tie_starts(questions[rows], scores[rows], nan[rows])
    counts = Counter(repeated=int(repeats.sum()), nan=int(nan[rows].sum()), infinite=int(np.isinf(scores[rows]).sum()))
    if len(starts) - 1 == len(rows):
        return rows, +counts
    sizes = np.diff(starts)
    several, groups = np.bincount(questions[rows]) >= 2, np.bincount(questions[rows[starts[:-1]]])
    counts["constant"] = int((several & (groups == 1)).sum())
    group = np.repeat(np.arange(len(sizes)), sizes)
    (tied,) = np.nonzero(sizes[group] > 1)
    places, tied_rows = _name_order(codes[rows[tied]], names), rows[tied]
    counts["tied"] = len(np.unique(questions[tied_rows[grades[tied_rows] > 0]]))
    keys = (places, grades[tied_rows], group[tied]) if ties == "worst" else (-places, group[tied])
    rows[tied] = tied_rows[np.lexsort(keys)]
    return rows, +counts


def _by_score(questions: Longs, keys: Doubles, nan: NDArray[np.bool_]) -> Longs:
    """The order by question and falling score, NaN last. Most runs stand so already, and are not sorted again."""
    same = questions[1:] == questions[:-1]
    if not (same & ((keys[1:] > keys[:-1]) | (nan[:-1] & ~nan[1:]))).any():
        return np.arange(len(questions), dtype=np.int64)
    return np.lexsort((nan, -keys, questions))


def _repeats(questions: Longs, codes: Longs, width: int) -> NDArray[np.bool_]:
    """Which hits, best first, name something of their question again."""
    keys = questions * width + codes
    ascending = np.sort(keys)
    if not (ascending[1:] == ascending[:-1]).any():
        return np.zeros(len(keys), dtype=np.bool_)
    repeated = np.ones(len(keys), dtype=np.bool_)
    repeated[np.unique(keys, return_index=True)[1]] = False
    return repeated


def _tie_starts(questions: Longs, scores: Doubles, nan: NDArray[np.bool_]) -> Longs:
    """Where each run of equal scores of a question begins, and the end."""
    new = (questions[1:] != questions[:-1]) | ((scores[1:] != scores[:-1]) & ~(nan[1:] & nan[:-1]))
    return np.concatenate(([0] if len(scores) else [], np.flatnonzero(new) + 1, [len(scores)])).astype(np.int64)


def _name_order(codes: Longs, names: Sequence[Any]) -> Longs:
    """The place of each code's name among the names that occur, in ascending order."""
    present, inverse = np.unique(codes, return_inverse=True)
    places = np.empty(len(present), dtype=np.int64)
    listed = present.tolist()
    places[sorted(range(len(listed)), key=lambda at: names[listed[at]])] = np.arange(len(listed))
    return places[inverse.ravel()]
