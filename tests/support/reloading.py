"""Loads of a graph that are killed over and over: a program that forks one load after the other.

    python reloading.py CORPUS STATEMENTS KILLS SEED

It has imported everything, so that a child begins at once. Each child is killed at a random moment. Where a child
begins to read is held against the journal: nothing that is on the disk may be read again.
"""

import json
import os
import random
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import duckdb  # noqa: F401
import pyarrow as pa
import pyarrow.parquet
from toygraph import feed, made_up

from benchwright.files.append_log import AppendLog
from benchwright.files.atomic import MANIFEST
from benchwright.graphs.graph_files import DROPS_FILE, FILES, FOLDER
from benchwright.graphs.items import Item, Position
from benchwright.graphs.load.feed import Feed
from benchwright.graphs.load.load import LoadSettings, load

NAME = "toy"


def feeds(statements: int) -> list[Feed]:
    """Two inputs: the second tells other labels of some of the entities."""
    return [feed(made_up(statements, seed=1), "one"), feed(made_up(statements // 3, seed=2), "two")]


def same_files(corpus: Path, other: Path) -> bool:
    """Whether two corpus folders hold the same graph, byte by byte."""
    names = (*FILES, DROPS_FILE, MANIFEST)
    one, two = corpus / FOLDER / NAME, other / FOLDER / NAME
    return all((one / name).read_bytes() == (two / name).read_bytes() for name in names)


def settings(statements: int) -> LoadSettings:
    return LoadSettings(memory=256 << 20, threads=2, part_rows=max(20, statements // 8))


def main(corpus: Path, statements: int, kills: int, seed: int) -> None:
    pa.array(["the first one imports what else there is"])
    draw = random.Random(seed)
    log = corpus.with_name(f"{corpus.name}.starts")
    inputs = [watched(one, number, log) for number, one in enumerate(feeds(statements))]
    hits = again = 0
    longest = 0.5
    for kill in range(kills + 1):
        before = on_disk(corpus)
        log.write_bytes(b"")
        child = os.fork()
        if not child:
            load(inputs, corpus, NAME, {}, settings=settings(statements))
            os._exit(0)
        since = time.monotonic()
        if kill < kills:
            moment = draw.uniform(0, longest)
            while time.monotonic() - since < moment and not os.waitid(
                os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT
            ):
                time.sleep(0.002)
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        hits += os.WIFSIGNALED(status)
        assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0
        starts = [json.loads(line) for line in log.read_bytes().splitlines(keepends=True) if line.endswith(b"\n")]
        if starts:
            assert starts[0] == before, (starts, before)
            again += before != [0, None]
        if os.WIFSIGNALED(status):
            longest *= 1.1  # until an end is in sight
        else:
            longest = max(0.05, time.monotonic() - since)
            if kill < kills:  # done: another one from the beginning
                (corpus / FOLDER / NAME / "manifest.json").unlink()
    print(json.dumps({"hits": hits, "continued": again}))


def watched(one: Feed, number: int, log: Path) -> Feed:
    """The feed, which writes down where it begins, and takes its time."""

    def read(at: Position | None) -> Iterator[Item]:
        with log.open("ab", buffering=0) as told:
            told.write(json.dumps([number, None if at is None else at.line]).encode() + b"\n")
        for count, item in enumerate(one.read(at)):
            if count % 20 == 0:
                time.sleep(0.0005)
            yield item

    return Feed(one.name, one.identity, read, one.bounded)


def on_disk(corpus: Path) -> list[int | None]:
    """The input and the line from which the next load has to read on."""
    where: list[int | None] = [0, None]
    for entry in AppendLog.read(corpus / FOLDER / NAME / "loading/journal.jsonl")[1:]:
        if "part" in entry:
            where = [entry["feed"] + 1, None] if entry["at"] is None else [entry["feed"], entry["at"]["line"]]
    return where


if __name__ == "__main__":
    asked = sys.argv[1:]
    main(Path(asked[0]), int(asked[1]), int(asked[2]), int(asked[3]))
