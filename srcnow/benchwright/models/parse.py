"""Reads the JSON object out of a model's reply: plain, fenced or in the middle of talk. Never guesses, never mends.

A reply is read if it holds exactly one JSON object that fits the schema; otherwise the problem is described in words
that a model can be shown.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from benchwright.files.bounded import STRICT_JSON, InvalidJsonError
from benchwright.models.base import Reply, Request

PriceOf = Callable[[Request, Reply], float | None]
"""What a call cost in dollars, None if that is not known."""

_LONGEST = 400_000
"""Characters of a reply that are looked through: a hundred times what any prompt asks for."""

_STARTS = re.compile(r'\{\s*(?=["}])')  # a brace in a formula or in talk begins no object
_QUOTED = 160  # characters of a problem


def read_reply(text: str, schema: Mapping[str, Any] | None) -> tuple[Any | None, str]:
    """The one object in `text` and "", or None and the problem in a line. Without a schema any object will do."""
    if len(text) > _LONGEST:
        return None, f"the reply has more than {_LONGEST} characters"
    objects, problem = _objects(text)
    if problem:
        return None, problem
    if not objects:
        return None, "the reply holds no JSON object" if text.strip() else "the reply is empty"
    if len(objects) > 1:
        return None, "the reply holds more than one JSON object"
    data = objects[0]
    if schema is not None:
        problem = _mismatch(data, schema)
        if problem:
            return None, problem
    return data, ""


def completed(request: Request, reply: Reply, price_of: PriceOf | None) -> Reply:
    """A service's reply with the data that the schema asks for and with what it cost, if that can be known; `unparsed`
    if the data cannot be read. A call and a line of a batch file are completed alike.

    A refusal and a reply that was cut off stay what they are: a service that says so is believed, and half an object
    that happens to be whole is not what was asked for.
    """
    if request.schema is not None and reply.status == "ok":
        data, problem = read_reply(reply.text, request.schema)
        reply = replace(reply, status="unparsed", problem=problem) if problem else replace(reply, data=data)
    if reply.usd is None and reply.usage.known and price_of is not None:
        reply = replace(reply, usd=price_of(request, reply))
    return reply


def _objects(text: str) -> tuple[list[dict[str, Any]], str]:
    """The first two outermost objects, or the problem with one that cannot be read."""
    objects: list[dict[str, Any]] = []
    at = 0
    while len(objects) < 2 and (match := _STARTS.search(text, at)):
        try:
            data, at = STRICT_JSON.raw_decode(text, match.start())
            json.dumps(data, ensure_ascii=False).encode()  # half of a surrogate pair is no character
        except json.JSONDecodeError as error:
            if error.msg.startswith("Unterminated string") or error.pos >= len(text.rstrip()):
                return [], "the JSON object is cut off before its end"
            place = error.pos - match.start()
            return [], f"the JSON object is not valid: {error.msg.lower()} at character {place} of it"
        except UnicodeEncodeError:
            return [], "the JSON object holds half of a character (a lone surrogate)"
        except InvalidJsonError as error:
            return [], f"the JSON object {error}"
        except ValueError:
            return [], "the JSON object holds a number that is too long"
        except RecursionError:
            return [], "the JSON object is nested too deeply"
        objects.append(data)
    return objects, ""


@lru_cache(maxsize=64)
def _validator(schema: str) -> Draft202012Validator:
    """Made once a schema. Raises SchemaError for one that is none: schemas are ours, so that this is a fault here."""
    data = json.loads(schema)
    Draft202012Validator.check_schema(data)
    return Draft202012Validator(data)


def _mismatch(data: Any, schema: Mapping[str, Any]) -> str:
    """How `data` differs from the schema, in a line; "" if it does not."""
    try:
        error = best_match(_validator(json.dumps(schema, sort_keys=True)).iter_errors(data))
    except RecursionError:
        return "the JSON object is nested too deeply"
    if error is None:
        return ""
    where = "/".join(str(step) for step in error.absolute_path) or "the object"
    words = " ".join(error.message.split())
    return f"{where}: {words if len(words) <= _QUOTED else words[:_QUOTED] + ' ...'}"
