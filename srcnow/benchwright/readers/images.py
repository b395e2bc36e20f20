"""An image file with its sidecar caption becomes one document with one image.

The words of `flag.png` are looked for in `flag.json` ({"caption", "alt", "title", "licence", "url"}), in
`flag.caption.txt`, in `flag.txt` (if short: a long one is a document of its own), and in the folder's `captions.jsonl`
or `captions.csv` (the same fields, and the image's name in `file`). The nearest wins, field by field. Such files are
not read as documents.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from benchwright.readers.base import Document, ImageBlock, InputFile, Item, Limits, Reader, ReadError
from benchwright.readers.checked_images import check_image
from benchwright.readers.inputs import is_plain_file
from benchwright.readers.table_records import file_title, squeeze
from benchwright.readers.tabular import read_rows
from benchwright.records import Drop

SUFFIXES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".svg")

CAPTION_BYTES = 2000
"""A longer text file beside an image is a document, not its caption."""

_FIELDS = {
    "caption": ("caption", "text"),
    "alt": ("alt", "alt_text"),
    "title": ("title",),
    "licence": ("licence", "license"),
    "url": ("url",),
}
_NAME_FIELDS = ("file", "file_name", "filename", "image", "name")
_EXCESS = "\n"
"""The name of what stands in a row behind its last column."""

_LISTS = ("captions.jsonl", "captions.csv")


def sidecars(path: Path) -> tuple[Path, ...]:
    """The files beside an image that hold its words, nearest first. Only those that are there."""
    return tuple(file for file in _places(path) if _holds_words(file))


def _places(path: Path) -> tuple[Path, ...]:
    """Where words of an image may stand."""
    own = (path.with_suffix(suffix) for suffix in (".json", ".caption.txt", ".txt"))
    return (*own, *(path.parent / name for name in _LISTS))


def _holds_words(file: Path) -> bool:
    try:
        return is_plain_file(file) and (file.suffix != ".txt" or file.stat().st_size <= CAPTION_BYTES)
    except OSError:  # gone meanwhile
        return False


def read_image(file: InputFile, limits: Limits) -> Iterator[Item]:
    """One document that is its image. The bytes are proven by ingest; here an animation is told from a picture."""
    words: dict[str, str] = {}
    for path in _places(file.path):
        if not _holds_words(path):
            if is_plain_file(path) or not os.path.lexists(path):
                file.touched.append(path)  # one that comes later changes what is read here
            continue
        try:
            result = _words(file.beside(path.name), file.path.name)
        except ReadError as error:
            yield Drop(path.name, f"sidecar-{error.reason}", str(error))
            continue
        words = {**result, **words}
    yield from _animation(file, limits)
    yield Document(
        file.name,
        words.get("title") or file_title(file.name),
        blocks=(ImageBlock(file.path.name, 0, caption=words.get("caption", ""), alt=words.get("alt", "")),),
        licence=words.get("licence", ""),
        url=words.get("url", ""),
    )


def _words(sidecar: InputFile, image: str) -> dict[str, str]:
    """What a sidecar says about the image of that name; only fields that hold something."""
    text = sidecar.text().text
    if sidecar.suffix == ".txt":
        return {"caption": squeeze(text)}
    if sidecar.suffix == ".json":
        return _fields(_object(text))
    rows = _json_lines(text) if sidecar.suffix == ".jsonl" else _csv_records(text)
    for row in rows:
        if any(row.get(field) == image for field in _NAME_FIELDS):
            if _EXCESS in row:
                raise ReadError("table-row-cut", f"the row of {image!r} is longer than the header")
            return _fields(row)
    return {}


def _fields(record: Mapping[str, object]) -> dict[str, str]:
    result = {}
    for field, names in _FIELDS.items():
        value = next((record[name] for name in names if isinstance(record.get(name), str)), "")
        if squeeze(str(value)):
            result[field] = squeeze(str(value))
    return result


def _object(text: str) -> dict[str, object]:
    try:
        record = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ReadError("json", f"is no JSON: {error}") from error
    if not isinstance(record, dict):
        raise ReadError("json", "is no JSON object")
    return record


def _json_lines(text: str) -> Iterator[dict[str, object]]:
    return (_object(line) for line in text.split("\n") if line.strip())


def _csv_records(text: str) -> Iterator[dict[str, object]]:
    rows, _ = read_rows(text)
    header = [squeeze(cell).lower() for cell in rows[0]] if rows else []
    for row in rows[1:]:
        excess = "".join(row[len(header) :]).strip()
        yield {**dict(zip(header, row, strict=False)), **({_EXCESS: excess} if excess else {})}


def _animation(file: InputFile, limits: Limits) -> Iterator[Drop]:
    """A notice for a file of several frames: the first one is what is seen. Only formats that can move are opened."""
    with file.open_bytes() as stream:
        head = stream.read(4096)
    if not head.startswith((b"GIF8", b"RIFF")) and b"acTL" not in head:
        return
    frames = check_image(file.read_bytes(limits.image_bytes), max_pixels=limits.image_pixels).frames
    if frames > 1:
        yield Drop(file.name, "image-frames", f"{frames} frames; the first one is looked at")


READER = Reader("image", read_image, suffixes=SUFFIXES, companions=sidecars)
