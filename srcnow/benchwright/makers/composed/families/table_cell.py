"""Ask: What is the value in a given row and column of a table? (information-extraction, one table).

    In the "Task Serialization" table of the Celery documentation, what is the MIME       application/x-yaml
        type of the scheme "yaml"?
    In the table "Summary of Access Privileges" of the PostgreSQL 15.20 Documentation,    \\dn+
        what does the "psql Command" column list for SCHEMA?
    In the "First aid" table of "Safety data sheet: citric descaler BR-5002", what is     Rinse with water for 15
        in the "What to do" column for Eyes?                                              minutes ...

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
