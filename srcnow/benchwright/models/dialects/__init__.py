"""Turns requests into the bodies that services take, and their answers into replies: one module a dialect.

Each has `body(request, settings, pictures, without=())`, the JSON object to send, and `reply(data, request)`, the
completed reply read out of the JSON object that came back. No module here opens a connection: the same functions serve
calls and batch files.

`pictures` gives the encoded copy of an image; `without` names fields that this model has refused (see
`providers.py`), which are then left out or replaced.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from benchwright.errors import TransientError
from benchwright.models.base import Message, PromptImage, Request, Text, Usage
from benchwright.models.pictures import EncodedPicture

Pictures = Callable[[PromptImage], EncodedPicture]


def turns(request: Request) -> list[Message]:
    """The conversation without system messages, for services that refuse blank texts and empty messages."""
    messages = []
    for message in request.messages:
        parts = tuple(part for part in message.parts if not (isinstance(part, Text) and not part.text.strip()))
        if message.role != "system" and parts:
            messages.append(Message(message.role, parts))
    return messages


def system_text(request: Request) -> str:
    """The words of the system messages, for services that take them apart from the conversation."""
    parts = (part for message in request.messages if message.role == "system" for part in message.parts)
    return "\n".join(part.text for part in parts if isinstance(part, Text) and part.text.strip())


def string(value: Any) -> str:
    """A text of an answer, "" if it is none."""
    return value if isinstance(value, str) else ""


def mapping(value: Any) -> Mapping[str, Any]:
    """An object of an answer, empty if it is none."""
    return value if isinstance(value, Mapping) else {}


def join_text(parts: Any, is_text: Callable[[Mapping[str, Any]], bool]) -> str:
    """The words of those parts of a message that are text."""
    listed = parts if isinstance(parts, list) else []
    return "".join(string(part.get("text")) for part in listed if isinstance(part, Mapping) and is_text(part))


def token_usage(inputs: Sequence[Any], outputs: Sequence[Any], cached: Any = 0) -> Usage:
    """The sums of what a service counted; unknown if any of it is not a count."""
    if any(type(count) is not int or count < 0 for count in (*inputs, *outputs, cached)):
        return Usage(known=False)
    return Usage(sum(inputs), sum(outputs), cached)


def no_reply(request: Request, missing: str = "a reply in it") -> TransientError:
    """The error for a JSON object that is no reply."""
    return TransientError(f"{request.model} answered without {missing}", kind="bad_body", billed=True)
