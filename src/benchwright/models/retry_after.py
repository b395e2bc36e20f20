"""Reads out of a service's headers how long it asks to wait; `now` is given, in seconds since 1970."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from email.utils import parsedate_to_datetime

LONGEST = 3600.0
"""Seconds; a longer wait is cut to this. Services have been seen to send days, or a time stamp in place of seconds."""

_NUMBER = re.compile(r"(\d{1,18}(?:\.\d{1,18})?)\s*(ms|s)?", re.ASCII | re.IGNORECASE)


def parse_retry_after(header: str | None, now: float) -> float | None:
    """Seconds to wait by a `Retry-After` header: seconds (`2`, `0.5`, `13s`), milliseconds (`1500ms`) or an HTTP date.

    A date in the past is 0.0; more than LONGEST is LONGEST; negative, not a number or anything else is None.
    """
    if header is None:
        return None
    text = header.strip()
    match = _NUMBER.fullmatch(text)
    if match:
        seconds = float(match[1]) / (1000 if (match[2] or "").lower() == "ms" else 1)
    else:
        try:
            seconds = max(0.0, parsedate_to_datetime(text).timestamp() - now)
        except (ValueError, TypeError, IndexError, OverflowError, OSError):
            return None  # email.utils raises each of these on some malformed date
    return min(seconds, LONGEST) if math.isfinite(seconds) else None


def retry_after(headers: Mapping[str, str], now: float) -> float | None:
    """Seconds to wait by a reply's headers: `retry-after-ms`, which some services add because it is finer, else
    `retry-after`. Names in lower case."""
    fine = headers.get("retry-after-ms")
    if fine is not None:
        seconds = parse_retry_after(f"{fine.strip()}ms", now)
        if seconds is not None:
            return seconds
    return parse_retry_after(headers.get("retry-after"), now)
