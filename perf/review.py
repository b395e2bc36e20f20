"""Measure how fast a study takes submissions of many annotators at once (bound: 95 % within 0.1 s).

    python perf/review.py [--annotators 50] [--items 500] [--each 20] [--think 1]

Each annotator is a thread that asks what is to be done, thinks for `--think` seconds on the mean, and submits. People
think for a minute; with `--think 0` all of them send as fast as they can, and what is measured is the disk. A time is
that of one request's work: `work` and, apart, `submit`, which ends when the disk has it.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from benchwright.review.items import ItemContent, ItemRole, ReviewItem
from benchwright.review.new_study import StudyContent, write_study
from benchwright.review.open_study import OpenStudy
from benchwright.review.study import FormSettings, Study
from benchwright.review.task import load_task

BOUND = 0.1
TWICE = "SELECT count(*) FROM (SELECT 1 FROM places WHERE slot IS NOT NULL GROUP BY item, slot HAVING count(*) > 1)"


def made_up(folder: Path, items: int) -> OpenStudy:
    """A study with two annotators an item."""
    task = load_task("answer-check", Path())
    settings = Study(name="perf", task=task.name, annotators_per_item=2, form=FormSettings(items=20))
    listed = [
        ReviewItem(
            f"{number:016x}", ItemRole.REAL, ItemContent(question=f"Which {number}?", answer="this"), "own", str(number)
        )
        for number in range(items)
    ]
    write_study(folder, settings, task, StudyContent(tuple(listed), {}, {}), {"digest": ""})
    return OpenStudy.open(folder)


def measure(study: OpenStudy, annotator: int, each: int, think: float) -> tuple[list[float], list[float]]:
    """Seconds of each `work` and each `submit` of one annotator."""
    works, submits = [], []
    draw = random.Random(annotator)
    for _ in range(each):
        start = time.perf_counter()
        place = study.work(annotator).place
        works.append(time.perf_counter() - start)
        if place is None:
            break
        time.sleep(2 * think * draw.random())
        start = time.perf_counter()
        study.submit(annotator, place.id, {"correct": "yes"}, key=str(uuid.uuid4()), seconds=1.0)
        submits.append(time.perf_counter() - start)
    return works, submits


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--annotators", type=int, default=50)
    parser.add_argument("--items", type=int, default=500)
    parser.add_argument("--each", type=int, default=20)
    parser.add_argument("--think", type=float, default=1.0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        study = made_up(Path(scratch), options.items)
        people = [study.add_annotator(str(number)).id for number in range(options.annotators)]
        start = time.perf_counter()
        with ThreadPoolExecutor(options.annotators) as pool:
            measured = list(pool.map(lambda one: measure(study, one, options.each, options.think), people))
        seconds = time.perf_counter() - start
        stored = study.progress().submitted
        twice = study.file.read().execute(TWICE).fetchone()[0]
        study.close()
    late = 0.0
    for name, place in (("work", 0), ("submit", 1)):
        times = np.array([one for pair in measured for one in pair[place]])
        middle, most = np.quantile(times, [0.5, 0.95])
        late = max(late, float(most))
        print(f"{name:6}  {len(times):6,} times, median {1000 * middle:.1f} ms, 95 % within {1000 * most:.1f} ms")
    print(f"{stored:,} submissions in {seconds:.1f} s, {stored / seconds:,.0f} a second; {twice} places given twice")
    return 0 if late <= BOUND and not twice else 1


if __name__ == "__main__":
    sys.exit(main())
