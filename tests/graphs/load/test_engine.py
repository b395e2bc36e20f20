"""DuckDB within bounds: what it is refused is told in one line."""

from pathlib import Path

import pytest
from toygraph import made_up

from benchwright.errors import StorageError
from benchwright.graphs.load.engine import open_engine
from benchwright.graphs.load.parts import LoadPart


@pytest.fixture
def parts(tmp_path: Path) -> Path:
    part = LoadPart(tmp_path / "it's parts", 0, 0, 0)
    for item in made_up(3_000, seed=5):
        part.add(item)
    part.close()
    return tmp_path / "it's parts"


def test_too_little_memory_is_told(parts: Path, tmp_path: Path) -> None:
    with (
        open_engine(parts, memory=1 << 20, spill=tmp_path / "spill", threads=2) as engine,
        pytest.raises(StorageError, match="too little memory"),
    ):
        list(engine.rows("entities"))


def test_a_damaged_part_is_told(parts: Path, tmp_path: Path) -> None:
    path = parts / "000000-statements.parquet"
    path.write_bytes(path.read_bytes()[:-10] + b"0123456789")
    with (
        pytest.raises(StorageError, match="cannot be joined"),
        open_engine(parts, memory=256 << 20, spill=tmp_path / "spill", threads=2) as engine,
    ):
        list(engine.rows("entities"))


def test_nothing_is_fetched(parts: Path, tmp_path: Path) -> None:
    with open_engine(parts, memory=256 << 20, spill=tmp_path / "spill", threads=2) as engine:
        told = "SELECT current_setting('autoinstall_known_extensions'), current_setting('autoload_known_extensions')"
        assert engine.connection.execute(told).fetchone() == (False, False)
