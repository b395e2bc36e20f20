"""Documents of Wikidata in the form of its JSON dump, written by hand."""

from __future__ import annotations

import json
from typing import Any


def value(kind: str, value: Any, datatype: str = "", **more: Any) -> dict[str, Any]:
    """A statement whose main snak says that value: `kind` is the type of the value."""
    snak = {"snaktype": "value", "property": "P0", "datavalue": {"value": value, "type": kind}, "datatype": datatype}
    return {"mainsnak": snak, "type": "statement", "id": "Q0$1", "rank": "normal"} | more


def item(id: str, **more: Any) -> dict[str, Any]:
    """A statement about an item."""
    number = int(id[1:])
    return value("wikibase-entityid", {"entity-type": "item", "numeric-id": number, "id": id}, "wikibase-item", **more)


def unknown(kind: str, **more: Any) -> dict[str, Any]:
    """A statement of no value or of an unknown one (`novalue`, `somevalue`)."""
    snak = {"snaktype": kind, "property": "P0", "datatype": "wikibase-item"}
    return {"mainsnak": snak, "type": "statement", "rank": "normal"} | more


def time(written: str, precision: int = 11, calendar: str = "Q1985727", **more: Any) -> dict[str, Any]:
    return value(
        "time",
        {
            "time": written,
            "timezone": 0,
            "before": 0,
            "after": 0,
            "precision": precision,
            "calendarmodel": f"http://www.wikidata.org/entity/{calendar}",
        },
        "time",
        **more,
    )


def quantity(amount: str, unit: str = "1", **more: Any) -> dict[str, Any]:
    unit = unit if unit == "1" else f"http://www.wikidata.org/entity/{unit}"
    return value("quantity", {"amount": amount, "unit": unit}, "quantity", **more)


def text(words: str, language: str) -> dict[str, Any]:
    return value("monolingualtext", {"text": words, "language": language}, "monolingualtext")


def string(words: str, datatype: str = "string") -> dict[str, Any]:
    return value("string", words, datatype)


def document(
    id: str,
    labels: dict[str, str] | None = None,
    claims: dict[str, list[dict[str, Any]]] | None = None,
    aliases: dict[str, list[str]] | None = None,
    descriptions: dict[str, str] | None = None,
    pages: dict[str, str] | None = None,
) -> dict[str, Any]:
    """An item, or a property if the id is one's. What is empty is a list, as PHP writes it."""

    def terms(words: dict[str, str] | None) -> Any:
        return {at: {"language": at, "value": word} for at, word in (words or {}).items()} or []

    listed = {at: [{"language": at, "value": word} for word in words] for at, words in (aliases or {}).items()}
    return {
        "type": "item" if id.startswith("Q") else "property",
        "id": id,
        "labels": terms(labels),
        "descriptions": terms(descriptions),
        "aliases": listed or [],
        "claims": claims or [],
        "sitelinks": {at: {"site": at, "title": title, "badges": []} for at, title in (pages or {}).items()} or [],
        "lastrevid": 1,
    }


def dump(documents: list[dict[str, Any]]) -> bytes:
    """A dump as it is published: a list with one document a line."""
    lines = [json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in documents]
    return ("[\n" + ",\n".join(lines) + "\n]\n").encode()
