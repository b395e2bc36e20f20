from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest
import toymaker
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from toymaker import PLAN, ToyMaker, toy_makers, toy_plan

from benchwright.benchmark import Benchmark
from benchwright.benchmark.validate import validate
from benchwright.corpus.store import Corpus, write_corpus
from benchwright.errors import BenchmarkError, LockedError, PlanError, StorageError, UsageError
from benchwright.facts.store import FactTable, rows_of
from benchwright.files.append_log import AppendLog
from benchwright.files.locks import folder_lock
from benchwright.records import Outcome
from benchwright.run import Ending, RunProgress
from benchwright.workflows.facts import FACTS_FILE, readers_fingerprint
from benchwright.workflows.generate import generate

ROOT = Path(__file__).parents[2]
SAME = ("examples.jsonl", "sources.parquet", "plan.yaml", "manifest.json")


def files(bench: Path) -> dict[str, bytes]:
    """All that must be the same byte for byte."""
    return {name: (bench / name).read_bytes() for name in SAME} | {
        f"images/{path.name}": path.read_bytes() for path in (bench / "images").iterdir()
    }


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A plan and its corpus, and a finished benchmark `whole` beside them."""
    folder = tmp_path_factory.mktemp("toy")
    report = generate(toy_plan(folder), folder / "whole", makers=toy_makers())
    assert report.ending is Ending.FINISHED
    return folder


def test_a_filled_benchmark_is_sound_and_as_the_schema_says(home: Path) -> None:
    bench = Benchmark.open(home / "whole")
    assert bench.complete
    assert validate(bench) == []
    assert [(cell.label, cell.quota, cell.committed) for cell in bench.cells] == [
        ("information-extraction text", 4, 4),
        ("information-extraction table", 4, 4),
        ("information-extraction image", 4, 4),
        ("compound 2text", 5, 5),
        ("compound text+table", 5, 5),
        ("numerical table", 6, 6),
    ]
    checker = Draft202012Validator(json.loads((ROOT / "docs" / "example.schema.json").read_text("utf-8")))
    lines = list(bench.example_lines())
    assert len(lines) == 28
    for line in lines:
        assert [error.message for error in checker.iter_errors(json.loads(line))] == []
    assert all("duplicate" in [check.name for check in one.checks] for one in bench.examples)


def test_the_order_of_examples_is_number_then_cell(home: Path) -> None:
    order = [(one.origin.attempt, one.origin.cell) for one in Benchmark.open(home / "whole").examples]
    assert order == sorted(order)


@pytest.mark.parametrize("concurrency", [1, 3, 16])
def test_any_concurrency_gives_the_same_bytes(home: Path, tmp_path: Path, concurrency: int) -> None:
    bench = home / f"at-{concurrency}"
    generate(home / "plan.yaml", bench, concurrency=concurrency, makers=toy_makers(pause=0.005))
    assert files(bench) == files(home / "whole")


@given(data=st.data())
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_part_of_the_log_gives_the_same_bytes(home: Path, data: st.DataObject) -> None:
    """Whatever records are there, in whatever order, and with a torn last line: the run goes on to the same end."""
    entries = AppendLog.read(home / "whole" / "attempts.jsonl")
    kept = data.draw(st.lists(st.sampled_from(entries), unique_by=lambda entry: (entry["cell"], entry["number"])))
    bench = home / "part"
    shutil.rmtree(bench, ignore_errors=True)
    shutil.copytree(home / "whole", bench)
    for name in ("attempts.jsonl", "examples.jsonl"):
        (bench / name).unlink()
    with AppendLog(bench / "attempts.jsonl") as log:
        log.append_many(kept)
    with open(bench / "attempts.jsonl", "ab") as file:
        file.write(b'{"cell":"torn'[: data.draw(st.integers(0, 13))])
    report = generate(home / "plan.yaml", bench, concurrency=data.draw(st.sampled_from([1, 5])), makers=toy_makers())
    assert report.filled
    assert files(bench) == files(home / "whole")
    assert validate(Benchmark.open(bench)) == []


def test_a_finished_run_makes_no_attempt_again(home: Path) -> None:
    before = files(home / "whole")
    report = generate(home / "plan.yaml", home / "whole", makers=toy_makers())
    assert (report.attempts, report.displaced, report.filled) == (0, (), True)
    assert files(home / "whole") == before


def test_the_resolved_plan_of_a_benchmark_gives_it_again(home: Path) -> None:
    bench = home / "again"
    generate(home / "whole" / "plan.yaml", bench, makers=toy_makers())
    assert (bench / "examples.jsonl").read_bytes() == (home / "whole" / "examples.jsonl").read_bytes()


def test_a_raised_quota_keeps_every_attempt_and_lists_what_it_displaced(tmp_path: Path) -> None:
    makers = toy_makers(questions=6)  # few questions, so that cells compete for them
    first = generate(toy_plan(tmp_path), tmp_path / "bench", makers=makers)
    before = Benchmark.open(tmp_path / "bench")
    old_ids, old_log = [one.id for one in before.examples], AppendLog.read(tmp_path / "bench" / "attempts.jsonl")
    text = PLAN.replace("[2text, text+table], count: 5", "[2text, text+table], count: 12")
    raised = generate(toy_plan(tmp_path, text), tmp_path / "bench", makers=makers)
    new_ids = [one.id for one in Benchmark.open(tmp_path / "bench").examples]
    assert first.wanted == 28
    assert raised.wanted == 42
    log = AppendLog.read(tmp_path / "bench" / "attempts.jsonl")
    assert log[: len(old_log)] == old_log
    assert len({(entry["cell"], entry["number"]) for entry in log}) == len(log)
    assert list(raised.displaced) == [one for one in old_ids if one not in new_ids]
    fresh = generate(tmp_path / "plan.yaml", tmp_path / "fresh", makers=makers)
    assert fresh.examples == raised.examples
    assert files(tmp_path / "fresh") == files(tmp_path / "bench")


def test_a_lowered_quota_displaces_and_the_old_one_brings_the_same_examples_back(tmp_path: Path) -> None:
    makers, bench = toy_makers(), tmp_path / "bench"
    generate(toy_plan(tmp_path), bench, makers=makers)
    whole = (bench / "examples.jsonl").read_bytes()
    lower = PLAN.replace("[2text, text+table], count: 5", "[2text, text+table], count: 2")
    lowered = generate(toy_plan(tmp_path, lower), bench, makers=makers)
    assert (lowered.wanted, lowered.attempts, len(lowered.displaced)) == (22, 0, 6)
    again = generate(toy_plan(tmp_path), bench, makers=makers)
    assert (again.wanted, again.attempts, again.displaced) == (28, 0, ())
    assert (bench / "examples.jsonl").read_bytes() == whole


def test_shares_hold_per_cell(tmp_path: Path) -> None:
    text = (
        PLAN.replace("family: 0.5", "family: 0.2")
        .replace("document: 0.5", "document: 1")
        .replace("total: 6", "total: 9")
    )
    generate(toy_plan(tmp_path, text), tmp_path / "bench", makers=toy_makers())
    bench = Benchmark.open(tmp_path / "bench")
    numerical = [one for one in bench.examples if one.style == "numerical"]
    assert len(numerical) == 9
    assert [sum(one.family == family for one in numerical) for family in toymaker.FAMILIES] == [3, 3, 3]
    assert any("rejected:share:family" in cell.reasons for cell in bench.cells)


def test_families_that_give_nothing_leave_their_share_to_the_others(tmp_path: Path) -> None:
    """Nine families are announced and three give questions: caps of one each would end at three of nine."""
    text = (
        "corpus: corpus\nwriter: toy\nmax_share: {family: 0.1, document: 1}\nmax_attempts_per_question: 5\n"
        "cells:\n  - {style: numerical, modalities: [table], count: 9}\n"
        "  - {style: compound, modalities: [2text], count: 2}\n"
    )
    plan, makers = toy_plan(tmp_path, text), toy_makers(families=9)
    report = generate(plan, tmp_path / "bench", makers=makers)
    assert report.filled
    numerical = [one for one in Benchmark.open(tmp_path / "bench").examples if one.style == "numerical"]
    assert [sum(one.family == family for one in numerical) for family in toymaker.FAMILIES] == [3, 3, 3]
    before = files(tmp_path / "bench")
    assert generate(plan, tmp_path / "bench", makers=makers).attempts == 0
    assert files(tmp_path / "bench") == before
    generate(plan, tmp_path / "many", concurrency=9, makers=toy_makers(families=9, pause=0.003))
    assert files(tmp_path / "many") == before


def test_a_quota_that_cannot_be_filled_ends_with_the_funnel(tmp_path: Path) -> None:
    text = PLAN + "  - {style: multi-hop, modalities: [2text], count: 3}\nmax_attempts_per_question: 2\n"
    report = generate(toy_plan(tmp_path, text), tmp_path / "bench", makers=toy_makers(attempts=7))
    assert (report.ending, report.filled) == (Ending.FINISHED, False)
    assert report.uncovered == ("multi-hop 2text",)
    short = {cell.label: cell for cell in report.cells}["numerical table"]
    assert (short.quota, short.attempts, short.available) == (6, 7, 7)
    assert short.committed + sum(short.reasons.values()) == 7
    assert validate(Benchmark.open(tmp_path / "bench")) == []


def test_a_cell_that_ends_short_says_who_is_over_the_share_of_what_it_has(tmp_path: Path) -> None:
    text = (
        "corpus: corpus\nwriter: toy\nmax_share: {family: 0.4, document: 0.1}\nmax_attempts_per_question: 5\n"
        "cells:\n  - {style: numerical, modalities: [table], count: 40}\n"
        "  - {style: compound, modalities: [2text], count: 1}\n"
    )
    report = generate(toy_plan(tmp_path, text), tmp_path / "bench", makers=toy_makers(attempts=9))
    bench = Benchmark.open(tmp_path / "bench")
    short, whole = bench.cells
    families = Counter(one.family for one in bench.examples if one.style == "numerical")
    assert 0 < short.committed == families.total() < 9
    most = max(int(0.4 * short.committed), -(-short.committed // 3))
    counted = {one.name: (one.count, one.share) for one in short.over if one.kind == "family"}
    assert counted == {name: (count, count / short.committed) for name, count in families.items() if count > most}
    assert counted
    assert (whole.committed, whole.over) == (1, ())
    assert report.cells == bench.cells
    assert validate(bench) == []


def test_n_questions_from_a_corpus_go_round_and_make_up_for_what_falls_short(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("benchwright.makers.share_groups.FAMILY_SHARE", 0.5)  # the toy has three families
    toy_plan(tmp_path)
    report = generate(tmp_path / "corpus", tmp_path / "bench", n=60, makers=toy_makers(attempts=20))
    assert report.filled
    assert report.examples == report.wanted == 60
    bench = Benchmark.open(tmp_path / "bench")
    assert {one.style for one in bench.examples} == {
        "compare-contrast",
        "comparison",
        "compound",
        "information-extraction",
        "numerical",
    }
    before = files(tmp_path / "bench")
    assert generate(tmp_path / "corpus", tmp_path / "bench", n=60, makers=toy_makers(attempts=20)).attempts == 0
    assert files(tmp_path / "bench") == before
    (tmp_path / "bench" / "attempts.jsonl").unlink()
    generate(tmp_path / "corpus", tmp_path / "bench", n=60, concurrency=7, makers=toy_makers(attempts=20))
    assert files(tmp_path / "bench") == before


def test_failures_are_final_until_they_are_asked_for_again(tmp_path: Path) -> None:
    plan, bench = toy_plan(tmp_path), tmp_path / "bench"
    generate(plan, bench, makers=toy_makers())
    log = AppendLog.read(bench / "attempts.jsonl")
    status = {(entry["cell"], entry["number"]): entry["status"] for entry in log}
    before = files(bench)
    generate(plan, bench, retry_failed=True, makers=toy_makers())
    made = [(entry["cell"], entry["number"]) for entry in AppendLog.read(bench / "attempts.jsonl")[len(log) :]]
    assert {status.get(place, "new") for place in made} <= {"failed", "new"}
    assert "failed" in {status.get(place) for place in made}
    assert files(bench) == before


def test_a_passing_failure_leaves_the_attempt_to_the_next_run(home: Path, tmp_path: Path) -> None:
    plan, bench = toy_plan(tmp_path), tmp_path / "bench"
    key = '{"maker":"toy","modalities":"table","style":"numerical"}'
    report = generate(plan, bench, makers=toy_makers(flaky=frozenset({(key, 2)})))
    assert (report.ending, report.held_by, report.filled) == (Ending.HELD, ("the line is busy — later",), False)
    assert not Benchmark.open(bench).complete
    assert generate(plan, bench, makers=toy_makers()).filled
    assert (bench / "examples.jsonl").read_bytes() == (home / "whole" / "examples.jsonl").read_bytes()


def test_a_stopped_run_goes_on(home: Path, tmp_path: Path) -> None:
    plan, bench, stop = toy_plan(tmp_path), tmp_path / "bench", threading.Event()

    def after_some(progress: RunProgress) -> None:
        if progress.attempts:
            stop.set()

    report = generate(plan, bench, makers=toy_makers(pause=0.05), stop=stop, progress=after_some)
    assert report.ending is Ending.STOPPED
    assert 0 < report.attempts < 40
    assert generate(plan, bench, makers=toy_makers()).filled
    assert (bench / "examples.jsonl").read_bytes() == (home / "whole" / "examples.jsonl").read_bytes()


# ------------------------------------------------------------------ refusals
def test_a_second_process_is_refused(home: Path) -> None:
    with folder_lock(home / "whole"), pytest.raises(LockedError, match=f"in use by process {os.getpid()}"):
        generate(home / "plan.yaml", home / "whole", makers=toy_makers())


@pytest.mark.parametrize(
    ("text", "settings", "message"),
    [
        (PLAN + "seed: 14\n", {}, "seed was 13 and is 14"),
        (PLAN, {"version": "2"}, "the maker toy is another version"),
        (PLAN.replace("family: 0.5", "family: 0.4"), {}, 'max_share was {"family":0.5,"document":0.5} and is '),
    ],
)
def test_drift_is_refused(tmp_path: Path, text: str, settings: Mapping[str, str], message: str) -> None:
    generate(toy_plan(tmp_path), tmp_path / "bench", makers=toy_makers())
    before = files(tmp_path / "bench")
    with pytest.raises(BenchmarkError) as caught:
        generate(toy_plan(tmp_path, text), tmp_path / "bench", makers=toy_makers(**settings))
    assert f"was begun with something else: {message}" in str(caught.value)
    assert caught.value.hint == "put it back as it was, or generate into a new folder"
    assert files(tmp_path / "bench") == before


def test_another_corpus_and_other_facts_are_drift(tmp_path: Path) -> None:
    plan = toy_plan(tmp_path)
    generate(plan, tmp_path / "bench", makers=toy_makers())
    of = readers_fingerprint(Corpus.open(tmp_path / "corpus"))
    FactTable(rows_of([])).save(tmp_path / "corpus" / FACTS_FILE, of=of, note="other")
    with pytest.raises(BenchmarkError, match="the corpus' facts have changed"):
        generate(plan, tmp_path / "bench", makers=toy_makers())
    sources, images = toymaker.toy_sources()
    write_corpus(tmp_path / "corpus", sources[1:], (), images)
    with pytest.raises(BenchmarkError, match="the corpus has changed"):
        generate(plan, tmp_path / "bench", makers=toy_makers())


def test_what_cannot_be_used_is_refused(tmp_path: Path) -> None:
    plan, makers = toy_plan(tmp_path), toy_makers()
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "thesis.txt").write_text("mine")
    cases: Iterable[tuple[type[Exception], str, Path, Path, dict[str, int]]] = [
        (BenchmarkError, r"other holds something else \(thesis.txt\)", plan, tmp_path / "other", {}),
        (BenchmarkError, r"corpus is not a benchmark", plan, tmp_path / "corpus", {}),
        (UsageError, "-n goes with a corpus, not with a plan", plan, tmp_path / "b", {"n": 3}),
        (UsageError, "-n must be at least 1, not 0", tmp_path / "corpus", tmp_path / "b", {"n": 0}),
        (UsageError, "concurrency must be at least 1, not 0", plan, tmp_path / "b", {"concurrency": 0}),
        (PlanError, r"none.yaml cannot be read", tmp_path / "none.yaml", tmp_path / "b", {}),
        (UsageError, "no source came out of what was read", tmp_path / "other", tmp_path / "b", {}),
    ]
    for error, message, source, to, options in cases:
        with pytest.raises(error, match=message):
            generate(source, to, makers=makers, **options)
    assert not (tmp_path / "b").exists()
    assert [(path.name, path.read_text()) for path in (tmp_path / "other").iterdir()] == [("thesis.txt", "mine")]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("writer: smmqg", "plan.yaml, line 3: information-extraction text is for a model to write, and writer is "),
        ("vision_writer: openai/x", "plan.yaml, line 4: the writer 'toy' has no use for a vision_writer — "),
    ],
)
def test_a_plan_that_asks_for_a_model_is_refused(tmp_path: Path, line: str, message: str) -> None:
    text = PLAN.replace("writer: toy", "writer: toy\n" + line if not line.startswith("writer") else line)
    with pytest.raises(UsageError) as caught:
        generate(toy_plan(tmp_path, text), tmp_path / "bench", makers=toy_makers())
    assert caught.value.line().startswith(message)


def test_facts_that_were_not_read_yet_are_read(tmp_path: Path) -> None:
    plan = toy_plan(tmp_path)
    shutil.rmtree(tmp_path / "corpus" / "facts")
    assert generate(plan, tmp_path / "bench", makers=toy_makers()).filled
    assert (tmp_path / "corpus" / FACTS_FILE).is_file()


def test_a_full_disk_loses_nothing_that_was_written(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, bench = toy_plan(tmp_path), tmp_path / "bench"
    whole = AppendLog._write

    def full(descriptor: int, data: bytes) -> None:
        if os.fstat(descriptor).st_size + len(data) > 20_000:
            os.write(descriptor, data[:100])
            raise OSError(28, "No space left on device")
        whole(descriptor, data)

    monkeypatch.setattr(AppendLog, "_write", staticmethod(full))
    with pytest.raises(StorageError, match="No space left on device"):
        generate(plan, bench, makers=toy_makers(pause=0.02))
    kept = AppendLog.scan(bench / "attempts.jsonl")
    assert kept.entries
    assert kept.damaged == 0
    monkeypatch.undo()
    assert generate(plan, bench, makers=toy_makers()).filled
    assert (bench / "examples.jsonl").read_bytes() == (home / "whole" / "examples.jsonl").read_bytes()


# ------------------------------------------------------------------ kills
def size_of_log(bench: Path) -> int:
    log = bench / "attempts.jsonl"
    return log.stat().st_size if log.exists() else 0


def run_until_done(plan: Path, bench: Path, kills: int, seed: int) -> int:
    """Run the toy in a process, kill it `kills` times at random moments, let it finish; how many kills hit it. A kill
    waits until the process has begun to write: before, there is nothing to break."""
    rng, hits = random.Random(seed), 0
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    for kill in range(kills + 1):
        before = size_of_log(bench)
        command = [sys.executable, toymaker.__file__, str(plan), str(bench), str(rng.choice([1, 4, 16]))]
        process = subprocess.Popen(command, env=environment)
        if kill < kills:
            while size_of_log(bench) == before and process.poll() is None:
                time.sleep(0.002)
            time.sleep(rng.uniform(0, 0.1))
            hits += process.poll() is None
            process.send_signal(signal.SIGKILL)
            process.wait()
        else:
            assert process.wait() == 0
    return hits


def test_killed_and_continued_gives_the_same_bytes(home: Path) -> None:
    bench = home / "killed"
    assert run_until_done(home / "plan.yaml", bench, kills=2, seed=1) >= 1
    assert files(bench) == files(home / "whole")
    assert validate(Benchmark.open(bench)) == []


@pytest.mark.soak
def test_killed_twenty_times_gives_the_same_bytes(tmp_path: Path) -> None:
    text = PLAN.replace("count: 4", "count: 80").replace("count: 5", "count: 90").replace("total: 6", "total: 70")
    plan = toy_plan(tmp_path, text)
    makers = toy_makers(pause=0.02)
    generate(plan, tmp_path / "whole", concurrency=16, makers=makers)
    generate(plan, tmp_path / "one", concurrency=1, makers=toy_makers())
    assert run_until_done(plan, tmp_path / "killed", kills=20, seed=2) >= 10
    assert files(tmp_path / "killed") == files(tmp_path / "whole") == files(tmp_path / "one")
    assert validate(Benchmark.open(tmp_path / "killed")) == []


def test_the_toy_is_pure(home: Path) -> None:
    maker = ToyMaker(toymaker.toy_corpus(home / "pure"))
    key = '{"maker":"toy","modalities":"text","style":"compound"}'
    outcomes: list[Outcome] = [maker.attempt(key, 0) for _ in range(2)]
    assert outcomes[0] == outcomes[1]


def test_an_encoder_that_cannot_be_used_is_named_before_the_corpus_is_read(tmp_path: Path) -> None:
    plan = tmp_path / "plan.yaml"
    plan.write_text("corpus: nowhere\nencoder: intfloat/e5-large-v2\ncells:\n  - {style: numerical, count: 1}\n")
    with pytest.raises(UsageError, match="unknown encoder") as caught:
        generate(plan, tmp_path / "bench")
    assert "st:intfloat/e5-large-v2" in caught.value.hint
