"""LlamaIndex's documents and nodes are read from JSON: as `to_dict` writes them, and as a `docstore.json`.

    {"id_": "n1", "text": "Elms ...", "metadata": {"file_name": "guide.pdf", "page_label": "4"}, "start_char_idx": 0,
     "end_char_idx": 80, "relationships": {"1": {"node_id": "d1"}}, "class_name": "TextNode"}
    {"id_": "d1", "text_resource": {"text": "..."}, "image_resource": {"data": "iVBORw0K...", "path": null}, ...}
    {"docstore/data": {"n1": {"__data__": {...}, "__type__": "1"}}}

Ids and texts are taken verbatim. A document is the file that the metadata name, else `ref_doc_id`, else the node that
the node was cut from (relationship 1, SOURCE). `page_label` is the page where it is a number. An image's bytes stand in
the node, or in a file beside this one: under the path that the node gives or, if that is another machine's, under its
last name.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from typing import Any

from benchwright.errors import ReadError
from benchwright.readers.base import InputFile, Picture
from benchwright.readers.framework_metadata import (
    LICENCES,
    Metadata,
    first_text,
    metadata_of,
    place_in,
    title_in,
    url_in,
)
from benchwright.readers.layouts.verbatim import image_source
from benchwright.records import Json, Modality, Source

CLASSES = frozenset({"Document", "ImageDocument", "ImageNode", "IndexNode", "Node", "TextNode"})
_TYPE_IMAGE = "2"
_ADDRESS = re.compile(r"https?://", re.IGNORECASE)


def llamaindex_node(data: Json) -> Json | None:
    """The node's own fields; None if this is none of LlamaIndex's forms. ReadError `bad-json` for a stored node whose
    text is no JSON."""
    if "__data__" in data:
        inner: Any = data["__data__"]
        if isinstance(inner, str):
            try:
                inner = json.loads(inner)
            except (ValueError, RecursionError) as error:
                raise ReadError("bad-json", str(error)) from error
        if not isinstance(inner, dict):
            return None
        return {"__type__": data.get("__type__"), **inner}
    if "id_" in data or first_text(data, "class_name") in CLASSES:
        return data
    return None


def llamaindex_item(file: InputFile, node: Json, otherwise: str) -> Source | Picture:
    """The text or the image that a node is; `otherwise` is its id if it has none. ReadError `no-text`, and for an image
    `image-...` as it cannot be read."""
    metadata = metadata_of(node.get("metadata") or node.get("extra_info"))
    id = first_text(node, "id_", "doc_id", "node_id") or otherwise
    text = first_text(node, "text") or first_text(metadata_of(node.get("text_resource")), "text")
    named = _file_of(metadata)
    ref = first_text(metadata, "ref_doc_id") or first_text(node, "ref_doc_id")
    document = named or ref or _cut_from(node.get("relationships")) or id
    place = place_in(metadata, document, node.get("start_char_idx"), node.get("end_char_idx"), from_zero=False)
    title, licence, url = title_in(metadata, named), first_text(metadata, *LICENCES), url_in(metadata)
    if _is_image(node):
        source = image_source(id, title, place, text.strip(), licence=licence, url=url)
        return _picture(file, node, metadata, source)
    if not text:
        raise ReadError("no-text", "no text in this node")
    return Source(id, Modality.TEXT, title, text, place, licence=licence, url=url)


def _file_of(metadata: Metadata) -> str:
    """The file or address that it is from. Some readers write the page under `source`."""
    source = first_text(metadata, "source")
    return first_text(metadata, "file_path") or ("" if source.isdecimal() else source) or first_text(metadata, "url")


def _cut_from(relationships: object) -> str:
    result = metadata_of(relationships)
    source = result.get("1", result.get("SOURCE"))
    return source if isinstance(source, str) else first_text(metadata_of(source), "node_id")


def _is_image(node: Json) -> bool:
    resource = metadata_of(node.get("image_resource"))
    description = first_text(node, "image", "image_path", "image_url") or first_text(resource, "data", "path", "url")
    return (
        bool(description)
        or node.get("class_name") in ("ImageDocument", "ImageNode")
        or node.get("__type__") == _TYPE_IMAGE
    )


def _picture(file: InputFile, node: Json, metadata: Metadata, source: Source) -> Picture:
    """The picture with its bytes: inside the node, in a file, or at an address that the user allowed."""
    resource = metadata_of(node.get("image_resource"))
    inside = first_text(node, "image") or first_text(resource, "data")
    path = first_text(node, "image_path") or first_text(resource, "path")
    address = first_text(node, "image_url") or first_text(resource, "url")
    try:
        if inside:
            file.begin(f"image {source.id}")
            return Picture(source, file, _decoded(file, inside))
        if path or not address:
            return Picture(source, _beside(file, path or first_text(metadata, "file_path")))
        file.begin(f"image {source.id}")
        return Picture(source, file, file.picture(address))
    except ReadError as error:
        slug = error.reason if error.reason.startswith("image-") else f"image-{error.reason}"
        raise ReadError(slug, f"{source.id!r}: {error}") from error


def _decoded(file: InputFile, words: str) -> bytes:
    data = words.partition(",")[2] if words.startswith("data:") else words
    if len(data) > file.limits.image_bytes // 3 * 4 + 4:
        raise ReadError("too-large", f"more than {file.limits.image_bytes:,} bytes")
    try:
        return base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError) as error:
        raise ReadError("damaged", f"its bytes are no base64: {error}") from error


def _beside(file: InputFile, path: str) -> InputFile:
    if not path:
        raise ReadError("missing", "the node has neither bytes nor a path")
    if _ADDRESS.match(path):
        raise ReadError("remote", f"{path[:200]!r} is not on this disk, and nothing is fetched")
    try:
        return file.beside(path)
    except ReadError:
        return file.beside(re.split(r"[/\\]", path)[-1])
