"""PDFium is asked for the letters of a page with their places and fonts, in the order of the file.

It is asked through its C interface: a call for each letter through the library's objects would take most of the time.

Words of an invisible layer (a scan with its text recognised) are letters as any other.
"""

from __future__ import annotations

import ctypes
import math
import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from benchwright.readers.base import ReadError
from benchwright.readers.pdf.page_transform import PageTransform

MOST_LETTERS = 300_000
"""A page with more is not read: the densest newspaper page has a tenth."""

_BOLD = re.compile(r"bold|black|heavy|demi|CMBX|CMB\d|SFBX|CMSSBX|-Medi|,Bold|\bBd\b", re.IGNORECASE)
_PLAIN = re.compile(r"regular|roman|book|light|italic|slant", re.IGNORECASE)
_ITALIC = re.compile(r"italic|oblique|slanted|CMTI|CMSL|CMMI|SFTI|-It\b|Ital$", re.IGNORECASE)
_MONO = re.compile(r"mono|courier|consol|CMTT|SFTT|LMTT|typewriter|menlo|inconsolata|terminal|\bcode\b", re.IGNORECASE)
_SUBSET = re.compile(r"^[A-Z]{6}\+")
_FIXED_PITCH, _ITALIC_FLAG, _FORCE_BOLD = 1 << 0, 1 << 6, 1 << 18
_NAMELESS = "nameless "
_TEX_SIGNS = {first + at: 0xFB00 + at for first in (0x0B, 0x1B) for at in range(5)} | {
    0x10: ord("“"),
    0x11: ord("”"),
    0x15: ord("–"),
    0x16: ord("—"),
}
"""Ligatures, quotation marks and dashes in TeX's own encodings."""
_MANY = 8  # different letters
_HYPHEN = 0x02  # PDFium's sign for a hyphen at the end of a line
_HALF_LOW = range(0xDC00, 0xE000)
_HALF_HIGH = range(0xD800, 0xDC00)


class Face(NamedTuple):
    """How letters look: one for each piece of text that the file sets in one go."""

    font: str
    size: float
    bold: bool
    italic: bool
    mono: bool
    upright: bool


class Letter(NamedTuple):
    """One letter, or " " for a space. `spot` is the baseline. Spaces that PDFium sees in a gap are `made`."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    spot: float
    face: Face
    made: bool = False


def letters_on(page: Any, sheet: PageTransform) -> list[Letter]:
    """The letters of a page. ReadError `page-damaged` or `page-too-large`."""
    from pypdfium2 import raw

    text = raw.FPDFText_LoadPage(page.raw)
    if not text:
        raise ReadError("page-damaged", "the text of the page cannot be loaded")
    try:
        count = raw.FPDFText_CountChars(text)
        if count < 0:
            raise ReadError("page-damaged", "the letters of the page cannot be counted")
        if count > MOST_LETTERS:
            raise ReadError("page-too-large", f"{count:,} letters on one page; {MOST_LETTERS:,} are read at most")
        return _letters(raw, text, count, sheet)
    finally:
        raw.FPDFText_ClosePage(text)


def _letters(raw: Any, text: Any, count: int, sheet: PageTransform) -> list[Letter]:
    """One pass over the letters. Faces are looked up once for each piece of text, by the address of the piece."""
    code_of, piece_of = raw.FPDFText_GetUnicode, raw.FPDFText_GetTextObject
    loose_box, origin_of, tight_box = raw.FPDFText_GetLooseCharBox, raw.FPDFText_GetCharOrigin, raw.FPDFText_GetCharBox
    box = raw.FS_RECTF()
    x, y, left, right, low, top = (ctypes.c_double() for _ in range(6))
    faces: dict[bytes, Face] = {}
    spots: dict[bytes, tuple[float, float]] = {}
    fonts: dict[bytes, tuple[str, bool, bool, bool]] = {}
    results: list[Letter] = []
    plain = sheet.turned == 0
    page_left, page_top = sheet.left, sheet.top
    high = 0
    for index in range(count):
        code = code_of(text, index)
        if code in _HALF_HIGH:
            high = code
            continue
        piece = piece_of(text, index)
        if not piece:
            if results and not results[-1].text.isspace():
                results.append(results[-1]._replace(text=" ", left=results[-1].right, made=True))
            continue
        key = bytes(piece)  # the address
        face = faces.get(key)
        if face is None:
            face = faces[key] = _face(raw, text, index, piece, sheet, fonts)
        if code in _HALF_LOW and high:
            code, high = 0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00), 0
        if code < 0x20 and code in _TEX_SIGNS and face.font.startswith(_NAMELESS):
            code = _TEX_SIGNS[code]
        letter = "-" if code == _HYPHEN else chr(code) if 0 < code < 0x110000 else "\ufffd"
        if plain and face.upright:
            loose_box(text, index, box)
            bottom, spot = spots.get(key, (math.nan, 0.0))
            if bottom != box.bottom:  # letters of one piece with one lower edge have one baseline
                origin_of(text, index, x, y)
                spot = page_top - y.value
                spots[key] = box.bottom, spot
            size = face.size
            results.append(
                Letter(
                    letter,
                    box.left - page_left,
                    spot - 0.8 * size,
                    box.right - page_left,
                    spot + 0.2 * size,
                    spot,
                    face,
                    letter == " " and bool(raw.FPDFText_IsGenerated(text, index)),
                )
            )
        else:
            origin_of(text, index, x, y)
            tight_box(text, index, left, right, low, top)
            rect = sheet.rect(left.value, low.value, right.value, top.value)
            _, spot = sheet.point(x.value, y.value)
            if face.upright:
                upper, lower = spot - 0.8 * face.size, spot + 0.2 * face.size
            else:
                upper, lower = rect.top, rect.bottom
            result = letter == " " and bool(raw.FPDFText_IsGenerated(text, index))
            results.append(Letter(letter, rect.left, upper, rect.right, lower, spot, face, result))
    results = [letter for letter in results if math.isfinite(letter.left + letter.right + letter.top + letter.bottom)]
    even = _of_one_width(letter for letter in results if letter.face.font.startswith(_NAMELESS))
    if not even:
        return results
    return [
        letter._replace(face=even[_key(letter.face)]) if _key(letter.face) in even else letter for letter in results
    ]


def _of_one_width(letters: Iterable[Letter]) -> dict[tuple[str, float], Face]:
    """The faces, by font and size, of which many letters are all of one width. Fonts without a name (Type 3) do not
    tell it."""
    widths: dict[tuple[str, float], dict[str, float]] = {}
    faces: dict[tuple[str, float], Face] = {}
    for letter in letters:
        if letter.text.isalnum():
            faces[_key(letter.face)] = letter.face._replace(mono=True)
            widths.setdefault(_key(letter.face), {})[letter.text] = letter.right - letter.left
    return {
        key: faces[key]
        for key, each in widths.items()
        if len(each) >= _MANY and max(each.values()) - min(each.values()) < 0.1 * max(each.values())
    }


def _key(face: Face) -> tuple[str, float]:
    return face.font, face.size


def _face(
    raw: Any, text: Any, index: int, piece: Any, sheet: PageTransform, fonts: dict[bytes, tuple[str, bool, bool, bool]]
) -> Face:
    size = ctypes.c_float()
    raw.FPDFTextObj_GetFontSize(piece, size)
    matrix = raw.FS_MATRIX()
    raw.FPDFText_GetMatrix(text, index, matrix)
    stretch = math.hypot(matrix.c, matrix.d)
    angle = math.degrees(math.atan2(matrix.b, matrix.a)) - 90 * sheet.turned
    upright = abs((angle + 180) % 360 - 180) < 10
    font = raw.FPDFTextObj_GetFont(piece)
    key = bytes(font)
    if key not in fonts:
        name, *_ = looks = _font(raw, font)
        fonts[key] = (name or f"{_NAMELESS}{len(fonts)}", *looks[1:])
    name, bold, italic, mono = fonts[key]
    points = round(abs(size.value) * stretch, 2)
    return Face(name, points if math.isfinite(points) else 0.0, bold, italic, mono, upright)


def _font(raw: Any, font: Any) -> tuple[str, bool, bool, bool]:
    """A font's name without the subset's mark, and whether it is bold, italic, monospaced, by name or by flags."""
    if not font:
        return "", False, False, False
    room = ctypes.create_string_buffer(256)
    raw.FPDFFont_GetBaseFontName(font, room, 256)
    name = _SUBSET.sub("", room.value.decode("utf-8", "replace"))
    flags = max(raw.FPDFFont_GetFlags(font), 0)
    # PDFium reckons the weight by the width of stems, and is often wrong: a name that says "regular" is believed.
    heavy = bool(flags & _FORCE_BOLD) or (raw.FPDFFont_GetWeight(font) >= 600 and not _PLAIN.search(name))
    bold = bool(_BOLD.search(name)) or heavy
    italic = bool(_ITALIC.search(name)) or bool(flags & _ITALIC_FLAG)
    return name, bold, italic, bool(_MONO.search(name)) or bool(flags & _FIXED_PITCH)
