"""Hostile files, some hundred of them: every one has an outcome that was foreseen, nothing outside the folder is
opened, nothing hangs, and what stands among them is read whole. Those that take seconds are not among them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hostile import ALL, READ, Hostile, make_folder, place_of

from benchwright.corpus.read import reader_of_file
from benchwright.corpus.read.inputs import readable_name
from benchwright.corpus.store import Corpus

CHEAP = tuple(file for file in ALL if file.cheap)
OAK = "The oak is a tree that may live for a thousand years and more. " * 4
MOST_MEMORY = 1_000_000  # kilobytes

# Runs an ingest and reports what came of it, what was opened outside, and the memory that it took.
PROGRAM = """
import json, os, resource, sys, warnings
warnings.simplefilter("error")
folder, corpus = sys.argv[1:]
from benchwright.corpus.ingest import ingest_paths
import benchwright.corpus.workers.pool, encodings.idna, encodings.cp1252, encodings.utf_16, encodings.unicode_escape
from PIL import Image; Image.init()
outside = []
own = (folder, corpus, os.environ["TMPDIR"], sys.prefix, sys.base_prefix, *filter(None, sys.path))
allowed = tuple(os.path.realpath(path) + "/" for path in own)
system = ("/proc/self/", "/dev/null", "/sys/", "/usr/share")
def hook(event, arguments):
    if event.startswith(("socket.connect", "socket.getaddrinfo", "os.system", "urllib", "ftplib", "smtplib")):
        outside.append([event, repr(arguments)[:200]])
    elif event == "open" and isinstance(arguments[0], (str, bytes)):
        path = os.path.realpath(os.fsdecode(arguments[0]))
        if not (path + "/").startswith(allowed) and not path.startswith(system):
            outside.append([event, path])
sys.addaudithook(hook)
report = ingest_paths([folder], corpus)
most = [resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
print(json.dumps({"report": report.to_json(), "outside": outside, "memory": most}))
"""


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any], dict[str, set[str]]]:
    """The place of the files, what two runs of ingest said, and the outcomes by document."""
    place = tmp_path_factory.mktemp("hostile")
    (place / "docs").mkdir()
    (place / "tmp").mkdir()
    make_folder(place / "docs", CHEAP)
    (place / "docs/good.md").write_text(f"# Trees\n\n{OAK}\n\n| tree | age |\n|---|---|\n| oak | 900 |\n")
    (place / "docs/outside").mkdir()  # a kind's folder is one deeper: "../outside" is here
    (place / "docs/outside/canary.md").write_text("The canary sings.")
    for run in ("one", "two"):
        made = subprocess.run(
            [sys.executable, "-c", PROGRAM, str(place / "docs"), str(place / run)],
            capture_output=True,
            text=True,
            timeout=300,
            env=os.environ | {"TMPDIR": str(place / "tmp")},
            check=False,
        )
        assert made.returncode == 0, made.stderr[-3000:]
        assert "Traceback" not in made.stderr
        said = json.loads(made.stdout)
        (place / f"{run}.json").write_text(made.stdout)
    outcomes: dict[str, set[str]] = {}
    for line in (place / "one/drops.jsonl").read_text().splitlines():
        drop = json.loads(line)
        outcomes.setdefault(drop["document"], set()).add(drop["reason"])
    return place, said, outcomes


def test_the_set_is_large_and_has_no_name_twice() -> None:
    assert len(ALL) >= 500
    assert len({(file.kind, file.name) for file in ALL}) == len(ALL)
    assert len(CHEAP) >= 200


def test_the_same_bytes_every_time(tmp_path: Path) -> None:
    some = [file for file in CHEAP if file.kind in {"image damaged", "archive damaged", "svg", "html"}]
    for name in ("one", "two"):
        make_folder(tmp_path / name, some)
    assert [place_of(tmp_path / "one", file).read_bytes() for file in some] == [
        place_of(tmp_path / "two", file).read_bytes() for file in some
    ]


def test_nothing_outside_is_opened_and_no_host_is_asked(ran: tuple[Path, dict[str, Any], Any]) -> None:
    assert ran[1]["outside"] == []
    assert list((ran[0] / "tmp").iterdir()) == []


def test_memory_stays_under_its_cap(ran: tuple[Path, dict[str, Any], Any]) -> None:
    assert max(ran[1]["memory"]) < MOST_MEMORY


def test_two_runs_give_the_same_bytes(ran: tuple[Path, Any, Any]) -> None:
    one, two = (
        {path.relative_to(ran[0] / run): path.read_bytes() for path in (ran[0] / run).rglob("*") if path.is_file()}
        for run in ("one", "two")
    )
    assert sorted(map(str, one)) == sorted(map(str, two))
    assert [
        str(path) for path, data in one.items() if two[path] != data and path.parts[0] not in {".ingest", ".lock"}
    ] == []


def test_what_is_good_among_them_is_whole(ran: tuple[Path, Any, Any]) -> None:
    corpus = Corpus.open(ran[0] / "one")
    assert corpus.source("good.md#p0").text == OAK.strip()
    table = corpus.source("good.md#t0").table
    assert table is not None
    assert table.rows == (("oak", "900"),)


def test_every_file_has_an_outcome_that_was_foreseen(ran: tuple[Path, Any, dict[str, set[str]]]) -> None:
    place, _, outcomes = ran
    corpus = Corpus.open(place / "one")
    read = {corpus.source(source).place.document for source in corpus.ids}
    read |= {source.rsplit("#", 1)[0] for source in corpus.ids}
    wrong = {
        document: sorted(found)
        for file in CHEAP
        for document, found in [_outcome(place / "docs", file, outcomes, read)]
        if not found <= file.expect | {"encoding-guessed", "repeated-id"} or not (found or not file.expect)
    }
    assert not wrong, json.dumps(wrong)


def _outcome(folder: Path, file: Hostile, outcomes: dict[str, set[str]], read: set[str]) -> tuple[str, set[str]]:
    """A file's document, and what came of it. One that no reader knows counts as foreseen."""
    path = place_of(folder, file)
    document = readable_name(path.relative_to(folder).as_posix())
    found = set(outcomes.get(document, ()))
    if document in read:
        found.add(READ)
    if reader_of_file(path) is None and found == {"unsupported"}:
        return document, set(file.expect)
    if not found and file.kind in {"json lines", "json"}:  # its sources have ids and documents of their own
        found.add(READ)
    return document, found
