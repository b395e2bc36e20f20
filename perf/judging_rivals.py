"""Compare the faithfulness of Benchwright with that of ragas and DeepEval: the same answers, contexts and server.

    python perf/judging_rivals.py             says how to run it
    python perf/judging_rivals.py --whole     100 answers, median 0.2 s, 32 at once, without and with faults (5 min)

The answers are those of the demo's questions, each in a sentence; contexts are the gold sources and what BM25 finds.
The rivals are installed and called as in rivals.py. `judged` counts the answers that have a score in the end; an
exception that ends a run leaves none. `a piece` and `tokens` are calls and input tokens for each of them. The wall time
counts from the start of the process; ours also opens the benchmark, computes the measures that need no judge, and
writes the report. Nothing is bound here.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchwright.evaluate.gold import drawn_questions
from benchwright.evaluate.summarise import SEED
from benchwright.evaluate.target import EvaluationTarget
from benchwright.retrieval.bm25 import BM25
from benchwright.workflows.demo import demo
from loopback import Server, serving
from loopback.client import Watched, watch
from loopback.replies import CHARACTERS_A_TOKEN
from rivals import CLIENTS, RIVALS, SECONDS, SILENT, Rival

WEATHERS: Mapping[str, Mapping[str, float]] = {
    "no faults": {},
    "2 % of calls fail (500)": {"failed": 0.02},
    "2 % of replies are cut in half": {"malformed": 0.02},
}
FOUND = 3  # contexts that BM25 adds


def write_answers(bench: Path, path: Path, wanted: int) -> int:
    """The predictions of a made-up system: right answers to some of the questions. Returns how many."""
    target = EvaluationTarget.open(bench)
    gold = drawn_questions(target.gold.questions, wanted, SEED)
    index = BM25.build(target.corpus)
    lines = []
    found = index.search([one.text for one in gold], FOUND).rows
    for question, rows in zip(gold, found, strict=True):
        names = dict.fromkeys([*sorted(question.gold_sets[0]), *(target.corpus.ids[row] for row in rows if row >= 0)])
        contexts = [{"text": target.corpus.source(name).text, "document": name} for name in names]
        answer = f"According to the documents it is {question.answers[0].text}."
        lines.append({"id": question.id, "question": question.text, "answer": answer, "contexts": contexts})
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return len(lines)


@dataclass(frozen=True, slots=True)
class JudgingSetting:
    """What all are given."""

    server: Server
    folder: Path
    bench: Path
    answers: Path
    count: int
    median: float
    at_once: int

    def benchwright(self, faults: Mapping[str, float], *measures: str) -> Watched:
        scores = self.folder / "scores"
        shutil.rmtree(scores, ignore_errors=True)
        command = [sys.executable, "-m", "benchwright", "evaluate", "system", str(self.bench), "-s", str(self.answers)]
        command += ["--to", str(scores), "--json", "--judge", "openai-compatible/stub", "--judged", ",".join(measures)]
        command += ["--base-url", self.server.url, "--judge-concurrency", str(self.at_once), "--measures", "answer-F1"]
        command += ["--limit", str(self.count)]  # the benchmark's other questions have no answer
        return self.watched(command, faults)

    def rival(self, python: Path, rival: Rival, faults: Mapping[str, float], *options: str) -> Watched:
        script = CLIENTS / f"{rival.name}_faithfulness.py"
        command = [str(python), str(script), self.server.url, str(self.answers), str(self.at_once), *options]
        return self.watched(command, faults)

    def watched(self, command: list[str], faults: Mapping[str, float]) -> Watched:
        quiet = {**SILENT, "DEEPEVAL_NO_INSPECT_PROMPT": "1"}
        return watch(self.server, command, {"median": self.median, **faults}, environment=quiet, seconds=SECONDS)

    def tell(self, name: str, run: Watched) -> None:
        """One line of the table, and how it ended if not well."""
        seen, judged = run.counts, _judged(run)
        tokens = seen.bytes_in / CHARACTERS_A_TOKEN / max(judged, 1)
        print(
            f"  {name:<28}{judged:>7}{run.wall:>9.1f}{seen.calls:>8,}{seen.faults:>8}"
            f"{f'{seen.calls / judged:.2f}' if judged else '-':>9}{tokens:>8,.0f}{run.cpu:>8.1f}"
            f"{seen.most_in_flight:>8}",
            flush=True,
        )
        if run.code and not judged:
            lines = [line.strip() for line in run.output.splitlines() if line.strip()]
            how = f"killed after {SECONDS} s" if run.code < 0 else f"exit code {run.code}"
            print(f"    {how}: {lines[-1][:150] if lines else 'it said nothing'}", flush=True)


def _judged(run: Watched) -> int:
    """How many answers have a score in the end."""
    output = f"\n{run.output}"
    at = output.rfind("\n{")
    told = json.loads(output[at:]) if at >= 0 else {}
    if "summary" in told:
        names = list(told["summary"]["judges"])
        cells = told["summary"]["cells"]
        return max((one["n"] for one in cells if one["measure"] in names and one["slice"]["kind"] == "all"), default=0)
    return int(told.get("judged", 0))


def main() -> int:
    """Print a table for each weather."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--only", choices=["none", *(rival.name for rival in RIVALS)])
    parser.add_argument("--weather", choices=WEATHERS)
    parser.add_argument("-n", type=int, default=100)
    parser.add_argument("--median", type=float, default=0.2)
    parser.add_argument("--at-once", type=int, default=32)
    asked = parser.parse_args()
    if not asked.whole:
        print("the rivals are installed and measured by: python perf/judging_rivals.py --whole (5 minutes, PyPI)")
        return 0
    chosen = [rival for rival in RIVALS if asked.only in (None, rival.name)]
    pythons = {rival: python for rival in chosen if (python := rival.python()) is not None}
    with TemporaryDirectory() as temporary, serving() as server:
        folder = Path(temporary)
        bench = demo(folder / "runs").parts[0].report.path
        count = write_answers(bench, folder / "answers.jsonl", asked.n)
        setting = JudgingSetting(server, folder, bench, folder / "answers.jsonl", count, asked.median, asked.at_once)
        for title, faults in WEATHERS.items():
            if asked.weather not in (None, title):
                continue
            print(
                f"{count} answers, median {asked.median:g} s, {asked.at_once} at once, {title} "
                f"(load {os.getloadavg()[0]:.1f})\n"
                f"{'judged':>37}   wall s   calls  faults  a piece  tokens   CPU s at once"
            )
            setting.tell("benchwright", setting.benchwright(faults, "faithfulness"))
            both = ("faithfulness", "answer-relevance")
            setting.tell("benchwright, relevance too", setting.benchwright(faults, *both))
            for rival, python in pythons.items():
                setting.tell(rival.name, setting.rival(python, rival, faults))
                if rival.name == "deepeval":
                    setting.tell("deepeval, ignoring errors", setting.rival(python, rival, faults, "ignore"))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
