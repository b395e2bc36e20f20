"""Workers: what one document does to its process is one counted drop, and every other document is whole."""

from __future__ import annotations

import os
import resource
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from rough_readers import ROUGH

from benchwright.errors import BenchwrightError, ReadError
from benchwright.readers.base import Resume
from benchwright.readers.confined import pool
from benchwright.readers.confined.bounds import WorkerBounds
from benchwright.readers.confined.in_process import run_here
from benchwright.readers.confined.pool import WorkerPool
from benchwright.readers.discover import Input
from benchwright.readers.read_task import IngestOptions, InputEnd, ReadTask, RowChunk

READERS = "rough_readers:READERS"
BOUNDS = WorkerBounds(seconds=5, memory=256 << 20, task_output=30 << 20, chunk_output=20 << 20)


@dataclass
class Came:
    """What came of one input."""

    ids: list[str] = field(default_factory=list)
    drops: list[tuple[str, str]] = field(default_factory=list)
    digests: list[str] = field(default_factory=list)
    end: InputEnd | None = None


def task(folder: Path, name: str, *lines: str, resume: Resume | None = None) -> ReadTask:
    path = folder / name
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return ReadTask(Input(name, path, folder, ROUGH), IngestOptions(), "", resume)


def gathered(parts: Iterable[tuple[ReadTask, RowChunk | InputEnd]]) -> dict[str, Came]:
    found: dict[str, Came] = {}
    for one, part in parts:
        came = found.setdefault(one.item.name, Came())
        assert came.end is None, "nothing comes after the end"
        if isinstance(part, InputEnd):
            came.end = part
        else:
            came.ids += part.sources.column("id").to_pylist()
            came.drops += [(drop.reason, drop.detail) for drop in part.drops]
            came.digests.append(part.digest)
    assert all(came.end is not None for came in found.values())
    return found


def read(
    folder: Path,
    tasks: Iterable[ReadTask],
    bounds: WorkerBounds = BOUNDS,
    count: int = 1,
    fetch: Callable[[str], bytes] | None = None,
) -> dict[str, Came]:
    with WorkerPool(count, bounds, readers=READERS, roots=[folder], fetch=fetch) as workers:
        found = gathered(workers.run(tasks))
        pids = workers.pids
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)
    return found


KILLERS = {
    "sleep": ("worker-timeout", "no sign of life for 5 s (see --seconds)"),
    "spin-in-c": ("worker-timeout", "no sign of life for 5 s (see --seconds)"),
    "allocate": ("worker-memory", "more than 268,435,456 bytes of memory (see --memory)"),
    "no-memory": ("worker-memory", "more than 268,435,456 bytes of memory (see --memory)"),
    "no-room": ("worker-memory", "more than 268,435,456 bytes of memory (see --memory)"),
    "recurse": ("worker-crashed", "SIGSEGV"),
    "abort": ("worker-crashed", "SIGABRT"),
    "exit": ("worker-crashed", "exit status 3"),
    "endless": ("worker-output", "more than 31,457,280 bytes came of it"),
    "large 22000000": ("worker-output", "bytes at once are more than 20,971,520"),
    "garbage": ("worker-crashed", "what it sent is not believed"),
}


ONE_A_MECHANISM = ("sleep", "allocate", "abort", "large 22000000", "garbage")


@pytest.mark.parametrize(
    "misdeeds", [ONE_A_MECHANISM, pytest.param(tuple(KILLERS), marks=pytest.mark.soak)], ids=["few", "all"]
)
def test_what_kills_its_worker_is_one_drop(tmp_path: Path, misdeeds: tuple[str, ...]) -> None:
    tasks = [
        *(task(tmp_path, f"{misdeed}.rough", "text first", misdeed, "text last") for misdeed in misdeeds),
        task(tmp_path, "good.rough", "text good"),
    ]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    found = read(tmp_path, tasks, count=2)
    good = found.pop("good.rough")
    assert good.ids == ["good"]
    assert good.end is not None
    assert not good.end.failed
    assert len(found) == len(misdeeds)
    for misdeed in misdeeds:
        reason, detail = KILLERS[misdeed]
        bad = found[f"{misdeed}.rough"]
        assert [name for name, _ in bad.drops] == [reason], misdeed
        assert detail in bad.drops[0][1]
        assert bad.end is not None
        assert bad.end.failed
        assert [file.name for file in bad.end.touched] == [f"{misdeed}.rough"]
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert after - before < 200_000  # the one that allocates is not this process


def test_a_mark_that_is_too_large_ends_its_input(tmp_path: Path) -> None:
    tasks = [task(tmp_path, "1.rough", f"mark {65 << 20}"), task(tmp_path, "2.rough", "text good")]
    found = read(tmp_path, tasks, WorkerBounds())
    ((reason, detail),) = found["1.rough"].drops
    assert reason == "worker-output"
    assert detail.endswith("bytes at once are more than 67,108,864")
    assert found["2.rough"].ids == ["good"]


def test_every_refusal_of_the_sandbox_is_a_drop_and_changes_nothing(tmp_path: Path) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    inside.mkdir()
    outside.mkdir()
    (outside / "secret").write_text("secret")
    with socket.create_server(("127.0.0.1", 0)) as server:
        misdeeds = [
            f"write {outside / 'written'}",
            f"write {inside / 'written'}",
            f"write-in-c {outside / 'written'}",
            f"write-in-c {inside / 'written'}",
            f"connect {server.getsockname()[1]}",
            "socket-in-c",
            "start",
            "fork-in-c",
            "limits-in-c",
            "more-memory",
            "environment",
            f"look {outside / 'secret'}",
        ]
        tasks = [task(inside, f"{at}.rough", "text before", line) for at, line in enumerate(misdeeds)]
        found = read(inside, tasks)
        server.settimeout(0)
        with pytest.raises(BlockingIOError):
            server.accept()
    assert {name: [reason for reason, _ in came.drops] for name, came in found.items()} == {
        f"{at}.rough": ["worker-refused"] for at in range(len(misdeeds))
    }
    assert all(came.ids == ["before"] for came in found.values())
    assert [path.name for path in outside.iterdir()] == ["secret"]
    assert not (inside / "written").exists()


def test_a_bug_and_a_talkative_library_cost_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_API_KEY", "secret")
    monkeypatch.setenv("HARMLESS", "but unknown")
    tasks = [
        task(tmp_path, "1.rough", "text before", "bug", "text behind"),
        task(tmp_path, "2.rough", "print", "text printed"),
        task(tmp_path, "3.rough", "environ"),
        task(tmp_path, "4.rough", "pid"),
        task(tmp_path, "5.rough", "pid"),
    ]
    found = read(tmp_path, tasks)
    assert found["1.rough"].ids == ["before"]
    assert found["1.rough"].drops == [("reader-error", "KeyError: 'no such thing'")]
    assert found["1.rough"].end.failed  # type: ignore[union-attr]
    assert found["2.rough"].ids == ["printed"]
    names = found["3.rough"].ids[0].split()
    assert "PATH" in names
    assert "OMP_NUM_THREADS" in names
    assert not {"SOME_API_KEY", "HARMLESS"} & set(names)
    assert found["4.rough"].ids == found["5.rough"].ids  # the worker lives on
    with pytest.raises(KeyError, match="no such thing"):
        list(run_here(tasks))


def test_a_reader_that_recurses_too_deeply_met_what_is_nested_too_deeply(tmp_path: Path) -> None:
    tasks = [task(tmp_path, "1.rough", "text before", "deep"), task(tmp_path, "2.rough", "text good")]
    for found in (read(tmp_path, tasks), gathered(run_here(tasks))):
        assert found["1.rough"].drops == [("nested-too-deep", "parts inside parts")]
        assert found["1.rough"].end.failed  # type: ignore[union-attr]
        assert (found["1.rough"].ids, found["2.rough"].ids) == (["before"], ["good"])


def test_rows_that_no_column_can_hold_are_a_bug_of_the_reader(tmp_path: Path) -> None:
    tasks = [
        task(tmp_path, "1.rough", "text before", "mark", "text b", "far c"),
        task(tmp_path, "2.rough", "text good"),
    ]
    found = read(tmp_path, tasks)
    assert found["1.rough"].ids == ["before"]
    ((reason, detail),) = found["1.rough"].drops
    assert reason == "reader-error"
    assert detail.endswith("; 2 sources are lost with it")
    assert found["1.rough"].end.failed  # type: ignore[union-attr]
    assert found["2.rough"].ids == ["good"]


def test_a_task_that_waits_behind_a_killer_is_not_at_fault(tmp_path: Path) -> None:
    names = [f"{number}.rough" for number in range(4)]
    tasks = [task(tmp_path, name, *(["exit"] if at % 2 else [f"text {at}"])) for at, name in enumerate(names)]
    found = read(tmp_path, tasks, WorkerBounds(deaths=1))
    for at, name in enumerate(names):
        assert found[name].ids == ([] if at % 2 else [str(at)])
        assert [reason for reason, _ in found[name].drops] == (["worker-crashed"] if at % 2 else [])


def test_a_unit_that_kills_is_left_out_and_nothing_comes_twice(tmp_path: Path) -> None:
    lines = ["a:text a", "b:many 6000", "m:mark", "c:many 7000", "d:abort", "e:text e", "f:exit", "r:resumed"]
    came = read(tmp_path, [task(tmp_path, "x.rough", *lines)])["x.rough"]
    assert came.drops == [
        ("worker-crashed", "d of x.rough killed the process that read it"),
        ("worker-crashed", "f of x.rough killed the process that read it"),
    ]
    before = ["a", *(f"x.rough-2-{number}" for number in range(6000))]
    behind = [f"x.rough-4-{number}" for number in range(7000)]
    assert came.ids == [*before, *behind, "e", "resumed after 3"]
    assert not came.end.failed  # type: ignore[union-attr]


def test_a_picture_that_kills_costs_itself_only(tmp_path: Path) -> None:
    one = task(tmp_path, "1.rough", "pictures good bad better")
    two = task(tmp_path, "2.rough", "picture good", "picture bad", "text last")
    found = read(tmp_path, [one, two])
    assert found["1.rough"].ids == ["1.rough#p0", "1.rough#i0", "1.rough#i1"]
    told = "image bad of {} killed the process that read it"
    assert found["1.rough"].drops == [("image-worker-crashed", told.format("1.rough"))]
    assert found["2.rough"].ids == ["good", "last"]
    assert found["2.rough"].drops == [("image-worker-crashed", "bad: " + told.format("2.rough"))]
    assert not any(came.end.failed for came in found.values())  # type: ignore[union-attr]


def test_rows_of_the_unit_that_killed_cannot_be_taken_back(tmp_path: Path) -> None:
    # The unit gives 6,000 rows, of which 5,000 are handed on, and then kills.
    lines = ["a:text a", "b:fill 6000", "c:text c"]
    came = read(tmp_path, [task(tmp_path, "x.rough", *lines)])["x.rough"]
    assert len(came.ids) == 5000
    assert [reason for reason, _ in came.drops] == ["worker-crashed"]
    assert "rows of it were handed on" in came.drops[0][1]
    assert came.end.failed  # type: ignore[union-attr]


def test_an_input_may_not_kill_for_ever(tmp_path: Path) -> None:
    lines = [f"u{number}:exit" for number in range(5)]
    came = read(tmp_path, [task(tmp_path, "x.rough", *lines)], WorkerBounds(deaths=2))["x.rough"]
    assert came.drops == [("worker-crashed", "exit status 3, at u1")]


@pytest.mark.soak
def test_signs_of_life_keep_a_slow_reader_and_a_slow_consumer_alive(tmp_path: Path) -> None:
    tasks = [task(tmp_path, f"{at}.rough", *(f"u{one}:many 3000" for one in range(4))) for at in range(3)]
    bounds = WorkerBounds(seconds=3)
    with WorkerPool(2, bounds, readers=READERS, roots=[tmp_path]) as workers:

        def slow() -> Iterator[tuple[ReadTask, RowChunk | InputEnd]]:
            for part in workers.run(tasks):
                time.sleep(1)
                yield part

        found = gathered(slow())
    assert [(len(came.ids), came.drops) for _, came in sorted(found.items())] == [(12_000, [])] * 3


def test_tasks_are_pulled_as_workers_come_free(tmp_path: Path) -> None:
    pulled: list[int] = []

    def tasks() -> Iterator[ReadTask]:
        for number in range(100):
            pulled.append(number)
            yield task(tmp_path, f"{number}.rough", f"text {number}")

    with WorkerPool(2, BOUNDS, readers=READERS) as workers, closing(workers.run(tasks())) as parts:
        next(parts)
        assert len(pulled) <= 4
    assert len(pulled) <= 4


def test_what_is_allowed_is_fetched_by_the_parent(tmp_path: Path) -> None:
    asked: list[tuple[str, int]] = []

    def fetch(url: str) -> bytes:
        asked.append((url, os.getpid()))
        if "no" in url:
            raise ReadError("remote", "not allowed")
        return b"fetched"

    tasks = [
        task(tmp_path, "1.rough", "fetch https://yes.example/a.png"),
        task(tmp_path, "2.rough", "fetch https://no.example/a.png"),
    ]
    found = read(tmp_path, tasks, fetch=fetch)
    assert found["1.rough"].ids == ["fetched"]
    assert found["2.rough"].drops == [("remote", "not allowed")]
    assert asked == [("https://yes.example/a.png", os.getpid()), ("https://no.example/a.png", os.getpid())]
    assert read(tmp_path, tasks[:1])["1.rough"].drops[0][0] == "remote"


def test_who_asks_without_taking_the_answer_is_not_believed(tmp_path: Path) -> None:
    asked = []

    def fetch(url: str) -> bytes:
        asked.append(url)
        return b"x" * (4 << 20)  # more than a pipe holds

    found = read(tmp_path, [task(tmp_path, "a.rough", "ask"), task(tmp_path, "b.rough", "text after")], fetch=fetch)
    assert [reason for reason, _ in found["a.rough"].drops] == ["worker-crashed"]
    assert found["b.rough"].ids == ["after"]
    assert len(asked) == 1


def test_an_error_of_the_consumer_ends_the_children(tmp_path: Path) -> None:
    tasks = [task(tmp_path, "1.rough", "text a"), task(tmp_path, "2.rough", "sleep")]
    pids: tuple[int, ...] = ()

    def consume() -> None:
        nonlocal pids
        with WorkerPool(2, readers=READERS, roots=[tmp_path]) as workers:
            for _ in workers.run(tasks):
                pids = workers.pids
                raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        consume()
    assert pids
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)
    assert threading.active_count() == 1


def test_a_worker_that_cannot_start_is_an_error_and_not_a_drop(tmp_path: Path) -> None:
    with (
        WorkerPool(1, readers="rough_readers:NOTHING") as workers,
        pytest.raises(BenchwrightError, match=r"does not start: .*NOTHING"),
    ):
        list(workers.run([task(tmp_path, "1.rough", "text a")]))


@pytest.mark.parametrize("failures", [2, 3])
def test_a_worker_killed_while_it_starts_is_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failures: int
) -> None:
    begun = []

    class Frail(pool.Worker):
        def __init__(self, bounds: WorkerBounds, readers: str, roots: Sequence[str], debug: bool) -> None:
            super().__init__(bounds, readers, roots, debug)
            begun.append(self.pid)
            if len(begun) <= failures:
                os.kill(self.pid, signal.SIGKILL)

    monkeypatch.setattr(pool, "Worker", Frail)
    tasks = [task(tmp_path, f"{number}.rough", f"text {number}") for number in range(3)]
    if failures == 3:
        with pytest.raises(BenchwrightError, match="does not start: killed by the system"):
            read(tmp_path, tasks)
    else:
        found = read(tmp_path, tasks)
        assert [(name, came.ids, came.drops) for name, came in sorted(found.items())] == [
            (f"{number}.rough", [str(number)], []) for number in range(3)
        ]
    assert len(begun) == 3


def test_both_ways_of_running_give_the_same(tmp_path: Path) -> None:
    tasks = [
        task(tmp_path, "1.rough", "text a", "many 5003", "mark", "text b"),
        task(tmp_path, "2.rough", "mark"),
        task(tmp_path, "3.rough", "text c", "resumed", resume=Resume({"line": 1})),
    ]
    here, there = gathered(run_here(tasks)), read(tmp_path, tasks, count=2)
    assert here == there
    assert there["3.rough"].ids == ["resumed after 1"]
