"""Parquet files: the same bytes whatever pieces come, and no more memory than their size allows."""

from __future__ import annotations

import os
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.errors import ReadError
from benchwright.files import parquet
from benchwright.files.parquet import count_rows, read_parquet, write_parquet

SCHEMA = pa.schema([("number", pa.int32()), ("text", pa.string())])


def table(texts: list[str]) -> pa.Table:
    return pa.table({"number": pa.array(range(len(texts)), pa.int32()), "text": texts}, schema=SCHEMA)


@given(st.lists(st.text("ab", max_size=9), max_size=20), st.data())
def test_the_same_rows_give_the_same_bytes(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], draw: st.DataObject
) -> None:
    folder, whole = tmp_path_factory.mktemp("parquet"), table(texts)
    cuts = sorted(draw.draw(st.lists(st.integers(0, len(texts)), max_size=4)))
    pieces = [whole.slice(low, high - low) for low, high in zip([0, *cuts], [*cuts, len(texts)], strict=True)]
    bounds = {"group_rows": 5, "group_bytes": 12, "measured": ("text",)}
    assert write_parquet(folder / "a", SCHEMA, [whole], **bounds) == len(texts)  # type: ignore[arg-type]
    assert write_parquet(folder / "b", SCHEMA, pieces, **bounds) == len(texts)  # type: ignore[arg-type]
    assert (folder / "a").read_bytes() == (folder / "b").read_bytes()
    assert read_parquet(folder / "a").to_pylist() == whole.to_pylist()
    metadata = pq.read_metadata(folder / "a")
    groups = [metadata.row_group(number).num_rows for number in range(metadata.num_row_groups)]
    assert all(1 <= rows <= 5 for rows in groups)
    assert count_rows(folder / "a") == sum(groups) == len(texts)


def test_some_columns_are_read_alone(tmp_path: Path) -> None:
    write_parquet(tmp_path / "a", SCHEMA, [table(["x", "y"])], group_rows=1)
    assert read_parquet(tmp_path / "a", ["text"]).to_pydict() == {"text": ["x", "y"]}


@pytest.mark.parametrize("kind", ["many rows", "long texts"])
def test_a_small_file_of_very_many_rows_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    monkeypatch.setattr(parquet, "_LEAST", 1 << 20)
    texts = pa.array(["x" * 100 if kind == "long texts" else ""]).take(pa.array([0] * 400_000))
    pq.write_table(pa.table({"text": texts}), tmp_path / "a", compression="zstd")
    assert (tmp_path / "a").stat().st_size < 15_000
    with pytest.raises(ReadError, match="more than 100 times its size") as error:
        read_parquet(tmp_path / "a")
    assert error.value.reason == "too-large"


@pytest.mark.parametrize("read", [read_parquet, count_rows])
def test_what_is_not_a_regular_file_is_not_opened(tmp_path: Path, read: object) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path, Path("/dev/zero"), tmp_path / "missing"):
        with pytest.raises(ReadError) as error:
            read(path)  # type: ignore[operator]
        assert error.value.reason == "unreadable"
    (tmp_path / "a").write_bytes(b"PAR1")
    with pytest.raises(ReadError, match="is damaged"):
        read(tmp_path / "a")  # type: ignore[operator]
