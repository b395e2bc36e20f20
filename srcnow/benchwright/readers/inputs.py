"""An input file is opened only inside its folder, unpacked within limits, and decoded; a guessed encoding is reported.

Every file that a reader opens goes through `InputFile`. It refuses paths that leave the folder given by the user
(`..`, absolute paths, URLs, symbolic links), stops decompression bombs, and remembers what was touched, so that ingest
knows which files a result depends on. Knows no format.
"""

from __future__ import annotations

import codecs
import hashlib
import io
import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import IO, cast

from benchwright.errors import ReadError
from benchwright.files.bounded import open_plain
from benchwright.readers.data_urls import embedded_picture
from benchwright.readers.encodings import guessed_encoding, mostly_utf8
from benchwright.readers.unpack import DAMAGED, ArchiveMemoryError, unpacked
from benchwright.records import Drop, Json

COMPRESSED = (".gz", ".bz2", ".xz", ".zst")
"""Suffixes that are taken off before a reader is chosen."""

_BOMB_FLOOR = 16 << 20
"""Below this many bytes no expansion ratio is suspicious: short files of spaces compress by a thousand."""

# What cannot be seen in a name: control characters, what turns the direction of writing, what has no width (but the
# joiners that scripts and emoji need), bytes that are no UTF-8; and the backslash, which escapes begin with.
_UNSEEN = re.compile(
    "[\\\\\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f\ud800-\udfff]"
)
_ESCAPE = re.compile(r"\\\\|\\x[89a-f][0-9a-f]|\\u[0-9a-f]{4}|\\U000[0-9a-f]{5}")
_STEP = 64 << 20
"""Between two signs of life on the way into the middle of a packed file."""

_PART = re.compile(r"-p\d{1,12}p\d{1,12}$")
"""Behind the suffix of a part of a Wikipedia dump: `pages-articles1.xml-p1p41242.bz2`."""
_PIECE = 1 << 20
_URL = re.compile(r"^[a-zA-Z][a-zA-Z0-9+.-]+:")


@dataclass(frozen=True, slots=True)
class Limits:
    """What a reader may take in. Sizes are of the uncompressed bytes. A table beyond `table_rows` x `table_columns` is
    cut and says so; a file or image beyond its limit is a drop. `stream_bytes` stands for `file_bytes` where a reader
    holds one page or line at a time: a dump of Wikipedia has over 100 GB."""

    file_bytes: int = 4 << 30
    stream_bytes: int = 1 << 40
    text_bytes: int = 256 << 20
    expansion: int = 250
    table_rows: int = 3000
    table_columns: int = 30
    image_bytes: int = 64 << 20
    image_pixels: int = 100_000_000


@dataclass(frozen=True, slots=True)
class ReaderOptions:
    """What a user asked readers for: pictures of whole pages, and words read in scanned pages (the extra `ocr`)."""

    pages: bool = False
    ocr: bool = False


@dataclass(frozen=True, slots=True)
class Resume:
    """Where an earlier run was stopped inside an input: the state of the last `Mark`, and what came before it: the
    files that were opened or looked for, and the pictures among them (names relative to the root). `has_rows` says
    whether any source or drop came."""

    state: Json
    touched: tuple[str, ...] = ()
    pictures: tuple[str, ...] = ()
    has_rows: bool = True


def _nothing(unit: str) -> None:
    return None


def _nowhere(url: str) -> bytes:
    raise ReadError("remote", f"{url[:200]!r} is not on this disk, and nothing is fetched")


def _by_nothing(form: str, data: bytes) -> bytes:
    raise ReadError("converter-missing", f"no program is run here to convert {form}")


@dataclass(frozen=True, slots=True)
class ReadContext:
    """What a reader may ask of the process around it. `begin` is told what is at hand; `avoid` maps what earlier
    workers died on to the reason; `fetch` gets the bytes of an address that the user allowed, else ReadError;
    `convert` makes HTML of a document in another format (`confined/converter.py`), else ReadError."""

    begin: Callable[[str], None] = _nothing
    avoid: Mapping[str, str] = field(default_factory=dict)
    fetch: Callable[[str], bytes] = _nowhere
    convert: Callable[[str, bytes], bytes] = _by_nothing


@dataclass(frozen=True, slots=True)
class DecodedText:
    """A file's text, the encoding that it was read in, and a notice where that was a guess."""

    text: str
    encoding: str
    notices: tuple[Drop, ...] = ()


@dataclass(frozen=True, slots=True)
class InputFile:
    """A file (or the folder of a published layout) below `root`. `name` is the path relative to `root`, with forward
    slashes: the document's name. `touched` collects every path that a reader opened or looked for, this one too,
    `pictures` the names of the pictures among them."""

    path: Path
    name: str
    root: Path
    limits: Limits = field(default_factory=Limits)
    touched: list[Path] = field(default_factory=list, compare=False, repr=False)
    pictures: list[str] = field(default_factory=list, compare=False, repr=False)
    options: ReaderOptions = field(default_factory=ReaderOptions)
    resume: Resume | None = None
    around: ReadContext = field(default_factory=ReadContext, compare=False, repr=False)

    @property
    def suffix(self) -> str:
        """The last suffix in lower case, compression taken off: `.csv` of `a.CSV.gz`."""
        return plain_suffix(self.path)

    @property
    def stem(self) -> str:
        """The file's name without its suffixes: what names it when nothing better does."""
        name = readable_name(self.path.name)
        if self.path.suffix.lower() in COMPRESSED:
            name = name[: -len(self.path.suffix)]
        return name.rsplit(".", 1)[0] if "." in name.lstrip(".") else name

    def beside(self, target: str) -> InputFile:
        """The file that `target` names as seen from this one (from inside, if this is a folder).

        ReadError with reason `remote` (a URL: nothing is fetched), `embedded` (data inside the document),
        `outside-folder` (absolute, or leaves `root` by `..` or a link) or `missing`."""
        if target.lower().startswith("data:"):
            raise ReadError("embedded", "bytes inside the document are not read")
        if target.startswith("//") or _URL.match(target):
            raise ReadError("remote", f"{target[:200]!r} is not on this disk, and nothing is fetched")
        if not target or "\0" in target or "\\" in target or target.startswith("/"):
            raise ReadError("outside-folder", f"{target[:200]!r} is not a path inside the folder")
        start = self.path if self.path.is_dir() else self.path.parent
        try:
            real = (start / target).resolve()
            inside = real.relative_to(self.root.resolve())
        except (ValueError, OSError, RuntimeError):
            raise ReadError("outside-folder", f"{target[:200]!r} leaves the folder {self.root.name}") from None
        self.touched.append(real)
        if not is_plain_file(real):
            raise ReadError("missing", f"there is no file {inside.as_posix()[:200]!r}")
        return replace(self, path=real, name=readable_name(inside.as_posix()))

    def begin(self, unit: str) -> None:
        """Say what is worked on now ("page 12"). ReadError with the reason that an earlier worker died of on it."""
        if unit in self.around.avoid:
            raise ReadError(self.around.avoid[unit], f"{unit} of {self.name} killed the process that read it")
        self.around.begin(unit)

    def picture(self, target: str) -> bytes:
        """The bytes of an image that a document names by a path or an address, or that stand in a `data:` address.
        ReadError as from `beside` and `embedded_picture`, and for an address that is not allowed, `remote`."""
        if target[:5].lower() == "data:":
            digest = hashlib.sha256(target.encode("utf-8", "replace")).hexdigest()[:16]
            self.begin(f"image data:{digest}")
            return embedded_picture(target, self.limits.image_bytes)
        if target.startswith("//") or _URL.match(target):
            self.begin(f"image {target}")
            return self.around.fetch(target)
        return self.beside(target).pixels()

    def pixels(self) -> bytes:
        """The bytes of this file, which is a picture that a document shows. ReadError as from `read_bytes`."""
        self.pictures.append(self.name)
        self.begin(f"image {self.name}")
        return self.read_bytes(self.limits.image_bytes)

    def open_bytes(self, at: int = 0, streamed: bool = False) -> IO[bytes]:
        """The uncompressed bytes from the offset `at` on, as a stream. Reading past `limits.file_bytes` (if it is
        `streamed`, `stream_bytes`), or more than `limits.expansion` bytes for each compressed one, raises ReadError
        (`too-large`, `decompression-bomb`); a damaged archive `damaged`."""
        limits = replace(self.limits, file_bytes=self.limits.stream_bytes) if streamed else self.limits
        self.touched.append(self.path)
        try:
            size = self.path.stat().st_size
            raw = open_plain(self.path)
        except OSError as error:
            raise ReadError("unreadable", error.strerror or str(error)) from error
        stream = io.BufferedReader(_BoundedStream(raw, self.path.suffix.lower(), size, limits, at), 1 << 18)
        if at and self.path.suffix.lower() in COMPRESSED:  # there is no other way into the middle
            skipped = 0
            while skipped < at and (block := stream.read(min(at - skipped, 1 << 20))):
                if skipped // _STEP != (skipped + len(block)) // _STEP:
                    self.around.begin(f"byte {skipped}")  # a sign of life: the way may take an hour
                skipped += len(block)
        return stream

    def read_bytes(self, limit: int | None = None) -> bytes:
        """All uncompressed bytes, at most `limit` (default `limits.text_bytes`), else ReadError `too-large`."""
        bound = self.limits.text_bytes if limit is None else limit
        data = bytearray()
        with self.open_bytes() as stream:
            # In pieces: a stream that is asked for `bound` bytes takes that much memory, however small the file.
            while len(data) <= bound and (piece := stream.read(min(bound + 1 - len(data), _PIECE))):
                data += piece
        if len(data) > bound:
            raise ReadError("too-large", f"more than {bound:,} bytes")
        return bytes(data)

    def head(self, bound: int) -> bytes:
        """The beginning: at most `bound` uncompressed bytes, out of at most as many compressed ones (64 KB at least),
        whatever is wrong further on. For what is only looked at, in a process without limits. ReadError
        `unreadable`."""
        self.touched.append(self.path)
        try:
            with open_plain(self.path) as raw:
                beginning = io.BytesIO(raw.read(max(bound, 1 << 16)) or b"")
        except OSError as error:
            raise ReadError("unreadable", error.strerror or str(error)) from error
        stream = cast(io.BufferedReader, unpacked(beginning, self.path.suffix.lower()))
        data = bytearray()
        try:
            while len(data) < bound and (piece := stream.read1(bound - len(data))):  # what one step gives
                data += piece
        except (*DAMAGED, OSError):  # cut in the middle of a compressed file, or damaged: what came before counts
            pass
        return bytes(data)

    def text(self) -> DecodedText:
        """The whole file as text: UTF-8 or UTF-16 by its mark, else UTF-8, else as chardet guesses, with a
        notice (`encoding-guessed`). Line ends become \\n. ReadError `empty` or `nul-bytes` (not text at all)."""
        data = self.read_bytes()
        decoded = self._decode(data)
        if "\0" in decoded.text:
            raise ReadError("nul-bytes", "holds NUL bytes: not a text file")
        if not decoded.text.strip():
            raise ReadError("empty", "holds no text")
        return decoded

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """Every non-blank line with its number from 1, as bytes without the line end, for files too large to hold.
        A UTF-8 mark at the start is taken off. ReadError `too-large` for a line beyond `limits.text_bytes`."""
        for number, _, line in self.lines_from(0, 0):
            yield number, line

    def lines_from(self, at: int, number: int, streamed: bool = False) -> Iterator[tuple[int, int, bytes]]:
        """`lines` behind the first `number` lines, which end at the offset `at`: (number, offset of the line's end,
        line). Offsets count uncompressed bytes; a pair of them is where a later run may go on."""
        bound = self.limits.text_bytes
        with self.open_bytes(at, streamed) as stream:
            for line in iter(partial(stream.readline, bound + 1), b""):
                number += 1
                at += len(line)
                if len(line) > bound:
                    raise ReadError("too-large", f"line {number} has more than {bound:,} bytes")
                if number == 1:
                    line = line.removeprefix(b"\xef\xbb\xbf")
                line = line.strip()
                if line:
                    yield number, at, line

    def _decode(self, data: bytes) -> DecodedText:
        for mark, encoding in ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig")):
            if data.startswith(mark):
                try:
                    return DecodedText(_unix(data.decode(encoding)), encoding)
                except UnicodeDecodeError as error:
                    raise ReadError("encoding", f"marked as {encoding}, but is not: {error.reason}") from error
        try:
            return DecodedText(_unix(data.decode("utf-8")), "utf-8")
        except UnicodeDecodeError as error:
            if b"\0" in data:
                raise ReadError("nul-bytes", "holds NUL bytes: not a text file") from error
            if (mended := mostly_utf8(data)) is not None:
                text, bad = mended
                detail = f"{bad:,} places are not UTF-8, the first at byte {error.start}; shown as U+FFFD"
                around = data[max(0, error.start - 20) : error.start + 20].decode("utf-8", errors="replace")
                return DecodedText(_unix(text), "utf-8", (Drop(self.name, "encoding-damaged", detail, around),))
            guess = guessed_encoding(data, error.start)
            detail = f"not UTF-8 (byte {error.start}); read as {guess}"
            around = data[max(0, error.start - 20) : error.start + 20].decode(guess, errors="replace")
            # Bytes without a meaning are shown as U+FFFD rather than losing the file.
            text = _unix(data.decode(guess, errors="replace"))
            return DecodedText(text, codecs.lookup(guess).name, (Drop(self.name, "encoding-guessed", detail, around),))


def readable_name(name: str) -> str:
    """A file's name as text that can be written down and seen: bytes that are no UTF-8, control characters, and what is
    invisible or turns the direction of writing become escapes (`a\\xff.md`, `a\\u202egnp.md`), and a backslash two, so
    that different names stay different."""
    return _UNSEEN.sub(_escaped, os.fsencode(name).decode("utf-8", "surrogateescape"))


def _escaped(match: re.Match[str]) -> str:
    character = match[0]
    if character == "\\":
        return "\\\\"
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def actual_name(name: str) -> str:
    """The file's name of which `readable_name` made this one."""
    description = _ESCAPE.sub(_meant, name)
    return os.fsdecode(description.encode("utf-8", "surrogateescape"))


def _meant(match: re.Match[str]) -> str:
    if match[0] == "\\\\":
        return "\\"
    code = int(match[0][2:], 16)
    return chr(0xDC00 + code if match[0][1] == "x" else code)


def is_plain_file(path: Path) -> bool:
    """Whether a regular file is there; False too for a path that no file system can hold or that may not be seen."""
    try:
        return path.is_file()
    except OSError:
        return False


def plain_suffix(path: Path) -> str:
    """The suffix that tells the format, in lower case, compression taken off: `.jsonl` of `x.jsonl.gz`."""
    suffix = path.suffix.lower()
    return _PART.sub("", Path(path.stem).suffix.lower() if suffix in COMPRESSED else suffix)


def _unix(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


class _BoundedStream(io.RawIOBase):
    """A decompressing stream that counts what it gives out; that of a plain file begins at the offset `at`."""

    def __init__(self, raw: IO[bytes], suffix: str, size: int, limits: Limits, at: int = 0) -> None:
        self._raw = raw
        self._stream = unpacked(raw, suffix)
        self._size = size
        self._limits = limits
        self._packed = suffix in COMPRESSED
        self._given = 0 if self._packed else at
        if self._given:
            raw.seek(at)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        view = memoryview(cast(bytearray, buffer))
        try:
            data = self._stream.read(min(len(view), _PIECE))
        except ArchiveMemoryError as error:
            raise ReadError("decompression-bomb", str(error)) from error
        except DAMAGED as error:
            raise ReadError("damaged", f"cannot be uncompressed: {error}") from error
        except OSError as error:
            reason = "damaged" if self._packed else "unreadable"
            raise ReadError(reason, error.strerror or str(error)) from error
        self._given += len(data)
        if self._given > self._limits.file_bytes:
            raise ReadError("too-large", f"more than {self._limits.file_bytes:,} bytes")
        ceiling = max(_BOMB_FLOOR, self._limits.expansion * max(self._size, 1))
        if self._packed and self._given > ceiling:
            raise ReadError("decompression-bomb", f"{self._size:,} bytes grow to more than {ceiling:,}")
        view[: len(data)] = data
        return len(data)

    def close(self) -> None:
        if not self.closed:
            self._stream.close()
            self._raw.close()
        super().close()
