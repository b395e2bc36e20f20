"""Decode the body of an answer as strict JSON, or say why it cannot be decoded."""

from __future__ import annotations

import json
from typing import Any


def decode(raw: bytes) -> tuple[object, str]:
    """The value and "", or None and the problem, to follow "answered with". Nothing but JSON as its standard has it: no
    NaN, and no name twice in an object."""
    if not raw.strip():
        return None, "an empty body"
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return None, f"a body that is not UTF-8 (at byte {error.start})"
    try:
        return json.loads(text, object_pairs_hook=_pairs, parse_constant=_constant), ""
    except json.JSONDecodeError as error:
        return None, f"JSON that is not valid: {error.msg[:1].lower()}{error.msg[1:]} at character {error.pos}"
    except _BadValueError as error:
        return None, f"JSON that is not valid: {error}"
    except ValueError:  # a number of more digits than Python converts
        return None, "JSON that holds a number of thousands of digits"
    except RecursionError:
        return None, "JSON that is nested too deeply"


class _BadValueError(ValueError):
    """JSON that Python reads and that is none, or that means two things."""


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise _BadValueError("an object gives one name twice")
    return data


def _constant(name: str) -> Any:
    raise _BadValueError(f"{name} is not a number in JSON")
