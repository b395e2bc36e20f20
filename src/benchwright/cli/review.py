"""Let people check a benchmark, with `benchwright review`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli.command_group import CommandGroup
from benchwright.cli.model_calls import call_options, unfinished_lines
from benchwright.cli.options import (
    BaseUrl,
    BatchAttach,
    BatchDir,
    BatchResend,
    BatchService,
    BenchArgument,
    JsonOption,
    MaxCalls,
    MaxTokens,
    MaxUsd,
    ModelConcurrency,
    ModelPlan,
)
from benchwright.cli.output import INTERRUPTED, STOPPED, note, print_json, say

if TYPE_CHECKING:
    from benchwright.records import Json
    from benchwright.workflows.review_results import ReviewReport

StudyOption = Annotated[
    str, typer.Option("--study", metavar="STUDY", help="smmqg, qampari, webqa, or a YAML file of your own.")
]
ReferenceOption = Annotated[
    Path | None, typer.Option("--reference", metavar="BENCH", help="Another benchmark, mixed in blind.")
]
ReviewScores = Annotated[
    Path | None, typer.Option("--scores", metavar="DIR", help="Scores of systems whose answers are graded.")
]
StudyPath = Annotated[
    Path, typer.Argument(metavar="STUDY|BENCH", help="The folder of a study, or a benchmark with one study.")
]

PlatformOption = Annotated[str, typer.Option("--platform", metavar="NAME", help="csv, label-studio, argilla or mturk.")]


def serve(
    bench: BenchArgument,
    study: StudyOption = "smmqg",
    to: Annotated[
        Path | None, typer.Option("--to", metavar="DIR", help="The study's folder (default: BENCH/review/NAME).")
    ] = None,
    reference: ReferenceOption = None,
    scores: ReviewScores = None,
    annotators: Annotated[int, typer.Option(min=0, max=1000, help="Add annotators until there are so many.")] = 1,
    name: Annotated[
        list[str] | None, typer.Option("--name", metavar="NAME", help="Add an annotator of this name. Repeatable.")
    ] = None,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port (default: any free one).")] = 0,
    tls_cert: Annotated[Path | None, typer.Option(metavar="FILE", help="Certificate, for another --host.")] = None,
    tls_key: Annotated[Path | None, typer.Option(metavar="FILE", help="Key of the certificate.")] = None,
    behind_proxy: Annotated[bool, typer.Option("--behind-proxy", help="A proxy in front of it adds TLS.")] = False,
    url: Annotated[str, typer.Option(help="Address that annotators open, if it is another one.")] = "",
) -> int:
    """Begin or continue a study, and serve its pages: one link per annotator, and one for you.

    Only this machine can open the links unless --host is given. Ctrl-C ends the server; the same command continues
    where it stopped, with the same links on the same --port.

    \b
    Example:
      benchwright review serve bench --study smmqg --annotators 3 --port 8080
    """
    from benchwright.workflows.review import open_study
    from benchwright.workflows.review_serve import ListenAddress, ReviewServer
    from benchwright.workflows.review_serve import serve as workflow

    address = ListenAddress(host, port, tls_cert, tls_key, behind_proxy, url)
    address.check()

    def ready(server: ReviewServer) -> None:
        say(f"owner: {server.owner_link}")
        for one in opened.annotators():
            if one.kind == "person":
                say(f"{one.name or f'annotator {one.id}'}: {server.link(one)}")
        if server.invitation:
            say(f"study URL for Prolific: {server.invitation}")
        note("Ctrl-C ends the server")

    opened = open_study(bench, study, to=to, reference=reference, scores=scores, notify=say)
    try:
        workflow(opened, address, names=name or (), annotators=annotators, ready=ready)
    finally:
        opened.close()
    note("ended")
    return 0


def estimate(
    bench: BenchArgument,
    study: StudyOption = "smmqg",
    reference: ReferenceOption = None,
    scores: ReviewScores = None,
    as_json: JsonOption = False,
) -> int:
    """Say what a study can find, how much work it is, and how many controls there are, before it starts.

    Draws the items as the study would, and writes nothing.

    \b
    Example:
      benchwright review estimate bench --study smmqg --reference mmqa
    """
    from benchwright.workflows.review import estimate_study

    found = estimate_study(bench, study, reference=reference, scores=scores)
    if as_json:
        print_json(found.to_json())
    else:
        for line in found.lines:
            say(line)
    return 0


def results(
    path: StudyPath,
    apply: Annotated[
        bool, typer.Option("--apply", help="Write the decisions into the benchmark, as its next revision.")
    ] = False,
    scores: Annotated[
        Path | None, typer.Option("--scores", metavar="DIR", help="Scores of systems, for their true precision.")
    ] = None,
    as_json: JsonOption = False,
) -> int:
    """Print what a study came to: means by style, agreement, annotators, decisions. Writes labels and tables beside it.

    With --apply, rejected questions leave the benchmark and edited ones get their new words; the originals stay in its
    folder `revisions`. Run `benchwright generate` again to replace rejected questions.

    \b
    Example:
      benchwright review results bench
      benchwright review results bench/review/qampari --apply
    """
    from benchwright.workflows.review_results import review_results

    report = review_results(path, apply=apply, scores=scores)
    if as_json:
        revision = None if report.revisions is None else report.revisions.to_json()
        precision = [one.to_json() for one in report.precisions]
        told = {"precision": precision, "labels": report.labels, "revision": revision, "created": _created(report)}
        print_json({**report.results.to_json(), **told})
    else:
        for line in _lines(report):
            say(line)
    return 0


def task(
    name: Annotated[str, typer.Argument(metavar="[TASK]", help="A task that comes with Benchwright.")] = "",
    to: Annotated[Path | None, typer.Option("--to", metavar="FILE", help="Write it to a new file.")] = None,
) -> int:
    """Print the YAML of a review task, to be copied and changed; without a name, list the tasks.

    \b
    Example:
      benchwright review task five-metrics --to mine.yaml
    """
    from benchwright.errors import UsageError
    from benchwright.files.atomic import write_atomic
    from benchwright.review.task import task_text, tasks

    if to is not None and (not name or to.exists()):
        problem = "--to goes with the name of a task" if not name else f"{to} is there already"
        raise UsageError(problem, hint="name a task, and a file that is not there")
    if name and to is not None:
        write_atomic(to, task_text(name))
        say(str(to))
    elif name:
        print(task_text(name), end="")
    else:
        for one in tasks().values():
            say(f"{one.name}: {one.title} ({one.unit}; {', '.join(field.name for field in one.fields)})")
    return 0


def annotate(
    path: StudyPath,
    model: Annotated[str, typer.Option("--model", metavar="M", help="The model that reviews, as PROVIDER/NAME.")],
    estimate: Annotated[
        bool, typer.Option("--estimate", help="Print calls, tokens and dollars; send nothing.")
    ] = False,
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
) -> int:
    """Let a model review the items of a study, beside people and marked as a model.

    What it says decides nothing; the results show how far it agrees with people. The same command continues a stopped
    run. Exit code 1 if some items have no review yet.

    \b
    Example:
      benchwright review annotate bench --model openai/gpt-4.1-mini --estimate
      benchwright review annotate bench --model openai/gpt-4.1-mini --max-usd 1
    """
    from benchwright.cli.estimate import call_lines
    from benchwright.run import Ending
    from benchwright.run.model_session import SpendingCaps
    from benchwright.workflows.review_models import estimate_annotation, review_annotate

    calls = call_options(
        [model],
        plan,
        base_url,
        SpendingCaps(max_usd, max_calls, max_tokens),
        concurrency,
        batch_dir,
        batch,
        batch_attach,
        batch_resend,
        quiet=False,
    )
    if estimate:
        for line in call_lines(estimate_annotation(path, model, options=calls)):
            say(line)
        return 0
    folder, result = review_annotate(path, model, options=calls)
    for reason, count in result.refusals.items():
        say(f"{count:,} items without a review: {reason}")
    for line in unfinished_lines(result.waiting, result.held_by, "some items have no review yet"):
        say(line)
    say(f"{folder}: {result.spent.ledger_line()}")
    if result.ending is Ending.STOPPED:
        note(STOPPED)
        return INTERRUPTED
    return 0 if result.ending is Ending.FINISHED and not result.refused else 1


def export(
    path: StudyPath,
    to: Annotated[Path, typer.Option("--to", metavar="DIR", help="A new folder.")],
    platform: PlatformOption = "csv",
) -> int:
    """Write the items of a study for another platform: csv, label-studio, argilla or mturk.

    Nothing in the files tells controls from real items, or which benchmark an item is from.

    \b
    Example:
      benchwright review export bench --to project --platform label-studio
    """
    from benchwright.workflows.review_exchange import export_items

    for file in export_items(path, platform, to):
        say(str(file))
    return 0


def take(
    path: StudyPath,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Finished reviews from that platform.")],
    platform: PlatformOption = "csv",
    as_json: JsonOption = False,
) -> int:
    """Take finished reviews from another platform into a study: csv, label-studio, argilla or mturk.

    Reviews are held against the task, and counted by reason if they fall. Taking a file in again adds only what is new.
    Exit code 1 if reviews fell.

    \b
    Example:
      benchwright review import bench project.json --platform label-studio
    """
    from benchwright.workflows.review_exchange import import_reviews

    report = import_reviews(path, platform, file)
    if as_json:
        print_json({"new": report.fresh, "known": report.known, "dropped": dict(report.dropped)})
    else:
        say(f"{report.fresh:,} new reviews, {report.known:,} known")
        for reason, count in report.dropped.items():
            say(f"{count:,} not taken: {reason}")
    return 1 if report.dropped else 0


def prolific(
    path: StudyPath,
    to: Annotated[Path, typer.Option("--to", metavar="DIR", help="Where the files go.")],
    as_json: JsonOption = False,
) -> int:
    """Write who came from Prolific, how their work ended and how long it took, and who may be approved.

    The files contain people's Prolific ids, so don't publish them. Apart from them, only review.sqlite contains these
    ids.

    \b
    Example:
      benchwright review prolific bench --to prolific
    """
    from benchwright.workflows.review_exchange import write_submissions

    found = write_submissions(path, to)
    if as_json:
        print_json({"files": list(map(str, found.files)), "endings": dict(found.endings)})
    else:
        for ending, count in found.endings.items():
            say(f"{count:,} {ending}")
        for file in found.files:
            say(str(file))
    return 0


def _lines(report: ReviewReport) -> Iterator[str]:
    from benchwright.files.command_lines import command_line
    from benchwright.publish.review_tables import review_lines

    yield from review_lines(report.results)
    for one in report.precisions:
        yield f"  {one.line()}"
    if report.created is not None:
        yield f"Questions written by people: {len(report.created.examples):,}"
        yield from (f"  {count:,} not taken: {reason}" for reason, count in report.created.reasons.most_common())
    yield ""
    labels = ", labels.csv" if report.labels else ""
    yield f"written: {report.folder / 'results.json'}, items.csv, reviews.csv{labels}"
    if report.labels:
        yield f"to certify a judge: {command_line('judge', 'certify', report.benchmark, '--judge', 'MODEL')} " + (
            f"--labels {report.folder / 'labels.csv'}"
        )
    if report.revisions is not None:
        yield f"{report.benchmark} is at revision {len(report.revisions)}"
        if report.replaceable:
            again = command_line("generate", report.benchmark / "plan.yaml", "--to", report.benchmark)
            yield f"to replace rejected questions: {again}"
    elif report.results.questions or (report.created is not None and report.created.examples):
        yield f"to apply the decisions: {command_line('review', 'results', report.folder)} --apply"


def _created(report: ReviewReport) -> Json | None:
    if report.created is None:
        return None
    return {"questions": [one.to_json() for one in report.created.examples], "not_taken": dict(report.created.reasons)}


REVIEW_GROUP = CommandGroup(
    """Let people check a benchmark: rate its questions, check its answers, find what is missing.

    \b
    Example:
      benchwright review estimate bench --study smmqg
      benchwright review serve bench --study smmqg --annotators 3
      benchwright review results bench
    """,
    {
        "serve": serve,
        "estimate": estimate,
        "results": results,
        "task": task,
        "annotate": annotate,
        "export": export,
        "import": take,
        "prolific": prolific,
    },
)
