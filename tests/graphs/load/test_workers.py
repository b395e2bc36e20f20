"""Lines parsed by other processes: the same parts and the same journal, and nobody is left behind."""

import json
import os
import pickle
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from unittest.mock import patch

import pytest
from reloading import same_files

from benchwright.errors import BenchwrightError
from benchwright.graphs.items import Position
from benchwright.graphs.load import load as loading
from benchwright.graphs.load.child import BlockWork
from benchwright.graphs.load.feed import Feed
from benchwright.graphs.load.journal import LoadJournal
from benchwright.graphs.load.load import LoadSettings, load
from benchwright.graphs.load.workers import LoadWorkers
from benchwright.graphs.read import file_lines, reader_of
from benchwright.graphs.read.base import GraphReadOptions, LineInput
from benchwright.graphs.read.limits import GraphLimits

NAME = "toy"
OPTIONS = GraphReadOptions(limits=GraphLimits(mark_lines=70))


def write_dump(path: Path, entities: int) -> None:
    """A dump with statements of both kinds, values twice, losses of many reasons, and bad lines."""
    draw = random.Random(4)
    with path.open("w", encoding="utf-8") as file:
        file.write("[\n")
        for number in range(1, entities + 1):
            claims: dict[str, list[object]] = {}
            for _ in range(5):
                kind, said = draw.choice(
                    [
                        ("wikibase-item", {"id": f"Q{draw.randrange(entities)}"}),
                        ("quantity", {"amount": f"+{draw.randrange(9)}", "unit": "1"}),
                        ("string", "number:7" if draw.randrange(9) else " "),
                        ("external-id", "x"),
                        ("time", {"time": "+1952-03-11T00:00:00Z", "precision": draw.choice([11, 7])}),
                    ]
                )
                snak = {"snaktype": "value", "datatype": kind, "datavalue": {"value": said, "type": kind}}
                rank = draw.choice(["normal", "normal", "preferred", "deprecated", "odd"])
                claims.setdefault(f"P{draw.randrange(20, 33)}", []).append({"mainsnak": snak, "rank": rank})
            told = {"type": "item", "id": f"Q{number}", "claims": claims}
            told["labels"] = {
                "en": {"language": "en", "value": f"thing {draw.randrange(30)}" + "g" * draw.choice([0, 1_500])}
            }
            line = json.dumps(told)
            file.write(draw.choice([line, line, line, line, line[:-9], "{}", ""]) + ",\n")
        file.write("]\n")


def feed_of(path: Path, options: GraphReadOptions = OPTIONS) -> Feed:
    reader = reader_of(path)
    assert reader.lines is not None
    usual = frozenset({"external-id", "deprecated"})
    lines = LineInput(path, options, reader.lines)
    return Feed(path.name, {"file": path.name}, partial(reader.read, path, options), usual=usual, lines=lines)


def parts(folder: Path, feed: Feed, workers: int) -> dict[str, bytes]:
    """The bytes of all that a reading writes."""
    journal = LoadJournal(folder, {"of": "a test"})
    how = LoadSettings(part_rows=300, workers=workers)
    loading._read(journal, [feed], None, how, lambda _: None)
    journal.close()
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def small_blocks() -> Iterator[None]:
    with patch.object(file_lines, "_BLOCK", 5_000):
        yield


def test_as_many_workers_as_you_like_make_the_same_parts(tmp_path: Path, small_blocks: None) -> None:
    path = tmp_path / "dump.json"
    write_dump(path, 700)
    here = parts(tmp_path / "here", feed_of(path), 0)
    assert parts(tmp_path / "two", feed_of(path), 2) == here
    assert len([name for name in here if name.endswith("statements.parquet")]) > 3


def test_the_graph_is_that_of_one_item_after_the_other(tmp_path: Path, small_blocks: None) -> None:
    path = tmp_path / "dump.json"
    write_dump(path, 200)
    feed, how = feed_of(path), LoadSettings(memory=256 << 20, threads=1, workers=2)
    manifest, _ = load([feed], tmp_path / "pieces", NAME, {}, settings=how)
    load([replace(feed, lines=None)], tmp_path / "items", NAME, {}, settings=how)
    assert same_files(tmp_path / "pieces", tmp_path / "items")
    assert {"bad-json", "bad-entity", "bad-claim", "long-name", "imprecise-date"} <= manifest["drops"].keys()
    assert manifest["left_out"].keys() == {"external-id", "deprecated"}
    load([feed], tmp_path / "limited", NAME, {}, limit=100, settings=how)
    load([replace(feed, lines=None)], tmp_path / "limited items", NAME, {}, limit=100, settings=how)
    assert same_files(tmp_path / "limited", tmp_path / "limited items")


def test_a_worker_that_dies_ends_the_load_and_the_next_goes_on(tmp_path: Path, small_blocks: None) -> None:
    path = tmp_path / "dump.json"
    write_dump(path, 300)
    feed = feed_of(path)
    assert feed.lines is not None
    with LoadWorkers(2, BlockWork(feed.lines, 0, feed.usual)) as workers:
        first, second = workers.pids
        made = workers.done(feed.lines.blocks(None))
        next(made)
        os.kill(second, signal.SIGKILL)
        with pytest.raises(BenchwrightError, match=r"a process that reads dump\.json has ended"):
            list(made)
        assert alive(first)
    assert not alive(first)


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_an_error_of_the_load_ends_the_workers(tmp_path: Path, small_blocks: None) -> None:
    path = tmp_path / "dump.json"
    write_dump(path, 300)
    feed = feed_of(path)
    begun: list[int] = []
    start = LoadWorkers.__enter__

    def watched(workers: LoadWorkers) -> LoadWorkers:
        begun.extend(workers.pids)
        return start(workers)

    def broken(told: object) -> None:
        raise KeyboardInterrupt

    how = LoadSettings(memory=256 << 20, workers=2)
    with patch.object(LoadWorkers, "__enter__", watched), pytest.raises(KeyboardInterrupt):
        load([feed], tmp_path / "corpus", NAME, {}, settings=how, tell=broken)
    assert len(begun) == 2
    assert not any(map(alive, begun))


def test_a_worker_that_cannot_be_told_its_work_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[subprocess.Popen[bytes]] = []
    start = subprocess.Popen

    def watched(*given: object, **more: object) -> subprocess.Popen[bytes]:
        begun.append(start(*given, **more))  # type: ignore[call-overload]
        return begun[-1]

    monkeypatch.setattr(subprocess, "Popen", watched)
    with pytest.raises((AttributeError, pickle.PicklingError)) as error:
        LoadWorkers(1, BlockWork(LineInput(Path("dump.json"), OPTIONS, lambda *_: iter(())), 0, frozenset()))
    assert [one.returncode for one in begun] == [-signal.SIGKILL]
    assert error.value is not None  # what it holds is not what ends the worker


def test_a_worker_that_cannot_be_started_ends_those_before_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_dump(tmp_path / "dump.json", 1)
    feed = feed_of(tmp_path / "dump.json")
    assert feed.lines is not None
    begun: list[subprocess.Popen[bytes]] = []
    start = subprocess.Popen

    def one_alone(*given: object, **more: object) -> subprocess.Popen[bytes]:
        if begun:
            raise BlockingIOError("no more processes")
        begun.append(start(*given, **more))  # type: ignore[call-overload]
        return begun[-1]

    monkeypatch.setattr(subprocess, "Popen", one_alone)
    with pytest.raises(BlockingIOError):
        LoadWorkers(2, BlockWork(feed.lines, 0, feed.usual))
    assert [one.returncode for one in begun] == [-signal.SIGKILL]


def test_a_worker_that_is_told_nothing_ends_quietly() -> None:
    command = [sys.executable, "-m", "benchwright.graphs.load.child"]
    ended = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")


def children_of(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


PROGRAM = """
import sys
from pathlib import Path
from test_workers import NAME, feed_of
from benchwright.graphs.load.load import LoadSettings, load

how = LoadSettings(memory=256 << 20, threads=1, part_rows=600, workers=2)
load([feed_of(Path(sys.argv[1]))], Path(sys.argv[2]), NAME, {}, settings=how)
"""


@pytest.mark.soak  # one that is killed without workers is in test_kills.py
@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_killed_with_its_workers_it_goes_on_to_the_same_graph(tmp_path: Path) -> None:
    path, killed = tmp_path / "dump.json", tmp_path / "killed"
    write_dump(path, 2_000)
    load([feed_of(path)], tmp_path / "whole", NAME, {}, settings=LoadSettings(memory=256 << 20, threads=1, workers=0))
    command = [sys.executable, "-c", PROGRAM, str(path), str(killed)]
    known = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path])}
    journal = killed / "graphs" / NAME / "loading" / "journal.jsonl"
    with subprocess.Popen(command, env=known) as process:
        while process.poll() is None and lines(journal) <= 3:
            time.sleep(0.002)
        pids = children_of(process.pid) if process.poll() is None else []
        process.kill()
    until = time.monotonic() + 30
    while any(map(alive, pids)) and time.monotonic() < until:
        time.sleep(0.01)
    assert len(pids) == 2
    assert not any(map(alive, pids))
    assert lines(journal) > 3
    subprocess.run(command, env=known, check=True)
    assert same_files(killed, tmp_path / "whole")


def lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def test_what_a_worker_is_told_can_be_sent(tmp_path: Path) -> None:
    path = tmp_path / "entities.jsonl"
    path.write_text('{"id": "Q1", "label": "one", "types": ["Q2"]}\n{"id": 7, "label": []}\n')
    feed = feed_of(path, GraphReadOptions())
    assert feed.lines is not None
    with LoadWorkers(1, BlockWork(feed.lines, 3, frozenset())) as workers:
        first, second, end = workers.done(feed.lines.blocks(None))
    assert isinstance(first, tuple)
    assert isinstance(second, tuple)
    gathered, losses = first[0], second[1]
    assert end == Position(path.stat().st_size, 2)
    assert gathered.tables["nodes"].to_pylist()[0] == {
        "id": "Q1",
        "rank": 3,
        "label": "one",
        "description": "",
        "page": "",
    }
    assert gathered.tables["types"].to_pylist() == [{"id": "Q1", "type": "Q2"}]
    assert [(lost.reason, lost.count) for lost in losses.drain()] == [("bad-field", 1)]
