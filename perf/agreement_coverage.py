"""Measure how often the 95 % interval of Krippendorff's alpha holds the true one, in simulated studies.

    python perf/agreement_coverage.py [--studies 400]

Annotators say the truth with a fixed chance, field by field; the true alpha is that of 60,000 items. Printed: items,
annotators, how often they are right, the share of yes (or the scale), the true alpha, and the share of studies whose
interval holds it. Exit code 1 if one is below 92 %.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass

import numpy as np

from benchwright.statistics.agreement import Level, alpha_interval, krippendorffs_alpha

MANY = 60_000
LEAST = 0.92


@dataclass(frozen=True, slots=True)
class Setting:
    """How many items and annotators; the chance of the truth and the share of yes, or the noise on a scale 1 to 5."""

    items: int
    annotators: int
    right: float
    share: float
    level: Level = "nominal"

    def ratings(self, items: int, seed: int) -> list[list[float | None]]:
        """What the annotators say in one study."""
        generator = np.random.default_rng(seed)
        if self.level == "nominal":
            truth = (generator.random(items) < self.share).astype(float)
            said = [np.where(generator.random(items) < self.right, truth, 1 - truth) for _ in range(self.annotators)]
        else:
            truth = generator.normal(3.5, 1, items)
            said = [
                np.clip(np.round(truth + generator.normal(0, self.right, items)), 1, 5) for _ in range(self.annotators)
            ]
        return [list(map(float, one)) for one in said]


SETTINGS = (
    Setting(20, 3, 0.9, 0.5),
    Setting(50, 3, 0.9, 0.5),
    Setting(100, 3, 0.9, 0.5),
    Setting(300, 2, 0.9, 0.5),
    Setting(50, 3, 0.95, 0.9),
    Setting(100, 3, 0.95, 0.9),
    Setting(300, 3, 0.95, 0.9),
    Setting(50, 3, 0.8, 0.0, "ordinal"),
    Setting(100, 3, 0.8, 0.0, "ordinal"),
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--studies", type=int, default=400)
    studies = parser.parse_args().studies
    lowest = 1.0
    for one in SETTINGS:
        truth = krippendorffs_alpha(one.ratings(MANY, MANY), level=one.level)
        assert truth is not None
        held = told = 0
        for seed in range(studies):
            found = alpha_interval(one.ratings(one.items, seed), level=one.level, resamples=1_000)
            if found.low is not None and found.high is not None:
                told += 1
                held += found.low <= truth <= found.high
        lowest = min(lowest, held / told)
        print(
            f"{one.items:4} items, {one.annotators} annotators, {one.right:.2f}, {one.share:.1f}, {one.level}: "
            f"alpha {truth:.3f}, held in {held / told:.1%} of {told}",
            flush=True,
        )
    return 0 if lowest >= LEAST else 1


if __name__ == "__main__":
    sys.exit(main())
