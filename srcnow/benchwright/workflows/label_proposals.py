"""Propose which answers of systems people should label next, as a table to be filled in.

Labels correct scores only if it is known how likely each answer was to be labelled. Without a system, answers are a
random sample: questions are taken in a random order that nothing but their ids decides, and of each question all
systems' answers, equal ones once. Systems are then labelled on the same questions, and a longer list begins with the
shorter one. Of one system that judges have judged, answers are drawn in that order within strata of verdicts, more of
those where verdicts are rare or disagree, so that the interval of its corrected score gets as narrow as it can.
"""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchwright.benchmark.store import EXAMPLES
from benchwright.errors import UsageError
from benchwright.evaluate.answers_file import GIVEN_ANSWERS, GivenAnswer, read_answers
from benchwright.evaluate.judges.catalogue import judged_measures
from benchwright.evaluate.judges.correctness import CORRECTNESS
from benchwright.evaluate.judges.labels_file import CONTEXTS, NEEDED, STRATUM, SYSTEM, guarded, labelled_pairs
from benchwright.evaluate.judges.verdict_strata import VerdictStratum, allocate, verdict_strata
from benchwright.evaluate.score_folder import is_scores, load_scores
from benchwright.files.folder_names import beside

COLUMNS = (*NEEDED, SYSTEM, CONTEXTS, STRATUM)


@dataclass(frozen=True, slots=True)
class LabelProposals:
    """The answers to label next. `labelled` of the folder's `answers` have labels already. `strata` has the code of
    each row's stratum, "" where it was drawn from all answers."""

    rows: tuple[GivenAnswer, ...]
    answers: int
    labelled: int
    strata: tuple[str, ...]

    def csv_text(self) -> str:
        """The table: label, annotator and contexts are empty."""
        stream = io.StringIO()
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(COLUMNS)
        for one, stratum in zip(self.rows, self.strata, strict=True):
            writer.writerow([guarded(one.question), guarded(one.answer), "", "", guarded(one.system), "", stratum])
        return stream.getvalue()

    def line(self) -> str:
        """What was proposed, in a line."""
        how = f", from {len(set(self.strata)):,} kinds of verdicts" if any(self.strata) else ""
        return f"{len(self.rows):,} answers to label{how}; {self.labelled:,} of {self.answers:,} are labelled already"


def propose_labels(
    path: Path | str,
    count: int,
    *,
    system: str = "",
    labels: Path | None = None,
    measure: str = CORRECTNESS.name,
) -> LabelProposals:
    """The next `count` answers of the systems in a scores folder (`path`, or beside the benchmark of that path), or of
    one `system`: by its verdicts on `measure`, if it has any. Answers that `labels` has are left out. UsageError for a
    folder without answers, an unknown system or measure, and a count below 1."""
    if count < 1:
        raise UsageError(f"the count must be at least 1, not {count}", hint="for example -n 50")
    judged_measures([measure])
    folder = Path(path)
    if not is_scores(folder) and (folder / EXAMPLES).is_file():
        folder = beside(folder, "system-scores")
        if not is_scores(folder):
            raise UsageError(f"{folder} holds no scores", hint="evaluate systems first, or name the folder of scores")
    loaded = load_scores(folder)
    if system:
        loaded.system(system)
    answers = [one for one in read_answers(folder) if system in ("", one.system)]
    if not answers:
        raise UsageError(
            f"{folder} holds no answers of systems ({GIVEN_ANSWERS})", hint="evaluate systems, and name that folder"
        )
    done = {} if labels is None else labelled_pairs(labels)
    left = sorted((one for one in answers if (one.question, one.answer) not in done), key=_order)
    known = len(answers) - len(left)
    if system:
        strata = {
            question.id: one
            for question, one in zip(loaded.questions, verdict_strata(loaded.system(system), measure), strict=True)
            if one is not None
        }
        if strata:
            rows, codes = _by_strata(answers, left, done, strata, count)
            return LabelProposals(rows, len(answers), known, codes)
    rows = _once(left)[:count]
    return LabelProposals(rows, len(answers), known, ("",) * len(rows))


def _by_strata(
    answers: Sequence[GivenAnswer],
    left: Sequence[GivenAnswer],
    done: Mapping[tuple[str, str], float | None],
    strata: Mapping[str, VerdictStratum],
    count: int,
) -> tuple[tuple[GivenAnswer, ...], tuple[str, ...]]:
    """The answers to label next of one system, in random order, and their strata."""
    sizes: dict[str, int] = {}
    said: dict[str, list[float]] = {}
    for one in answers:
        if one.question in strata:
            code = strata[one.question].code
            sizes[code] = sizes.get(code, 0) + 1
            label = done.get((one.question, one.answer))
            if label is not None:
                said.setdefault(code, []).append(label)
    likely = {one.code: one.says for one in strata.values() if one.code in sizes}
    given = allocate(sizes, said, likely, count)
    chosen = []
    for one in left:
        if one.question in strata and given[code := strata[one.question].code]:
            given[code] -= 1
            chosen.append((one, code))
    return tuple(one for one, _ in chosen), tuple(code for _, code in chosen)


def _order(one: GivenAnswer) -> tuple[bytes, str]:
    return hashlib.sha256(f"label {one.question}".encode("utf-8", "surrogatepass")).digest(), one.system


def _once(answers: Sequence[GivenAnswer]) -> tuple[GivenAnswer, ...]:
    """Each answer to a question once, whichever systems gave it."""
    first: dict[tuple[str, str], GivenAnswer] = {}
    for one in answers:
        first.setdefault((one.question, one.answer), one)
    return tuple(first.values())
