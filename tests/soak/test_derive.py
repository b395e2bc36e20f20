"""The maker `derive` over the demo's countries: stopped anywhere, or run on many threads, it gives the same bytes."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from benchwright.benchmark import Benchmark
from benchwright.benchmark.validate import validate
from benchwright.demo import corpora
from benchwright.makers.composed.maker import Derive
from benchwright.workflows.generate import generate
from benchwright.workflows.ingest import ingest

SAME = ("examples.jsonl", "sources.parquet", "plan.yaml", "manifest.json")
QUESTIONS = 400


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("countries") / "corpus"
    ingest([corpora()["countries"]], folder)
    return folder


def files(bench: Path) -> dict[str, bytes]:
    return {name: (bench / name).read_bytes() for name in SAME}


def lines(bench: Path) -> int:
    log = bench / "attempts.jsonl"
    return log.read_bytes().count(b"\n") if log.exists() else 0


def killed(corpus: Path, bench: Path, n: int, kills: int, seed: int) -> int:
    """Start the command `kills` times and kill it at a random moment after it has begun to write; how many kills hit
    it. Before, there is nothing to break."""
    rng, hits = random.Random(seed), 0
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    for _ in range(kills):
        before = lines(bench)
        concurrency = str(rng.choice([1, 16]))
        command = [sys.executable, "-m", "benchwright", "generate", str(corpus), "--to", str(bench), "-n", str(n)]
        process = subprocess.Popen([*command, "--concurrency", concurrency], env=environment)
        while lines(bench) == before and process.poll() is None:
            time.sleep(0.002)
        time.sleep(rng.uniform(0, 0.15))
        hits += process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.wait()
    return hits


def check(corpus: Path, folder: Path, n: int, kills: int, least: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """One whole run, one on 16 real threads, and one that was killed and went on: the same bytes."""
    assert generate(corpus, folder / "whole", n=n).filled
    with monkeypatch.context() as patch:
        patch.setattr(Derive, "waits", True)  # as if it gained anything from threads
        generate(corpus, folder / "threads", n=n, concurrency=16)
    assert killed(corpus, folder / "killed", n, kills, seed=5) >= least
    assert generate(corpus, folder / "killed", n=n, concurrency=16).filled
    assert files(folder / "killed") == files(folder / "threads") == files(folder / "whole")
    assert validate(Benchmark.open(folder / "killed")) == []


@pytest.mark.soak
def test_killed_twenty_times_gives_the_same_bytes(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check(corpus, tmp_path, QUESTIONS, 20, 10, monkeypatch)
