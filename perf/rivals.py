"""Compare Benchwright with ragas and DeepEval on the same documents, server and number of questions.

    python perf/rivals.py                     says how to run it
    python perf/rivals.py --whole             50 questions, median 0.2 s, 64 at once, without and with faults (5 min)
    python perf/rivals.py --whole --only ragas

Each rival is installed from PyPI into an environment of its own in .rivals/, with these versions; one that cannot be is
left out. All are called as their documentation does (`rival_clients/`), with as many calls at once as Benchwright. The
documents are the country profiles of the demo, as Markdown. The server (`loopback`) writes what fits each one's schema.
A run counts from the start of the process to its end; one that takes more than 10 minutes is killed. What it made is
what it handed over: an exception that ends it leaves nothing. Nothing is bound here.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchwright.demo import corpora
from benchwright.workflows.ingest import ingest
from loopback import Server, serving
from loopback.client import Watched, watch

ROOT = Path(__file__).resolve().parent.parent
CLIENTS = Path(__file__).resolve().parent / "rival_clients"
SECONDS = 600
USUAL = {"rate_limited": 0.02, "failed": 0.02, "dropped": 0.01}
WEATHERS: Mapping[str, Mapping[str, float]] = {
    "no faults": {},
    "2 % 429, 2 % 500, 1 % dropped": USUAL,
    "2 % 429, 2 % 500, 1 % dropped, 2 % malformed": {**USUAL, "malformed": 0.02},
}
SILENT = {"RAGAS_DO_NOT_TRACK": "true", "DEEPEVAL_TELEMETRY_OPT_OUT": "YES", "OPENAI_API_KEY": "none"}
PLAN = """\
name: rivals
corpus: corpus
writer: openai-compatible/stub
verifier: openai-compatible/stub
models:
  openai-compatible/stub: {{base_url: "{url}"}}
max_share: {{family: 1.0, document: 1.0}}
cells:
  - {{style: information-extraction, modalities: [text], count: {single}}}
  - {{style: compare-contrast, modalities: [2text], count: {pair}}}
  - {{style: compound, modalities: [2text], count: {pair}}}
  - {{style: multi-hop, modalities: [2text], count: {pair}}}
"""


@dataclass(frozen=True, slots=True)
class Rival:
    """A tool in an environment of its own: what pip installs, and the script that calls it."""

    name: str
    pins: tuple[str, ...]
    client: str

    def python(self) -> Path | None:
        """Its interpreter, installed now if it is not there; None, with a line that says so, if it cannot be."""
        folder = ROOT / ".rivals" / self.name
        done = folder / "installed.txt"
        python = folder / "bin" / "python"
        if done.exists() and done.read_text() == "\n".join(self.pins):
            return python
        print(f"  installing {', '.join(self.pins)} into {folder.relative_to(ROOT)}", flush=True)
        shutil.rmtree(folder, ignore_errors=True)
        for command in (
            [sys.executable, "-m", "venv", str(folder)],
            [str(python), "-m", "pip", "install", "--quiet", *self.pins],
        ):
            ended = subprocess.run(command, capture_output=True, text=True)
            if ended.returncode:
                print(f"  {self.name} cannot be installed, and is left out: {ended.stderr.strip()[-300:]}")
                return None
        done.write_text("\n".join(self.pins))
        return python


RIVALS = (
    Rival(
        "ragas",
        ("ragas==0.4.3", "langchain-community==0.3.31", "langchain-openai==1.1.9", "rapidfuzz==3.14.6"),
        "ragas_testset.py",
    ),
    Rival("deepeval", ("deepeval==4.3.1", "openai==3.52.0"), "deepeval_goldens.py"),
)


@dataclass(frozen=True, slots=True)
class Setting:
    """What all are given."""

    server: Server
    folder: Path
    questions: int
    median: float
    at_once: int

    def benchwright(self, faults: Mapping[str, float]) -> Watched:
        pair = self.questions // 5
        plan = self.folder / "plan.yaml"
        plan.write_text(PLAN.format(url=self.server.url, pair=pair, single=self.questions - 3 * pair))
        bench = self.folder / "bench"
        shutil.rmtree(bench, ignore_errors=True)
        command = [sys.executable, "-m", "benchwright", "generate", str(plan), "--to", str(bench), "--json"]
        return self.watched([*command, "--concurrency", str(self.at_once)], faults)

    def rival(self, python: Path, rival: Rival, faults: Mapping[str, float]) -> Watched:
        command = [str(python), str(CLIENTS / rival.client), self.server.url, str(self.folder / "documents")]
        return self.watched([*command, str(self.questions), str(self.at_once)], faults)

    def watched(self, command: list[str], faults: Mapping[str, float]) -> Watched:
        knobs = {"median": self.median, **faults}
        return watch(self.server, command, knobs, environment=SILENT, seconds=SECONDS)

    def tell(self, name: str, run: Watched) -> None:
        """One line of the table, and how it ended if not well."""
        seen = run.counts
        made = _made(run)
        print(
            f"  {name:<14}{made:>5}{run.wall:>9.1f}{seen.calls:>8,}{seen.faults:>8}"
            f"{f'{seen.calls / made:.2f}' if made else '-':>9}{run.cpu:>8.1f}"
            f"{1e3 * run.cpu / max(seen.calls, 1):>8.1f}{run.memory:>8.0f}{seen.most_in_flight:>7}"
            f"{seen.efficiency(self.at_once, run.wall):>11.3f}",
            flush=True,
        )
        if run.code:
            lines = [line.strip() for line in run.output.splitlines() if line.strip()]
            how = f"killed after {SECONDS} s" if run.code < 0 else f"exit code {run.code}"
            print(f"    {how}: {lines[-1][:150] if lines else 'it said nothing'}", flush=True)


def _made(run: Watched) -> int:
    """How many questions a run handed over."""
    if run.code:
        return 0
    told = json.loads(run.output[run.output.rindex("\n{") :])
    return int(told.get("questions", told.get("examples", 0)))


def main() -> int:
    """Print a table for each weather."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--only", choices=[rival.name for rival in RIVALS])
    parser.add_argument("-n", type=int, default=50)
    parser.add_argument("--median", type=float, default=0.2)
    parser.add_argument("--at-once", type=int, default=64)
    asked = parser.parse_args()
    if not asked.whole:
        print("the rivals are installed and measured by: python perf/rivals.py --whole (5 minutes, PyPI)")
        return 0
    chosen = [rival for rival in RIVALS if asked.only in (None, rival.name)]
    pythons = {rival: python for rival in chosen if (python := rival.python()) is not None}
    with TemporaryDirectory() as temporary, serving() as server:
        folder = Path(temporary)
        (folder / "documents").mkdir()
        for path in corpora()["countries"].glob("*.md"):
            shutil.copy(path, folder / "documents")
        ingest(folder / "documents", folder / "corpus")
        setting = Setting(server, folder, asked.n, asked.median, asked.at_once)
        for title, faults in WEATHERS.items():
            print(
                f"{asked.n} questions, median {asked.median:g} s, {asked.at_once} at once, {title} "
                f"(load {os.getloadavg()[0]:.1f})\n"
                "                 made   wall s   calls  faults  a piece   CPU s ms/call      MB at once efficiency"
            )
            setting.tell("benchwright", setting.benchwright(faults))
            for rival, python in pythons.items():
                setting.tell(rival.name, setting.rival(python, rival, faults))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
