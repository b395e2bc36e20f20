"""Make the messages that ask a benchmark's questions in plain words, for programs that ask models by themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from benchwright.errors import UsageError
from benchwright.evaluate.answerers.model_answerer import pictures_of
from benchwright.evaluate.answerers.source_choice import SourceChoice, choose_sources
from benchwright.evaluate.gold import Question
from benchwright.evaluate.retrievers.base import RetrieverContext
from benchwright.evaluate.systems.base import AskingOptions, hit_to_json
from benchwright.evaluate.target import EvaluationTarget
from benchwright.models import Message
from benchwright.models.keys import Keys
from benchwright.prompts.fence import LIMIT, show
from benchwright.prompts.prompt import prompt

PROMPT = "answer_text"


@dataclass(frozen=True, slots=True)
class QuestionPrompt:
    """A question with the `messages` that ask it, and the `contexts` that they show: sources by their ids, and chunks
    of a retriever's own, as systems return them."""

    question: Question
    messages: tuple[Message, ...]
    contexts: tuple[Mapping[str, Any], ...]


def question_prompts(
    target: EvaluationTarget, sources: str, *, images: bool = True, pages: bool = False, seed: int = 13
) -> Iterator[QuestionPrompt]:
    """The questions in their order. `sources` are `gold`, `none`, or `RETRIEVER:K`; without `images` only captions and
    descriptions are shown, with `pages` the picture of each page that a source stands on.

    Raises UsageError for sources that cannot be read, for a corpus without pictures of pages, and where the retriever
    fails on a question; and what opening a retriever raises.
    """
    if pages and not target.corpus.pages:
        raise UsageError(f"{target.corpus.path} has no page images", hint="ingest the documents with --pages")
    choice = SourceChoice.of(sources)
    context = RetrieverContext(target.corpus, target.gold, seed, AskingOptions(keys=Keys.load()))
    chosen = choose_sources([choice], target.gold.questions, context, lambda *_: None)[choice]
    for first in chosen.failed.values():
        count = len(chosen.failed)
        raise UsageError(f"{choice.label} failed on {count:,} of {len(target.gold):,} questions, the first: {first}")
    asked = prompt(PROMPT)
    for question in target.gold:
        listed = chosen.sources[question.id]
        shown = show(listed, pictures_of(target.corpus, listed, images, pages), LIMIT, question.text)
        messages = asked.messages({"question": question.text}, shown, PROMPT)
        yield QuestionPrompt(question, messages, tuple(map(hit_to_json, chosen.hits[question.id])))
