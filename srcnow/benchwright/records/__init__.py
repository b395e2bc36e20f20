"""The frozen records that flow through Benchwright, and their JSON form.

Every record is a value: compare, hash and copy freely. `to_json` gives plain dictionaries with a fixed key order, so
that the same record always gives the same bytes (`dump_line`).
"""

from benchwright.records.canonical import SCHEMA_VERSION, Json, JsonRecord, dump_line, fields_json
from benchwright.records.examples import Answer, Check, Example, Hop, Origin, Verdict
from benchwright.records.facts import AROUND, Fact, Read, Span
from benchwright.records.modality import Modalities, Modality
from benchwright.records.outcomes import Outcome, OverShare, Status
from benchwright.records.sources import Cut, Drop, Entry, EntryKind, Image, Place, Source, Table

__all__ = [
    "AROUND",
    "SCHEMA_VERSION",
    "Answer",
    "Check",
    "Cut",
    "Drop",
    "Entry",
    "EntryKind",
    "Example",
    "Fact",
    "Hop",
    "Image",
    "Json",
    "JsonRecord",
    "Modalities",
    "Modality",
    "Origin",
    "Outcome",
    "OverShare",
    "Place",
    "Read",
    "Source",
    "Span",
    "Status",
    "Table",
    "Verdict",
    "dump_line",
    "fields_json",
]
