"""Measure questions, with `benchwright evaluate questions`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli.model_calls import call_options, unfinished_lines
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
from benchwright.cli.output import INTERRUPTED, STOPPED, note, print_report
from benchwright.english.counts import counted

if TYPE_CHECKING:
    from benchwright.evaluate.questions.question_analysis import QuestionAnalysis
    from benchwright.evaluate.questions.question_scores import QuestionScores, QuestionShare
    from benchwright.workflows.evaluate_questions import QuestionReport

_SHOWN = 5
_MEASURES = {"pman": "answerable (PMAN)", "pman-without-steps": "answerable, asked without PMAN's steps"}


def questions(
    source: Annotated[Path, typer.Argument(metavar="BENCH|FILE", help="A benchmark folder, or a file of questions.")],
    judge: Annotated[str, typer.Option("--judge", metavar="M", help="A model that judges, as PROVIDER/NAME.")] = "",
    direct: Annotated[
        bool, typer.Option("--direct", help="Also ask for answerability in one step, without PMAN's steps.")
    ] = False,
    overlap: Annotated[bool, typer.Option("--overlap", help="Ask the judge which styles fit each question.")] = False,
    tokenised: Annotated[
        bool, typer.Option("--tokenised", help="The questions already have spaces between all tokens.")
    ] = False,
    split: Annotated[
        Path | None, typer.Option("--split", metavar="FILE", help="Compare the keywords of train and test.")
    ] = None,
    to: Annotated[
        Path | None, typer.Option("--to", metavar="DIR", help="Folder for the scores (default: beside the questions).")
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
    as_json: JsonOption = False,
) -> int:
    """Measure the questions themselves: answerability, likeness to reference questions, style and repetition.

    A file is JSON Lines, JSON or CSV. Each row has a question, and as far as the measures need them, its answer, its
    passages, a reference question and its style. Without a judge, the command measures likeness (BLEU, ROUGE-L, METEOR)
    and repetition. It also shows first words, topics and categories, and how many keywords of the test questions occur
    in the training questions, as in the WebQA paper. Without --split, it compares the keywords of two halves. The same
    command continues a stopped run. Exit code 1 if a question has no verdict.

    \b
    Example:
      benchwright evaluate questions bench --judge openai/gpt-4.1-mini --max-usd 5
      benchwright evaluate questions generated.jsonl --tokenised
    """
    from benchwright.run import Ending
    from benchwright.run.model_session import SpendingCaps
    from benchwright.workflows.evaluate_questions import evaluate_questions

    options = call_options(
        [judge] if judge else [],
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
    report = evaluate_questions(
        source,
        judge_model=judge,
        direct=direct,
        overlap=overlap,
        tokenised=tokenised,
        splits=split,
        to=to,
        options=options,
    )
    print_report(report, _summary, as_json=as_json)
    if report.ending is Ending.STOPPED:
        note(STOPPED)
        return INTERRUPTED
    return 0 if report.whole else 1


def _summary(report: QuestionReport) -> list[str]:
    """The scores, for people."""
    scores = report.scores
    lines = [f"{counted(scores.questions, 'question')} from {counted(scores.documents, 'document')}"]
    lines += _judged(scores, report.model)
    if scores.referenced:
        named = ", ".join(f"{name} {value:.3f}" for name, value in scores.likeness.items())
        lines.append(f"like their references ({scores.referenced:,} questions): {named}")
    lines += [f"  {name} is missing: it {why}" for name, why in scores.skipped.items()]
    lines.append(f"near repetitions of an earlier question: {len(scores.repeated):,}")
    lines += _analysed(report.analysis)
    lines += [f"  {count:,} without a verdict, {reason}" for reason, count in report.refused.items()]
    lines += unfinished_lines(report.waiting, report.held_by, "some questions have no verdict yet")
    if report.spent.calls or report.spent.replayed:
        spent = report.spent
        lines.append(spent.ledger_line())
    return [*lines, f"scores: {report.path}"]


def _analysed(found: QuestionAnalysis) -> Iterator[str]:
    """How the questions begin, what they are about, and how far the keywords of some cover those of others."""
    from benchwright.publish.page.analysis_views import covered
    from benchwright.publish.safe_text import line

    whole = max(found.questions, 1)
    begin = [f"{line(one.word, 20)} {one.count / whole:.0%}" for one in found.prefixes.next[:_SHOWN]]
    if begin:
        yield f"first words: {', '.join(begin)}"
    for column in found.columns:
        listed = [f"{line(value, 40)} {count / whole:.0%}" for value, count in column.values[:_SHOWN]]
        yield f"{line(column.name, 20)}: {', '.join(listed)}"
    if told := covered(found):
        yield told


def _judged(scores: QuestionScores, model: str) -> Iterator[str]:
    for measure, groups in scores.answerable.items():
        yield f"{_MEASURES[measure]}, judged by {model}, which is not certified:"
        yield from (f"  {name}: {_share(one)}" for name, one in groups.items() if one.questions)
    if scores.styles is not None:
        yield f"two styles or more fit: {_share(scores.styles.several)}"
        if scores.styles.own.questions:
            yield f"the question's own style fits: {_share(scores.styles.own)}"


def _share(one: QuestionShare) -> str:
    """`0.91 [0.85, 0.96] of 120 questions, 3 unscored`."""
    value = "no score" if one.share is None else f"{one.share:.2f}"
    interval = "" if one.low is None or one.high is None else f" [{one.low:.2f}, {one.high:.2f}]"
    unscored = f", {one.unscored:,} unscored" if one.unscored else ""
    return f"{value}{interval} of {counted(one.questions, 'question')}{unscored}"
