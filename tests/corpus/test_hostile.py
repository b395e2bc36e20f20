"""Hostile files, over 150 of them and of every kind: each has an outcome that was foreseen, nothing outside
the folder is opened or written, nothing hangs, no worker dies, and what stands among them is read whole. Those that
take longer, or a worker's life, are left to the soak."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from corpus_faults import corpus_faults
from hostile import ALL, QUICK
from hostile.kinds import WORKER
from hostile.outcomes import outcomes_of, unforeseen
from hostile.places import SONG, listing, make_folder, make_outside, place_of, watch
from hostile.run import ingested

from benchwright.corpus.store import Corpus

OAK = "The oak is a tree that may live for a thousand years and more. " * 4
MOST_MEMORY = 1_000_000  # kilobytes
Ran = tuple[Path, dict[str, dict[str, Any]], list[str]]
MODES = ("2", "0")
"""Two workers as a user has them; none at all, where nothing but the readers themselves keeps files shut. A worker that
may read the whole disk comes in tests/soak."""


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Ran:
    """The place of the files, what each run said, and what outside was opened or changed meanwhile. All run at once."""
    place = tmp_path_factory.mktemp("hostile")
    make_folder(place / "docs", QUICK)
    (place / "docs/good.md").write_text(f"# Trees\n\n{OAK}\n\n| tree | age |\n|---|---|\n| oak | 900 |\n")
    outside = make_outside(place)
    before = {name: listing(place / name) for name in ("docs", "outside")}
    with watch(outside) as opened, ThreadPoolExecutor() as threads:
        said = dict(zip(MODES, threads.map(lambda mode: ingested(place, mode), MODES), strict=True))
    after = {name: listing(place / name) for name in ("docs", "outside")}
    around = [*opened, *(name for name in before if before[name] != after[name])]
    return place, said, around


def test_the_set_is_large_and_has_no_name_twice() -> None:
    assert len(ALL) >= 590
    assert len({(file.kind, file.name) for file in ALL}) == len(ALL)
    assert len(QUICK) >= 150
    assert {file.kind for file in QUICK} == {file.kind for file in ALL}


def test_the_same_bytes_every_time(tmp_path: Path) -> None:
    some = [file for file in QUICK if file.kind in {"image damaged", "archive damaged", "svg", "html", "pdf drawing"}]
    for name in ("one", "two"):
        make_folder(tmp_path / name, some)
    assert [place_of(tmp_path / "one", file).read_bytes() for file in some] == [
        place_of(tmp_path / "two", file).read_bytes() for file in some
    ]


def test_a_watch_sees_who_opens_what(tmp_path: Path) -> None:
    outside = make_outside(tmp_path)
    with watch(outside) as opened:
        (outside / "canary.md").read_text()
    assert set(opened) in ({"canary.md"}, set())  # no system but Linux tells
    before = listing(tmp_path)
    (outside / "new").touch()
    assert listing(tmp_path) != before


@pytest.mark.parametrize("mode", MODES)
def test_nothing_outside_is_opened_or_written_and_no_host_is_asked(ran: Ran, mode: str) -> None:
    place, said, around = ran
    assert said[mode]["outside"] == []
    assert around == []
    assert sorted(said[mode]["report"]["drops"]) == sorted(said["2"]["report"]["drops"])
    assert "opened-outside" not in said[mode]["report"]["drops"]
    assert "worker-refused" not in said[mode]["report"]["drops"]
    for name in ("home", "tmp", "current"):
        assert list((place / name).iterdir()) == []
    assert {path.name for path in place.iterdir()} == {"docs", "outside", "home", "tmp", "current", *MODES}
    song, picture = SONG.encode(), (place / "outside/canary.png").read_bytes()
    for path in (place / mode).rglob("*"):
        assert not path.is_file() or (song not in (data := path.read_bytes()) and data != picture)


def test_memory_stays_under_its_cap(ran: Ran) -> None:
    assert max(ran[1]["2"]["memory"]) < MOST_MEMORY


def test_any_number_of_workers_gives_the_same_bytes(ran: Ran) -> None:
    one, two = (
        {
            path.relative_to(ran[0] / mode): path.read_bytes()
            for path in (ran[0] / mode).rglob("*")
            if path.is_file() and not {".ingest", ".lock"} & {*path.parts}
        }
        for mode in MODES
    )
    assert sorted(one) == sorted(two)
    assert [str(path) for path in one if one[path] != two[path]] == []


def test_what_is_good_among_them_is_whole(ran: Ran) -> None:
    corpus = Corpus.open(ran[0] / "2")
    assert corpus_faults(corpus) == []
    assert corpus.source("good.md#p0").text == OAK.strip()
    table = corpus.source("good.md#t0").table
    assert table is not None
    assert table.rows == (("oak", "900"),)


def test_every_file_has_an_outcome_that_was_foreseen(ran: Ran) -> None:
    found = outcomes_of(ran[0] / "docs", ran[0] / "2", QUICK)
    wrong = unforeseen(ran[0] / "docs", QUICK, found)
    assert not wrong, json.dumps(wrong, indent=0)
    assert [name for name, came in found.items() if came & (WORKER | {"reader-error"})] == []
