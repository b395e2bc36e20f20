"""Describe files as Croissant 1.1 (MLCommons): JSON-LD with the hash of each file and the type of its columns.

Only what records tell is in it: no date, version or author is made up, though the format recommends them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Literal

from benchwright.publish.safe_text import line
from benchwright.records import Json

CROISSANT = "croissant.json"

Kind = Literal["text", "integer", "boolean", "image"]

_FORMATS = {".parquet": "application/x-parquet", ".jsonl": "application/jsonlines"}
_TYPES: Mapping[Kind, str] = {
    "text": "sc:Text",
    "integer": "sc:Integer",
    "boolean": "sc:Boolean",
    "image": "sc:ImageObject",
}
_OWN = (
    "citeAs", "column", "equivalentProperty", "extract", "field", "fileProperty", "fileObject", "fileSet", "format",
    "includes", "isLiveDataset", "jsonPath", "key", "md5", "parentField", "path", "recordSet", "references", "regex",
    "repeated", "replace", "samplingRate", "separator", "source", "subField", "transform",
)  # fmt: skip
_CONTEXT: Json = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "dct": "http://purl.org/dc/terms/",
    "sc": "https://schema.org/",
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    **{name: f"cr:{name}" for name in _OWN},
}


@dataclass(frozen=True, slots=True)
class DescribedColumn:
    """A column of a file: its name and the kind of its values. `part` is the key that is meant of values that have
    parts, `many` says that each value is a list."""

    name: str
    kind: Kind = "text"
    part: str = ""
    many: bool = False


@dataclass(frozen=True, slots=True)
class DescribedFile:
    """A file: where it is from the description, its name in it, its hash, and its columns."""

    path: str
    name: str
    about: str
    sha256: str
    columns: Sequence[DescribedColumn]


def croissant(name: str, description: str, licences: Sequence[str], files: Sequence[DescribedFile]) -> str:
    """The text of `croissant.json`. Licences are in the words of the sources; "" is left out."""
    stated = [line(one) for one in licences if one]
    data: Json = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.1",
        "name": line(name),
        "description": line(description),
        **({"license": stated[0] if len(stated) == 1 else stated} if stated else {}),
        "distribution": [_file(one) for one in files],
        "recordSet": [_records(one) for one in files],
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _file(file: DescribedFile) -> Json:
    return {
        "@type": "cr:FileObject",
        "@id": f"{file.name}-file",
        "name": f"{file.name}-file",
        "contentUrl": file.path,
        "encodingFormat": _FORMATS[PurePosixPath(file.path).suffix],
        "sha256": file.sha256,
    }


def _records(file: DescribedFile) -> Json:
    return {
        "@type": "cr:RecordSet",
        "@id": file.name,
        "name": file.name,
        "description": file.about,
        "field": [_field(file, one) for one in file.columns],
    }


def _field(file: DescribedFile, column: DescribedColumn) -> Json:
    return {
        "@type": "cr:Field",
        "@id": f"{file.name}/{column.name}",
        "name": f"{file.name}/{column.name}",
        "dataType": _TYPES[column.kind],
        **({"repeated": True} if column.many else {}),
        "source": {
            "fileObject": {"@id": f"{file.name}-file"},
            "extract": {"column": column.name},
            **({"transform": {"jsonPath": column.part}} if column.part else {}),
        },
    }
