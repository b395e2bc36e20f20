"""Draw a small picture on a terminal, by its own picture protocol or in coloured half blocks.

    kitty    the Kitty graphics protocol: Kitty, Ghostty
    iterm    the inline images of iTerm2: iTerm2, WezTerm, mintty
    sixel    DEC's sixels: foot, mlterm, contour
    blocks   two pixels a character, in colour: any other terminal with colours
    path     no picture

Which one it is, is told by the environment alone: a terminal that is asked may answer into the next command. Knows no
benchmark. Bytes of pictures are proven before they are decoded, and what is sent is encoded anew, so that nothing of a
file reaches the terminal as it is.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

if TYPE_CHECKING:
    from PIL.Image import Image
    from rich.text import Text

PictureProtocol = Literal["kitty", "iterm", "sixel", "blocks", "path"]
PROTOCOLS: tuple[PictureProtocol, ...] = get_args(PictureProtocol)

COLUMNS = 40
ROWS = 14
_CELL = (8, 16)  # pixels of a character, about: the terminals scale to columns themselves, but for sixels
_CHUNK = 4096  # of base64, the most that Kitty takes at once
_SIXEL_COLOURS = 64


def choose_protocol(environment: Mapping[str, str], *, colours: bool) -> PictureProtocol:
    """How to show a picture on the terminal of this environment; `colours` says whether it has at least 256.

    Inside tmux and screen only blocks: they do not pass pictures on unless told to."""
    if not colours or "NO_COLOR" in environment:
        return "path"
    if "TMUX" in environment or "STY" in environment:
        return "blocks"
    term, program = environment.get("TERM", ""), environment.get("TERM_PROGRAM", "")
    if "KITTY_WINDOW_ID" in environment or term in ("xterm-kitty", "xterm-ghostty") or program == "ghostty":
        return "kitty"
    if program in ("iTerm.app", "WezTerm", "mintty") or environment.get("LC_TERMINAL") == "iTerm2":
        return "iterm"
    if term.split("-")[0] in ("foot", "mlterm", "contour") or "sixel" in term:
        return "sixel"
    return "blocks"


def load(path: Path) -> Image:
    """The picture at `path`, no larger than it is shown, on white. ReadError if it is not one that can be decoded."""
    from PIL import Image as Pillow

    from benchwright.files.disk_errors import reading
    from benchwright.models.pictures import on_white, upright
    from benchwright.readers.checked_images import FORMATS, check_image

    with reading(path):
        data = path.read_bytes()
    check_image(data)
    size = COLUMNS * _CELL[0], ROWS * _CELL[1]
    with Pillow.open(io.BytesIO(data), formats=FORMATS) as opened:
        opened.draft("RGB", (2 * size[0], 2 * size[1]))
        picture = on_white(upright(opened))
    picture.thumbnail(size)
    return picture


def cells(picture: Image) -> tuple[int, int]:
    """Columns and rows that the picture takes: as large as fits, in its own proportions, at least one of each."""
    width, height = picture.size
    # a character is about twice as high as wide
    scale = min(COLUMNS / width, 2 * ROWS / height)
    return max(1, round(width * scale)), max(1, round(height * scale / 2))


def escape_sequence(picture: Image, way: Literal["kitty", "iterm", "sixel"]) -> str:
    """What makes the terminal show the picture, with the line feed that puts the cursor below it."""
    if way == "kitty":
        return "".join(_kitty(picture)) + "\n"
    return (_iterm(picture) if way == "iterm" else _sixel(picture)) + "\n"


def _png(picture: Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def _kitty(picture: Image) -> Iterator[str]:
    """Transmit and show a PNG (`a=T,f=100`), `c` columns and `r` rows large, in chunks; `q=2`: no answers."""
    data = base64.b64encode(_png(picture)).decode("ascii")
    columns, rows = cells(picture)
    for start in range(0, len(data), _CHUNK):
        first = f"a=T,f=100,q=2,c={columns},r={rows}," if start == 0 else ""
        more = int(start + _CHUNK < len(data))
        yield f"\x1b_G{first}m={more};{data[start : start + _CHUNK]}\x1b\\"


def _iterm(picture: Image) -> str:
    data = _png(picture)
    columns, rows = cells(picture)
    head = f"inline=1;size={len(data)};width={columns};height={rows};preserveAspectRatio=1"
    return f"\x1b]1337;File={head}:{base64.b64encode(data).decode('ascii')}\x07"


def _sixel(picture: Image) -> str:
    """Six rows of pixels a band, a colour at a time: bit `n` of a character's code less 63 is row `n`."""
    import numpy as np

    reduced = picture.quantize(_SIXEL_COLOURS)
    palette = reduced.getpalette() or []
    pixels = np.asarray(reduced)
    height, width = pixels.shape
    out = [f'\x1bPq"1;1;{width};{height}']
    for colour in np.unique(pixels):
        red, green, blue = (round(part * 100 / 255) for part in palette[3 * int(colour) : 3 * int(colour) + 3])
        out.append(f"#{colour};2;{red};{green};{blue}")
    for top in range(0, height, 6):
        band = pixels[top : top + 6]
        bits = 1 << np.arange(len(band))[:, None]
        for colour in np.unique(band):
            codes = ((band == colour) * bits).sum(axis=0) + 63
            out += [f"#{colour}", _runs(codes.tolist()), "$"]
        out[-1] = "-"
    out.append("\x1b\\")
    return "".join(out)


def _runs(codes: list[int]) -> str:
    """The characters, four and more equal ones as `!count` and one."""
    out: list[str] = []
    start = 0
    for end in range(1, len(codes) + 1):
        if end == len(codes) or codes[end] != codes[start]:
            count, letter = end - start, chr(codes[start])
            out.append(f"!{count}{letter}" if count > 3 else letter * count)
            start = end
    return "".join(out)


def half_blocks(picture: Image) -> Text:
    """The picture in upper half blocks: the foreground is the upper pixel, the background the lower."""
    from PIL import Image as Pillow
    from rich.text import Text

    columns, rows = cells(picture)
    small = picture.resize((columns, 2 * rows), Pillow.Resampling.BOX)
    text = Text()
    for row in range(rows):
        styles = [
            " on ".join(_hex(small.getpixel((column, 2 * row + part))) for part in (0, 1)) for column in range(columns)
        ]
        for style, run in groupby(styles):
            text.append("▀" * len(list(run)), style=style)
        text.append("\n")
    return text


def _hex(pixel: object) -> str:
    assert isinstance(pixel, tuple)
    return "#{:02x}{:02x}{:02x}".format(*pixel)
