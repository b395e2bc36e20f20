"""The objects of one JSON list or object are read one after the other, in bounded memory; what is none is a drop."""

from __future__ import annotations

from collections.abc import Iterator

from benchwright.readers.base import InputFile, ReadError
from benchwright.readers.json_members import JsonMember, JsonMembers
from benchwright.records import Drop, Json


def object_members(
    file: InputFile, limit: int, into: frozenset[str] = frozenset()
) -> Iterator[tuple[JsonMember, Json] | Drop]:
    """(member, object) of each member with at most `limit` bytes, or of the members of those whose key is in `into`.
    What is no object is a drop, and the others go on; a file that is broken ends there, with a drop that says so."""
    name = file.name
    try:
        with file.open_bytes() as stream:
            for member in JsonMembers(stream, limit, into):
                if into and not member.within:
                    continue
                named = repr(member.key) if member.key else str(member.number + 1)
                try:
                    record = member.value()
                except ReadError as error:
                    yield Drop(name, error.reason, f"question {named}: {error}"[:400])
                    continue
                if isinstance(record, dict):
                    yield member, record
                else:
                    yield Drop(name, "bad-record", f"question {named} is not an object")
    except ReadError as error:
        yield Drop(name, error.reason, f"what follows is lost: {error}")
