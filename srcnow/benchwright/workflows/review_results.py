"""Tell what a study came to: write its tables, its file of labels, and on request the benchmark's next revision."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchwright.benchmark.revise import revise
from benchwright.benchmark.revisions import Revisions
from benchwright.benchmark.store import Benchmark
from benchwright.errors import UsageError
from benchwright.evaluate.judges.labels_file import CONTEXTS, NEEDED, STRATUM, SYSTEM, guarded
from benchwright.files.atomic import MANIFEST, write_atomic, write_json
from benchwright.retrieval.encoders import get_encoder
from benchwright.review.items import ItemRole, ReviewItem, opaque
from benchwright.review.new_study import OWN
from benchwright.review.open_study import OpenStudy
from benchwright.review.results import StudyResults, study_results
from benchwright.review.similar_groups import ImageGroup, LabelledImages, similar_groups
from benchwright.review.units import ENCODER
from benchwright.workflows.review import find_study
from benchwright.workflows.true_precision import TruePrecision, true_precisions

RESULTS, LABELS, ITEMS, REVIEWS, GROUPS = "results.json", "labels.csv", "items.csv", "reviews.csv", "groups.json"
OWNER = "owner"
"""The annotator that rulings are labelled with."""


@dataclass(frozen=True, slots=True)
class ReviewReport:
    """What a study came to, and the files that it was written to. `revisions` are those of the benchmark, None if it
    was left as it is. `labels` counts the lines of the file of labels; `precisions` are those of systems against what
    people found missing."""

    folder: Path
    benchmark: Path
    results: StudyResults
    labels: int
    revisions: Revisions | None
    precisions: tuple[TruePrecision, ...] = ()


def review_results(path: Path | str, *, apply: bool = False, scores: Path | str | None = None) -> ReviewReport:
    """The results of the study in a folder, or of the only one of a benchmark, written beside it: `results.json`, what
    holds of each item (`items.csv`), all that was filled in (`reviews.csv`), and people's labels as `judge certify`
    reads them (`labels.csv`). With `apply`, what people decided about the questions becomes the benchmark's next
    revision. `scores` are those of systems, whose answers are held against answers that people found missing.

    Raises UsageError where there is no study, and for `apply` if its task decides nothing about questions;
    BenchmarkError for a benchmark that is not whole.
    """
    study = find_study(path)
    try:
        results = study_results(study)
        benchmark = benchmark_of(study)
        precisions = true_precisions(results.completeness, benchmark, scores)
        told = {"precision": [one.to_json() for one in precisions]} if precisions else {}
        write_json(study.folder / RESULTS, {**results.to_json(), **told})
        write_atomic(study.folder / ITEMS, _table(_item_rows(results)))
        write_atomic(study.folder / REVIEWS, _table(_review_rows(results)))
        groups = image_groups(study, results)
        if groups:
            write_json(study.folder / GROUPS, {"groups": [one.to_json() for one in groups]})
        labels = list(_label_rows(study, results))
        columns = [*NEEDED, SYSTEM, CONTEXTS, STRATUM]
        if labels:
            write_atomic(study.folder / LABELS, _table(iter([columns, *labels])))
        revisions = None
        if apply:
            if not results.questions:
                raise UsageError(
                    f"the study {study.name} decides nothing about questions of {benchmark}",
                    hint="its task says what rejects a question, and nobody has reviewed one yet, or it says nothing",
                )
            revisions = revise(benchmark, study.name, results.questions)
        return ReviewReport(study.folder, benchmark, results, len(labels), revisions, precisions)
    finally:
        study.close()


def benchmark_of(study: OpenStudy) -> Path:
    """The benchmark that a study is of: the one that its folder stands in, also where it was moved; else where it was
    when the study began."""
    around = study.folder.resolve().parents[1]
    return around if (around / MANIFEST).is_file() else Path(study.facts["benchmark"])


def _label_rows(study: OpenStudy, results: StudyResults) -> Iterator[list[str]]:
    """A line for each label of a person; the owner's alone where there is a ruling."""
    rule = study.task.decides.label
    if rule is None:
        return
    names = annotator_names(results)
    ruled = set()
    for one in results.labels.reviews:
        item, values, name = one.item, one.values, names[one.annotator.id]
        if one.annotator.kind != "person" or item.origin != OWN or item.role not in (ItemRole.REAL, ItemRole.INJECTED):
            continue
        if item.id in results.labels.rulings:
            if item.id in ruled:
                continue
            ruled.add(item.id)
            values, name = results.labels.rulings[item.id], OWNER
        label = rule.values.get(str(values.get(rule.field)))
        if label is not None:
            yield _label_row(study, item, label, name)


def _label_row(study: OpenStudy, item: ReviewItem, label: float, annotator: str) -> list[str]:
    answer, system = (item.content.reply, item.part) if study.task.unit == "reply" else (item.content.answer, "")
    seen = "gold" if "sources" in study.task.shows and item.content.sources else "none"
    return [guarded(item.example), guarded(answer), f"{label:g}", guarded(annotator), guarded(system), seen, ""]


def _item_rows(results: StudyResults) -> Iterator[list[str]]:
    """A line for each item: what it is, what holds of it, and its final values."""
    fields = [field.name for field in results.task.fields]
    head = ("question", "part", "origin", "style", "modalities", "verdict", "why", "reviewers", "ruled", "divided")
    yield [*head, *fields]
    for one in results.decisions:
        item = one.item
        known = [item.example, item.part, item.origin, item.style, item.modalities, one.verdict, one.why]
        told = [str(one.reviewers), "yes" if one.ruled else "no", ", ".join(one.divided)]
        yield [guarded(text) for text in (*known, *told, *(_cell(one.values.get(name)) for name in fields))]


def _review_rows(results: StudyResults) -> Iterator[list[str]]:
    """A line for each review that stands, controls included."""
    fields = [field.name for field in results.task.fields]
    yield ["item", "question", "part", "role", "annotator", "kind", "passed", "seconds", "comment", *fields]
    names = annotator_names(results)
    for one in results.labels.reviews:
        item = one.item
        passed = "" if one.passed is None else "yes" if one.passed else "no"
        known = [item.id, item.example, item.part, item.role, names[one.annotator.id], one.annotator.kind, passed]
        told = [f"{one.seconds:g}", one.comment, *(_cell(one.values.get(name)) for name in fields)]
        yield [guarded(text) for text in (*known, *told)]


def annotator_names(results: StudyResults) -> dict[int, str]:
    """What each annotator is called in files: names that two of them have, or none has, are told apart by numbers."""
    counts = Counter(one.name for one in results.annotators)
    return {
        one.annotator: one.name if one.name and counts[one.name] == 1 else f"{one.name or 'annotator'} {one.annotator}"
        for one in results.annotators
    }


def image_groups(study: OpenStudy, results: StudyResults) -> list[ImageGroup]:
    """Of a study in which people chose and labelled images: groups of images whose labels are alike, by the ids that
    the benchmark knows them by. Several people's choices of one item count together."""
    task = study.task
    if task.unit != "candidates":
        return []
    chosen = next((field.name for field in task.fields if field.options_from == "candidates"), "")
    label = next((field.name for field in task.fields if field.kind == "text"), "")
    ids = {opaque(study.settings.seed, OWN, name): name for name in Benchmark.open(benchmark_of(study)).sources}
    labelled = [
        LabelledImages(one.item.id, tuple(ids[key] for key in one.values[chosen]), str(one.values[label]))
        for one in results.decisions
        if one.values.get(chosen) and one.values.get(label)
    ]
    if len(labelled) < 2:
        return []
    vectors = get_encoder(ENCODER).encode([one.label for one in labelled])
    return similar_groups(labelled, vectors, study.settings.label_similarity.low, study.settings.label_similarity.high)


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:g}"
    return "; ".join(map(str, value)) if isinstance(value, list) else "" if value is None else str(value)


def _table(rows: Iterator[list[str]]) -> str:
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows(rows)
    return stream.getvalue()
