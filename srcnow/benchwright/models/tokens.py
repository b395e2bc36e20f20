"""Estimates how many tokens a request takes, before it is sent."""

from __future__ import annotations

import json
import math
from typing import Any

from benchwright.models.base import Request
from benchwright.models.names import Provider
from benchwright.models.pictures import picture_tokens

OF_A_REQUEST = 600
"""Tokens that services add of their own: what tells the model how to fill a schema."""
OF_A_MESSAGE = 16
"""Tokens around a message: its role, its ends."""
CHEAP_WORDS_DEAR_PICTURES, TIMES_DEARER = "gpt-4o-mini", 34
"""A model whose images cost as much as its large sister's, by being counted as 33 1/3 times as many tokens."""
BYTES_A_TOKEN = 3.0
"""Of running text: between 4 to 5 in English and 2 to 3 in scripts beyond Latin."""


BYTES_OF_ENGLISH = 4.0
"""Bytes of a token of English text, as tokenisers in use have it."""


def counted_tokens(said: Any) -> int:
    """About how many tokens the words of a recorded request or reply are: what they say, at four bytes a token.
    Pictures and schemas are not counted."""
    if isinstance(said, str):
        return math.ceil(len(said.encode("utf-8", "surrogatepass")) / BYTES_OF_ENGLISH)
    parts = (part for message in said["messages"] for part in message["parts"])
    return sum(counted_tokens(part["text"]) for part in parts if "text" in part)


def request_bytes(request: Request) -> int:
    """UTF-8 bytes of all words, and of the schema."""
    schema = 0 if request.schema is None else len(json.dumps(request.schema))
    return len(request.text.encode("utf-8", "surrogatepass")) + schema


def request_pictures(request: Request, provider: Provider) -> int:
    """Tokens of all pictures."""
    tokens = sum(picture_tokens(provider, picture.width, picture.height, picture.side) for picture in request.pictures)
    if tokens and CHEAP_WORDS_DEAR_PICTURES in request.model:
        tokens *= TIMES_DEARER
    return tokens


def most_input(request: Request, provider: Provider) -> int:
    """An upper bound of the input tokens: no tokeniser in use makes more than one token of a byte."""
    own = OF_A_REQUEST + OF_A_MESSAGE * len(request.messages)
    return request_bytes(request) + request_pictures(request, provider) + own


def likely(request: Request, provider: Provider) -> float:
    """About how many tokens a service sets aside for the request when it counts them by the minute."""
    return request_bytes(request) / BYTES_A_TOKEN + request_pictures(request, provider) + request.max_tokens
