"""The results of a study as lines of text: the means as the papers print them, agreement, annotators, decisions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from benchwright.english.counts import counted
from benchwright.publish.number_format import probability
from benchwright.review.agreement_table import FieldAgreement
from benchwright.review.completeness import Completeness
from benchwright.review.new_study import OWN
from benchwright.review.results import AnnotatorRow, FieldMean, ResultRow, StudyResults
from benchwright.review.task import Task

_NONE = "-"


def review_lines(results: StudyResults) -> Iterator[str]:
    """All tables of a study, each under a line that says what it is."""
    progress = results.progress
    yield (
        f"{results.study}: {progress.submitted:,} of {progress.wanted:,} reviews of {counted(progress.items, 'item')}"
        + ("" if results.seconds is None else f", {results.seconds:.0f} s each (median)")
    )
    if results.rows:
        yield ""
        yield "Means (shares of the first option in %), with p of the difference from the reference:"
        yield from (f"  {line}" for line in _columns(_mean_rows(results.task, results.rows)))
    if any(one.items for one in results.agreement):
        yield ""
        yield "Agreement:"
        yield from (f"  {line}" for line in _columns(_agreement_rows(results.agreement)))
    if results.annotators:
        yield ""
        yield "Annotators:"
        yield from (f"  {line}" for line in _columns(_annotator_rows(results.annotators)))
    if results.completeness is not None:
        yield ""
        yield from _completeness_lines(results.completeness)
    if results.questions:
        yield ""
        told = ", ".join(f"{count:,} {verdict}" for verdict, count in sorted(results.verdicts.items()))
        yield f"Questions of the benchmark: {told}"


def _mean_rows(task: Task, rows: Sequence[ResultRow]) -> Iterator[tuple[str, ...]]:
    names = [one.field for one in rows[0].means]
    yield ("group", "items", *names)
    scales = {field.name for field in task.fields if field.kind == "scale"}
    for row in rows:
        group = row.group if row.origin == OWN else f"{row.group} ({row.origin})"
        yield (group, f"{row.items:,}", *(_mean(one, one.field in scales) for one in row.means))


def _mean(one: FieldMean, scale: bool) -> str:
    interval = one.interval
    if interval.mean is None:
        return _NONE
    factor, form = (1, ".2f") if scale else (100, ".1f")
    low, high = interval.low, interval.high
    ends = "" if low is None or high is None else f" [{low * factor:{form}}, {high * factor:{form}}]"
    p = "" if one.p is None else f" {probability(one.p)}"
    return f"{interval.mean * factor:{form}}{ends}{p}"


def _agreement_rows(rows: Sequence[FieldAgreement]) -> Iterator[tuple[str, ...]]:
    yield ("field", "who", "items", "equal", "kappa", "alpha", "level")
    for one in rows:
        alpha = _number(one.alpha)
        if one.low is not None and one.high is not None:
            alpha += f" [{one.low:.2f}, {one.high:.2f}]"
        yield (one.field, one.who, f"{one.items:,}", _share(one.percent), _number(one.kappa), alpha, one.level)


def _annotator_rows(rows: Sequence[AnnotatorRow]) -> Iterator[tuple[str, ...]]:
    yield ("annotator", "kind", "status", "reviews", "controls", "agrees", "upheld", "seconds")
    for one in rows:
        controls = f"{one.passed:,} of {one.controls:,}" if one.controls else _NONE
        seconds = _NONE if one.seconds is None else f"{one.seconds:.0f}"
        name = one.name or f"annotator {one.annotator}"
        yield (
            name,
            one.kind,
            one.status,
            f"{one.reviews:,}",
            controls,
            _share(one.agrees),
            _share(one.upheld),
            seconds,
        )


def _completeness_lines(found: Completeness) -> Iterator[str]:
    known, complete = found.known_share, found.complete
    yield f"Completeness of the answers of {counted(len(found.questions), 'question')}:"
    for text, interval in (("of all right answers are known", known), ("of the questions lack none", complete)):
        ends = "" if interval.low is None or interval.high is None else f" [{interval.low:.1%}, {interval.high:.1%}]"
        yield f"  {interval.mean or 0.0:.1%}{ends} {text}"
    bins = ", ".join(f"{name if name == 'more' else f'up to {name}'}: {count}" for name, count in found.bins.items())
    yield f"  questions by how many more answers there are, as a share of the known ones: {bins}"


def _share(value: float | None) -> str:
    return _NONE if value is None else f"{value:.1%}"


def _number(value: float | None) -> str:
    return _NONE if value is None else f"{value:.2f}"


def _columns(rows: Iterator[tuple[str, ...]]) -> Iterator[str]:
    listed = list(rows)
    widths = [max(map(len, column)) for column in zip(*listed, strict=True)]
    return ("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in listed)
