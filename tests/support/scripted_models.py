"""A chat model whose replies a test writes: a function from a request to what is said. No network, no clock."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from benchwright.models import Reply, Request, Text
from benchwright.models.parse import read_reply
from benchwright.prompts.asking import Actor, Actors, Asker

Said = str | Mapping[str, Any] | Reply | Exception
Script = Callable[[Request], Said]

_SOURCE = re.compile(r"<source (S\d+) kind=(\w+) code=\w+>\n(.*?)</source \1", re.DOTALL)


class ScriptedModel:
    """Says what the script says: text, fields (written as JSON), a ready reply, or an error that it raises. A reply
    that is not what the request's schema asks for is `unparsed`, as behind the ledger. `turns` is how many turns of the
    event loop a reply takes: to let replies arrive in another order than they were asked for."""

    def __init__(self, script: Script, turns: Callable[[Request], int] = lambda request: 1) -> None:
        self._script = script
        self._turns = turns
        self.asked: list[Request] = []

    @property
    def purposes(self) -> list[str]:
        """The prompts that were asked, in order."""
        return [request.purpose for request in self.asked]

    async def ask(self, request: Request) -> Reply:
        self.asked.append(request)
        for _ in range(self._turns(request)):
            await asyncio.sleep(0)
        said = self._script(request)
        if isinstance(said, Exception):
            raise said
        if isinstance(said, Reply):
            return said
        text = said if isinstance(said, str) else json.dumps(said)
        if request.schema is None:
            return Reply(text)
        data, problem = read_reply(text, request.schema)
        return Reply(text, "unparsed" if problem else "ok", data, problem)

    async def close(self) -> None:
        return None


def asker(model: ScriptedModel, nonce: str = "cell 0") -> Asker:
    """One attempt's way to this model, in all roles."""
    return Asker(Actors(*(Actor(f"test/{role}", model) for role in ("writer", "vision", "verifier"))), nonce, "13")


def last_turn(request: Request) -> str:
    """The words of the request's last turn: what is asked now, without the worked examples."""
    return "\n".join(part.text for part in request.messages[-1].parts if isinstance(part, Text))


def offered(request: Request) -> dict[str, tuple[str, str]]:
    """The sources that are shown in the last turn: by label, kind and words."""
    return {label: (kind, words.strip()) for label, kind, words in _SOURCE.findall(last_turn(request))}


def written(sources: list[str], **fields: Any) -> dict[str, Any]:
    """A writer's whole reply that cites these labels; `fields` go over what it says otherwise."""
    return {
        "plan": "",
        "refusal": "none",
        "sources": sources,
        "quotes": [{"source": label, "quote": "words"} for label in sources],
        "draft_question": fields.get("question", "How high is it?"),
        "answer": "It is 7 metres high.",
        "short_answer": "7 metres",
        "question": "How high is it?",
        **fields,
    }


def hop(sources: list[str], **fields: Any) -> dict[str, Any]:
    """The reply to `hop_about` or `hop_to`: without a draft of the question."""
    said = written(sources, **fields)
    del said["draft_question"]
    return said


def first_half(bridge: str, answering: list[str], describing: list[str], **fields: Any) -> dict[str, Any]:
    """The reply to `hop_first`."""
    said = hop(answering, **fields)
    del said["sources"]
    return said | {"bridge": bridge, "answering": answering, "describing": describing} | fields


def refusal(words: str, reason: str = "no_connection") -> dict[str, Any]:
    """A writer's refusal for a reason, explained in words."""
    return written([], plan=words, refusal=reason, question="", answer="", short_answer="")
