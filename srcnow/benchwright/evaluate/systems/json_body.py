"""Decode the body of an answer as strict JSON, or say why it cannot be decoded."""

from __future__ import annotations

import json

from benchwright.files.bounded import STRICT_JSON, InvalidJsonError


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
        return STRICT_JSON.decode(text), ""
    except json.JSONDecodeError as error:
        return None, f"JSON that is not valid: {error.msg[:1].lower()}{error.msg[1:]} at character {error.pos}"
    except InvalidJsonError as error:
        return None, f"JSON that is not valid: an object {error}"
    except ValueError:  # a number of more digits than Python converts
        return None, "JSON that holds a number of thousands of digits"
    except RecursionError:
        return None, "JSON that is nested too deeply"
