"""A killed load goes on where it was: the same bytes in the end, and nothing that was kept is read twice."""

from pathlib import Path

from reloading import NAME, feeds, settings
from toygraph import reloaded

from benchwright.graphs.columns import DROPS_FILE, FILES, MANIFEST
from benchwright.graphs.load.load import load


def test_kills_while_reading_joining_and_moving(tmp_path: Path) -> None:
    said = reloaded(tmp_path / "killed", statements=1_500, kills=12, seed=3)
    assert said["hits"] >= 6
    assert said["continued"] >= 2
    load(feeds(1_500), tmp_path / "whole", NAME, {}, settings=settings(1_500))
    for name in (*FILES, DROPS_FILE, MANIFEST):
        assert (tmp_path / "killed/graphs/toy" / name).read_bytes() == (
            tmp_path / "whole/graphs/toy" / name
        ).read_bytes()
    assert not (tmp_path / "killed/graphs/toy/loading").exists()
