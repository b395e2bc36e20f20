"""Pictures on terminals: the bytes that are sent, and which way is taken where."""

from __future__ import annotations

import base64
import io
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from benchwright.cli.terminal_pictures import (
    COLUMNS,
    PROTOCOLS,
    ROWS,
    _runs,
    cells,
    choose_protocol,
    escape_sequence,
    half_blocks,
    load,
)
from benchwright.errors import ReadError


def two_colours(width: int = 4, height: int = 12) -> Image.Image:
    """Red above, blue below, half and half."""
    picture = Image.new("RGB", (width, height), (255, 0, 0))
    picture.paste((0, 0, 255), (0, height // 2, width, height))
    return picture


@pytest.mark.parametrize(
    ("environment", "way"),
    [
        ({"TERM": "xterm-kitty"}, "kitty"),
        ({"TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"}, "kitty"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "ghostty"}, "kitty"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"}, "iterm"),
        ({"TERM": "xterm-256color", "LC_TERMINAL": "iTerm2"}, "iterm"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"}, "iterm"),
        ({"TERM": "foot-extra"}, "sixel"),
        ({"TERM": "mlterm"}, "sixel"),
        ({"TERM": "xterm-256color"}, "blocks"),
        ({"TERM": "xterm-kitty", "TMUX": "/tmp/x"}, "blocks"),
        ({"TERM": "xterm-kitty", "STY": "1.pts"}, "blocks"),
        ({"TERM": "xterm-kitty", "NO_COLOR": "1"}, "path"),
    ],
)
def test_the_way_follows_the_environment(environment: dict[str, str], way: str) -> None:
    assert choose_protocol(environment, colours=True) == way
    assert way in PROTOCOLS
    assert choose_protocol(environment, colours=False) == "path"


def test_kitty_gets_a_png_in_chunks_that_say_whether_more_come() -> None:
    import numpy as np

    noise = Image.fromarray(np.random.default_rng(7).integers(0, 255, (100, 100, 3), dtype=np.uint8))
    sent = escape_sequence(noise, "kitty")
    chunks = re.findall(r"\x1b_G([^;]*);([A-Za-z0-9+/=]*)\x1b\\", sent)
    assert chunks[0][0] == "a=T,f=100,q=2,c=28,r=14,m=1"
    assert {keys for keys, _ in chunks[1:-1]} == {"m=1"}
    assert chunks[-1][0] == "m=0"
    assert max(len(data) for _, data in chunks) == 4096
    with Image.open(io.BytesIO(base64.b64decode("".join(data for _, data in chunks)))) as got:
        assert got.tobytes() == noise.tobytes()
    assert sent.endswith("\x1b\\\n")


def test_a_small_picture_is_one_chunk() -> None:
    assert escape_sequence(two_colours(), "kitty").startswith("\x1b_Ga=T,f=100,q=2,c=9,r=14,m=0;iVBOR")


def test_iterm_gets_a_png_with_its_size() -> None:
    sent = escape_sequence(two_colours(), "iterm")
    match = re.fullmatch(
        r"\x1b\]1337;File=inline=1;size=(\d+);width=9;height=14;preserveAspectRatio=1:(.*)\x07\n", sent
    )
    assert match
    data = base64.b64decode(match[2])
    assert len(data) == int(match[1])
    with Image.open(io.BytesIO(data)) as got:
        assert got.size == (4, 12)


def test_sixels_are_bands_of_six_rows_a_colour_at_a_time() -> None:
    # 6 red rows, then 6 blue rows, 4 pixels wide: in each band all six bits are set, 63 + 63 = "~"
    sent = escape_sequence(two_colours(), "sixel")
    match = re.fullmatch(r'\x1bPq"1;1;4;12((?:#\d+;2;\d+;\d+;\d+)+)#(\d+)!4~-#(\d+)!4~-\x1b\\\n', sent)
    assert match
    assert f"#{match[2]};2;100;0;0" in match[1]
    assert f"#{match[3]};2;0;0;100" in match[1]


def test_a_last_band_of_fewer_rows_sets_fewer_bits() -> None:
    # two rows of one colour: bits 1 + 2 = 3, 63 + 3 = "B"
    assert escape_sequence(Image.new("RGB", (2, 2), "white"), "sixel").endswith("#0BB-\x1b\\\n")


@given(st.lists(st.integers(63, 126), max_size=40))
def test_runs_say_the_same_characters(codes: list[int]) -> None:
    spelt = re.sub(r"!(\d+)(.)", lambda match: match[2] * int(match[1]), _runs(codes))
    assert spelt == "".join(map(chr, codes)) or any(chr(code) in "!0123456789" for code in codes)


def test_blocks_have_the_upper_pixel_in_front_and_the_lower_behind() -> None:
    picture = Image.new("RGB", (40, 2), (255, 0, 0))
    picture.paste((0, 0, 255), (0, 1, 40, 2))
    text = half_blocks(picture)
    assert text.plain == "▀" * 40 + "\n"
    assert {str(span.style) for span in text.spans} == {"#ff0000 on #0000ff"}


@given(st.integers(1, 3000), st.integers(1, 3000))
def test_a_picture_never_takes_more_than_its_place(width: int, height: int) -> None:
    columns, rows = cells(Image.new("1", (width, height)))
    assert 1 <= columns <= COLUMNS
    assert 1 <= rows <= ROWS


def test_a_see_through_picture_stands_on_white_and_is_made_small(tmp_path: Path) -> None:
    Image.new("RGBA", (1000, 500), (0, 0, 0, 0)).save(tmp_path / "a.png")
    picture = load(tmp_path / "a.png")
    assert (picture.size, picture.getpixel((0, 0))) == ((320, 160), (255, 255, 255))


def test_what_is_no_picture_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"\x1b]0;title\x07")
    with pytest.raises(ReadError, match="not a PNG"):
        load(tmp_path / "a.png")
    with pytest.raises(ReadError, match="No such file"):
        load(tmp_path / "b.png")
