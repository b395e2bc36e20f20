"""Lines of files that are whole, cut and damaged."""

import bz2
import gzip
import lzma
from collections import deque
from pathlib import Path

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from benchwright.errors import ReadError
from benchwright.graphs.items import Loss, Position
from benchwright.graphs.read.file_lines import FileLine, lines_of
from benchwright.graphs.read.limits import GraphLimits

PACK = {
    "": bytes,
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
    ".zst": zstandard.ZstdCompressor().compress,
}
TEXT = b"".join(b"line %d of many\n" % number for number in range(1, 1001))


def texts(found: list[FileLine | Loss | Position]) -> list[bytes]:
    return [item.text for item in found if isinstance(item, FileLine)]


@pytest.mark.parametrize("suffix", PACK)
def test_lines_come_with_numbers_and_marks(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a.nt{suffix}"
    path.write_bytes(PACK[suffix](TEXT))
    found = list(lines_of(path, GraphLimits(mark_lines=400), None))
    lines = [item for item in found if isinstance(item, FileLine)]
    assert [line.number for line in lines] == list(range(1, 1001))
    assert b"".join(texts(found)) == TEXT
    marks = [item for item in found if isinstance(item, Position)]
    assert [mark.line for mark in marks] == [400, 800, 1000]
    assert marks[-1].offset == len(TEXT)
    for at, mark in enumerate(found):
        if isinstance(mark, Position):
            assert list(lines_of(path, GraphLimits(mark_lines=400), mark)) == found[at + 1 :]


@pytest.mark.parametrize("suffix", [".gz", ".bz2", ".xz", ".zst"])
def test_a_cut_archive_gives_every_line_before_the_cut(tmp_path: Path, suffix: str) -> None:
    path, text = tmp_path / f"a.nt{suffix}", b"".join(b"%d\n" % (number * 7919 % 99991) for number in range(90_000))
    packed = PACK[suffix](text)
    path.write_bytes(packed[: len(packed) * 2 // 3])
    found = list(lines_of(path, GraphLimits(), None))
    read = texts(found)
    assert b"".join(read) == text[: sum(map(len, read))]
    lost = [item for item in found if isinstance(item, Loss)]
    assert lost[-1] == Loss(f"a.nt{suffix}:{lost[-1].where.split(':')[1]}", "damaged", lost[-1].detail)
    assert {item.reason for item in lost} <= {"damaged", "cut-line"}
    if suffix != ".bz2":  # its blocks are larger than this file
        assert len(read) > 10_000


def test_bytes_that_are_no_archive_are_damaged(tmp_path: Path) -> None:
    path = tmp_path / "a.nt.gz"
    path.write_bytes(b"plain text\n")
    assert [type(item) for item in lines_of(path, GraphLimits(), None)] == [Position, Loss]


def test_an_overlong_line_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "a.nt"
    path.write_bytes(b"one\n" + b"x" * 5_000_000 + b"\ntwo\n")
    found = list(lines_of(path, GraphLimits(line_bytes=1000), None))
    assert found == [
        FileLine(1, b"one\n", 0),
        Loss("a.nt:2", "too-long", "x" * 100),
        FileLine(3, b"two\n", 5_000_005),
        Position(5_000_009, 3),
    ]


def test_an_archive_that_grows_without_end_is_stopped(tmp_path: Path) -> None:
    path = tmp_path / "a.nt.zst"
    path.write_bytes(zstandard.ZstdCompressor().compress((b" " * 65_535 + b"\n") * 1100))
    limits = GraphLimits(mark_lines=1 << 40, mark_bytes=1 << 40, expansion=2)
    last = deque(lines_of(path, limits, None), maxlen=1)[0]
    assert isinstance(last, Loss)
    assert last.reason == "decompression-bomb"


def test_a_mark_stands_behind_the_line_with_the_last_of_its_bytes(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"four\n" * 9)
    for most, ends in ((10, [10, 20, 30, 40, 45]), (11, [15, 30, 45]), (9, [10, 20, 30, 40, 45])):
        found = lines_of(path, GraphLimits(mark_bytes=most), None)
        assert [one for one in found if isinstance(one, Position)] == [Position(end, end // 5) for end in ends]


def test_a_folder_and_a_missing_file_are_read_errors(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing"):
        with pytest.raises(ReadError, match="cannot read"):
            list(lines_of(path, GraphLimits(), None))


@given(st.lists(st.binary(max_size=12).map(lambda text: text.replace(b"\n", b""))), st.integers(1, 5))
def test_going_on_at_any_mark_gives_the_rest(
    tmp_path_factory: pytest.TempPathFactory, lines: list[bytes], n: int
) -> None:
    path = tmp_path_factory.mktemp("lines") / "a.txt"
    path.write_bytes(b"\n".join(lines))
    found = list(lines_of(path, GraphLimits(mark_lines=n), None))
    for at, mark in enumerate(found):
        if isinstance(mark, Position):
            assert list(lines_of(path, GraphLimits(mark_lines=n), mark)) == found[at + 1 :]
