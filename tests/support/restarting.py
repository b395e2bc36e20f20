"""Ingests that are killed over and over: a program that forks one ingest after the other, and looks at what each left.

    python restarting.py DOCS CORPUS KILLS SEED WORKERS SMALL

It has imported everything, so that a child begins at once. Each child is killed at a random moment. Every start of a
reader, or every task that a worker is given, is held against the journals: nothing that is on the disk may be read
again. SMALL makes marks, chunks and waits for the disk small.
"""

import json
import os
import random
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from benchwright.corpus import chunk_writer
from benchwright.corpus.ingest import ingest_paths
from benchwright.files.append_log import AppendLog
from benchwright.files.atomic import MANIFEST
from benchwright.readers import read_task
from benchwright.readers.base import InputFile, Item, Limits, Reader, Resume
from benchwright.readers.confined.job import Job
from benchwright.readers.confined.worker import Worker
from benchwright.readers.layouts import resume_marks
from benchwright.readers.registered import READERS


def main(docs: Path, corpus: Path, kills: int, seed: int, workers: int, small: bool) -> None:
    if small:
        resume_marks.EVERY, read_task.CHUNK_SOURCES, chunk_writer._SOURCES = 20, 15, 30
    draw = random.Random(seed)
    log = corpus.with_name(f"{corpus.name}.starts")
    hits = again = 0
    longest = 1.0
    for kill in range(kills + 1):
        before = on_disk(corpus)
        log.write_bytes(b"")
        child = os.fork()
        if not child:
            if workers:
                watch_workers(log)
            ingest_paths([docs], corpus, workers=workers, readers=watched(log) if not workers else READERS)
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
        for name, line in starts:
            assert before.get(name, 0) == line, (name, line, before.get(name, 0))
            again += 1
        if os.WIFSIGNALED(status):
            longest *= 1.1  # until an end is in sight
        else:
            longest = max(0.05, time.monotonic() - since)
            if kill < kills:  # done: another whole one from the beginning, or from where only the last step is left
                undo(corpus, draw)
    print(json.dumps({"hits": hits, "starts": again}))


def note(log: Path, name: str, resume: Resume | None) -> None:
    with log.open("ab", buffering=0) as told:
        told.write(json.dumps([name, resume.state["records"] if resume else 0]).encode() + b"\n")


def watch_workers(log: Path) -> None:
    """Write down what workers are given in this process."""
    give = Worker.give

    def watch(worker: Worker, job: Job) -> None:
        note(log, job.name, job.task.resume)
        give(worker, job)

    Worker.give = watch  # type: ignore[method-assign]


def watched(log: Path) -> tuple[Reader, ...]:
    """The readers, which write down where they begin, and take their time."""

    def watch(reader: Reader) -> Reader:
        def read(file: InputFile, limits: Limits) -> Iterator[Item]:
            note(log, file.name, file.resume)
            for item in reader.read(file, limits):
                time.sleep(0.0005)
                yield item

        return replace(reader, read=read)

    return tuple(map(watch, READERS))


def on_disk(corpus: Path) -> dict[str, int]:
    """What a run must not read again: for every input in the journals the line of its last mark, -1 if it is finished.
    Those of the corpus that stands are finished too."""
    found: dict[str, int] = {}
    if (corpus / MANIFEST).exists():
        for path in (corpus / ".ingest").glob("[0-9a-f]*.jsonl"):
            found |= {json.loads(line)["name"]: -1 for line in path.read_text().splitlines() if line[:8] == '{"name":'}
    for entry in AppendLog.read(corpus / ".ingest/journal.jsonl")[1:]:
        if "chunk" not in entry:
            found[entry["name"]] = -1
        elif entry["mark"] is not None:
            found[entry["name"]] = entry["mark"]["records"]
    return found


def undo(corpus: Path, draw: random.Random) -> None:
    """Begin again: without a corpus, or with one of which the records are lost."""
    for path in sorted((corpus / ".ingest").iterdir()):
        path.unlink()
    if draw.random() < 0.5:
        (corpus / MANIFEST).unlink()


if __name__ == "__main__":
    asked = sys.argv[1:]
    main(Path(asked[0]), Path(asked[1]), int(asked[2]), int(asked[3]), int(asked[4]), asked[5] == "small")
