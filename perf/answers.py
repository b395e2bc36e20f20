"""Measure `evaluate answers`: a local model, faults, kills, and batch files.

    python perf/answers.py BENCH [--median 0.2] [--concurrency 32] [--batch 200]

The model (`loopback`) writes what fits the schema, so scores mean nothing here. Printed are, for gold, retrieved and no
sources: seconds, calls, faults, calls an answer, how well the places in flight were used, and what a rerun costs; the
same with 2 % faults; the same killed twice and continued; and so many answers of one model through batch files.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path

from loopback import Server, serving
from loopback.client import Watched, watch
from loopback.replies import completion

MODEL = "openai-compatible/stub"
SOURCES = ("gold", "bm25:5", "none")
FAULTS = dict.fromkeys(("rate_limited", "failed", "malformed", "dropped"), 0.005)
SILENT = {"OPENAI_API_KEY": "sk-none", "OPENAI_COMPATIBLE_API_KEY": "sk-none"}


def command(bench: Path, to: Path, *more: str) -> list[str]:
    asked = [part for one in SOURCES for part in ("--sources", one)]
    return [
        sys.executable, "-m", "benchwright", "evaluate", "answers", str(bench), "--model", MODEL, *asked,
        "--to", str(to), "--json", *more,
    ]  # fmt: skip


def tell(name: str, run: Watched, concurrency: int) -> None:
    seen = run.counts
    report = json.loads(run.output[run.output.index("{") :]) if "{" in run.output else {}
    answers = sum(report.get("answered", {}).values())
    print(
        f"{name:24} exit {run.code:>3}  {run.wall:6.1f} s  {answers:5} answers  {seen.calls:5} calls  "
        f"{seen.faults:3} faults  in flight {seen.most_in_flight:3}  "
        f"used {seen.efficiency(concurrency, run.wall):.2f}  processor {run.cpu:.1f} s  {run.memory:.0f} MB"
    )


def live(bench: Path, folder: Path, server: Server, options: argparse.Namespace) -> None:
    more = ("--base-url", server.url, "--concurrency", str(options.concurrency))
    knobs = {"median": options.median}
    clean = command(bench, folder / "clean", *more)
    tell("clean", watch(server, clean, knobs, environment=SILENT), options.concurrency)
    tell("again", watch(server, clean, knobs, environment=SILENT), options.concurrency)
    faulty = command(bench, folder / "faulty", *more)
    tell("2 % faults", watch(server, faulty, {**knobs, **FAULTS}, environment=SILENT), options.concurrency)
    killed = command(bench, folder / "killed", *more)
    paid = 0
    for kill in range(2):
        run = watch(server, killed, knobs, environment=SILENT, kill_at=100)
        paid += run.counts.calls
        tell(f"killed at 100 calls, {kill + 1}", run, options.concurrency)
    run = watch(server, killed, knobs, environment=SILENT)
    tell("continued", run, options.concurrency)
    print(f"{'':24} {paid + run.counts.calls} calls in all three")
    for name in ("faulty", "killed"):
        same = (folder / name / "scores.parquet").read_bytes() == (folder / "clean" / "scores.parquet").read_bytes()
        print(f"{'':24} scores of {name} are {'the same bytes' if same else 'not the same'}")


def batches(bench: Path, folder: Path, count: int) -> None:
    """The first run writes request files, the second reads what a service would have replied."""
    from benchwright.run.item_run import CallOptions
    from benchwright.workflows.answers import AnswersSetup, evaluate_answers

    batch = folder / "batch"
    setup = AnswersSetup(("openai/stub",), ("gold", "bm25:5"), limit=-(-count // 2), to=folder / "batched")
    start = time.perf_counter()
    first = evaluate_answers(bench, setup, CallOptions(batch_dir=batch))
    written = time.perf_counter() - start
    results = []
    for path in batch.rglob("*.jsonl"):
        for line in path.read_text("utf-8").splitlines():
            asked = json.loads(line)
            if "custom_id" in asked:
                body = {"status_code": 200, "request_id": "r", "body": completion(asked["body"], 0)}
                results.append({"id": "b", "custom_id": asked["custom_id"], "response": body, "error": None})
    (batch / "results.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in results), "utf-8")
    start = time.perf_counter()
    second = evaluate_answers(bench, setup, CallOptions(batch_dir=batch))
    taken = time.perf_counter() - start
    print(
        f"batch files: {len(results)} requests written in {written:.1f} s ({first.ending}), replies taken in and "
        f"scored in {taken:.1f} s ({second.ending}, {sum(second.answered.values())} answers, {dict(second.refused)})"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bench", type=Path)
    parser.add_argument("--median", type=float, default=0.2)
    parser.add_argument("--concurrency", type=int, default=32)
    parser.add_argument("--batch", type=int, default=200)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, serving(median=options.median) as server:
        live(options.bench, Path(folder), server, options)
        batches(options.bench, Path(folder), options.batch)


if __name__ == "__main__":
    main()
