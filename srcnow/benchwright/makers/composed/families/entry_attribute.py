"""Ask: What is the default value, type or version of an option, setting or function? (information-extraction).

    What is the default value of the -E option of ssh-keygen?                              sha256
    According to the Celery documentation, which version added the task_publish_retry      version 2.2
        setting?
    According to "Trade API", of what type is the page_size parameter?                     integer

Gates: The entry has a word for its kind, such as "option". The program, page or site distinguishes the entry from
others of the same name. The value has at most 12 words.
"""

from __future__ import annotations

from benchwright.makers.composed.open_lookup import OpenLookUp
from benchwright.records import Modalities


class EntryAttribute(OpenLookUp):
    """See the module."""

    name = "entry_attribute"
    combinations = (Modalities(text=1), Modalities(table=1))
    relations = ("default", "type", "since", "allowed")
