"""A killed load goes on where it was: the same bytes in the end, and nothing that was kept is read twice."""

from pathlib import Path

from reloading import NAME, feeds, same_files, settings
from toygraph import reloaded

from benchwright.graphs.load.load import load


def test_kills_while_reading_joining_and_moving(tmp_path: Path) -> None:
    said = reloaded(tmp_path / "killed", statements=900, kills=4, seed=3)
    assert said["hits"] >= 2
    assert said["continued"] >= 1
    load(feeds(900), tmp_path / "whole", NAME, {}, settings=settings(900))
    assert same_files(tmp_path / "killed", tmp_path / "whole")
    assert not (tmp_path / "killed/graphs/toy/loading").exists()
