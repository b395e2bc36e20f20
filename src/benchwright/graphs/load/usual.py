"""What a format brings along that no question is made of: its being left out is told, and is no shortfall."""

from __future__ import annotations

_OF_WIKIDATA = frozenset(
    {
        "about-relation",
        "commonsmedia",
        "deprecated",
        "edtf",
        "entity-schema",
        "external-id",
        "far-date",
        "geo-shape",
        "globe-coordinate",
        "imprecise-date",
        "lexeme",
        "localmedia",
        "math",
        "musical-notation",
        "no-datatype",
        "novalue",
        "other-language",
        "outranked",
        "somevalue",
        "tabular-data",
        "url",
        "wikibase-form",
        "wikibase-lexeme",
        "wikibase-property",
        "wikibase-sense",
    }
)

USUAL = {
    "wikidata-json": _OF_WIKIDATA,
    "ntriples": _OF_WIKIDATA | {"other-datatype", "other-predicate", "other-site", "plain-string"},
    "records": frozenset({"empty-field"}),  # in triples and files beside them an empty cell is a loss
}
"""Reasons of losses by the name of the format."""
