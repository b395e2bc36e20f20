"""Measure a whole run of `generate` with a model: how busy it keeps the model, and what faults and kills cost.

    python perf/pipeline.py                 50 questions at a median of 0.1 s
    python perf/pipeline.py --whole         1,000 questions at a median of 1 s, 64 calls at once (about 12 min)
    python perf/pipeline.py -n 1000 --median 0.2

The corpus is the demo's 40 countries, the model a server of ours on this machine (`loopback`), which writes made-up
questions with real quotes and accepts most of them. `generate` runs as the command that a user types, and all its time
counts. Bounds:

- efficiency (sum of latencies / places in flight / wall) at least 0.7, for 1,000 questions or more;
- with 2 % 429s, 2 % 500s, 2 % malformed bodies and 1 % dropped connections: every answer that was sent whole is in the
  ledger, extra calls at most 1.1 x the faults, wall time a question at most 1.2 x that without faults, and one wait;
- killed in the middle and run again: calls at most those needed and those in flight at the kill;
- run again at the end: no call, the same bytes, in less than 3 s.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchwright.demo import corpora
from benchwright.models.ledger import Ledger
from benchwright.workflows.ingest import ingest
from benchwright.workflows.show import show
from loopback import Server, serving
from loopback.client import Watched, watch

NONE: Mapping[str, float] = {}
FAULTS = {"rate_limited": 0.02, "failed": 0.02, "malformed": 0.02, "dropped": 0.01}
WAIT = 1.0
EFFICIENCY, EXTRA, SLOWER, RESUMED = 0.7, 1.1, 1.2, 3.0
ENOUGH = 1000
"""Questions from which on efficiency is bound: in a short run, the start and the end of the process count for more."""
CELLS = {
    "information-extraction": ["text", "table", "image"],
    "compare-contrast": ["2text", "text+table", "table+image"],
    "numerical": ["text", "table", "text+table"],
    "compound": ["2text", "text+table", "text+image"],
    "multi-hop": ["2text", "text+table", "2table", "table+image"],
}


@dataclass(slots=True)
class Verdicts:
    """Prints bounds as they are looked at, and remembers whether all were kept."""

    kept: bool = True

    def bound(self, what: str, value: float, most: float, *, told: str = "") -> None:
        met = value <= most
        self.kept = self.kept and met
        print(f"    {what}: {told or f'{value:.2f}'} (bound {most:g}: {'met' if met else 'MISSED'})", flush=True)


@dataclass(frozen=True, slots=True)
class Case:
    """What is run: the plan and the size of it."""

    server: Server
    plan: Path
    folder: Path
    median: float
    at_once: int

    def generate(self, name: str, faults: Mapping[str, float] = NONE, kill_at: int | None = None) -> Watched:
        """The command, into the benchmark of that name."""
        command = [sys.executable, "-m", "benchwright", "generate", str(self.plan), "--to", str(self.folder / name)]
        command += ["--concurrency", str(self.at_once), "--json"]
        knobs = {"median": self.median, "retry_after": WAIT, **faults}
        return watch(self.server, command, knobs, kill_at=kill_at)

    def recorded(self, name: str) -> int:
        """How many replies the benchmark's ledger holds."""
        with Ledger.view(self.folder / name / "ledger.sqlite") as ledger:
            return ledger.stats().total.spent.calls

    def examples(self, name: str) -> bytes:
        return (self.folder / name / "examples.jsonl").read_bytes()


def write_plan(folder: Path, url: str, questions: int) -> Path:
    """A plan over all styles, each with a fifth of the questions."""
    lines = []
    for place, (style, modalities) in enumerate(CELLS.items()):
        total = questions // len(CELLS) + (place < questions % len(CELLS))
        lines.append(f"  - {{style: {style}, modalities: [{', '.join(modalities)}], total: {total}}}")
    plan = folder / "plan.yaml"
    model = "openai-compatible/stub"
    text = f"""\
name: perf
corpus: corpus
writer: {model}
verifier: {model}
models:
  {model}: {{base_url: "{url}"}}
max_share: {{family: 1.0, document: 1.0}}
cells:
"""
    plan.write_text(text + "\n".join(lines) + "\n", encoding="utf-8")
    return plan


def tell(name: str, run: Watched, case: Case) -> dict[str, Any]:
    """Print what a run took; what the command reported. RuntimeError if it did not do what was asked."""
    report: dict[str, Any] = {}
    if run.code >= 0:
        if run.code:
            raise RuntimeError(f"generate ended with {run.code}: {run.output[-2000:]}")
        report = json.loads(run.output[run.output.index("{") :])
    seen = run.counts
    made = f"{report['examples']:,} questions" if report else "killed"
    rate = f"{1e3 * run.cpu / seen.calls:.2f} ms of CPU a call, " if seen.calls else ""
    print(
        f"  {name}: {made} in {run.wall:.2f} s, {seen.calls:,} calls, at most {seen.most_in_flight} at once, "
        f"{rate}{run.memory:.0f} MB",
        flush=True,
    )
    return report


def clean(case: Case, questions: int, verdicts: Verdicts) -> Watched:
    """Without faults: efficiency, and what a question costs."""
    run = case.generate("clean")
    tell("clean", run, case)
    efficiency = run.counts.efficiency(case.at_once, run.wall)
    busy = run.counts.efficiency(case.at_once, run.counts.span)
    told = f"efficiency {efficiency:.3f}, {busy:.3f} from the first call to the last reply"
    if questions >= ENOUGH:
        verdicts.bound("1 / efficiency", 1 / efficiency, 1 / EFFICIENCY, told=told)
    else:
        print(f"    {told}")
    overview = show(case.folder / "clean")
    if overview.costs is not None:
        for row in (*overview.costs.styles, overview.costs.total):
            print(
                f"    {row.name:<24}{row.accepted:>6,} questions{row.attempts:>7,} attempts{row.spent.calls:>8,} calls"
                f"{row.calls_per_accepted or 0:>7.2f} a question"
            )
    return run


def faulty(case: Case, undisturbed: Watched, verdicts: Verdicts) -> None:
    """With faults: nothing that was answered is lost, and little is asked again."""
    run = case.generate("faulty", FAULTS)
    tell("faults", run, case)
    seen, needed = run.counts, case.recorded("faulty")
    print(
        f"    {seen.rate_limited} 429s, {seen.failed} 500s, {seen.malformed} malformed bodies, {seen.dropped} dropped "
        f"connections; {needed:,} replies in the ledger"
    )
    verdicts.bound("answers lost", seen.answered - needed, 0)
    verdicts.bound("extra calls a fault", (seen.calls - needed) / seen.faults, EXTRA)
    slower = (run.wall - WAIT) / needed / (undisturbed.wall / undisturbed.counts.calls)
    verdicts.bound("wall time a reply, less one wait, to that without faults", slower, SLOWER)


def killed(case: Case, undisturbed: Watched, verdicts: Verdicts) -> None:
    """Killed in the middle, and run to the end: what is asked twice."""
    first = case.generate("killed", kill_at=undisturbed.counts.calls // 2)
    tell("killed", first, case)
    recorded = case.recorded("killed")
    seen = first.counts
    print(
        f"    at the kill {seen.left} calls were unanswered, and {seen.answered - recorded} answers not yet on the disk"
    )
    second = case.generate("killed")
    tell("run again", second, case)
    again = seen.calls + second.counts.calls - case.recorded("killed")
    verdicts.bound("calls sent again", again, seen.calls - recorded)


def finished(case: Case, verdicts: Verdicts) -> None:
    """Run again when all is there."""
    before = case.examples("clean")
    run = case.generate("clean")
    tell("finished, run again", run, case)
    verdicts.bound("calls", run.counts.calls, 0)
    verdicts.bound("other bytes", float(case.examples("clean") != before), 0)
    verdicts.bound("seconds", run.wall, RESUMED)


def main() -> int:
    """Print the figures; 1 if a bound is not kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("-n", type=int, default=0)
    parser.add_argument("--median", type=float, default=0.0)
    parser.add_argument("--at-once", type=int, default=64)
    asked = parser.parse_args()
    questions = asked.n or (1000 if asked.whole else 50)
    median = asked.median or (1.0 if asked.whole else 0.1)
    verdicts = Verdicts()
    with TemporaryDirectory() as temporary, serving() as server:
        folder = Path(temporary)
        ingest(corpora()["countries"], folder / "corpus")
        case = Case(server, write_plan(folder, server.url, questions), folder, median, asked.at_once)
        print(f"{questions:,} questions, median {median:g} s, {case.at_once} at once (load {os.getloadavg()[0]:.1f})")
        undisturbed = clean(case, questions, verdicts)
        finished(case, verdicts)
        faulty(case, undisturbed, verdicts)
        killed(case, undisturbed, verdicts)
    return 0 if verdicts.kept else 1


if __name__ == "__main__":
    raise SystemExit(main())
