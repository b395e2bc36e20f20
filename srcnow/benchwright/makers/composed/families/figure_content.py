"""Ask: What does a numbered figure, such as Figure 2, show? (information-extraction, one image).

    What does Figure 6.1 of "Front-ends" in the Debian documentation show?     The aptitude package manager
    What does Figure 2 of "Fitting Linear Mixed-Effects Models" show?          Profile zeta plot: xyplot(prof.obj)

The answer is the first sentence of the figure's caption. Reports include separate scores for questions answered
from captions.

Gates: The caption begins with the figure's number, and no other caption in the document has that number. The question
names the page, or the site if no other page has a figure of that number. No passage gives the answer.
"""

from __future__ import annotations

from benchwright.makers.composed.open_lookup import OpenLookUp
from benchwright.records import Modalities


class FigureContent(OpenLookUp):
    """See the module."""

    name = "figure_content"
    combinations = (Modalities(image=1),)
    relations = ("caption",)
