"""Ask: What amount or date does a sentence give? (information-extraction, one passage).

    According to "Returns and refunds", within how many hours of delivery must damage be reported?     48 hours
    According to "warranty", for how many months are accessories covered?                              12 months
    According to "Opening hours and how to find us", how many hours does Espresso Basics take?         three hours

Gates: The sentence has a verb that works in a question, such as "must" or "costs". The question names the page or site.
"""

from __future__ import annotations

from benchwright.makers.composed.open_lookup import OpenLookUp
from benchwright.records import Modalities


class StatedAmount(OpenLookUp):
    """See the module."""

    name = "stated_amount"
    combinations = (Modalities(text=1),)
    relations = ("amount:",)
