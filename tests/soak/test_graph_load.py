"""200,000 statements: killed sixty times, a load of a graph gives the same bytes."""

from pathlib import Path

import pytest
from reloading import NAME, feeds, same_files, settings
from toygraph import reloaded

from benchwright.graphs.load.load import load


@pytest.mark.soak
@pytest.mark.parametrize("seed", [1, 2])
def test_sixty_kills(tmp_path: Path, seed: int) -> None:
    said = reloaded(tmp_path / "killed", statements=200_000, kills=60, seed=seed)
    assert said["hits"] >= 30
    assert said["continued"] >= 10
    load(feeds(200_000), tmp_path / "whole", NAME, {}, settings=settings(200_000))
    assert same_files(tmp_path / "killed", tmp_path / "whole")
