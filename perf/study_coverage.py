"""Measure how often a study's interval holds the true rate, in simulated studies with annotators who err.

    python perf/study_coverage.py [--studies 200]

Each study has 60 answers of as many documents, which are right with a true rate, and one or three annotators who are
right in a share of cases; three decide by majority. What the interval has to hold is the rate that
such a study measures on endless questions. Exit code 1 if fewer than 92 % hold it.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from benchwright.review.items import ItemContent, ItemRole, ReviewItem
from benchwright.review.new_study import StudyContent, write_study
from benchwright.review.open_study import OpenStudy
from benchwright.review.results import study_results
from benchwright.review.study import FormSettings, Study
from benchwright.review.task import load_task

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "support"))

from reviewing import labour

LEAST = 0.92
ITEMS = 60


@dataclass(frozen=True, slots=True)
class Setting:
    """The true rate, how many people review an item, and how often one of them is right."""

    rate: float
    annotators: int
    right: float

    @property
    def measured(self) -> float:
        """The rate that such studies measure."""
        right = self.right if self.annotators == 1 else self.right**3 + 3 * self.right**2 * (1 - self.right)
        return self.rate * right + (1 - self.rate) * (1 - right)


SETTINGS = (
    Setting(0.8, 1, 1.0),
    Setting(0.8, 1, 0.9),
    Setting(0.8, 3, 0.9),
    Setting(0.9, 3, 0.95),
    Setting(0.5, 3, 0.8),
)


def made_up(folder: Path, annotators: int) -> OpenStudy:
    """A study of answers in documents of their own."""
    task = load_task("answer-check", Path())
    settings = Study(name="perf", task=task.name, annotators_per_item=annotators, form=FormSettings(items=ITEMS))
    listed = tuple(
        ReviewItem(
            f"{number:016x}",
            ItemRole.REAL,
            ItemContent(question=f"Which {number}?", answer="this"),
            "own",
            str(number),
            document=str(number),
        )
        for number in range(ITEMS)
    )
    write_study(folder, settings, task, StudyContent(listed, {}, {}), {"digest": ""})
    return OpenStudy.open(folder)


def holds(setting: Setting, seed: int) -> bool:
    """Whether the interval of one study holds what it measures."""
    draw = random.Random(seed)
    with tempfile.TemporaryDirectory() as scratch:
        study = made_up(Path(scratch), setting.annotators)
        study.file.read().execute("PRAGMA synchronous = OFF")  # nothing here has to survive the machine
        truth = {item.id: draw.random() < setting.rate for item in study.items(ItemRole.REAL)}

        def said(item: str) -> str:
            return "yes" if truth[item] == (draw.random() < setting.right) else "no"

        for number in range(setting.annotators):
            labour(
                study,
                study.add_annotator(str(number)).id,
                lambda study, item, place: {"correct": said(item.id)},
            )
        interval = study_results(study).rows[0].means[0].interval
        study.close()
    return interval.low is not None and interval.high is not None and interval.low <= setting.measured <= interval.high


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--studies", type=int, default=200)
    studies = parser.parse_args().studies
    lowest = 1.0
    for one in SETTINGS:
        held = sum(holds(one, seed) for seed in range(studies)) / studies
        lowest = min(lowest, held)
        print(
            f"rate {one.rate:.0%}, {one.annotators} annotators who are right in {one.right:.0%}: measured "
            f"{one.measured:.1%}, held in {held:.1%} of {studies}",
            flush=True,
        )
    return 0 if lowest >= LEAST else 1


if __name__ == "__main__":
    sys.exit(main())
