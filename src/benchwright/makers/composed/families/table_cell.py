"""Ask: What is the value in a given row and column of a table? (information-extraction, one table).

    What is the MIME type of the scheme "yaml" in the table under "Task Serialization"    application/x-yaml
        in the Celery documentation?
    What is listed under "psql Command" for SCHEMA in the "Summary of Access              \\dn+
        Privileges" table of the PostgreSQL 15.20 Documentation?
    What is given under "What to do" for Eyes in the table under "First aid" in           Rinse with water for 15
        "Safety data sheet: citric descaler BR-5002"?                                     minutes ...

Gates: The question names the table and its page or site. The table's name is its caption, the heading above it, or its
file name. Values such as "Note 3" don't qualify. The question quotes a header unless it is a known noun for an
attribute. No other table of the page has the same name and cell.
"""

from __future__ import annotations

from benchwright.makers.composed.open_lookup import OpenLookUp
from benchwright.records import Modalities


class TableCell(OpenLookUp):
    """See the module."""

    name = "table_cell"
    combinations = (Modalities(table=1),)
    relations = ("cell:",)
