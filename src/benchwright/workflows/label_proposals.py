"""Propose which answers of systems people should label next: a random sample, as a table to be filled in.

Labels correct scores only if each answer was as likely to be labelled as any other. So questions are taken in a random
order that nothing but their ids decides, and of each question all systems' answers, equal ones once. Systems are then
labelled on the same questions, and a longer list begins with the shorter one.
"""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchwright.errors import UsageError
from benchwright.evaluate.answers_file import GIVEN_ANSWERS, GivenAnswer, read_answers
from benchwright.evaluate.judges.labels_file import NEEDED, SYSTEM, guarded, labelled_pairs
from benchwright.evaluate.score_folder import load_scores

COLUMNS = (*NEEDED, SYSTEM)


@dataclass(frozen=True, slots=True)
class LabelProposals:
    """The answers to label next. `labelled` of the folder's `answers` have labels already."""

    rows: tuple[GivenAnswer, ...]
    answers: int
    labelled: int

    def csv_text(self) -> str:
        """The table: label and annotator are empty."""
        stream = io.StringIO()
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(COLUMNS)
        for one in self.rows:
            writer.writerow([guarded(one.question), guarded(one.answer), "", "", guarded(one.system)])
        return stream.getvalue()

    def line(self) -> str:
        """What was proposed, in a line."""
        return f"{len(self.rows):,} answers to label; {self.labelled:,} of {self.answers:,} are labelled already"


def propose_labels(scores: Path | str, count: int, *, system: str = "", labels: Path | None = None) -> LabelProposals:
    """The next `count` answers of the systems in a scores folder, or of one `system`. Answers that `labels` has are
    left out. UsageError for a folder without answers, an unknown system, and a count below 1."""
    if count < 1:
        raise UsageError(f"the count must be at least 1, not {count}", hint="for example -n 50")
    folder = Path(scores)
    loaded = load_scores(folder)
    if system:
        loaded.system(system)
    answers = [one for one in read_answers(folder) if system in ("", one.system)]
    if not answers:
        raise UsageError(
            f"{folder} holds no answers of systems ({GIVEN_ANSWERS})", hint="evaluate systems, and name that folder"
        )
    done = frozenset[tuple[str, str]]() if labels is None else labelled_pairs(labels)
    left = [one for one in answers if (one.question, one.answer) not in done]
    return LabelProposals(_once(sorted(left, key=_order))[:count], len(answers), len(answers) - len(left))


def _order(one: GivenAnswer) -> tuple[bytes, str]:
    return hashlib.sha256(f"label {one.question}".encode("utf-8", "surrogatepass")).digest(), one.system


def _once(answers: Sequence[GivenAnswer]) -> tuple[GivenAnswer, ...]:
    """Each answer to a question once, whichever systems gave it."""
    first: dict[tuple[str, str], GivenAnswer] = {}
    for one in answers:
        first.setdefault((one.question, one.answer), one)
    return tuple(first.values())
