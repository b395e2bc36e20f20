"""METEOR 1.5 (Denkowski and Lavie, 2014), by the package pycocoevalcap, which runs the authors' program in Java.

It pairs words by form, stem, synonym and paraphrase, and punishes words out of order.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence

from benchwright.errors import UsageError
from benchwright.evaluate.measures.official.base import OfficialMeasure, Prediction, needs_extra
from benchwright.evaluate.measures.official.rouge import EXTRA


def meteor(texts: Sequence[str], references: Sequence[Sequence[str]]) -> tuple[float, list[float]]:
    """METEOR over all texts, and that of each. UsageError without Java."""
    with needs_extra(EXTRA):
        from pycocoevalcap.meteor.meteor import Meteor

    if shutil.which("java") is None:
        raise UsageError("METEOR needs Java", hint="install a Java runtime, such as Debian's default-jre-headless")
    wanted = {place: [_one_line(text) for text in listed] for place, listed in enumerate(references)}
    given = {place: [_one_line(text)] for place, text in enumerate(texts)}
    program = Meteor()
    try:
        overall, single = program.compute_score(wanted, given)
    finally:
        program.meteor_p.kill()
        program.meteor_p.communicate()  # closes its pipes
    return float(overall), [float(value) for value in single]


def _one_line(text: str) -> str:
    """The program reads a line a text, with the parts between "|||"."""
    return " ".join(text.replace("|||", " ").split())


def _each(predictions: Sequence[Prediction], model: str = "") -> list[float]:
    return meteor([one.text for one in predictions], [one.references for one in predictions])[1]


METEOR = OfficialMeasure(
    "METEOR",
    "words paired by form, stem, synonym and paraphrase, punished for their order",
    "Denkowski and Lavie, 2014 (METEOR 1.5)",
    _each,
    misleads="it counts words: a changed number costs a fraction of the score",
)
