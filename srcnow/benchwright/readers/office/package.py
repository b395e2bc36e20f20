"""The zip file that every Office file is is opened within limits, as it may be a bomb or damaged.

Nothing is ever written to disk, and a name inside never becomes a path of this machine. Looked at before anything is
inflated: how many parts, how large each and all together are said to be, how much they grow, whether they overlap (one
piece of data used by many parts), their names, and whether they are encrypted. While a part is inflated its bytes are
counted again, since a header may lie. A zip file inside is never opened.
"""

from __future__ import annotations

import posixpath
import struct
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from itertools import pairwise
from xml.etree.ElementTree import Element

from benchwright.errors import ReadError
from benchwright.readers.base import Limits
from benchwright.readers.office.markup import child, parse_xml

MOST_PARTS = 20_000
MOST_LINKS = 200_000
PICTURE_BYTES = 512 << 20
"""Pictures of one document that are held at once; those beyond are not read."""

_BOMB_FLOOR = 16 << 20
_OLE = bytes.fromhex("d0cf11e0a1b11ae1")
_ENTRY = b"PK\x01\x02"
_HEADER = 30
_PIECE = 1 << 18
_BROKEN = (
    zipfile.BadZipFile,
    NotImplementedError,
    RuntimeError,
    zlib.error,
    EOFError,
    struct.error,
    ValueError,
    OverflowError,
    OSError,
)
"""What `zipfile` raises on damaged files (UnicodeDecodeError is a ValueError)."""

_EMPTY_TITLES = frozenset({"powerpoint presentation", "word document", "untitled", "title", "document", "presentation"})


@dataclass(frozen=True, slots=True)
class Link:
    """One relationship of a part: `kind` is the last word of its type (`image`, `footnotes`). `target` is the name of
    a part, or for an external one the address as written."""

    kind: str
    target: str
    external: bool


@dataclass(slots=True)
class Package:
    """The parts of an Office file by name (case does not matter, as the standard says)."""

    _zip: zipfile.ZipFile
    _parts: Mapping[str, zipfile.ZipInfo]
    _limits: Limits
    _pictures: int = 0

    def __contains__(self, name: str) -> bool:
        return name.lower() in self._parts

    def read(self, name: str, limit: int | None = None) -> bytes:
        """The bytes of a part, at most `limit` (default `limits.text_bytes`). ReadError `damaged` (also if it is not
        there) or `too-large`."""
        info = self._parts.get(name.lower())
        if info is None:
            raise ReadError("damaged", f"the part {name[:200]!r} is missing")
        bound = self._limits.text_bytes if limit is None else limit
        if info.file_size > bound:
            raise ReadError("too-large", f"the part {name[:200]!r} has more than {bound:,} bytes")
        pieces: list[bytes] = []
        size = 0
        try:
            with self._zip.open(info) as stream:
                while size <= bound and (piece := stream.read(_PIECE)):
                    pieces.append(piece)
                    size += len(piece)
        except _BROKEN as error:
            raise ReadError("damaged", f"the part {name[:200]!r} cannot be uncompressed: {error}") from error
        if size > bound:
            raise ReadError("too-large", f"the part {name[:200]!r} has more than {bound:,} bytes")
        return b"".join(pieces)

    def xml(self, name: str) -> Element:
        """A part as a tree. ReadError as from `read` and `parse_xml`."""
        return parse_xml(self.read(name), name)

    def picture(self, name: str) -> bytes:
        """The bytes of a picture. ReadError as from `read`, and `too-large` when the document's pictures are more than
        512 MiB together."""
        data = self.read(name, self._limits.image_bytes)
        if self._pictures + len(data) > PICTURE_BYTES:
            raise ReadError("too-large", f"more than {PICTURE_BYTES:,} bytes of pictures in one document")
        self._pictures += len(data)
        return data

    def links(self, part: str) -> dict[str, Link]:
        """The relationships of a part by id ("" for those of the package); none if it has no list of them."""
        folder, base = posixpath.split(part)
        listed = posixpath.join(folder, "_rels", f"{base}.rels")
        return self._links(listed, folder) if listed in self else {}

    def _links(self, listed: str, folder: str) -> dict[str, Link]:
        result: dict[str, Link] = {}
        for one in self.xml(listed):
            if len(result) >= MOST_LINKS:
                raise ReadError("too-large", f"{listed} has more than {MOST_LINKS:,} relationships")
            target = one.get("Target") or ""
            external = (one.get("TargetMode") or "").lower() == "external"
            if not external:
                target = posixpath.normpath(posixpath.join("/", folder, target.split("#")[0])).lstrip("/")
            result[one.get("Id") or ""] = Link((one.get("Type") or "").rsplit("/", 1)[-1], target, external)
        return result

    def outside(self) -> tuple[str, ...]:
        """Addresses outside of the file that opening it would load: templates, objects, media. Links that a reader
        may click on are none of them, nor are pictures, which come one by one."""
        results = [
            link.target
            for name in sorted(info.filename.replace("\\", "/") for info in self._parts.values())
            if name.lower().endswith(".rels")
            for link in self._links(name, "").values()
            if link.external and link.kind not in {"hyperlink", "image"}
        ]
        return tuple(sorted(results))

    def main_part(self) -> str:
        """The part that the file is about. ReadError `damaged` if none is named."""
        for link in self.links("").values():
            if link.kind == "officeDocument" and not link.external:
                return link.target
        raise ReadError("damaged", "it does not say which part holds the document")

    def properties(self) -> tuple[str, str]:
        """(title, licence) of the core properties, "" for what they do not tell; titles that programs fill in by
        themselves tell nothing."""
        link = next((link for link in self.links("").values() if link.kind == "core-properties"), None)
        if link is None or link.external or link.target not in self:
            return "", ""
        core = self.xml(link.target)
        title, rights = (
            " ".join((result.text or "").split()) if (result := child(core, name)) is not None else ""
            for name in ("dc:title", "dc:rights")
        )
        title = title.removeprefix("Microsoft Word - ").removeprefix("Microsoft PowerPoint - ").strip()
        return "" if title.lower() in _EMPTY_TITLES else title, rights


def open_package(data: bytes, limits: Limits) -> Package:
    """Look at the zip directory. ReadError `encrypted`, `old-format`, `damaged`, `decompression-bomb`, `too-large`,
    `too-many-parts` or `outside-folder`."""
    if data.startswith(_OLE):
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise ReadError("encrypted", "the file is encrypted: save it without a password")
        raise ReadError("old-format", "an old binary Office file under a new name: save it as .docx, .pptx or .xlsx")
    if data.count(_ENTRY) > MOST_PARTS:
        raise ReadError("too-many-parts", f"more than {MOST_PARTS:,} parts")
    try:
        archive = zipfile.ZipFile(BytesIO(data))
    except _BROKEN as error:
        raise ReadError("damaged", f"not a whole zip file: {error}") from error
    parts: dict[str, zipfile.ZipInfo] = {}
    for info in archive.infolist():
        _check_entry(info, limits)
        key = info.filename.replace("\\", "/").lower()
        if key in parts:
            raise ReadError("damaged", f"two parts are named {info.filename[:200]!r}")
        parts[key] = info
    total = sum(info.file_size for info in parts.values())
    ceiling = max(_BOMB_FLOOR, limits.expansion * len(data))
    if total > ceiling:
        raise ReadError("decompression-bomb", f"{len(data):,} bytes grow to {total:,}")
    if total > limits.file_bytes:
        raise ReadError("too-large", f"more than {limits.file_bytes:,} bytes when uncompressed")
    for one, two in pairwise(sorted(parts.values(), key=lambda info: info.header_offset)):
        if one.header_offset + _HEADER + one.compress_size > two.header_offset:
            raise ReadError("decompression-bomb", "parts of the file lie over each other")
    return Package(archive, parts, limits)


def _check_entry(info: zipfile.ZipInfo, limits: Limits) -> None:
    name = info.orig_filename
    if "\0" in name or not name:
        raise ReadError("damaged", f"a part is named {name[:200]!r}")
    steps = name.replace("\\", "/").split("/")
    if not steps[0] or ".." in steps or ":" in steps[0]:
        raise ReadError("outside-folder", f"a part is named {name[:200]!r}")
    if info.flag_bits & 0x1:
        raise ReadError("encrypted", "the file is encrypted: save it without a password")
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise ReadError("damaged", f"the part {name[:200]!r} is compressed in a way that no Office file is")
    if info.file_size > max(_BOMB_FLOOR, limits.expansion * max(info.compress_size, 1)):
        raise ReadError("decompression-bomb", f"{info.compress_size:,} bytes grow to {info.file_size:,}")
