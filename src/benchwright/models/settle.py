"""What a service answered, settled: data, status, price. The same for a call and a line of a batch file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from benchwright.models.base import Reply, Request
from benchwright.models.parse import read_reply

PriceOf = Callable[[Request, Reply], float | None]
"""What a call cost in dollars, None if that is not known."""


def settle(request: Request, reply: Reply) -> Reply:
    """The reply with `data` read out of its text if the request has a schema; `unparsed` if that fails.

    A refusal and a reply that was cut off stay what they are: a service that says so is believed, and half an object
    that happens to be whole is not what was asked for.
    """
    if request.schema is None or reply.status != "ok":
        return reply
    data, problem = read_reply(reply.text, request.schema)
    return replace(reply, status="unparsed", problem=problem) if problem else replace(reply, data=data)


def priced(reply: Reply, request: Request, price_of: PriceOf | None) -> Reply:
    """The reply with what it cost, if that can be known."""
    if reply.usd is not None or not reply.usage.known or price_of is None:
        return reply
    return replace(reply, usd=price_of(request, reply))
