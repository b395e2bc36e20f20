"""Ask: The question or task in a heading (information-extraction, one passage).

    According to "Library and Extension FAQ" in the Python 3.11.2 documentation, what is delegation?
        Delegation is an object oriented technique (also called a design pattern).
    According to "Frequently Asked Questions" in the Celery documentation, can you safely shut down the worker?
        Yes, use the TERM signal.

Gates: The heading is a question, or begins with "How to" or "To". The answer has the form that the
question wants. The heading asks one thing, and nothing of its reader's own. The question names the page.
"""

from __future__ import annotations

from benchwright.makers.composed.open_lookup import OpenLookUp
from benchwright.records import Modalities


class HeadingAnswer(OpenLookUp):
    """See the module."""

    name = "heading_answer"
    combinations = (Modalities(text=1),)
    relations = ("answer",)
