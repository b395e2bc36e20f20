"""Give no verdict where few documents show differences that lean to one side.

A system that loses a little on most documents and gains much on a few may be as good as the other. A sample of 15
documents often holds none of the few, or too few of them, and then every test takes the small losses for a difference:
7 to 12 % false alarms at 5 %, and 20 % where one document in ten gains (perf/coverage.py --only lopsided). What such a
sample does show is a tail that points away from its mean. So with fewer documents than `ENOUGH` there is no verdict if

- that tail is long: the skewness of what documents add to the mean, over the root of their number, is above `LEANING`
  and opposite to the mean; or
- every question differs by the same amount, less than the measure allows: there is no spread to judge by.

Where each document has one question that is right or wrong, the sign test is exact, and nothing is refused.
"""

from __future__ import annotations

import numpy as np

from benchwright.statistics.cluster_sums import ALIKE, Doubles, Flags, Sums
from benchwright.statistics.cluster_variance import skewness, spread
from benchwright.statistics.intervals import ENOUGH

LEANING = 0.2
"""False alarms are then 3 to 8 % with 6 to 25 documents and exponential or log-normal differences; of real differences
between right and wrong answers that a test would find, 2 to 22 % get no verdict. At 0.25 it is 9 % in some cells."""


def lopsided(sums: Sums, full: Flags) -> Flags:
    """Which columns of differences get no verdict, [columns]. Where `full`, the differences are in units of the
    measure's range, so that 1 is the most that there can be."""
    used = len(sums.columns)
    if sums.clusters < 2 or sums.clusters >= ENOUGH:
        return np.zeros(used, dtype=np.bool_)
    found = spread(sums)
    mean = found.mean[:used]
    whole = np.abs(np.abs(mean) - 1) <= ALIKE
    level = np.asarray((np.abs(found.errors[:, :used]) <= ALIKE * sums.counts[:, None]).all(axis=0)) & (mean != 0)
    tail = -np.sign(mean) * skewness(found.errors[:, :used]) > LEANING * np.sqrt(sums.clusters)
    exact = _right_or_wrong(sums, used)
    return np.asarray(np.where(level, ~(full & whole), tail & ~(full & exact)))


def _right_or_wrong(sums: Sums, used: int) -> Flags:
    """Whether each document has one question, on which the two differ fully or not at all."""
    if sums.items > sums.clusters:
        return np.zeros(used, dtype=np.bool_)
    size: Doubles = np.abs(sums.sums[:, :used])
    return np.asarray(((size <= ALIKE) | (np.abs(size - 1) <= ALIKE)).all(axis=0))


def too_lopsided(documents: int) -> str:
    """Why there is no verdict, in words."""
    return f"the differences of {documents} documents lean to one side, and a test of them needs {ENOUGH}"
