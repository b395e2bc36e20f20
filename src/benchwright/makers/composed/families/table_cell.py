"""Ask: What does one cell of any named table say? (information-extraction, one table).

    What is the MIME type of the scheme "yaml" in the table under "Task Serialization"    application/x-yaml
        in the Celery documentation?
    What does the "psql Command" column say for SCHEMA in the "Summary of Access          \\dn+
        Privileges" table of the PostgreSQL 15.20 Documentation?
    What does the "What to do" column say for Eyes in the table under "First aid" in      Rinse with water for 15
        "Safety data sheet: citric descaler BR-5002"?                                     minutes ...

Gates: The question names the table's caption, or the heading it stands under, and its page or site; a table that is a
file of its own is called like the file. A value that only points elsewhere ("Note 3") is refused. A header is used as a
noun only if its last word is known to name what a thing has; other headers are quoted. No other table of the page may
have the same name and the same cell.
"""

from __future__ import annotations

from benchwright.makers.composed.open_lookup import OpenLookUp
from benchwright.records import Modalities


class TableCell(OpenLookUp):
    """See the module."""

    name = "table_cell"
    combinations = (Modalities(table=1),)
    relations = ("cell:",)
