"""Frames: what goes in comes out however it is cut, and anything else is a clean error."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.readers.confined.frames import MAX_PARTS, Frame, FrameError, FrameReader, encode

FRAMES = st.lists(st.tuples(st.integers(0, 255), st.lists(st.binary(max_size=40), max_size=4)), max_size=4)


def test_a_frame_is_its_head_and_its_parts() -> None:
    written = b"".join(encode(7, [b"ab", b"", b"c"]))
    assert written == b"BW\x07" + b"\0\0\0\x03" + struct.pack("!QQQQ", 3, 2, 0, 1) + b"abc"
    assert list(FrameReader(3).feed(written)) == [Frame(7, (b"ab", b"", b"c"))]


@given(FRAMES, st.lists(st.integers(1, 60), max_size=20))
def test_frames_survive_any_cutting(frames: list[tuple[int, list[bytes]]], cuts: list[int]) -> None:
    data = b"".join(b"".join(encode(kind, parts)) for kind, parts in frames)
    reader, found = FrameReader(1 << 20), []
    for cut in cuts:
        found += reader.feed(data[:cut])
        data = data[cut:]
    found += reader.feed(data)
    assert found == [Frame(kind, tuple(parts)) for kind, parts in frames]


@given(st.lists(st.binary(max_size=50), max_size=10), st.booleans())
def test_any_bytes_are_frames_or_an_error(pieces: list[bytes], begins_well: bool) -> None:
    reader, given_bytes, taken = FrameReader(100), 0, 0
    try:
        for piece in [b"BW\x01"] * begins_well + pieces:
            given_bytes += len(piece)
            for frame in reader.feed(piece):
                taken += frame.size
    except FrameError:
        return
    assert taken <= given_bytes


@pytest.mark.parametrize(
    ("head", "said"),
    [
        (struct.pack("!2sBIQ", b"XX", 1, 0, 0), "no frame"),
        (struct.pack("!2sBIQ", b"BW", 1, 1, 101), "beyond the limit"),
        (struct.pack("!2sBIQ", b"BW", 1, MAX_PARTS + 1, 0), "beyond the limit"),
        (struct.pack("!2sBIQQ", b"BW", 1, 1, 5, 6), "do not add up"),
    ],
)
def test_a_head_that_cannot_be_is_refused_before_its_parts_come(head: bytes, said: str) -> None:
    with pytest.raises(FrameError, match=said):
        list(FrameReader(100).feed(head))
