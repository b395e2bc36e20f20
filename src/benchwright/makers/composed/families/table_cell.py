"""Ask: What does one cell of any named table say? (information-extraction, one table).

    What is the lead time of the product "G58 grinder" in the table "price list 2026"?                  2 days
    In the table "Logging Levels" of the Python 3.11.2 documentation, what is the numeric value of      30
        WARNING?
    What is listed under "York showroom" for Wednesday in the table "Regular hours" of                  10:00–17:00
        "Opening hours and how to find us"?

Gates: The table must have a title, which the question names, with its page where other tables have it too. A header is
used as a noun only if its last word is known to name what a thing has; other headers are quoted.
"""

from __future__ import annotations

from benchwright.makers.composed.open_lookup import OpenLookUp
from benchwright.records import Modalities


class TableCell(OpenLookUp):
    """See the module."""

    name = "table_cell"
    combinations = (Modalities(table=1),)
    relations = ("cell:",)
