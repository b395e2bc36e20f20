"""Speaks the dialect of OpenAI's embeddings, which many servers share.

-> {"model": "text-embedding-x", "input": ["Hello", "Hi"], "encoding_format": "float"}
<- {"model": "text-embedding-x", "data": [{"index": 1, "embedding": [0.1, ...]}, {"index": 0, "embedding": [...]}],
    "usage": {"prompt_tokens": 2, "total_tokens": 2}}

A request's texts are the parts of its one message; a reply's `data` are their vectors, lists of numbers in that order.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from typing import Any

from benchwright.errors import RequestError
from benchwright.models.base import ModelSettings, Reply, Request, Text
from benchwright.models.dialects import Pictures, mapping, no_reply, string, token_usage
from benchwright.models.names import parse_name


def texts_of(request: Request) -> list[str]:
    """What is to be encoded, in order."""
    return [part.text for message in request.messages for part in message.parts if isinstance(part, Text)]


def body(
    request: Request, settings: ModelSettings, pictures: Pictures, without: Collection[str] = ()
) -> dict[str, Any]:
    """The JSON object for `/embeddings`."""
    return {"model": parse_name(request.model).name, "input": texts_of(request), "encoding_format": "float"}


def reply(data: Mapping[str, Any], request: Request) -> Reply:
    """The vectors in the JSON object that came back, in the order of the texts. Raises TransientError (`bad_body`) if
    there are none in it, RequestError if they are not one finite vector of one length for each text."""
    rows = data.get("data")
    if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
        raise no_reply(request, "vectors")
    count = len(texts_of(request))
    if len(rows) != count:
        raise RequestError(f"{request.model} answered {len(rows)} vectors for {count} texts", kind="vectors")
    order = [row.get("index", place) for place, row in enumerate(rows)]
    if any(type(index) is not int for index in order) or sorted(order) != list(range(count)):
        raise RequestError(f"{request.model} does not say which vector is of which text", kind="vectors")
    vectors: list[list[float]] = [[]] * count
    for index, row in zip(order, rows, strict=True):
        vectors[index] = _vector(row.get("embedding"), request.model)
    if len({len(one) for one in vectors}) > 1:
        raise RequestError(f"{request.model} answered vectors of different lengths", kind="vectors")
    usage = token_usage((mapping(data.get("usage")).get("prompt_tokens"),), ())
    return Reply("", data=vectors, usage=usage, served_by=string(data.get("model")))


def _vector(value: Any, model: str) -> list[float]:
    if not isinstance(value, list) or not value or not all(type(number) in (float, int) for number in value):
        raise RequestError(f"{model} answered something else than a list of numbers as a vector", kind="vectors")
    try:
        vector = [float(number) for number in value]
    except OverflowError:
        vector = [math.inf]
    if not all(map(math.isfinite, vector)):
        raise RequestError(f"{model} answered a vector with numbers that are none (NaN or infinite)", kind="vectors")
    return vector
