"""Read people's labels of answers: a CSV file with the columns question, answer, label and annotator, and perhaps more.

    question,answer,label,annotator,system,contexts,stratum
    4f1c...,"162 airports",right,Ada,my rag,gold,
    4f1c...,"38",0,Ada,,none,

`question` is the id of a question, `label` a number from 0 (wrong) to 1 (right), or a word for one; `system` names what
gave the answer, as its scores do. `contexts` is what the person saw beside it: gold, retrieved or none; an empty cell
does not say. `stratum` is what `judge next` wrote there. What a person said twice of one answer counts once if it is
the same; if it is not, nothing of it counts. Every line that is not used is counted with its reason.
"""

from __future__ import annotations

import csv
import io
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from benchwright.english.vocabulary import Vocabulary
from benchwright.errors import UsageError
from benchwright.evaluate.gold import Gold
from benchwright.evaluate.judges.judged_measure import LabelContexts
from benchwright.evaluate.judges.known_answers import KnownAnswer
from benchwright.files.bounded import read_regular

LABELLED = "labelled"
NEEDED = ("question", "answer", "label", "annotator")
SYSTEM, CONTEXTS, STRATUM = "system", "contexts", "stratum"
MOST_BYTES = 2**26
"""Of a file of labels: half a million answers."""

SEEN: tuple[LabelContexts, ...] = ("gold", "retrieved", "none")

_FORMULA = ("=", "+", "-", "@")
_WORDS: Mapping[str, float] = {
    word: float(number)
    for word, number in Vocabulary.of("benchwright.evaluate.judges", "labels_file").texts("labels").items()
}


@dataclass(frozen=True, slots=True)
class LabelledAnswers:
    """Answers that people labelled, each with the mean of their labels. `dropped` counts lines that are not used, by
    reason; `contradicted` by annotator the answers that the same person labelled in two ways."""

    answers: tuple[KnownAnswer, ...]
    dropped: Mapping[str, int] = field(default_factory=dict)
    contradicted: Mapping[str, int] = field(default_factory=dict)


def read_labels(
    path: Path | str, gold: Gold, comparable: Collection[LabelContexts] = SEEN, *, unstated: bool = True
) -> LabelledAnswers:
    """The labels in a file, of a benchmark's questions. Labels by people who saw other contexts than the `comparable`
    are not used; those that don't say what was seen are, if `unstated`. UsageError for a file that is no such CSV, and
    for labels none of which is about this benchmark."""
    rows = _rows(Path(path))
    dropped: Counter[str] = Counter()
    said: dict[tuple[str, str], dict[str, set[float]]] = defaultdict(lambda: defaultdict(set))
    gave: dict[tuple[str, str], set[str]] = defaultdict(set)
    strata: dict[tuple[str, str], str] = {}
    lines: Counter[tuple[str, str, str]] = Counter()
    for row in rows:
        question, answer, annotator = (unguarded(row[name]) for name in ("question", "answer", "annotator"))
        label = _label(row["label"])
        seen = row.get(CONTEXTS, "").strip().casefold()
        reason = (
            "not a question of this benchmark"
            if question not in gold.position
            else "no answer"
            if not answer
            else "no annotator"
            if not annotator
            else "the label is no number from 0 to 1, and no word for one"
            if label is None
            else f"{CONTEXTS} is none of {', '.join(SEEN)}"
            if seen not in ("", *SEEN)
            else f"labelled with other contexts ({seen}) than those that count here ({', '.join(sorted(comparable))})"
            if seen and seen not in comparable
            else f"{CONTEXTS} does not say what the annotator saw"
            if not seen and not unstated
            else ""
        )
        if reason or label is None:
            dropped[reason] += 1
            continue
        said[question, answer][annotator].add(label)
        lines[question, answer, annotator] += 1
        if system := unguarded(row.get(SYSTEM, "")):
            gave[question, answer].add(system)
        if stratum := unguarded(row.get(STRATUM, "")):
            strata[question, answer] = stratum
    if rows and dropped["not a question of this benchmark"] == len(rows):
        raise UsageError(
            f"none of the {len(rows):,} labels in {path} is about a question of {gold.name}",
            hint="the column question holds ids, as in examples.jsonl: were they made for another benchmark?",
        )
    contradicted: Counter[str] = Counter()
    answers = []
    for (question, answer), people in said.items():
        labels = {}
        for annotator, values in people.items():
            if len(values) > 1:
                contradicted[annotator] += 1
                dropped["the annotator also said otherwise of this answer"] += lines[question, answer, annotator]
            else:
                labels[annotator] = next(iter(values))
        if labels:
            truth = sum(labels.values()) / len(labels)
            systems = tuple(sorted(gave[question, answer]))
            stratum = strata.get((question, answer), "")
            known = KnownAnswer(question, answer, truth, LABELLED, systems=systems, labels=labels, stratum=stratum)
            answers.append(known)
    if not answers:
        raise UsageError(f"{path} holds no label that can be used: {_counted(dropped)}", hint=_COLUMNS)
    return LabelledAnswers(tuple(answers), dict(sorted(dropped.items())), dict(sorted(contradicted.items())))


def labelled_pairs(path: Path | str) -> dict[tuple[str, str], float | None]:
    """The questions and answers that have a label in a file, with the mean of those that can be read. UsageError for
    what is no such CSV."""
    said: dict[tuple[str, str], list[float]] = {}
    for row in _rows(Path(path)):
        if row["label"].strip():
            listed = said.setdefault((unguarded(row["question"]), unguarded(row["answer"])), [])
            if (label := _label(row["label"])) is not None:
                listed.append(label)
    return {pair: sum(listed) / len(listed) if listed else None for pair, listed in said.items()}


def guarded(text: str) -> str:
    """A text as a spreadsheet shows it and does not run it: a leading `=` would be a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def unguarded(text: str) -> str:
    """A text without the mark that `guarded` puts before it, and without space around it."""
    bare = text.strip()
    return bare[1:] if bare.startswith("'") and bare[1:].startswith(_FORMULA) else bare


_COLUMNS = f"the first line names the columns: {','.join(NEEDED)}"


def _rows(path: Path) -> list[dict[str, str]]:
    """The lines of the file by column; a line with too few cells has empty ones."""
    try:
        text = read_regular(path, MOST_BYTES).decode("utf-8-sig")
        reader = csv.DictReader(io.StringIO(text, newline=""), restval="", strict=True)
        names = [name.strip().lower() for name in reader.fieldnames or ()]
        missing = [name for name in NEEDED if name not in names]
        if missing:
            raise UsageError(f"{path} has no column {missing[0]!r}", hint=_COLUMNS)
        reader.fieldnames = names
        return [{name: row[name] or "" for name in names} for row in reader]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise UsageError(f"{path} cannot be read as CSV: {error}", hint=_COLUMNS) from error


def _label(text: str) -> float | None:
    """The number of a label; None for what is none."""
    word = text.strip().casefold()
    if word in _WORDS:
        return _WORDS[word]
    try:
        number = float(word)
    except ValueError:
        return None
    return number if 0 <= number <= 1 else None


def _counted(dropped: Mapping[str, int]) -> str:
    return "; ".join(f"{count:,} {reason}" for reason, count in sorted(dropped.items()) if count)
