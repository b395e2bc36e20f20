"""Ask: Which items does a passage list? (information-extraction, one passage).

    According to "Digestive Systems", what are the compartments of the stomach?   the rumen; reticulum; omasum; abomasum
    According to "Generated Columns" in the PostgreSQL 15.20 Documentation, what  stored; virtual
        are the kinds of generated columns?
    According to "Types of Skeletal Systems", what are the types of skeleton      hydrostatic skeletons; exoskeletons;
        designs?                                                                  endoskeletons

Gates: The list has a plural noun phrase as its name. The question names the page. Benchwright asks about at most two
lists with the same name.
"""

from __future__ import annotations

from benchwright.makers.composed.open_lookup import OpenLookUp
from benchwright.records import Modalities


class ListedMembers(OpenLookUp):
    """See the module."""

    name = "listed_members"
    combinations = (Modalities(text=1),)
    relations = ("members",)
