"""Write the scores as CSV in long form: a row a system, measure and slice."""

from __future__ import annotations

import csv
import io

from benchwright.evaluate.summary import Summary
from benchwright.publish.safe_text import line

COLUMNS = (
    "system",
    "measure",
    "style",
    "modalities",
    "facet",
    "value",
    "n",
    "clusters",
    "mean",
    "low",
    "high",
    "sureness",
    "few",
    "judge",
)
_LONGEST = 400
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_text(summary: Summary) -> str:
    """The rows. `style`, `modalities` and `facet` are empty where they do not matter; so is a number that there is not.
    `judge` is what is known of the judge of a measure that one decides."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(COLUMNS)
    for cell in summary.cells:
        one = cell.estimate
        writer.writerow(
            [
                *map(_word, (cell.system, cell.measure, cell.slice.style, cell.slice.modalities)),
                *(map(_word, (cell.slice.kind, cell.slice.value)) if cell.slice.value else ("", "")),
                one.n,
                one.clusters,
                *("" if value is None else repr(float(value)) for value in (one.mean, one.low, one.high)),
                one.sureness,
                int(cell.few),
                _word(summary.judges.get(cell.measure, "")),
            ]
        )
    return stream.getvalue()


def _word(text: str) -> str:
    """A name as a spreadsheet reads it as one: a leading `=` would be a formula."""
    word = line(text, _LONGEST)
    return f"'{word}" if word.startswith(_FORMULA) else word
