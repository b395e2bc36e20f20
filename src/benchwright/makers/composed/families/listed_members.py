"""Ask: What belongs to what a passage lists? (information-extraction, one passage)."""

from __future__ import annotations

from benchwright.makers.composed.open_lookup import OpenLookUp
from benchwright.records import Modalities


class ListedMembers(OpenLookUp):
    """See the module."""

    name = "listed_members"
    combinations = (Modalities(text=1),)
    relations = ("members",)
