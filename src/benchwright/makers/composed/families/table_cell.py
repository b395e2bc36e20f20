"""Ask: What does one cell of any named table say? (information-extraction, one table).

    What is the MIME type of the scheme "yaml" in the "Task Serialization" table of       application/x-yaml
        "Message Protocol" in the Celery documentation?
    How is Textual described in the "Interactive input libraries" table of the Click      Build terminal and web user
        documentation?                                                                    interfaces with a Python API.
    What does the "What to do" column say for Eyes in the "First aid" table of "Safety   Rinse with water for 15 minutes
        data sheet: citric descaler BR-5002"?                                             and remove contact lenses

Gates: The question names the table and its page or site; a table that is a file of its own is called like the file. A
header is used as a noun only if its last word is known to name what a thing has; other headers are quoted. No other
table of the page may have the same name and the same cell.
"""

from __future__ import annotations

from benchwright.makers.composed.open_lookup import OpenLookUp
from benchwright.records import Modalities


class TableCell(OpenLookUp):
    """See the module."""

    name = "table_cell"
    combinations = (Modalities(table=1),)
    relations = ("cell:",)
