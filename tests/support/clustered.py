"""Made-up scores of questions in documents, whose true mean is known: what intervals and tests are tried on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
Whole = NDArray[np.int64]
Sizes = Literal["1", "5", "1-20", "geometric", "1-20, large ones harder"]
Kind = Literal["binary", "halves", "graded"]
Shape = Literal["exponential", "log-normal", "rare"]


@dataclass(frozen=True, eq=False)
class Sample:
    """`values` [n, repeats] over the same `clusters` [n], of a population whose mean over questions is `truth`."""

    values: Doubles
    clusters: Whole
    truth: float


def sizes(kind: Sizes, clusters: int, draw: np.random.Generator) -> Whole:
    """Questions a document."""
    if kind in {"1", "5"}:
        return np.full(clusters, int(kind), dtype=np.int64)
    if kind == "geometric":
        return np.minimum(draw.geometric(0.2, clusters), 40).astype(np.int64)
    return draw.integers(1, 21, clusters, dtype=np.int64)


def rates(rate: Doubles, icc: float, repeats: int, draw: np.random.Generator) -> Doubles:
    """A rate a document [clusters, repeats], beta-distributed about `rate` [clusters], so that two questions on one
    document are right together with correlation `icc`."""
    if icc == 0:
        return np.repeat(rate[:, None], repeats, axis=1)
    weight = (1 - icc) / icc
    shape = (len(rate), repeats)
    return draw.beta(rate[:, None] * weight, (1 - rate[:, None]) * weight, shape)


def scores(of: Doubles, kind: Kind, draw: np.random.Generator) -> Doubles:
    """Scores whose means are `of`: 0 or 1; 0, 1/2 or 1 (recall of two sources); or 0, 1 and what lies between, most of
    them at the ends (as nDCG)."""
    if kind == "binary":
        return (draw.random(of.shape) < of).astype(np.float64)
    if kind == "halves":
        return draw.binomial(2, of) / 2
    right = draw.random(of.shape) < of / 0.805
    return np.where(right, np.where(draw.random(of.shape) < 0.4, 1.0, draw.uniform(0.35, 1, of.shape)), 0.0)


def sample(
    clusters: int, size: Sizes, rate: float, icc: float, kind: Kind, repeats: int, draw: np.random.Generator
) -> Sample:
    """`repeats` samples of the same sizes. Where a mean of `rate` can't be made, it is 1 minus one of 1 - `rate`."""
    if rate > (0.6 if "harder" in size or kind == "graded" else 1):
        turned = sample(clusters, size, 1 - rate, icc, kind, repeats, draw)
        return Sample(1 - turned.values, turned.clusters, 1 - turned.truth)
    counts = sizes(size, clusters, draw)
    top = 0.805 if kind == "graded" else 1.0
    each = np.full(clusters, rate / top)
    truth = rate
    if size == "1-20, large ones harder":
        each = rate / top * (1.5 - counts / 21)
        possible = np.arange(1, 21)
        truth = float((possible * rate * (1.5 - possible / 21)).sum() / possible.sum())
    codes = np.repeat(np.arange(clusters, dtype=np.int64), counts)
    of = np.clip(rates(np.clip(each, 0.001, 0.999), icc, repeats, draw)[codes], 0, 1) * top
    return Sample(scores(of, kind, draw), codes, truth)


def pair(
    clusters: int,
    size: Sizes,
    first: float,
    second: float,
    alike: float,
    icc: float,
    kind: Kind,
    repeats: int,
    draw: np.random.Generator,
) -> tuple[Doubles, Doubles, Whole]:
    """Scores of two systems of the rates `first` and `second` on the same questions: a share `alike` is as hard for one
    as for the other. Only binary ones and halves."""
    counts = sizes(size, clusters, draw)
    codes = np.repeat(np.arange(clusters, dtype=np.int64), counts)
    of_a = rates(np.full(clusters, first), icc, repeats, draw)[codes]
    of_b = rates(np.full(clusters, second), icc, repeats, draw)[codes]
    parts = 2 if kind == "halves" else 1
    a, b = np.zeros(of_a.shape), np.zeros(of_b.shape)
    for _ in range(parts):
        one, other = draw.random(of_a.shape), draw.random(of_a.shape)
        other = np.where(draw.random(of_a.shape) < alike, one, other)
        a += (one < of_a) / parts
        b += (other < of_b) / parts
    return a, b, codes


def seconds(clusters: int, size: Sizes, spread: float, icc: float, repeats: int, draw: np.random.Generator) -> Sample:
    """Latencies: log-normal, median 1 second."""
    counts = sizes(size, clusters, draw)
    codes = np.repeat(np.arange(clusters, dtype=np.int64), counts)
    shared = draw.normal(0, spread * np.sqrt(icc), (clusters, repeats))[codes]
    own = draw.normal(0, spread * np.sqrt(1 - icc), shared.shape)
    return Sample(np.exp(shared + own), codes, float(np.exp(spread**2 / 2)))


def skewed(clusters: int, size: Sizes, shape: Shape, icc: float, repeats: int, draw: np.random.Generator) -> Sample:
    """Differences whose mean is 0 and whose distribution leans to one side: many small losses, few large gains. `rare`:
    one in ten gains 0.9 and all others lose 0.1."""
    codes = np.repeat(np.arange(clusters, dtype=np.int64), sizes(size, clusters, draw))

    def drawn(shape_of: tuple[int, int]) -> Doubles:
        if shape == "exponential":
            return draw.exponential(size=shape_of) - 1
        if shape == "log-normal":
            return draw.lognormal(0, 0.8, shape_of) - float(np.exp(0.32))
        return (draw.random(shape_of) < 0.1).astype(np.float64) - 0.1

    shared, own = drawn((clusters, repeats))[codes], drawn((len(codes), repeats))
    return Sample(np.sqrt(icc) * shared + np.sqrt(1 - icc) * own, codes, 0.0)
