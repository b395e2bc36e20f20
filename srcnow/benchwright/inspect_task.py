"""Run a benchmark as a task of Inspect (`inspect_ai`): its dataset, and scorers that are Benchwright's own measures.

    inspect eval benchwright/benchmark -T path=bench -T sources=bm25:5 --model openai/gpt-4.1-mini

Inspect finds this module by its entry point `inspect_ai`. Only Inspect imports it: Benchwright runs without it.
"""

from __future__ import annotations

from collections.abc import Mapping

import click
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    Content,
    ContentImage,
    ContentText,
    GenerateConfig,
    Model,
    get_model,
)
from inspect_ai.scorer import Metric, Score, Scorer, Target, grouped, mean, scorer, stderr
from inspect_ai.solver import TaskState, generate

from benchwright.errors import BenchwrightError
from benchwright.evaluate.answerers.question_prompts import QuestionPrompt, question_prompts
from benchwright.evaluate.gold import Question
from benchwright.evaluate.judges.ask_judge import CaseJudge
from benchwright.evaluate.judges.correctness import CORRECTNESS
from benchwright.evaluate.judges.judge_case import CaseReader
from benchwright.evaluate.judges.judge_replies import no_picture
from benchwright.evaluate.match import resolve_ids
from benchwright.evaluate.measures.part_scores import PARTS, part_score
from benchwright.evaluate.systems.ask_system import Replies, sizes_of
from benchwright.evaluate.systems.reply_format import read_reply
from benchwright.evaluate.target import EvaluationTarget
from benchwright.models import Message, Reply, Request, Text
from benchwright.models.base import Part, Status
from benchwright.models.parse import completed
from benchwright.models.pictures import PictureCache
from benchwright.prompts.asking import Actor

CLUSTER = "document"
"""The metadata by which standard errors are clustered: questions about one document are not independent."""
_MESSAGES = {"system": ChatMessageSystem, "user": ChatMessageUser, "assistant": ChatMessageAssistant}
_ENDINGS: Mapping[str, Status] = {"content_filter": "refused", "max_tokens": "truncated", "model_length": "truncated"}


@task
def benchmark(
    path: str,
    sources: str = "gold",
    corpus: str = "",
    split: str = "",
    images: bool = True,
    pages: bool = False,
    judge: str = "",
    seed: int = 13,
) -> Task:
    """The benchmark in the folder `path`. Samples show the question with its `sources`: `gold`, `none`, or the first
    hits of a retriever (`bm25:5`). `corpus` says where the corpus is if it has moved, `split` is `FILE:PART` for one
    part. Models without vision need `images=false`; with `pages` the pictures of pages are shown. `judge` also judges
    correctness: a model of Inspect's, or a role (`--model-role grader=...`, `judge=grader`). Metadata have what scores
    are sliced by.

    Raises click.ClickException, of one line, for a mistake.
    """
    target = _opened(path, corpus, split)
    try:
        prompts = list(question_prompts(target, sources, images=images, pages=pages, seed=seed))
        cache = PictureCache("python")
        samples = [_sample(one, cache) for one in prompts]
    except BenchwrightError as error:
        raise click.ClickException(error.line()) from error
    scorers = [answer_parts(path, corpus, split)]
    if judge:
        scorers.append(judged_correctness(path, judge, corpus, split, images, seed))
    return Task(
        dataset=MemoryDataset(samples, name=target.gold.name, location=path),
        solver=generate(),
        scorer=scorers,
        metadata={"benchmark": target.gold.name, "fingerprint": target.gold.fingerprint, "sources": sources},
    )


def _metrics() -> list[Metric]:
    """The mean with its standard error, and the mean of each style and of each combination of modalities."""
    slices = [grouped(mean(), name, all=False, name_template=f"{name}: {{group_name}}") for name in _SLICES]
    return [mean(), stderr(cluster=CLUSTER), *slices]


_SLICES = ("style", "modalities")


@scorer(name=PARTS, metrics=_metrics())
def answer_parts(path: str, corpus: str = "", split: str = "") -> Scorer:
    """The share of the values of the gold answer that an answer states, in any words; F1 for questions with several
    answers. A question whose gold answer is a sentence is unscored: only a judge can tell."""
    target = _opened(path, corpus, split)
    sizes = sizes_of(target.gold)

    async def score(state: TaskState, of: Target) -> Score:
        question, answer = _question(target, state), state.output.completion
        value, unscored = part_score(question, read_reply({"answer": answer, "contexts": []}, sizes).answers)
        references = "; ".join(one.text for one in question.answers)
        if unscored:
            return Score.unscored(reason=unscored, answer=answer, explanation=references)
        return Score(value=value, answer=answer, explanation=references)

    return score


@scorer(name=CORRECTNESS.name, metrics=_metrics())
def judged_correctness(
    path: str, judge: str, corpus: str = "", split: str = "", images: bool = True, seed: int = 13
) -> Scorer:
    """0, 0.5 or 1, as a model or role of Inspect's judges it by the gold sources and the gold answer. What it refuses,
    or cannot be read, is unscored."""
    target, cache = _opened(path, corpus, split), PictureCache("python")
    sizes = sizes_of(target.gold)

    async def score(state: TaskState, of: Target) -> Score:
        model = get_model(judge) if "/" in judge else get_model(role=judge, required=True)
        actor = Actor(str(model), InspectModel(model, cache))
        question, answer = _question(target, state), state.output.completion
        reply = read_reply({"answer": answer, "contexts": []}, sizes)
        run = resolve_ids(Replies("inspect", (question.id,), (reply,)).run(), target.corpus)
        case = CaseReader(target.corpus, run, {question.id: reply}, seed).case(question)
        picture_of = target.corpus.picture if images else no_picture
        (found,) = await CaseJudge(case, actor, picture_of, str(seed)).judgements([CORRECTNESS])
        reasoning = "\n".join(found.reasoning)
        if found.score is None:
            return Score.unscored(reason=found.reason, answer=answer, explanation=reasoning)
        return Score(value=found.score, answer=answer, explanation=reasoning)

    return score


class InspectModel:
    """A model of Inspect as Benchwright's prompts ask it."""

    def __init__(self, model: Model, cache: PictureCache) -> None:
        self._model, self._cache = model, cache

    async def ask(self, request: Request) -> Reply:
        """The reply, with the data that the prompt asks for. Raises what Inspect raises."""
        config = GenerateConfig(temperature=request.temperature, max_tokens=request.max_tokens)
        output = await self._model.generate([_message(one, self._cache) for one in request.messages], config=config)
        status = _ENDINGS.get(str(output.stop_reason), "ok")
        return completed(request, Reply(output.completion, status, served_by=str(output.model)), None)

    async def close(self) -> None:
        """Inspect closes its models."""


def _opened(path: str, corpus: str, split: str) -> EvaluationTarget:
    try:
        return EvaluationTarget.open(path, corpus or None, split)
    except BenchwrightError as error:
        raise click.ClickException(error.line()) from error


def _question(target: EvaluationTarget, state: TaskState) -> Question:
    """The question of a sample. click.ClickException for a sample of another benchmark."""
    place = target.gold.position.get(str(state.sample_id))
    if place is None:
        raise click.ClickException(f"{target.gold.name} has no question {state.sample_id}: the log is of another one")
    return target.gold.questions[place]


def _sample(one: QuestionPrompt, cache: PictureCache) -> Sample:
    question = one.question
    return Sample(
        id=question.id,
        input=[_message(message, cache) for message in one.messages],
        target=[answer.text for answer in question.answers],
        metadata={
            **question.facets,
            "question": question.text,
            "style": question.style,
            "modalities": str(question.modalities),
            CLUSTER: question.cluster,
            "contexts": list(map(dict, one.contexts)),
        },
    )


def _message(message: Message, cache: PictureCache) -> ChatMessage:
    parts = [_content(part, cache) for part in message.parts]
    if all(isinstance(one, ContentText) for one in parts):
        return _MESSAGES[message.role](content="\n\n".join(one.text for one in parts))
    return _MESSAGES[message.role](content=parts)


def _content(part: Part, cache: PictureCache) -> Content:
    if isinstance(part, Text):
        return ContentText(text=part.text)
    copy = cache.encoded(part)
    return ContentImage(image=f"data:{copy.media_type};base64,{copy.base64}")
