"""All hostile files in one folder, those too that take seconds or a worker's life: each has an outcome that was
foreseen, few workers die, the others' documents are read, and memory stays under its cap."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from hostile import ALL, DEADLY, QUICK
from hostile.kinds import READ, WORKER
from hostile.outcomes import outcomes_of, unforeseen
from hostile.places import listing, make_folder, make_outside, watch
from hostile.run import ingested

MEMORY = 2 << 30


@pytest.mark.soak
def test_all_of_them(tmp_path: Path) -> None:
    make_folder(tmp_path / "docs", ALL)
    outside = make_outside(tmp_path)
    before = listing(tmp_path / "docs"), listing(outside)
    with watch(outside) as opened:
        said = ingested(tmp_path, "2", seconds=30.0, memory=MEMORY, patience=3600)
    assert (listing(tmp_path / "docs"), listing(outside)) == before
    assert opened == []
    assert said["outside"] == []
    found = outcomes_of(tmp_path / "docs", tmp_path / "2", ALL)
    by_kind: dict[str, Counter[str]] = {}
    for (kind, _), came in sorted(found.items()):
        by_kind.setdefault(kind, Counter()).update(("made", *sorted(came)))
    for kind, counts in by_kind.items():
        print(kind, counts.pop("made"), "read", counts.pop(READ, 0), dict(counts))
    print("kilobytes of parent and largest child:", said["memory"])
    wrong = unforeseen(tmp_path / "docs", ALL, found)
    assert not wrong, json.dumps(wrong, indent=0)
    died = {name for (_, name), came in found.items() if came & WORKER}
    assert died <= DEADLY
    assert not any("reader-error" in came for came in found.values())
    parent, child = said["memory"]
    assert parent < 1_000_000
    assert child < (MEMORY >> 10) + 500_000  # what an idle worker takes comes to it


@pytest.mark.soak
def test_a_worker_that_may_read_the_whole_disk_opens_nothing_outside(tmp_path: Path) -> None:
    make_folder(tmp_path / "docs", QUICK)
    outside = make_outside(tmp_path)
    with watch(outside) as opened:
        said = ingested(tmp_path, "watched")
    assert (opened, said["outside"]) == ([], [])
    assert not {"opened-outside", "worker-refused"} & set(said["report"]["drops"])
    assert max(said["memory"]) < 1_000_000
