"""Ask: What is an attribute of an option, setting or function? (information-extraction, one passage or table)."""

from __future__ import annotations

from benchwright.makers.composed.open_lookup import OpenLookUp
from benchwright.records import Modalities


class EntryAttribute(OpenLookUp):
    """See the module."""

    name = "entry_attribute"
    combinations = (Modalities(text=1), Modalities(table=1))
    relations = ("default", "type", "since", "allowed")
