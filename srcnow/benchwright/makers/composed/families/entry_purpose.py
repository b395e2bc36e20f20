"""Ask: What does an option, setting or function do? (information-extraction, one passage or table).

    What is the purpose of the --exclude-from option of du?    Exclude files that match any pattern in FILE
    When is the task_failure signal dispatched?                Dispatched when a task fails
    What is the random_seed variable of pgbench?               Random generator seed (unless overwritten with -D)
    What does the --all option of stty do?                     Print all current settings in human-readable form

Gates: The entry has a word for its kind, such as "option". Errors and classes don't qualify, because nobody asks what
they do. The sentence makes sense without the one before it. The text describes only one name.
"""

from __future__ import annotations

from benchwright.makers.composed.open_lookup import OpenLookUp
from benchwright.records import Modalities


class EntryPurpose(OpenLookUp):
    """See the module."""

    name = "entry_purpose"
    combinations = (Modalities(text=1), Modalities(table=1))
    relations = ("purpose",)
