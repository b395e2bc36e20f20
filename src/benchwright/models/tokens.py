"""How many tokens a request may take, before it is sent. Knows no prices and no network."""

from __future__ import annotations

import json

from benchwright.models.base import Picture, Request, Text
from benchwright.models.names import Provider
from benchwright.models.pictures import picture_tokens

OF_A_REQUEST = 600
"""Tokens that services add of their own: what tells the model how to fill a schema."""
OF_A_MESSAGE = 16
"""Tokens around a message: its role, its ends."""
BYTES_A_TOKEN = 3.0
"""Of running text: between 4 to 5 in English and 2 to 3 in scripts beyond Latin."""


def _bytes(request: Request) -> int:
    """UTF-8 bytes of all words."""
    words = sum(
        len(part.text.encode("utf-8", "surrogatepass"))
        for message in request.messages
        for part in message.parts
        if isinstance(part, Text)
    )
    return words + (len(json.dumps(request.schema)) if request.schema is not None else 0)


def _pictures(request: Request, provider: Provider) -> int:
    return sum(
        picture_tokens(provider, part.width, part.height)
        for message in request.messages
        for part in message.parts
        if isinstance(part, Picture)
    )


def most_input(request: Request, provider: Provider) -> int:
    """An upper bound of the input tokens: no tokeniser in use makes more than one token of a byte."""
    own = OF_A_REQUEST + OF_A_MESSAGE * len(request.messages)
    return _bytes(request) + _pictures(request, provider) + own


def likely(request: Request, provider: Provider) -> float:
    """About how many tokens a service sets aside for the request when it counts them by the minute."""
    return _bytes(request) / BYTES_A_TOKEN + _pictures(request, provider) + request.max_tokens
