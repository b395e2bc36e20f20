"""What a service answered, settled: its JSON read, and its status. The same for a call and a line of a batch file."""

from __future__ import annotations

from dataclasses import replace

from benchwright.models.base import Reply, Request
from benchwright.models.parse import read_reply


def settle(request: Request, reply: Reply) -> Reply:
    """The reply with `data` read out of its text if the request has a schema; `unparsed` if that fails.

    A refusal and a reply that was cut off stay what they are: a service that says so is believed, and half an object
    that happens to be whole is not what was asked for.
    """
    if request.schema is None or reply.status != "ok":
        return reply
    data, problem = read_reply(reply.text, request.schema)
    return replace(reply, status="unparsed", problem=problem) if problem else replace(reply, data=data)
