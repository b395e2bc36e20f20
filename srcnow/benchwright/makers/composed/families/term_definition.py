"""Ask: What does a term mean? (information-extraction, one passage or table).

    According to "Asexual Reproduction", what is layering?    a method in which a stem attached to the plant is bent and
                                                              covered with soil
    According to the Celery documentation, how is the term    A process mailbox, used to implement remote control
        "pidbox" defined?                                     commands
    According to "Trade API", what does the code 429 mean?    The limit of the key was reached

Gates: The question copies the article and number of the defining sentence. If there is no article or number, the
question asks for the term's meaning. The question names the page or site.
"""

from __future__ import annotations

from benchwright.makers.composed.open_lookup import OpenLookUp
from benchwright.records import Modalities


class TermDefinition(OpenLookUp):
    """See the module."""

    name = "term_definition"
    combinations = (Modalities(text=1), Modalities(table=1))
    relations = ("definition",)
