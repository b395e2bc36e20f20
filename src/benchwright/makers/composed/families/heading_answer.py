"""Ask: The question or task in a heading (information-extraction, one passage).

    According to "Library and Extension FAQ" in the Python 3.11.2 documentation, how do I copy a file?
        The shutil module contains a copyfile() function. Note that ...
    According to "Frequently Asked Questions" in the Celery documentation, can I safely shut down the worker?
        Yes, use the TERM signal.
    According to the Debian Developer's Reference, how do you go about uploading to ftp-master?
        To upload a package, you should upload the files (including the signed changes and dsc file) with ...

Gates: The heading is a question, or begins with "How to", "To" or a verb in "-ing". The question names the page.
"""

from __future__ import annotations

from benchwright.makers.composed.open_lookup import OpenLookUp
from benchwright.records import Modalities


class HeadingAnswer(OpenLookUp):
    """See the module."""

    name = "heading_answer"
    combinations = (Modalities(text=1),)
    relations = ("answer",)
