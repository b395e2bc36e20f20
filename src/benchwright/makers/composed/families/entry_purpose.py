"""Ask: What does an option, setting or function do? (information-extraction, one passage or table)."""

from __future__ import annotations

from benchwright.makers.composed.open_lookup import OpenLookUp
from benchwright.records import Modalities


class EntryPurpose(OpenLookUp):
    """See the module."""

    name = "entry_purpose"
    combinations = (Modalities(text=1), Modalities(table=1))
    relations = ("purpose",)
