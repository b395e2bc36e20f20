"""Ask: What does an option, setting or function do? (information-extraction, one passage or table).

    What is the purpose of the --exclude-from option of du?    Exclude files that match any pattern in FILE
    When is the task_failure signal dispatched?                Dispatched when a task fails
    What is the random_seed variable of pgbench?               Random generator seed (unless overwritten with -D)
    What does the --all option of stty do?                     Print all current settings in human-readable form

Gates: The entry must have a word for what it is, of which one asks what it does: nobody asks so about errors and
classes. What it does must be stated by a definition list or a cell, in a cell by a verb. The sentence must not refer to
what stands before it or have another subject. It is asked by its kind: what something does, is, or when it is done;
another participle ("Waiting for ...") is refused, as is one text for several names.
"""

from __future__ import annotations

from benchwright.makers.composed.open_lookup import OpenLookUp
from benchwright.records import Modalities


class EntryPurpose(OpenLookUp):
    """See the module."""

    name = "entry_purpose"
    combinations = (Modalities(text=1), Modalities(table=1))
    relations = ("purpose",)
