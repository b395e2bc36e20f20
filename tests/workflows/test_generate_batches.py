"""Runs through a batch service or folder: each ends, submits nothing after a stop, and pays for nothing twice."""

from __future__ import annotations

import json
import random
import shutil
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from atlas import PERFECT, Mind
from batch_bench import QUICK
from batch_servers import CANARY, Batch, BatchServer, Row
from dialect_servers import DialectServer
from dialect_wire import parse
from nursery import Nursery
from whole_runs import KEYS, World, answer_batches

from benchwright.benchmark.render import funnel_lines
from benchwright.errors import UsageError
from benchwright.files.locks import folder_lock
from benchwright.models import endpoints
from benchwright.models.batch import submit
from benchwright.run import Ending
from benchwright.run.report import GenerateReport
from benchwright.workflows.estimate import estimate
from benchwright.workflows.generate import generate

ONE_SERVICE = {"writer": "openai/writer", "vision_writer": "openai/seer", "verifier": "openai/judge"}
KEY = {"OPENAI_API_KEY": CANARY}
CELLS = """\
  - {style: information-extraction, modalities: [text, image], count: 1}
  - {style: compare-contrast, modalities: [2text], count: 1}
"""


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", CANARY)
    monkeypatch.setattr(submit, "PollTimes", lambda: QUICK)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    return World.made(tmp_path_factory.mktemp("atlas"))


def words(key: str, row: Row) -> str:
    """What the mind says to a row of a batch."""
    return Mind(PERFECT)(parse("openai", row["body"]["model"], row["body"])).text


def plan_of(world: World, server: BatchServer, name: str) -> Path:
    return world.plan(f"http://127.0.0.1:{server.port}/openai", name, roles=ONE_SERVICE, cells=CELLS)


def sent(server: BatchServer) -> Counter[str]:
    """How often each request was paid for."""
    return Counter(key for batch in server.batches for key in batch.ids)


def run(world: World, server: BatchServer, name: str, **options: object) -> GenerateReport:
    """One run, which is stopped if it does not end."""
    stop = threading.Event()
    guard = threading.Timer(60, stop.set)
    guard.start()
    try:
        return generate(
            plan_of(world, server, name),
            world.bench(name),
            batch="openai",
            **{"stop": stop, **options},  # type: ignore[arg-type]
        )
    finally:
        guard.cancel()


@pytest.fixture(scope="module")
def whole(world: World) -> bytes:
    """The examples of a run that nothing disturbs."""
    with pytest.MonkeyPatch.context() as patch, BatchServer(answer=words) as server:
        patch.setenv("OPENAI_API_KEY", CANARY)
        patch.setattr(submit, "PollTimes", lambda: QUICK)
        assert run(world, server, "whole").filled
    return world.examples("whole")


def test_a_limit_ends_the_run_and_what_was_paid_is_used_in_it(world: World, whole: bytes) -> None:
    with BatchServer(answer=words) as server:
        report = run(world, server, "limited", limit=2)
        assert (report.ending, report.attempts) == (Ending.LIMITED, 2)
        assert len(world.outcomes("limited")) == 2
        assert len(server.batches) <= 3 * 6  # three models, and a wave takes six rounds
        assert world.stored("limited") == sent(server).total() == report.spent.calls
        assert run(world, server, "limited").filled
        assert set(sent(server).values()) == {1}
    assert world.examples("limited") == whole


def test_batches_go_where_the_models_in_use_are_and_not_to_another_of_the_plan(
    world: World, whole: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    with BatchServer(answer=words) as server, BatchServer(answer=words) as other:
        monkeypatch.setitem(endpoints.ADDRESSES, "openai", f"http://127.0.0.1:{server.port}/openai/v1")  # type: ignore[index]
        unused = {"base_url": f"http://127.0.0.1:{other.port}/openai/v1"}
        plan = world.plan("", "elsewhere", roles=ONE_SERVICE, cells=CELLS)
        kept = [line for line in plan.read_text().splitlines() if not line.startswith("  openai/")]
        kept.insert(kept.index("models:") + 1, f"  openai/embed: {json.dumps(unused)}")
        plan.write_text("\n".join(kept) + "\n")
        assert generate(plan, world.bench("elsewhere"), batch="openai").filled
        assert (len(server.batches) > 0, other.batches) == (True, [])
    assert world.examples("elsewhere") == whole


def test_nothing_is_submitted_after_a_stop(world: World, whole: bytes) -> None:
    stop = threading.Event()
    with BatchServer(answer=words) as server:
        report = run(world, server, "stopped", stop=stop, progress=lambda state: stop.set())
        assert report.ending is Ending.STOPPED
        assert server.batches == []
        assert run(world, server, "stopped").filled
        assert set(sent(server).values()) == {1}
    assert world.examples("stopped") == whole


def test_a_stop_while_a_batch_is_made_is_the_end_of_the_run(world: World, whole: bytes) -> None:
    stop = threading.Event()
    with BatchServer(answer=words, created=lambda batch: stop.set()) as server:
        assert run(world, server, "between", stop=stop).ending is Ending.STOPPED
        assert len(server.batches) == 1
        server.created = lambda batch: None
        assert run(world, server, "between").filled
        assert set(sent(server).values()) == {1}
    assert world.examples("between") == whole


def test_what_waits_in_a_batch_is_not_sent_another_way_without_a_word(
    world: World, whole: bytes, tmp_path: Path
) -> None:
    stop, bench = threading.Event(), world.bench("open")

    def created(batch: Batch) -> None:
        if batch.id.endswith("-2"):  # the writer's and the vision writer's
            stop.set()

    with BatchServer(answer=words, looks=3, created=created) as server:
        assert run(world, server, "open", stop=stop).ending is Ending.STOPPED
        server.created = lambda batch: None
        waiting, plan = sent(server).total(), plan_of(world, server, "open")
        for options in ({}, {"batch_dir": tmp_path / "files"}):
            with pytest.raises(UsageError, match=f"^{waiting} requests wait in batches") as refused:
                generate(plan, bench, **options)  # type: ignore[arg-type]
            assert "run with --batch openai to take their replies in" in refused.value.hint
        with DialectServer(Mind(PERFECT)) as direct, pytest.MonkeyPatch.context() as patch:
            patch.setenv("OPENAI_API_KEY", KEYS["OPENAI_API_KEY"])
            again = world.plan(direct, "open-direct", roles=ONE_SERVICE, cells=CELLS)
            shutil.copytree(bench, world.bench("resent"))
            assert generate(again, world.bench("resent"), batch_resend=True).filled
        before = {path: path.read_bytes() for path in bench.rglob("*") if path.is_file()}
        with folder_lock(bench / "batches"):  # as while another process waits for the batch
            forecast = estimate(plan, to=bench)
        assert {path: path.read_bytes() for path in bench.rglob("*") if path.is_file()} == before
        rough = estimate(plan, pilot=0)
        assert forecast.take.calls.mid == pytest.approx(rough.take.calls.mid - waiting)
        assert forecast.pilot.calls == 0
        assert any(note.startswith(f"{waiting} requests wait in batches: the total") for note in forecast.notes)
        assert run(world, server, "open").filled
        assert set(sent(server).values()) == {1}
        assert generate(plan, bench).filled  # nothing waits any more
    assert world.examples("open") == world.examples("resent") == whole


def test_what_waits_in_a_folder_is_not_sent_another_way_without_a_word(
    world: World, whole: bytes, tmp_path: Path
) -> None:
    bench, folder = world.bench("by-files"), tmp_path / "files"
    with BatchServer(answer=words) as server, DialectServer(Mind(PERFECT)) as direct:
        plan = world.plan(direct, "by-files", roles=ONE_SERVICE, cells=CELLS)
        (line,) = generate(plan, bench, batch_dir=folder).waiting
        waiting = int(line.split()[0])
        for options in ({}, {"batch_dir": tmp_path / "others"}, {"batch": "openai"}):
            with pytest.raises(UsageError, match=f"^{waiting} requests wait in batches") as refused:
                generate(plan, bench, **options)  # type: ignore[arg-type]
            assert f"run with --batch-dir {folder} to take their replies in" in refused.value.hint
        assert f"generate --batch-dir {folder}" in estimate(plan, to=bench).notes[-1]
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("OPENAI_API_KEY", KEYS["OPENAI_API_KEY"])
            shutil.copytree(bench, world.bench("by-files-lost"))
            (world.bench("by-files-lost") / "batch-folders.json").write_text('{"../nowhere": 7}')
            with pytest.raises(UsageError, match=r"^7 requests wait in batches"):
                generate(plan, world.bench("by-files-lost"))
            assert generate(plan, world.bench("by-files-lost"), batch_resend=True).filled
            assert generate(plan, world.bench("by-files-lost")).filled
        answered: set[str] = set()
        while generate(plan, bench, batch_dir=folder).waiting:
            answer_batches(folder, answered, Mind(PERFECT))
        assert (server.batches, *json.loads((bench / "batch-folders.json").read_text()).values()) == ([], 0)
        shutil.rmtree(folder)
        assert generate(plan, bench).filled
    assert world.examples("by-files") == world.examples("by-files-lost") == whole


@pytest.mark.parametrize("answered_first", [False, True])
def test_what_waits_in_a_folder_is_not_asked_again_with_another_token_limit(
    world: World, whole: bytes, tmp_path: Path, answered_first: bool
) -> None:
    name, answered = f"limits-{answered_first}", set[str]()
    plan = world.plan("http://127.0.0.1:9", name, roles=ONE_SERVICE, cells=CELLS)
    (line,) = generate(plan, world.bench(name), batch_dir=tmp_path).waiting
    files = sorted(tmp_path.glob("requests-*"))
    if answered_first:
        answer_batches(tmp_path, answered, Mind(PERFECT))
    larger = world.plan("http://127.0.0.1:9", f"{name}-larger", roles=ONE_SERVICE, cells=CELLS, max_tokens=9_000)
    with pytest.raises(UsageError, match=f"^{line.split()[0]} requests that waited in .* max_tokens") as refused:
        generate(larger, world.bench(name), batch_dir=tmp_path)
    assert "--batch-resend" in refused.value.hint
    assert sorted(tmp_path.glob("requests-*")) == files
    while generate(plan, world.bench(name), batch_dir=tmp_path).waiting:
        answer_batches(tmp_path, answered, Mind(PERFECT))
    assert world.examples(name) == whole


# ------------------------------------------------------------------ whatever ends a run
def end_often(nursery: Nursery, argv: list[str], text: Path, ends: int, seed: int) -> Iterator[int]:
    """Start the command, end it by a kill, Ctrl-C or `--limit`, and give its turn; then let it end by itself."""
    rng = random.Random(seed)
    for turn in range(ends):
        way = rng.choice(("kill", "interrupt", "limit"))
        limit = ["--limit", str(rng.randint(1, 3))] if way == "limit" else []
        command = nursery.start([*argv, *limit], text, KEY)
        if not limit:
            time.sleep(rng.uniform(0.1, 0.8))
            command.signal(signal.SIGKILL if way == "kill" else signal.SIGINT)
        assert command.wait() in (-signal.SIGKILL, 130, 1, 0), command.text
        assert "Traceback" not in command.text or "Exception ignored" in command.text  # Python's own, while it imports
        yield turn


def check_service(world: World, nursery: Nursery, whole: bytes, ends: int, seed: int) -> None:
    name = f"service-{seed}"
    with BatchServer(answer=words, looks=2) as server:
        argv = ["generate", str(plan_of(world, server, name)), "--to", str(world.bench(name)), "--batch", "openai"]
        for _ in end_often(nursery, argv, world.folder / f"{name}.txt", ends, seed):
            pass
        assert nursery.run(argv, world.folder / f"{name}.txt", KEY)[0] == 0
        assert set(sent(server).values()) == {1}
        assert world.stored(name) == sent(server).total()
    assert world.examples(name) == whole


def check_folder(world: World, nursery: Nursery, whole: bytes, ends: int, seed: int) -> None:
    name = f"folder-{seed}"
    folder, answered = world.folder / f"{name}-files", set[str]()
    folder.mkdir()
    plan = world.plan("http://127.0.0.1:9", name, roles=ONE_SERVICE, cells=CELLS)
    argv = ["generate", str(plan), "--to", str(world.bench(name)), "--batch-dir", str(folder)]
    mind, text = Mind(PERFECT), world.folder / f"{name}.txt"
    for _ in end_often(nursery, argv, text, ends, seed):
        answer_batches(folder, answered, mind)
    while nursery.run(argv, text, KEY)[0]:
        assert answer_batches(folder, answered, mind)
    lines = [line for path in folder.glob("requests-*.jsonl") for line in path.read_text("utf-8").splitlines()]
    assert len(set(lines)) == len(lines) == world.stored(name)  # each request stands in one file
    assert world.examples(name) == whole


def test_a_service_is_paid_once_whatever_ends_the_runs(world: World, nursery: Nursery, whole: bytes) -> None:
    check_service(world, nursery, whole, ends=3, seed=1)


def test_a_folder_is_paid_once_whatever_ends_the_runs(world: World, nursery: Nursery, whole: bytes) -> None:
    check_folder(world, nursery, whole, ends=3, seed=2)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10, 14))
def test_both_are_paid_once_over_many_ends(world: World, nursery: Nursery, whole: bytes, seed: int) -> None:
    check_service(world, nursery, whole, ends=20, seed=seed)
    check_folder(world, nursery, whole, ends=20, seed=seed)


STYLES = {
    "information-extraction": "text",
    "numerical": "text+image",
    "compare-contrast": "2text",
    "comparison": "text+table",
    "compound": "2text",
    "multi-hop": "text+table",
}


@pytest.mark.parametrize(("style", "modalities"), STYLES.items())
def test_a_wave_of_each_style_takes_at_most_six_rounds_of_files(world: World, style: str, modalities: str) -> None:
    cells = f"  - {{style: {style}, modalities: [{modalities}], count: 2}}\n"
    plan = world.plan("http://127.0.0.1:9", f"rounds-{style}", cells=cells)
    files, answered, reports = world.folder / f"rounds-{style}", set[str](), list[GenerateReport]()
    while not reports or reports[-1].waiting:
        reports.append(generate(plan, world.bench(f"in-{style}"), batch_dir=files, per_cell=3))
        answer_batches(files, answered, Mind(PERFECT))
    cells_of = [report.cells[0] for report in reports]
    assert [report.rounds for report in reports] == [*range(1, len(reports)), len(reports) - 1]
    assert len(reports) - 1 <= 6
    assert cells_of[0].under_way == 3  # two at three in four: not "0 attempts"
    assert "0 attempts of 40 and 3 under way" in funnel_lines(cells_of)[0]
