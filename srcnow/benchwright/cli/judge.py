"""Find out how far a judge can be trusted, with `benchwright judge certify` and `benchwright judge next`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli.command_group import CommandGroup
from benchwright.cli.estimate import judging_lines
from benchwright.cli.model_calls import call_options
from benchwright.cli.options import (
    BaseUrl,
    BatchAttach,
    BatchDir,
    BatchResend,
    BatchService,
    JsonOption,
    MaxCalls,
    MaxTokens,
    MaxUsd,
    ModelConcurrency,
    ModelPlan,
)
from benchwright.cli.output import INTERRUPTED, STOPPED, note, print_report, say
from benchwright.english.counts import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchwright.evaluate.judges.certificate_file import Certificate, CertifiedRate
    from benchwright.evaluate.judges.judge_trials import CertificateDetails, JudgeAgreement
    from benchwright.statistics import Interval
    from benchwright.workflows.certify import CertifyReport

Bench = Annotated[Path, typer.Argument(metavar="BENCH", help="A benchmark folder.")]


def certify(
    bench: Bench,
    judge: Annotated[str, typer.Option("--judge", metavar="M", help="The model that judges, as PROVIDER/NAME.")],
    measure: Annotated[
        str,
        typer.Option("--measure", metavar="NAME", help="The judged measure that the judge is certified for, or pman."),
    ] = "judged-correctness",
    labels: Annotated[
        Path | None,
        typer.Option("--labels", metavar="FILE", help="People's labels: a CSV of question, answer, label, annotator."),
    ] = None,
    repeats: Annotated[int, typer.Option("--repeats", metavar="N", help="Judge each answer N times.")] = 1,
    against: Annotated[
        Path | None,
        typer.Option("--against", metavar="FILE", help="An earlier certificate; tests whether the judge has changed."),
    ] = None,
    epsilon: Annotated[
        float,
        typer.Option(
            "--epsilon", help="The alt-test's allowance for the cost of people: 0.2 for experts, 0.1 for crowd workers."
        ),
    ] = 0.15,
    limit: Annotated[int | None, typer.Option("--limit", help="Judge at most this many answers (default 400).")] = None,
    to: Annotated[Path | None, typer.Option("--to", metavar="FILE", help="The certificate.")] = None,
    corpus: Annotated[
        Path | None, typer.Option("--corpus", metavar="CORPUS", help="The corpus (default: the plan's).")
    ] = None,
    concurrency: ModelConcurrency = None,
    max_usd: MaxUsd = None,
    max_calls: MaxCalls = None,
    max_tokens: MaxTokens = None,
    batch_dir: BatchDir = None,
    batch: BatchService = None,
    batch_attach: BatchAttach = "",
    batch_resend: BatchResend = False,
    base_url: BaseUrl = None,
    plan: ModelPlan = None,
    estimate: Annotated[
        bool, typer.Option("--estimate", help="Print the judge's calls, tokens and dollars; ask nothing.")
    ] = False,
    as_json: JsonOption = False,
) -> int:
    """Test a judge on answers whose correctness is known, and write a certificate.

    Without labels, the answers are made from the benchmark: reference answers, other wordings of them, and wrong
    answers (another question's, an altered number, another row, a refusal). Some contain instructions to the judge.
    With labels, people's verdicts decide. The same command continues a stopped run. `evaluate system --certificate
    FILE` corrects scores for the judge's errors. Exit code 1 if some answers are not judged yet; the certificate is
    written when all are.

    \b
    Example:
      benchwright judge certify bench --judge openai/gpt-4.1-mini --max-usd 1
      benchwright judge certify bench --judge openai/gpt-4.1-mini --labels labels.csv --repeats 3
      benchwright judge certify bench --judge openai/gpt-4.1-mini --measure faithfulness --estimate
    """
    from benchwright.run import Ending
    from benchwright.run.model_session import SpendingCaps
    from benchwright.workflows.certify import certify as workflow
    from benchwright.workflows.certify import estimate_certification

    calls = call_options(
        [judge],
        plan,
        base_url,
        SpendingCaps(max_usd, max_calls, max_tokens),
        concurrency,
        batch_dir,
        batch,
        batch_attach,
        batch_resend,
        quiet=as_json,
    )
    if estimate:
        found = estimate_certification(
            bench, judge, measure=measure, labels=labels, repeats=repeats, limit=limit, corpus=corpus, calls=calls
        )
        print_report(found, judging_lines, as_json=as_json)
        return 0
    report = workflow(
        bench,
        judge,
        measure=measure,
        labels=labels,
        repeats=repeats,
        limit=limit,
        against=against,
        epsilon=epsilon,
        corpus=corpus,
        to=to,
        calls=calls,
    )
    print_report(report, _lines, as_json=as_json)
    if report.ending is Ending.STOPPED:
        note(STOPPED)
        return INTERRUPTED
    return 0 if report.whole else 1


def propose(
    path: Annotated[
        Path, typer.Argument(metavar="BENCH", help="A benchmark folder, or a folder of scores of systems.")
    ],
    system: Annotated[str, typer.Argument(metavar="[RUN]", help="Draw from this system, by its verdicts.")] = "",
    measure: Annotated[
        str, typer.Option("--measure", metavar="NAME", help="The judged measure whose score the labels will correct.")
    ] = "judged-correctness",
    count: Annotated[int, typer.Option("--count", "-n", metavar="N", help="How many answers to propose.")] = 50,
    labels: Annotated[
        Path | None, typer.Option("--labels", metavar="FILE", help="Existing labels; their answers are left out.")
    ] = None,
    to: Annotated[Path | None, typer.Option("--to", metavar="FILE", help="Write the CSV to a new file.")] = None,
) -> int:
    """Choose answers of systems that people should label next, and write a CSV for their labels.

    Without RUN, answers of all systems are drawn at random, and every question is equally likely. A longer list begins
    with the shorter one. With RUN, a system with verdicts by judges, answers are drawn at random within each kind of
    verdict. More are drawn from verdicts that are rare or disagree, so that the interval of the corrected score is as
    narrow as possible. Answers that already have a label are left out. Exit code 1 if there are fewer than N answers.

    \b
    Example:
      benchwright judge next bench my_rag -n 100 --to labels.csv
      benchwright judge next bench -n 50 --labels labels.csv --to more-labels.csv
    """
    from benchwright.files.output_paths import check_output_file
    from benchwright.workflows.label_proposals import propose_labels

    if to is not None:  # it may hold hours of people's work
        check_output_file(to, replace=False, hint="name another file; labels are never overwritten")
    proposals = propose_labels(path, count, system=system, labels=labels, measure=measure)
    text = proposals.csv_text()
    if to is None:
        say(text.rstrip("\n"))
    else:
        from benchwright.files.atomic import write_atomic

        write_atomic(to, text)
    note(proposals.line())
    return 0 if len(proposals.rows) == count else 1


def _lines(report: CertifyReport) -> Iterator[str]:
    """The certificate for people, or what is missing."""
    spent = report.spent
    if report.certificate is None:
        if report.waiting:
            yield f"waiting for replies: {', '.join(report.waiting)}"
        elif report.held_by:
            yield "some answers are not judged yet; the same command continues:"
            yield from (f"  {line}" for line in report.held_by[:3])
        yield f"{report.judged:,} of {report.asked:,} verdicts; {spent.line() or 'nothing was spent'}"
        return
    yield from _certificate_lines(report.certificate, report.details)
    yield spent.ledger_line()
    yield f"certificate: {report.path}"


def _certificate_lines(one: Certificate, details: CertificateDetails) -> Iterator[str]:
    from benchwright.english.counts import counted
    from benchwright.publish.number_format import probability

    tried = "people's labels" if one.source == "labels" else "planted answers"
    yield f"{one.model} as a judge of {one.measure}, tried with {tried} of {one.benchmark.name}"
    yield f"  {counted(one.n_right, 'right answer')}, {counted(one.n_wrong, 'wrong answer')}"
    rows = [("", "sensitivity", "specificity", "accuracy")]
    probes = any(trial.known.is_probe for trial in details.trials)
    rows += [("all but probes" if probes else "all", _rate(one.sensitivity), _rate(one.specificity), _accuracy(one))]
    for group in details.groups:
        accuracy = "" if group.accuracy is None else f"{group.accuracy:.2f}"
        rows.append((group.name, _rate(group.sensitivity), _rate(group.specificity), accuracy))
    yield from (f"  {line}" for line in _columns(rows))
    yield f"  kappa with the truth: {_number(one.kappa)}"
    if details.agreement is not None:
        yield from (f"  {line}" for line in _agreement_lines(details.agreement))
    if details.repeats is not None:
        flips = details.repeats
        yield f"  verdicts that changed over {flips.repeats} repeats: {_rate(flips.flipped)}"
    for effect in details.effects:
        yield f"  {effect.name}: {_change(effect.change)} ({effect.about})"
    if details.drift is not None:
        drift = details.drift
        yield (
            f"  since {drift.against}: of {counted(drift.n, 'answer')}, {drift.only_before:,} no longer called right, "
            f"{drift.only_now:,} newly called right ({probability(drift.p)})"
        )
    unscored = ", ".join(f"{number:,} {reason}" for reason, number in details.unscored.items())
    yield f"  without a verdict: {sum(details.unscored.values()):,}" + (f" ({unscored})" if unscored else "")
    yield from (f"  not used: {number:,} {reason}" for reason, number in details.dropped.items())
    for name, number in details.contradicted.items():
        yield f"  {name} contradicts themselves on {counted(number, 'answer')}"
    yield from (f"  not measured: {name} ({why})" for name, why in details.not_measured.items())


def _agreement_lines(found: JudgeAgreement) -> Iterator[str]:
    yield (
        f"with {counted(found.annotators, 'annotator')}: weighted kappa {_number(found.weighted_kappa)}, ordinal alpha "
        f"{_number(found.alpha_people)} among them, {_number(found.alpha_with_judge)} with the judge"
    )
    if found.winning_rate is not None:
        verdict = "may take a person's place" if found.passed else "is not shown to be as good as a person"
        yield (
            f"alt-test (epsilon {found.epsilon:g}): winning rate {found.winning_rate:.2f}, advantage probability "
            f"{_number(found.advantage)}: the judge {verdict}"
        )


def _rate(rate: CertifiedRate) -> str:
    if rate.value is None:
        return "-"
    ends = "" if rate.low is None or rate.high is None else f" [{rate.low:.2f}, {rate.high:.2f}]"
    return f"{rate.value:.2f}{ends} of {rate.n:,}"


def _accuracy(one: Certificate) -> str:
    """The share of all verdicts that are true."""
    rates = [rate for rate in (one.sensitivity, one.specificity) if rate.value is not None]
    verdicts = sum(rate.n for rate in rates)
    return f"{sum(rate.n * (rate.value or 0.0) for rate in rates) / verdicts:.2f}" if verdicts else ""


def _change(interval: Interval) -> str:
    ends = "" if interval.low is None or interval.high is None else f" [{interval.low:+.2f}, {interval.high:+.2f}]"
    return "-" if interval.mean is None else f"{interval.mean:+.2f}{ends}"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def _columns(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in rows)


JUDGE_GROUP = CommandGroup(
    """Measure how reliable a judge is, and choose the answers that people should label.

    \b
    Example:
      benchwright judge certify bench --judge openai/gpt-4.1-mini --max-usd 1
    """,
    {"certify": certify, "next": propose},
)
