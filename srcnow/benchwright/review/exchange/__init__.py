"""Hand the items of a study to another platform, and take finished reviews back in.

    rows.py             items as texts and HTML, reviews as rows; what comes back is held against the task
    csv_rows.py         a plain CSV file, one line a review
    label_studio.py     a project of Label Studio: its labelling configuration and its tasks
    argilla.py          a dataset of Argilla, as `Dataset.from_disk` reads it
    mechanical_turk.py  a layout and a CSV of HITs for Amazon Mechanical Turk

What leaves tells neither the role nor the origin of an item. Reviews come back by the id of the item, and a review that
was taken in before is not taken in again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from benchwright.review.exchange.argilla import ARGILLA
from benchwright.review.exchange.csv_rows import CSV
from benchwright.review.exchange.label_studio import LABEL_STUDIO
from benchwright.review.exchange.mechanical_turk import MECHANICAL_TURK
from benchwright.review.exchange.rows import Platform, TakeInReport, take_in

PLATFORMS: Final[Mapping[str, Platform]] = {one.name: one for one in (CSV, LABEL_STUDIO, ARGILLA, MECHANICAL_TURK)}

__all__ = ["PLATFORMS", "Platform", "TakeInReport", "take_in"]
