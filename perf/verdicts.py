"""Tabulate and compare the verdicts of several checkers on the same statements, with intervals.

Knows no models. A statement without a verdict counts as not stated, as it does where list questions are made, and is
counted besides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import sqrt

import numpy as np

from benchwright.statistics import paired
from evidence_labels import Labelled

WORST = 8
"""Relations that are told of each checker."""


@dataclass(frozen=True, slots=True)
class Verdicts:
    """What one checker says of statements, one for one: None where it gave no verdict. `row` is what its line in a
    table is called."""

    name: str
    said: tuple[bool | None, ...]
    label: str = ""

    @property
    def row(self) -> str:
        return (self.label or self.name)[:33]

    @property
    def accepted(self) -> np.ndarray:
        return np.array([one is True for one in self.said], dtype=np.bool_)

    @property
    def unscored(self) -> int:
        return sum(one is None for one in self.said)


def unlike(data: Iterable[Labelled]) -> list[Labelled]:
    """Each statement once, the first of those that ask for the same in the same words."""
    found: dict[tuple[str, ...], Labelled] = {}
    for one in data:
        found.setdefault(_asked(one), one)
    return list(found.values())


def drawn(data: Iterable[Labelled], count: int, seed: int) -> list[Labelled]:
    """`count` of them by lot (all, if there are no more), in the order of the lot: a larger count begins with the same
    ones, so that what a model said of them counts on. The lot is the hash of seed and statement. It knows nothing of
    the label, nor of the others, so that new labels or relations leave the rest of a draw as it is."""
    return sorted(data, key=lambda one: sha256("\n".join((str(seed), *_asked(one))).encode()).digest())[:count]


def _asked(one: Labelled) -> tuple[str, ...]:
    asked = one.statement
    start, end = asked.sentence
    return asked.relation.id, asked.subject, asked.object, asked.title, asked.text[start:end]


def wilson(hits: float, of: float) -> tuple[float, float, float]:
    """A share and its 95 % interval."""
    if not of:
        return 0.0, 0.0, 1.0
    z, share = 1.959964, hits / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    reach = z / (1 + z * z / of) * sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return share, max(0.0, middle - reach), min(1.0, middle + reach)


def line(name: str, rows: Sequence[tuple[bool, bool]]) -> str:
    """(true, accepted) pairs as a line of the table."""
    count = Counter(rows)
    hits, accepted, true = count[True, True], count[True, True] + count[False, True], sum(one for one, _ in rows)
    precision, recall = wilson(hits, accepted), wilson(hits, true)
    f1 = 2 * hits / (accepted + true) if accepted + true else 0.0
    return f"  {name:<34}{true:>6}{len(rows) - true:>7}  {_told(precision)}  {_told(recall)}  {f1:5.3f}"


def _told(share: tuple[float, float, float]) -> str:
    return "{:5.3f} [{:.3f}, {:.3f}]".format(*share)


def _chance(p: float) -> str:
    return "< 0.0001" if p < 0.0001 else f"= {p:.4f}"


def truth(data: Sequence[Labelled]) -> np.ndarray:
    return np.array([one.true for one in data], dtype=np.bool_)


def table(data: Sequence[Labelled], all_of_them: Sequence[Verdicts]) -> Iterator[str]:
    """Precision and recall of each checker on the same statements, with Wilson's intervals of 95 %."""
    yield f"  {'':<34}{'pos':>6}{'neg':>7}  precision             recall                F1     no verdict"
    true = truth(data).tolist()
    for one in all_of_them:
        yield f"{line(one.row, list(zip(true, one.accepted.tolist(), strict=True)))}  {one.unscored or '':>10}"


def weighted(data: Sequence[Labelled], all_of_them: Sequence[Verdicts]) -> Iterator[str]:
    """The same as if all candidates of the graph had been labelled, in the proportions that they have. Intervals are
    Wilson's of as many statements of equal weight as tell as much: the squared sum over the sum of squares (Kish)."""
    weights, true = np.array([one.weight for one in data]), truth(data)
    for one in all_of_them:
        hits = weights * (one.accepted & true)
        shares = (_weighted_share(hits, weights * part) for part in (one.accepted, true))
        yield f"  {one.row:<34}{'':>13}  {'  '.join(_told(share) for share in shares)}"


def _weighted_share(hits: np.ndarray, of: np.ndarray) -> tuple[float, float, float]:
    total = float(of.sum())
    alike = total * total / float((of * of).sum()) if total else 0.0
    return wilson(float(hits.sum()) / total * alike if total else 0.0, alike)


def worst(data: Sequence[Labelled], one: Verdicts) -> Iterator[str]:
    """The relations of which the checker said most wrong, those first. None that it made no mistake in."""
    rows: dict[str, list[tuple[bool, bool]]] = {}
    label = {}
    for asked, accepted in zip(data, one.accepted.tolist(), strict=True):
        relation = asked.statement.relation
        label[relation.id] = relation.label
        rows.setdefault(relation.id, []).append((asked.true, accepted))
    wrong = Counter({id: sum(true != accepted for true, accepted in told) for id, told in rows.items()})
    for id, count in sorted((+wrong).items(), key=lambda pair: (-pair[1], pair[0]))[:WORST]:
        name = f"{id} {label[id]}" if len(id) < 8 else label[id]  # a graph's ids are paths that say the label
        yield f"{line(name[:33], rows[id])}  {count} wrong"


@dataclass(frozen=True, slots=True)
class Compared:
    """Two checkers on the same statements: how many only the one got right and how many only the other, the exact p of
    McNemar's test of these, and the difference of their shares of right verdicts with its interval and the p of the
    permutation test, in which statements of one page go together (None where there is one page only)."""

    first_only: int
    second_only: int
    mcnemar: float
    difference: float
    low: float | None
    high: float | None
    p: float | None


def compared(data: Sequence[Labelled], first: Verdicts, second: Verdicts) -> Compared:
    """How much oftener the first is right than the second. ValueError if nothing is handed over."""
    from scipy.stats import binomtest  # here, for it takes a second to import

    if not data:
        raise ValueError("no statements to compare two checkers on")
    true = truth(data)
    right = [one.accepted == true for one in (first, second)]
    ahead, behind = int((right[0] & ~right[1]).sum()), int((right[1] & ~right[0]).sum())
    mcnemar = float(binomtest(ahead, ahead + behind).pvalue) if ahead + behind else 1.0
    pages = np.unique([one.statement.title for one in data], return_inverse=True)[1]
    found = paired(right[0][:, None], right[1][:, None], pages)[0]
    of = found.difference
    return Compared(ahead, behind, mcnemar, (ahead - behind) / len(data), of.low, of.high, found.p)


def comparison(data: Sequence[Labelled], first: Verdicts, second: Verdicts) -> Iterator[str]:
    """The two compared on all statements, on those that are stated (recall) and on those that are not."""
    yield f"  {first.name} - {second.name}"
    true = truth(data)
    for name, chosen in (("all", np.ones_like(true)), ("stated (recall)", true), ("not stated", ~true)):
        places = np.flatnonzero(chosen).tolist()
        if not places:
            continue
        parts = [Verdicts(one.name, tuple(one.said[at] for at in places)) for one in (first, second)]
        told = compared([data[at] for at in places], *parts)
        interval = "" if told.low is None or told.high is None else f" [{told.low:+.3f}, {told.high:+.3f}]"
        by_page = "" if told.p is None else f", by pages p {_chance(told.p)}"
        yield (
            f"    {name:<18}{len(places):>5}   {told.difference:+.3f}{interval}   right alone {told.first_only}"
            f" : {told.second_only}, McNemar's exact p {_chance(told.mcnemar)}{by_page}"
        )
