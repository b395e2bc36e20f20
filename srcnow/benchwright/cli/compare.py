"""Compare two systems, or two benchmarks, with `benchwright compare`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli.options import JsonOption, Replace
from benchwright.cli.output import print_report
from benchwright.errors import UsageError

if TYPE_CHECKING:
    from benchwright.evaluate.agreement import Agreement, Concordance
    from benchwright.evaluate.comparison import Comparison
    from benchwright.evaluate.summary import SystemPair


def compare(
    a: Annotated[str, typer.Argument(metavar="A", help="System under test: a folder of scores, or FOLDER::NAME.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Baseline: the same forms, or a name in A's folder.")],
    measure: Annotated[
        list[str] | None,
        typer.Option(
            "--measure",
            help="Measure (default: recall at the largest cut-off, or answer-parts without contexts). "
            "With --agreement: one for each side.",
        ),
    ] = None,
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
    agree: Annotated[
        bool,
        typer.Option("--agreement", help="Test whether A and B, two folders of scores, rank their systems alike."),
    ] = False,
    same: Annotated[
        list[str] | None,
        typer.Option(
            "--same",
            metavar="'A + B'",
            help="With --agreement: systems that depend on each other and count as one; repeatable.",
        ),
    ] = None,
    kept: Annotated[
        str,
        typer.Option(
            "--kept",
            metavar="FILE",
            help="With --agreement: also test it on these questions alone; a file with one id per line.",
        ),
    ] = "",
    to: Annotated[
        Path | None,
        typer.Option("--to", metavar="FILE", help="Also write the comparison to FILE, as a GitHub Markdown table."),
    ] = None,
    replace: Replace = False,
    as_json: JsonOption = False,
) -> int:
    """Test whether two systems differ, over all questions and in each slice; or whether two benchmarks agree.

    A and B need scores by `evaluate` on the same benchmark. Each difference has a 95% interval (bootstrap over
    documents) and a p-value (paired permutation test); p-values of slices are also shown corrected for multiple tests.
    With a margin, a single one-sided test at 5% decides the verdict and the exit code. Exit code 1 if the option
    --fail-if-worse or --fail-unless-as-good fails A.

    With --agreement, A and B are folders of scores of the same systems on two benchmarks, in two runs, or (the same
    folder twice) by two measures. Kendall's tau measures how well the two orders of systems agree, with an exact
    p-value over orders and an interval over questions.

    \b
    Example:
      benchwright compare bench-scores::mine bm25
      benchwright compare new-scores old-scores --fail-if-worse 0.02
      benchwright compare mmqa-scores smmqg-scores --agreement --measure recall@10
      benchwright compare bench-scores bench-scores --agreement --measure recall@10 --measure nDCG@10
    """
    from benchwright.evaluate.comparison import compare as workflow

    named = measure or []
    if agree:
        if fail_if_worse is not None or fail_unless_as_good is not None:
            raise UsageError("a margin says nothing of agreement", hint="leave out --agreement or the margin")
        if to is not None:
            raise UsageError("--to writes no agreement", hint="leave out --to, or read the numbers with --json")
        from benchwright.evaluate.agreement import agreement

        found_agreement = agreement(a, b, measures=named, same=[_group(one) for one in same or []], kept=kept or None)
        print_report(found_agreement, _agreement_lines, as_json=as_json)
        return 0
    if same or kept:
        raise UsageError("--same and --kept belong to --agreement", hint="add --agreement, or leave them out")
    if len(named) > 1:
        raise UsageError(f"{len(named)} measures are named", hint="name one, or compare them with --agreement")
    if fail_if_worse is not None and fail_unless_as_good is not None:
        raise UsageError("two margins are given", hint="choose --fail-if-worse or --fail-unless-as-good")
    if to is not None:
        from benchwright.files.output_paths import check_output_file

        check_output_file(to, replace=replace or _is_empty(to))
    strict = fail_unless_as_good is not None
    margin = fail_unless_as_good if strict else fail_if_worse
    found = workflow(a, b, measure="".join(named), margin=margin, strict=strict)
    if to is not None:
        from benchwright.files.atomic import write_atomic
        from benchwright.publish.comparison_markdown import comparison_markdown

        write_atomic(to, comparison_markdown(found))
    print_report(found, _lines, as_json=as_json)
    if fail_if_worse is not None and found.untested:
        nothing = found.overall.difference.mean is None
        raise UsageError(
            f"--fail-if-worse cannot be decided without a test: {found.untested}",
            hint="name a measure that both have: --measure NAME"
            if nothing
            else "evaluate both on questions from several documents",
        )
    return 1 if found.worse else 0


def _is_empty(path: Path) -> bool:
    """Whether an empty file is there, such as the summary of a job that GitHub prepares."""
    return path.is_file() and not path.stat().st_size


def _group(text: str) -> list[str]:
    names = [name.strip() for name in text.split(" + ") if name.strip()]
    if len(names) < 2:
        raise UsageError(f"--same {text!r} names one system", hint="write two or more: --same 'bm25 + bm25-titles'")
    return names


def _agreement_lines(found: Agreement) -> list[str]:
    from benchwright.publish.safe_text import line

    sides = tuple(
        f"{line(name, 40)}, {line(measure, 40)}"
        for name, measure in ((found.a, found.measure_a), (found.b, found.measure_b))
    )
    lines = [f"{sides[0]} (A) and {sides[1]} (B)", *_concordance_lines(found.all, found)]
    if found.kept is not None:
        lines += ["", "Over the questions that were kept:", *_concordance_lines(found.kept, found)]
    if found.left_out:
        lines.append(f"Left out, as a bound or on one side only: {', '.join(line(one, 40) for one in found.left_out)}.")
    return lines


def _concordance_lines(one: Concordance, found: Agreement) -> list[str]:
    from benchwright.english.counts import counted
    from benchwright.publish.number_format import number, probability_is
    from benchwright.publish.safe_text import line

    rows = [("", "A", "place", "B", "place")]
    rows += [
        (
            line(" + ".join(system.of) or system.name, 60),
            number(system.mean_a, 3, measure=found.measure_a),
            str(system.place_a),
            number(system.mean_b, 3, measure=found.measure_b),
            str(system.place_b),
        )
        for system in sorted(one.systems, key=lambda system: system.place_a)
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    interval = "" if one.low is None or one.high is None else f" [{number(one.low)}, {number(one.high)}]"
    tau = (
        f"Kendall's tau = {number(one.tau)}{interval}, exact {probability_is(one.p)}"
        if one.tau is not None
        else "no tau"
    )
    asked = f"{counted(one.questions_a, 'question')} in A, {one.questions_b:,} in B"
    return [*lines, "", f"{tau}, over {counted(len(one.systems), 'system')} ({asked}): {one.verdict}."]


def _lines(found: Comparison) -> list[str]:
    from benchwright.english.counts import counted
    from benchwright.evaluate.measures.catalogue import parse_measure
    from benchwright.publish.number_format import estimate, probability

    def row(label: str, pair: SystemPair) -> tuple[str, ...]:
        wide = f"{counted(pair.difference.n, 'question')}, {counted(pair.difference.clusters, 'document')}"
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
