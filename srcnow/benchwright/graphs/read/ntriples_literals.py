"""Turn the object of an N-Triples statement into an entity's id or a value.

ValueRefusedError: `somevalue`, `wikibase-property`, `wikibase-lexeme`, `url` (in Wikidata, an address that is not an
entity), `other-language`, `plain-string`, `globe-coordinate`, `math`, `other-datatype`, and what `plain` says.
"""

from __future__ import annotations

import re

from benchwright.graphs.items import GraphValue
from benchwright.graphs.read.base import GraphReadOptions
from benchwright.graphs.read.graph_values import (
    ValueRefusedError,
    date_value,
    number_value,
    one_line,
    text_value,
    truth_value,
)
from benchwright.graphs.read.ntriples_terms import Literal

ENTITY = "http://www.wikidata.org/entity/"
_WIKIDATA = ("http://www.wikidata.org/", "https://www.wikidata.org/", "http://wikiba.se/")
_UNKNOWN = ("_:", "http://www.wikidata.org/.well-known/genid/")
_XSD = "http://www.w3.org/2001/XMLSchema#"
_NUMBERS = frozenset(
    _XSD + name
    for name in ("decimal", "integer", "double", "float", "int", "long", "short", "byte", "nonNegativeInteger")
)
_DATES = {"dateTime": "day", "date": "day", "gYearMonth": "month", "gYear": "year"}
_LEFT_OUT = {
    "http://www.opengis.net/ont/geosparql#wktLiteral": "globe-coordinate",
    "http://www.w3.org/1998/Math/MathML": "math",
}
LONGEST_TAIL = 48
"""Bytes at the end of a line in which the language of a literal stands."""

_TAIL = re.compile(rb'"@([A-Za-z-]{1,40})\s*\.\s*$')


def other_language(line: bytes, languages: frozenset[str]) -> bool:
    """Whether a line ends in a literal of another language: most lines of Wikidata do, and need no more reading."""
    match = _TAIL.search(line, max(0, len(line) - LONGEST_TAIL))
    return match is not None and match[1].decode("ascii").lower() not in languages


def is_wikidata(address: str) -> bool:
    """Whether Wikidata speaks of its own things there."""
    return address.startswith(_WIKIDATA)


def short_id(address: str) -> str:
    """Q42 of Wikidata's entities, the whole address of anything else."""
    return address.removeprefix(ENTITY)


def object_of(thing: str | Literal, options: GraphReadOptions, *, wikidata: bool) -> str | GraphValue:
    """What the object of a statement says; `wikidata` if its subject is of Wikidata."""
    if isinstance(thing, str):
        return _entity(thing, options, wikidata)
    text, datatype, language = thing
    if language and language not in options.languages:
        raise ValueRefusedError("other-language", language)
    if datatype in _NUMBERS:
        return number_value(text, language=options.language)
    if (kind := datatype.removeprefix(_XSD)) in _DATES and datatype.startswith(_XSD):
        precision = _DATES[kind]
        if wikidata and "-01T" in text:
            precision = "year" if "-01-01T" in text else "month"
        return date_value(text, precision, astronomical=True, language=options.language)
    if kind == "boolean" and text in ("true", "false", "1", "0"):
        return truth_value(text in ("true", "1"))
    if datatype not in ("", f"{_XSD}string"):
        raise ValueRefusedError(_LEFT_OUT.get(datatype, "other-datatype"), datatype)
    if wikidata and not language and not options.strings:
        raise ValueRefusedError("plain-string", text)
    return text_value(text, options.limits.name_characters)


def _entity(address: str, options: GraphReadOptions, wikidata: bool) -> str:
    if wikidata:
        if address.startswith(_UNKNOWN):
            raise ValueRefusedError("somevalue", address)
        if address.startswith((f"{ENTITY}P", f"{ENTITY}L")):
            raise ValueRefusedError(
                "wikibase-property" if address.startswith(f"{ENTITY}P") else "wikibase-lexeme", address
            )
        if not address.startswith(ENTITY):
            raise ValueRefusedError("url", address)
    return one_line(short_id(address), options.limits.name_characters)
