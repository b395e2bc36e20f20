"""Turn the value of a Wikidata statement (a snak) into an entity's id or a value.

{"snaktype": "value", "property": "P569", "datatype": "time", "datavalue": {"type": "time", "value":
  {"time": "+1952-03-11T00:00:00Z", "precision": 11, "calendarmodel": "http://www.wikidata.org/entity/Q1985727"}}}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from benchwright.english.vocabulary import Vocabulary
from benchwright.graphs.items import GraphValue
from benchwright.graphs.read.base import GraphReadOptions
from benchwright.graphs.read.graph_values import ValueRefusedError, date_value, number_value, text_value

_JULIAN = "Q1985786"
_PRECISIONS = {"9": "year", "10": "month", "11": "day", "12": "day", "13": "day", "14": "day"}
_ANY_LANGUAGE = frozenset({"mul"})
LEFT_OUT = {name: name.lower() for name in Vocabulary.of("benchwright.graphs", "wikidata").row("data_types_left_out")}
"""The data types of which no question is made, with their reasons. More than half of Wikidata's statements have one."""

_KINDS = {"wikibase-entityid": "wikibase-item", "quantity": "quantity", "time": "time"}
"""Data types by the type of the value, for old dumps that do not name them. A string may be anything there."""


def object_of(snak: Mapping[str, Any], options: GraphReadOptions) -> str | GraphValue:
    """What a main snak says. ValueRefusedError: `novalue`, `somevalue`, the data type for one that is not read
    (`external-id`, `url`, `commonsmedia`, ...), `imprecise-date` (a decade or longer), `other-language`, `bad-snak`,
    and what `plain` says."""
    if (kind := snak.get("snaktype")) != "value":
        raise ValueRefusedError(kind if kind in ("novalue", "somevalue") else "bad-snak", _property(snak))
    data = snak.get("datavalue")
    value = data.get("value") if isinstance(data, dict) else None
    if not isinstance(data, dict) or value is None:
        raise ValueRefusedError("bad-snak", _property(snak))
    named = snak.get("datatype") or _KINDS.get(str(data.get("type")), "no-datatype")
    if named == "string" and isinstance(value, str):
        return text_value(value, options.limits.name_characters)
    reader = _READERS.get(named) if isinstance(named, str) else None
    if reader is None or named == "string":
        raise ValueRefusedError(LEFT_OUT.get(str(named), "other-datatype"), _property(snak))
    if not isinstance(value, dict):
        raise ValueRefusedError("bad-snak", _property(snak))
    return reader(value, options)


def _item(value: Mapping[str, Any], options: GraphReadOptions) -> str:
    named = value.get("id")
    if named is None and value.get("entity-type") == "item" and type(value.get("numeric-id")) is int:
        named = f"Q{value['numeric-id']}"  # dumps before 2017 have no more
    if not isinstance(named, str) or not _is_item(named):
        raise ValueRefusedError("bad-snak", str(named))
    return named


def _quantity(value: Mapping[str, Any], options: GraphReadOptions) -> GraphValue:
    unit = str(value.get("unit", "1")).rpartition("/")[2]
    if unit != "1" and not _is_item(unit):
        raise ValueRefusedError("bad-snak", unit)
    return number_value(str(value.get("amount")), "" if unit == "1" else unit, options.language)


def _time(value: Mapping[str, Any], options: GraphReadOptions) -> GraphValue:
    written, precision = str(value.get("time")), _PRECISIONS.get(str(value.get("precision", 11)))
    if precision is None:
        raise ValueRefusedError("imprecise-date", written)
    julian = str(value.get("calendarmodel")).endswith(_JULIAN)
    return date_value(written, precision, julian=julian, language=options.language)


def _text(value: Mapping[str, Any], options: GraphReadOptions) -> GraphValue:
    if str(value.get("language")) not in _ANY_LANGUAGE.union(options.languages):
        raise ValueRefusedError("other-language", str(value.get("language")))
    return text_value(str(value.get("text", "")), options.limits.name_characters)


_READERS: dict[str, Callable[[Mapping[str, Any], GraphReadOptions], str | GraphValue]] = {
    "wikibase-item": _item,
    "quantity": _quantity,
    "time": _time,
    "monolingualtext": _text,
}


def _is_item(text: str) -> bool:
    return text[:1] == "Q" and text[1:].isascii() and text[1:].isdigit() and len(text) <= 20


def _property(snak: Mapping[str, Any]) -> str:
    return str(snak.get("property", ""))
