"""Draw the source that a question starts from; sources with near neighbours come up more often.

The weight of a source is the mean cosine distance to its nearest neighbours among all sources, of whatever modality;
its chance is the softmax of -beta times that. A source that is like no other gives a question for which nothing else
can be found. At the paper's beta of 0.1 and distances between 0 and 2 the chances are all but equal, which is why the
effective sample size is told.

Neighbours and their integer scores are kept beside the vectors (`frozen`). From there on all is either integers or
single steps of float64 that every machine rounds alike (no library's `exp`), so that the same draw gives the same
source anywhere. Where the neighbours are approximate, what that does to weights and chances is measured and told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchwright.records import Json, Modalities, Modality
from benchwright.retrieval.approximate_neighbours import Approximate
from benchwright.retrieval.exact_neighbours import Nearest
from benchwright.retrieval.stored_neighbours import EXACT_UP_TO, RECALL, frozen_neighbours
from benchwright.retrieval.vectors import VectorStore

Doubles = NDArray[np.float64]
Longs = NDArray[np.int64]
Progress = Callable[[int, int], None]

_ROWS = 8192
# A source's chance is a whole number of shares; the likeliest of those that are drawn from has this many. A million
# sources add up to less than 2**63.
_SHARES = 2.0**40
_HALVINGS = 10
_TERMS = 8
_FAR = 40.0  # exp(-40) is less than half a share


@dataclass(frozen=True, slots=True)
class Approximation:
    """What approximate neighbours do to the draw, measured on a sample of `sample` sources against exact search.

    `recall` is the share of their true neighbours that was found by `probes` of `lists` groups. `weight_error` and
    `most_weight_error` are the mean and the largest difference of a weight from the true one; `chance_error` and
    `most_chance_error` those of a source's chance among the sample, as a share of the true one."""

    lists: int
    probes: int
    sample: int
    recall: float
    weight_error: float
    most_weight_error: float
    chance_error: float
    most_chance_error: float

    def to_json(self) -> Json:
        return {
            "lists": self.lists,
            "probes": self.probes,
            "sample": self.sample,
            "recall": round(self.recall, 4),
            "weight_error": float(f"{self.weight_error:.3g}"),
            "most_weight_error": float(f"{self.most_weight_error:.3g}"),
            "chance_error": float(f"{self.chance_error:.3g}"),
            "most_chance_error": float(f"{self.most_chance_error:.3g}"),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Approximation:
        return cls(**{field.name: data[field.name] for field in fields(cls)})

    def __str__(self) -> str:
        return (
            f"neighbours are approximate: {self.recall:.1%} of the true ones are found, measured on {self.sample:,} "
            f"sources; mean distances are off by {self.weight_error:.2g} on average (at most "
            f"{self.most_weight_error:.2g}), chances by {self.chance_error:.2g} of themselves (at most "
            f"{self.most_chance_error:.2g})"
        )


@dataclass(frozen=True, slots=True)
class SamplingReport:
    """How even the draw is: over `sources` sources it is worth `effective` equally likely ones (1 / sum p^2). `least`,
    `mean` and `most` are of the weights: mean cosine distances, 0 to 2. `approximation` is what approximate neighbours
    change in it, over all modalities; None where they are exact."""

    sources: int
    beta: float
    effective: float
    least: float
    mean: float
    most: float
    approximation: Approximation | None = None

    def to_json(self) -> Json:
        return {
            "sources": self.sources,
            "beta": self.beta,
            "effective": round(self.effective, 1),
            "least": round(self.least, 4),
            "mean": round(self.mean, 4),
            "most": round(self.most, 4),
            **({"approximation": self.approximation.to_json()} if self.approximation else {}),
        }

    def __str__(self) -> str:
        suffix = f"; {self.approximation}" if self.approximation else ""
        return (
            f"{self.sources:,} sources to start from, worth {self.effective:,.0f} equally likely ones "
            f"(temperature {self.beta:g}; mean distance to the nearest {self.least:.3f} to {self.most:.3f}){suffix}"
        )


class Seeds:
    """Draws sources of one corpus. Read-only once made: safe for several threads.

    `weights[i]` is the mean cosine distance of row i to its neighbours, and `neighbours` the identity of approximate
    ones, "" for exact ones: those follow from the vectors alone. A source whose vector is zero has no words to
    take an entity from, and is never drawn.
    """

    def __init__(self, store: VectorStore, near: Nearest, beta: float = 0.1) -> None:
        self._store = store
        self.beta = beta
        squares = _squares(store)
        self.weights = _mean_distances(near, squares, squares)
        self.neighbours = near.identity if isinstance(near, Approximate) else ""
        self.approximation = _approximation(near, squares, self.weights, beta)
        self._rows: dict[Modality, Longs] = {}
        self._ends: dict[Modality, Longs] = {}
        for modality in Modality:
            rows = store.rows(modality)
            rows = rows[squares[rows] > 0]
            self._rows[modality] = rows
            self._ends[modality] = np.cumsum(_shares(self.weights[rows], beta))

    @classmethod
    def open(
        cls,
        store: VectorStore,
        k: int = 5,
        beta: float = 0.1,
        progress: Progress | None = None,
        *,
        exact_up_to: int = EXACT_UP_TO,
        recall: float = RECALL,
    ) -> Seeds:
        """The seeds of a corpus; its neighbours are worked out and kept the first time (`frozen_neighbours`). Raises
        StorageError."""
        return cls(store, frozen_neighbours(store, k, progress, exact_up_to=exact_up_to, recall=recall), beta)

    def count(self, modality: Modality) -> int:
        """How many sources of that modality can be drawn."""
        return len(self._rows[modality])

    def ids(self, modality: Modality) -> list[str]:
        """The sources of that modality that can be drawn, in the order of the corpus."""
        return [self._store.ids[row] for row in self._rows[modality].tolist()]

    def draw(self, wants: Modalities, rng: np.random.Generator) -> str:
        """One source to start a question over these modalities from.

        First the modality is drawn, with a chance proportional to how many sources of it the question needs, then the
        source among those of that modality. Drawing over all of them at once, as the paper does, would start a
        question on a passage and an image from a passage nine times in ten where passages are that many, and its
        entity would seldom be in a picture; a passage on what is in a picture is found more easily than the reverse.

        Takes two draws from `rng`, whatever comes out. Raises ValueError if a wanted modality has no source.
        """
        kinds = [modality for modality in Modality for _ in range(getattr(wants, modality.value))]
        if not kinds or not all(len(self._rows[kind]) for kind in kinds):
            raise ValueError(f"the corpus has no sources to start a question over {wants or 'nothing'} from")
        kind = kinds[int(rng.integers(len(kinds)))]
        ends = self._ends[kind]
        place = int(np.searchsorted(ends, rng.integers(ends[-1]), side="right"))
        return self._store.ids[int(self._rows[kind][place])]

    def chances(self, modality: Modality) -> dict[str, float]:
        """By id, the chance of each source once its modality is drawn; they add up to 1."""
        ends = self._ends[modality]
        shares = np.diff(ends, prepend=0)
        return {
            self._store.ids[row]: int(share) / int(ends[-1])
            for row, share in zip(self._rows[modality].tolist(), shares.tolist(), strict=True)
        }

    def report(self, wants: Modalities) -> SamplingReport:
        """How even `draw` is for a question over these modalities."""
        kinds = [modality for modality in Modality if getattr(wants, modality.value) and len(self._rows[modality])]
        total = sum(getattr(wants, kind.value) for kind in kinds)
        squares = 0.0
        for kind in kinds:
            shares = np.diff(self._ends[kind], prepend=0) / float(self._ends[kind][-1])
            squares += (getattr(wants, kind.value) / total) ** 2 * float(shares @ shares)
        weights = np.concatenate([self.weights[self._rows[kind]] for kind in kinds]) if kinds else np.zeros(1)
        return SamplingReport(
            sources=sum(len(self._rows[kind]) for kind in kinds),
            beta=self.beta,
            effective=1 / squares if squares else 0.0,
            least=float(weights.min()),
            mean=float(weights.mean()),
            most=float(weights.max()),
            approximation=self.approximation,
        )


def _squares(store: VectorStore) -> Longs:
    """The squared length of every int8 vector, exactly."""
    squares = np.empty(len(store), dtype=np.int64)
    for start in range(0, len(store), _ROWS):
        block = np.asarray(store.vectors[start : start + _ROWS]).astype(np.int32)
        squares[start : start + _ROWS] = np.einsum("ij,ij->i", block, block)
    return squares


def _approximation(near: Nearest, squares: Longs, weights: Doubles, beta: float) -> Approximation | None:
    """What approximate neighbours change, on the sample whose true neighbours are known; None for exact ones."""
    if not isinstance(near, Approximate):
        return None
    alive = squares[near.sample] > 0
    true = _mean_distances(near.exact, squares[near.sample], squares)[alive]
    estimates = weights[near.sample][alive]
    off = np.abs(estimates - true)
    raised, exact = (
        _exp_of_minus(beta * (estimates - estimates.min(initial=2))),
        _exp_of_minus(beta * (true - true.min(initial=2))),
    )
    shares = np.abs((raised / raised.sum()) / (exact / exact.sum()) - 1) if len(true) else off
    return Approximation(
        lists=near.lists,
        probes=near.probes,
        sample=len(near.sample),
        recall=near.recall,
        weight_error=float(off.mean()) if len(off) else 0.0,
        most_weight_error=float(off.max(initial=0.0)),
        chance_error=float(shares.mean()) if len(off) else 0.0,
        most_chance_error=float(shares.max(initial=0.0)),
    )


def _mean_distances(near: Nearest, own: Longs, squares: Longs) -> Doubles:
    """1 - cosine, averaged over the neighbours that there are; 1 against a vector of zeros, 0 for a source alone. `own`
    are the squared lengths of the sources asked for, `squares` those of all."""
    count, k = near.rows.shape
    total = np.zeros(count)
    counts = np.zeros(count)
    for place in range(k):  # one after the other: a sum whose order is not left to the library
        rows, scores = near.rows[:, place], near.scores[:, place]
        there = rows >= 0
        lengths = np.sqrt(own.astype(np.float64) * squares[rows].astype(np.float64))
        cosine = np.divide(scores.astype(np.float64), lengths, out=np.zeros(count), where=lengths > 0)
        total += np.where(there, 1.0 - cosine, 0.0)
        counts += there
    return np.divide(total, counts, out=np.zeros(count), where=counts > 0)


def _shares(weights: Doubles, beta: float) -> Longs:
    """exp(-beta w) as whole numbers of shares, the largest _SHARES; what has less than half a share has none."""
    if not len(weights):
        return np.zeros(0, dtype=np.int64)
    return np.rint(_exp_of_minus(beta * (weights - weights.min())) * _SHARES).astype(np.int64)


def _exp_of_minus(x: Doubles) -> Doubles:
    """exp(-x) for x >= 0 by additions, multiplications and divisions only: a Taylor series of x / 2**10, squared ten
    times. Good to about twelve digits, and the same bits everywhere, which library functions are not."""
    small = np.minimum(x, _FAR) / -(2.0**_HALVINGS)
    result = np.ones_like(small)
    for term in range(_TERMS, 0, -1):
        result = 1.0 + result * small / term
    for _ in range(_HALVINGS):
        result = result * result
    return result
