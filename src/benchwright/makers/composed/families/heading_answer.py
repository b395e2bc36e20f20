"""Ask: The question or task that is a heading (information-extraction, one passage)."""

from __future__ import annotations

from benchwright.makers.composed.open_lookup import OpenLookUp
from benchwright.records import Modalities


class HeadingAnswer(OpenLookUp):
    """See the module."""

    name = "heading_answer"
    combinations = (Modalities(text=1),)
    relations = ("answer",)
