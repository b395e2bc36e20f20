"""Reads out of a service's headers how long it asks to wait; `now` is given, in seconds since 1970."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC
from email.utils import parsedate_to_datetime

UNIX_TIME = 1e9
"""A larger number is no span of seconds but a moment: some services send a Unix time in place of seconds."""

_NUMBER = re.compile(r"(\d{1,18}(?:\.\d{1,18})?)\s*(ms|s)?", re.ASCII | re.IGNORECASE)


def parse_retry_after(header: str | None, now: float) -> float | None:
    """Seconds to wait by a `Retry-After` header: seconds (`2`, `0.5`, `13s`), milliseconds (`1500ms`), an HTTP date or
    a Unix time.

    A date in the past is 0.0, one without a time zone is in UTC; negative, not a number or anything else is None.
    """
    if header is None:
        return None
    text = header.strip()
    match = _NUMBER.fullmatch(text)
    if match:
        seconds = float(match[1]) / (1000 if (match[2] or "").lower() == "ms" else 1)
        return seconds if seconds < UNIX_TIME else max(0.0, seconds - now)
    try:
        date = parsedate_to_datetime(text)
        return max(0.0, (date if date.tzinfo else date.replace(tzinfo=UTC)).timestamp() - now)
    except (ValueError, TypeError, IndexError, OverflowError, OSError):
        return None  # email.utils raises each of these on some malformed date


def retry_after(headers: Mapping[str, str], now: float) -> float | None:
    """Seconds to wait by a reply's headers: `retry-after-ms`, which some services add because it is finer, else
    `retry-after`. Names in lower case."""
    fine = headers.get("retry-after-ms")
    if fine is not None:
        seconds = parse_retry_after(f"{fine.strip()}ms", now)
        if seconds is not None:
            return seconds
    return parse_retry_after(headers.get("retry-after"), now)
