"""What a model is shown, and how its reply is read."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from handmade import EXAMPLES
from toymaker import toy_sources

from benchwright.corpus.store import Corpus, write_corpus
from benchwright.errors import ContextError
from benchwright.evaluate.answerers.model_answerer import ModelAnswerer, RejectedReply, read_answer
from benchwright.evaluate.gold import Question
from benchwright.evaluate.runs import RunHit
from benchwright.evaluate.systems.base import SystemReply
from benchwright.evaluate.systems.reply_format import ReplyLimits
from benchwright.models import Reply, Request
from benchwright.prompts.asking import Actor
from benchwright.prompts.fence import LIMIT
from benchwright.records import Image, Modalities, Modality, Place, Source

QUESTION = Question("q", "How high is it?", "plain", Modalities(text=1), EXAMPLES[0].answers, (), "d", ("d",))
LIMITS = ReplyLimits()


class Narrow:
    """A model whose context takes `room` characters."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.lengths: list[int] = []

    async def ask(self, request: Request) -> Reply:
        self.lengths.append(len(request.text))
        if len(request.text) > self.room:
            raise ContextError("too long")
        return Reply("", data={"working": "w", "abstains": False, "answers": ["5 m"], "sources": ["S1"]})

    async def close(self) -> None: ...


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    sources, images = toy_sources()
    return write_corpus(tmp_path / "c", sources, (), images)


def answerer(corpus: Corpus, model: Any = None, **options: bool) -> ModelAnswerer:
    return ModelAnswerer(Actor("openai/x", model or Narrow(10**9)), corpus, LIMITS, **options)


def test_less_is_shown_of_each_source_where_the_context_is_small(corpus: Corpus) -> None:
    long = Source("l", Modality.TEXT, "T", "word " * LIMIT, Place("d"))
    whole = Narrow(10**9)
    asyncio.run(answerer(corpus, whole).answer(QUESTION, (RunHit("l"),), (long,)))
    model = Narrow(whole.lengths[0] - LIMIT // 2)
    reply = asyncio.run(answerer(corpus, model).answer(QUESTION, (RunHit("l"),), (long,)))
    assert isinstance(reply, SystemReply)
    assert (reply.answers, len(model.lengths)) == (("5 m",), 2)
    tiny = Narrow(10)
    with pytest.raises(ContextError):
        asyncio.run(answerer(corpus, tiny).answer(QUESTION, (RunHit("l"),), (long,)))
    assert len(tiny.lengths) == 3


def test_images_are_shown_to_models_with_vision_only(corpus: Corpus) -> None:
    sources = (corpus.source("t00"), corpus.source("i0"))
    assert [one.picture is not None for one in answerer(corpus).shown(QUESTION, sources)] == [False, True]
    shown = answerer(corpus, vision=False).shown(QUESTION, sources)
    assert [(one.picture, one.text) for one in shown][1] == (None, "Caption: Flag 0")


def test_a_page_is_shown_once_at_the_first_source_that_stands_on_it(corpus: Corpus) -> None:
    image = Image("ab" * 32, "png", 800, 1000)
    paged = SimpleNamespace(
        picture=corpus.picture, pages={("d", 2): image}, page_path=lambda document, number: Path(f"{document}-{number}")
    )
    sources = [
        Source(f"s{at}", Modality.TEXT, "T", "x", Place("d", page=number)) for at, number in enumerate((1, 2, 2))
    ]
    shown = answerer(cast("Corpus", paged), pages=True).shown(QUESTION, [*sources, corpus.source("i0")])
    pictures = [one.picture and (one.picture.sha256, one.picture.width) for one in shown]
    assert pictures[:3] == [None, ("ab" * 32, 800), None]
    assert pictures[3] is not None
    assert pictures[3][0] != "ab" * 32


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (Reply("", "refused", problem="filtered"), "refused: filtered"),
        (Reply("", "truncated"), "truncated"),
        (Reply("x", "unparsed", problem="no JSON"), "unparsed: no JSON"),
        (Reply("x"), "unparsed"),
    ],
)
def test_what_holds_no_answer_is_rejected_with_its_reason(reply: Reply, reason: str) -> None:
    assert read_answer(reply, (), LIMITS) == RejectedReply(reason)


def test_an_answer_beyond_the_limits_is_rejected(corpus: Corpus) -> None:
    data = {"working": "", "abstains": False, "answers": ["x" * 200_000], "sources": []}
    rejected = read_answer(Reply("", data=data), (), LIMITS)
    assert isinstance(rejected, RejectedReply)
    assert "200,000 characters" in rejected.reason


def test_who_abstains_has_no_answers_whatever_else_is_there() -> None:
    data = {"working": "w", "abstains": True, "answers": ["5 m"], "sources": ["S1"]}
    reply = read_answer(Reply("", data=data), (RunHit("a"),), LIMITS)
    assert isinstance(reply, SystemReply)
    assert (reply.answers, reply.citations, reply.working) == ((), (0,), "w")
