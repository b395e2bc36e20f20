"""Measure the pages of a review with many annotators at once on loopback: latency, and whether items are given twice

    python perf/review_pages.py [--people 50] [--items 10]

The server runs in a process of its own, the annotators in this one. Each opens an item, saves a draft, submits it, and
reads for a moment before the next (bound: p95 under 100 ms, no item given twice).
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import subprocess
import sys
import tempfile
import time
import uuid
from collections import defaultdict
from pathlib import Path

import aiohttp

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))

from reviewing import all_right, towns_study

from benchwright.publish.review_pages.form_values import input_name
from benchwright.review.open_study import OpenStudy

BOUND = 0.1  # seconds at the 95th percentile
HIDDEN = re.compile(r'<input type="hidden" name="(seal|place|key|opened)" value="([^"]*)">')
STARTED = re.compile(r"http://\S+")


async def annotator(
    link: str, fields: dict[str, str], items: int, think: float, times: dict[str, list[float]], seed: int
) -> int:
    """One person: opens, drafts and submits items. How many were submitted."""
    base = link.split("/enter/")[0]
    draw = random.Random(seed)
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:

        async def timed(what: str, method: str, path: str, data: dict[str, str] | None = None) -> str:
            start = time.perf_counter()
            async with session.request(
                method, base + path, data=data, headers={"Accept": "application/json"}
            ) as answer:
                text = await answer.text()
                times[what].append(time.perf_counter() - start)
                assert answer.status == 200, (answer.status, text)
                return text

        await asyncio.sleep(draw.uniform(0, think))
        await timed("enter", "GET", link.removeprefix(base))
        for done in range(items):
            form = dict(HIDDEN.findall(await timed("item", "GET", "/")))
            if "place" not in form:
                return done
            await asyncio.sleep(draw.uniform(0.5, 1.5) * think)
            await timed("draft", "POST", "/draft", {**form, **dict([*fields.items()][:1])})
            await asyncio.sleep(draw.uniform(0.5, 1.5) * think)
            await timed("submit", "POST", "/submit", {**form, **fields, "key": uuid.uuid4().hex, "seconds": "5"})
        return items


def given_twice(study: OpenStudy) -> int:
    """How many slots of items two people have."""
    rows = study.file.read().execute("SELECT item, slot FROM places WHERE state <> 'returned'").fetchall()
    return len(rows) - len({tuple(row) for row in rows})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--people", type=int, default=50)
    parser.add_argument("--items", type=int, default=10)
    parser.add_argument("--think", type=float, default=1.0, help="seconds between two requests of a person")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        study = towns_study(folder, form={"items": options.items}, annotators_per_item=50)
        for number in range(options.people):
            study.add_annotator(f"person {number}")
        (folder / "try.yaml").write_text("name: try\ntask: five-metrics\n", "utf-8")
        command = [sys.executable, "-m", "benchwright", "review", "serve", str(folder / "bench"), "--study"]
        command += [str(folder / "try.yaml"), "--to", str(folder / "study")]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        links: list[str] = []
        while len(links) <= options.people:
            line = server.stdout.readline()
            if not line:
                raise SystemExit("the server ended")
            links += STARTED.findall(line)
        values = all_right(study.task)
        fields = {input_name(place): str(values[field.name]) for place, field in enumerate(study.task.fields)}
        times: dict[str, list[float]] = defaultdict(list)

        async def everyone() -> list[int]:
            return await asyncio.gather(
                *(
                    annotator(link, fields, options.items, options.think, times, seed)
                    for seed, link in enumerate(links[1:])
                )
            )

        start = time.perf_counter()
        done = sum(asyncio.run(everyone()))
        took = time.perf_counter() - start
        server.terminate()
        server.wait()
        requests = sum(map(len, times.values()))
        print(f"{options.people} people, {done:,} submissions, {requests / took:.0f} requests/s over {took:.1f} s")
        for what, listed in times.items():
            ordered = sorted(listed)
            p50, p95 = (1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] for share in (0.5, 0.95))
            print(f"  {what:<7} p50 {p50:6.1f} ms  p95 {p95:6.1f} ms  {'ok' if p95 <= 1000 * BOUND else 'over'}")
        print(f"  items given twice: {given_twice(study)}")
        study.close()


if __name__ == "__main__":
    main()
