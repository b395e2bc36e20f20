"""Ask: What does a term mean? (information-extraction, one passage or table)."""

from __future__ import annotations

from benchwright.makers.composed.open_lookup import OpenLookUp
from benchwright.records import Modalities


class TermDefinition(OpenLookUp):
    """See the module."""

    name = "term_definition"
    combinations = (Modalities(text=1), Modalities(table=1))
    relations = ("definition",)
