"""The XML of Office files is parsed within limits: no document type, no entities, bounded depth and size.

Tags and attributes come back with the short prefixes that the standard uses (`w:p`, `a:tbl`, `r:id`), both for the
usual ("transitional") and the "strict" namespaces. Elements of namespaces that are not listed keep their full name.
Knows nothing of zip files.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from itertools import islice
from types import MappingProxyType
from typing import Any

from benchwright.english.vocabulary import Vocabulary
from benchwright.errors import ReadError

DEEPEST = 200
"""Open elements inside each other. Word nests about twenty; libxml2 stops at 256."""

MOST_MARKS = 4_000_000
"""Tags of a part that is read as a tree: about 160 bytes of memory for each."""

SHIFTS: Mapping[str | None, int] = MappingProxyType({"superscript": 1, "subscript": -1})
"""What `vertAlign` says: up or down."""

_OFFICE = "http://schemas.openxmlformats.org/"
_STRICT = "http://purl.oclc.org/ooxml/"
_VOCABULARY = Vocabulary.of(__package__, "namespaces")
_PREFIXES = dict(_VOCABULARY.texts("others"))
for _short, (_family, _end) in _VOCABULARY.rows("office").items():
    _PREFIXES |= {f"{_OFFICE}{_family}/2006/{_end}": _short, f"{_STRICT}{_family}/{_end}": _short}

_ENCODING = re.compile(rb"""^<\?xml[^>]{0,100}?encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']""")
_PLAIN = frozenset({"utf-8", "utf8", "us-ascii", "ascii", "iso-8859-1", "windows-1252"})
_PIECE = 1 << 16


def parse_xml(data: bytes, name: str) -> ET.Element:
    """The tree of a part. ReadError `xml-doctype` (a document type: Office files have none, and entities of it could
    grow without end or name other files), `nested-too-deep`, `too-large` or `damaged`; `name` is for the message."""
    if data.count(b"<") > MOST_MARKS:
        raise ReadError("too-large", f"{name} has more than {MOST_MARKS:,} tags")
    root: ET.Element | None = None
    for opens, element in walk_xml(data, name):
        if not opens:
            root = element  # the last to be closed
    if root is None:
        raise ReadError("damaged", f"{name} has no element")
    return root


def walk_xml(data: bytes, name: str) -> Iterator[tuple[bool, ET.Element]]:
    """(opens, element) for each tag in order; names are short when an element closes, and its tag when it opens.
    Whoever reads a huge part empties the elements that it is done with. ReadError as from `parse_xml`, except for
    the number of tags."""
    data = _proven(data, name)
    parser: Any = ET.XMLPullParser(("start", "end"))
    short = _Short()
    depth = 0
    try:
        for at in range(0, len(data) + 1, _PIECE):
            parser.feed(data[at : at + _PIECE])
            events: Iterator[tuple[str, ET.Element]] = parser.read_events()
            for event, element in events:
                if event == "start":
                    depth += 1
                    if depth > DEEPEST:
                        raise ReadError("nested-too-deep", f"{name}: more than {DEEPEST} elements inside each other")
                    element.tag = short.name(element.tag)
                    if any(key[0] == "{" for key in element.attrib):
                        named = {short.name(key): value for key, value in element.attrib.items()}
                        element.attrib.clear()
                        element.attrib.update(named)
                    yield True, element
                else:
                    depth -= 1
                    yield False, element
        parser.close()
    except (ET.ParseError, ValueError, LookupError) as error:
        raise ReadError("damaged", f"{name} is no XML: {error}") from error


class _Short:
    """Short forms of names, each worked out once."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def name(self, full: str) -> str:
        short = self._known.get(full)
        if short is None:
            space, brace, local = full[1:].partition("}") if full[0] == "{" else ("", "", full)
            prefix = _PREFIXES.get(space)
            short = f"{prefix}:{local}" if brace and prefix else full
            self._known[full] = short
        return short


def _proven(data: bytes, name: str) -> bytes:
    """The same XML in an encoding in which `<!DOCTYPE` can be seen, and seen not to be there."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        try:
            data = re.sub(r"^\s*<\?xml.{0,200}?\?>", "", data.decode("utf-16"), count=1).encode("utf-8")
        except UnicodeError as error:
            raise ReadError("damaged", f"{name} is marked as UTF-16, but is not") from error
    data = data.removeprefix(b"\xef\xbb\xbf")
    if b"\0" in data[:4]:
        raise ReadError("damaged", f"{name} is not UTF-8")
    encoding = _ENCODING.match(data)
    if encoding is not None and encoding[1].decode().lower() not in _PLAIN:
        raise ReadError("damaged", f"{name} is in the encoding {encoding[1].decode()}")
    at = 0
    while True:
        while at < len(data) and data[at] in b" \t\r\n":
            at += 1
        close = b"?>" if data.startswith(b"<?", at) else b"-->" if data.startswith(b"<!--", at) else b""
        if not close:
            break
        end = data.find(close, at)
        if end < 0:
            raise ReadError("damaged", f"{name} is cut off")
        at = end + len(close)
    if data.startswith(b"<!", at):
        raise ReadError("xml-doctype", f"{name} has a document type, which no Office file needs")
    return data


def child(element: ET.Element | None, *path: str) -> ET.Element | None:
    """The first child with the first name of `path`, of it the first with the next, and so on; None if one lacks."""
    for name in path:
        if element is None:
            return None
        element = next((one for one in element if one.tag == name), None)
    return element


def children(element: ET.Element | None, name: str) -> Iterator[ET.Element]:
    """All children of that name."""
    return iter(()) if element is None else (one for one in element if one.tag == name)


def value(element: ET.Element | None, *path: str, key: str = "w:val") -> str | None:
    """An attribute of the element that `path` leads to; None if there is no such element or attribute."""
    result = child(element, *path)
    return None if result is None else result.get(key)


def switched(element: ET.Element | None, *path: str, key: str = "w:val") -> bool:
    """Whether a switch such as `<w:vanish/>` is on: there, and not set to 0, false or off."""
    result = child(element, *path)
    return result is not None and (result.get(key) or "1") not in {"0", "false", "off"}


def number(text: str | None, otherwise: int) -> int:
    """A whole number as XML writes it (at most 15 digits), or `otherwise`."""
    text = (text or "").strip()
    bare = text[1:] if text[:1] in {"-", "+"} else text
    return int(text) if bare.isascii() and bare.isdigit() and len(bare) <= 15 else otherwise


def first_texts(element: ET.Element, tag: str, limit: int = 50_000) -> str:
    """The words of all elements of that tag below, a space between them."""
    return " ".join(part for one in islice(element.iter(tag), limit) if (part := (one.text or "").strip()))
