"""Prepare what the owner sees: progress, means, agreement, annotators and comments as rows of text."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from benchwright.publish.number_format import probability
from benchwright.publish.safe_text import line
from benchwright.records import Json
from benchwright.review.agreement_table import FieldAgreement
from benchwright.review.new_study import OWN
from benchwright.review.open_study import OpenStudy
from benchwright.review.results import AnnotatorRow, FieldMean, StudyResults

NONE = "–"
_NAME = 80
_COMMENTS = 100
_TEXT = 600


@dataclass(frozen=True, slots=True)
class AnnotatorView:
    """One annotator as a row, with their link."""

    id: int
    name: str
    kind: str
    status: str
    reviews: str
    controls: str
    agrees: str
    upheld: str
    seconds: str
    link: str
    doubtful: bool


@dataclass(frozen=True, slots=True)
class MeanCell:
    """A mean with its interval, and p of the difference from the reference."""

    value: str
    interval: str
    p: str


@dataclass(frozen=True, slots=True)
class CommentView:
    """What an annotator wrote about an item."""

    name: str
    question: str
    text: str


@dataclass(frozen=True, slots=True)
class AuditView:
    """One line of the audit log."""

    seq: int
    at: str
    actor: str
    action: str
    detail: str


def annotator_views(study: OpenStudy, results: StudyResults, link_of: Callable[[str], str]) -> list[AnnotatorView]:
    """A row for each annotator. `link_of` makes a link of a token."""
    standard = study.settings.standard
    return [
        AnnotatorView(
            one.annotator,
            annotator_name(one),
            one.kind,
            one.status,
            f"{one.reviews:,}",
            f"{one.passed:,} of {one.controls:,}" if one.controls else NONE,
            share(one.agrees),
            share(one.upheld),
            NONE if one.seconds is None else f"{one.seconds:.0f} s",
            link_of(study.token(one.annotator)) if one.kind == "person" else "",
            standard is not None and one.controls >= standard.after and one.passed < standard.below * one.controls,
        )
        for one in results.annotators
    ]


def annotator_name(one: AnnotatorRow) -> str:
    """The name of an annotator, or a number for one without."""
    return line(one.name, _NAME) or f"annotator {one.annotator}"


def agreement_rows(rows: Sequence[FieldAgreement]) -> list[tuple[str, ...]]:
    """Field, who, items, percent, kappa, alpha, its interval, its level."""
    return [
        (
            line(one.field, _NAME),
            line(one.who, _NAME),
            f"{one.items:,}",
            share(one.percent),
            number(one.kappa),
            number(one.alpha),
            "" if one.low is None or one.high is None else f"[{number(one.low)}, {number(one.high)}]",
            one.level,
        )
        for one in rows
        if one.items
    ]


def mean_rows(results: StudyResults) -> list[tuple[str, str, str, list[MeanCell]]]:
    """What is grouped by, the group, how many items, and a cell for each measured field."""
    scales = {field.name for field in results.task.fields if field.kind == "scale"}
    return [
        (
            one.by,
            line(one.group if one.origin == OWN else f"{one.group} ({one.origin})", _NAME),
            f"{one.items:,}",
            [_cell(mean, mean.field in scales) for mean in one.means],
        )
        for one in results.rows
    ]


def comment_views(results: StudyResults) -> list[CommentView]:
    """The newest comments first."""
    names = {one.annotator: annotator_name(one) for one in results.annotators}
    told = [one for one in reversed(results.labels.reviews) if one.comment.strip()]
    return [
        CommentView(
            names.get(one.annotator.id, ""),
            line(one.item.content.question or one.item.content.topic, 200),
            line(one.comment, _TEXT),
        )
        for one in told[:_COMMENTS]
    ]


def audit_views(rows: Sequence[Json]) -> Iterator[AuditView]:
    """Lines of the audit log, with times in UTC."""
    for row in rows:
        at = datetime.fromtimestamp(float(row["at"]), UTC).strftime("%Y-%m-%d %H:%M:%S")
        detail = json.dumps(row["detail"], ensure_ascii=False)
        yield AuditView(row["seq"], at, line(row["actor"], _NAME), line(row["action"], _NAME), line(detail, _TEXT))


def share(value: float | None) -> str:
    """`83%`, or a dash."""
    return NONE if value is None else f"{100 * value:.0f}%"


def number(value: float | None) -> str:
    """`0.62`, or a dash. Minus is a minus sign."""
    return NONE if value is None else f"{value:.2f}".replace("-", "−")


def _cell(one: FieldMean, scale: bool) -> MeanCell:
    interval = one.interval
    if interval.mean is None:
        return MeanCell(NONE, "", "")

    def told(value: float) -> str:
        return f"{value:.2f}" if scale else f"{100 * value:.0f}%"

    ends = "" if interval.low is None or interval.high is None else f"[{told(interval.low)}, {told(interval.high)}]"
    return MeanCell(told(interval.mean), ends, "" if one.p is None else f"p {probability(one.p)}")
