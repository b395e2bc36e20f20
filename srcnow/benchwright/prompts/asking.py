"""Makes requests of prompts for one attempt, counts its calls, and lets a model repair a reply of the wrong form.

Knows no questions and no checks.

An attempt goes through rounds, such as writing and then all checks at once; `next_round` begins one. If replies of a
round could not be read or were cut off, each of them may be asked for once more, a cut one with twice the token limit,
but only in the first round in which that happens, so that an attempt never takes more rounds of calls than its own and
one. This does not depend on the order in which the replies of a round arrive.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from benchwright.errors import ContextError, RequestError
from benchwright.models import AddressedModel, ChatModel, Message, Reply, Request
from benchwright.prompts.fence import ShownSource, delimiter
from benchwright.prompts.load import Style
from benchwright.prompts.prompt import PROMPTS, Prompt
from benchwright.prompts.prompt import prompt as load_prompt

Role = Literal["writer", "verifier"]


@dataclass(frozen=True, slots=True)
class Actor:
    """A model and the full name that requests carry."""

    name: str
    model: ChatModel


@dataclass(frozen=True, slots=True)
class Actors:
    """The models of a run by what they do. `vision_writer` writes where pictures are shown."""

    writer: Actor
    vision_writer: Actor
    verifier: Actor

    def of(self, role: Role, pictures: bool) -> Actor:
        if role == "verifier":
            return self.verifier
        return self.vision_writer if pictures else self.writer


class Asker:
    """Asks for one attempt. `nonce` names the attempt (cell key and number) in requests above temperature 0; `secret`
    is what the delimiters around sources are made from (the plan's seed): equal for all attempts, so that equal
    questions at temperature 0 share one call. For one event loop."""

    def __init__(self, actors: Actors, nonce: str, secret: str) -> None:
        self._actors = actors
        self._nonce = nonce
        self._secret = secret
        self._calls: dict[str, tuple[int, int, int, int]] = {}  # by key: round, prompt, place among all, mended
        self._round = 0
        self._asked = 0
        self._prompts: dict[str, str] = {}
        self._models: dict[str, str] = {}
        self._mended = False  # in this round
        self._may_mend = True

    @property
    def calls(self) -> tuple[str, ...]:
        """The ledger keys of the calls that were answered so far, each once: by round, then as prompts follow each
        other, then in the order of asking. The order in which replies arrive changes nothing."""
        return tuple(sorted(self._calls, key=self._calls.__getitem__))

    @property
    def prompts(self) -> dict[str, str]:
        """The prompts that were used so far, by name, with the hash of each."""
        return dict(sorted(self._prompts.items()))

    @property
    def models(self) -> dict[str, str]:
        """The models that were asked so far, by role."""
        return dict(sorted(self._models.items()))

    def next_round(self) -> None:
        """Begin a round of calls. Call it when every reply of the round before is there."""
        self._may_mend = self._may_mend and not self._mended
        self._round += 1

    async def ask(
        self,
        role: Role,
        prompt: Prompt,
        values: Mapping[str, object],
        shown: Sequence[ShownSource] = (),
        *,
        sample: int = 0,
        temperature: float | None = None,
        fault: Callable[[Any], str] = lambda data: "",
    ) -> Reply:
        """The reply to a prompt about the `shown` sources. A reply whose status is not `ok` is given as it is: what it
        means is for the caller to say. `sample` tells repeats of one question apart. `fault` says in a line what is
        wrong with a reply that the schema allows, "" for nothing: one with a fault is `unparsed`.

        Raises what models raise: ModelError, PendingError, UsageError.
        """
        pictures = any(one.picture is not None for one in shown)
        actor = self._actors.of(role, pictures)
        self._models["vision_writer" if role == "writer" and pictures else role] = actor.name
        self._prompts[prompt.name] = prompt.sha256
        request = self.request(role, prompt, values, shown, sample=sample, temperature=temperature)
        self._asked += 1
        place = (self._round, PROMPTS.index(prompt.name) if prompt.name in PROMPTS else len(PROMPTS), self._asked)
        reply = _checked(await self._send(actor, request, (*place, 0)), fault)
        if reply.status not in ("unparsed", "truncated") or not self._may_mend:
            return reply
        self._mended = True
        if reply.status == "truncated":
            return _checked(await self._longer(actor, request, reply, (*place, 1)), fault)
        mend = load_prompt("repair")
        self._prompts[mend.name] = mend.sha256
        turns = mend.messages({"problem": reply.problem}, (), self._fence(values, shown))
        again = replace(
            request, messages=(*request.messages, Message.of("assistant", reply.text), *turns), purpose=mend.name
        )
        return _checked(await self._send(actor, again, (*place, 1)), fault)

    def request(
        self,
        role: Role,
        prompt: Prompt,
        values: Mapping[str, object],
        shown: Sequence[ShownSource] = (),
        *,
        sample: int = 0,
        temperature: float | None = None,
    ) -> Request:
        """What `ask` sends first."""
        actor = self._actors.of(role, any(one.picture is not None for one in shown))
        heat = prompt.temperature if temperature is None else temperature
        style = values.get("style")
        assert style is None or isinstance(style, Style)
        request = Request(
            model=actor.name,
            messages=prompt.messages(values, shown, self._fence(values, shown)),
            purpose=prompt.name,
            schema=prompt.schema_for(style),
            temperature=heat,
            max_tokens=prompt.max_tokens,
            sample=sample,
            nonce=self._nonce if heat > 0 else "",
        )
        return actor.model.addressed(request) if isinstance(actor.model, AddressedModel) else request

    def _fence(self, values: Mapping[str, object], shown: Sequence[ShownSource]) -> str:
        """The code around what others wrote."""
        texts = [value for _, value in sorted(values.items()) if isinstance(value, str) and value]
        return delimiter(self._secret, [*(f"{one.title}\n{one.text}" for one in shown), *texts])

    async def _longer(self, actor: Actor, request: Request, cut: Reply, place: tuple[int, int, int, int]) -> Reply:
        """The reply with twice as many tokens as the one that was cut off; that one if the model cannot write more."""
        try:
            return await self._send(actor, replace(request, max_tokens=2 * request.max_tokens), place)
        except (ContextError, RequestError):
            return cut

    async def _send(self, actor: Actor, request: Request, place: tuple[int, int, int, int]) -> Reply:
        reply = await actor.model.ask(request)
        self._calls[request.key] = min(place, self._calls.get(request.key, place))
        return reply


def _checked(reply: Reply, fault: Callable[[Any], str]) -> Reply:
    """The reply, `unparsed` if it has a fault that no schema can express."""
    problem = fault(reply.data) if reply.status == "ok" else ""
    return replace(reply, status="unparsed", problem=problem) if problem else reply
