"""Compare two systems, or two benchmarks, with `benchwright compare`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli.options import JsonOption
from benchwright.cli.output import print_report
from benchwright.errors import UsageError

if TYPE_CHECKING:
    from benchwright.evaluate.comparison import Comparison
    from benchwright.evaluate.summary import SystemPair


def compare(
    a: Annotated[str, typer.Argument(metavar="A", help="System under test: a folder of scores, or FOLDER::NAME.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Baseline: the same forms, or a name in A's folder.")],
    measure: Annotated[str, typer.Option("--measure", help="Measure (default: recall at the largest cut-off).")] = "",
    fail_if_worse: Annotated[
        float | None,
        typer.Option(
            "--fail-if-worse",
            metavar="MARGIN",
            help="Exit 1 if A is shown to be worse by more than MARGIN, 2 if that cannot be tested.",
        ),
    ] = None,
    fail_unless_as_good: Annotated[
        float | None,
        typer.Option(
            "--fail-unless-as-good", metavar="MARGIN", help="Exit 1 unless A is shown to be at most MARGIN worse."
        ),
    ] = None,
    as_json: JsonOption = False,
) -> int:
    """Test whether two systems differ, over all questions and in each slice.

    Both need scores of `evaluate` on the same benchmark. Differences have 95 % intervals from a bootstrap over
    documents and p-values from a paired permutation test; those of slices are also shown corrected for each other. With
    a margin, one one-sided test at 5 % decides the sentence and the exit code for CI.

    \b
    Example:
      benchwright compare bench-scores::mine bm25
      benchwright compare new-scores old-scores --fail-if-worse 0.02
    """
    from benchwright.evaluate.comparison import compare as workflow

    if fail_if_worse is not None and fail_unless_as_good is not None:
        raise UsageError("two margins are given", hint="choose --fail-if-worse or --fail-unless-as-good")
    strict = fail_unless_as_good is not None
    margin = fail_unless_as_good if strict else fail_if_worse
    found = workflow(a, b, measure=measure, margin=margin, strict=strict)
    print_report(found, _lines, as_json=as_json)
    if fail_if_worse is not None and found.untested:
        raise UsageError(
            f"--fail-if-worse cannot be decided without a test: {found.untested}",
            hint="evaluate both on questions from several documents",
        )
    return 1 if found.worse else 0


def _lines(found: Comparison) -> list[str]:
    from benchwright.evaluate.measures.catalogue import parse_measure
    from benchwright.publish.number_format import count, estimate, probability

    def row(label: str, pair: SystemPair) -> tuple[str, ...]:
        wide = f"{count(pair.difference.n, 'question')}, {count(pair.difference.clusters, 'document')}"
        one = pair.difference
        shown = estimate(one, 3, measure=pair.measure, signed=True, doubtful=found.summary.doubtful(one))
        return label, shown, probability(pair.p), probability(pair.p_corrected), wide

    rows = [
        ("", "difference", "p", "corrected", ""),
        row("all", found.overall),
        *(row(pair.slice.label, pair) for pair in found.slices),
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [f"{found.a} - {found.b}, {found.summary.title(found.measure)}"]
    lines += ["  ".join(text.ljust(width) for text, width in zip(one, widths, strict=True)).rstrip() for one in rows]
    lines += ["", f"{found.verdict}."]
    least, most = found.overall.detectable, parse_measure(found.measure).family.high
    if least is not None:
        lines.append(
            f"These questions show a true difference of about {least:.3f} four times out of five."
            if least <= most
            else f"These questions are too few or too alike to show any difference in {found.measure}."
        )
    return lines
