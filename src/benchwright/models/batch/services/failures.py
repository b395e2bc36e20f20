"""Failed talks with a batch service as our errors. Knows no library."""

from __future__ import annotations

from collections.abc import Callable

from benchwright.errors import BenchwrightError, ModelUsageError, RequestError, TransientError

_WORDS = 500


def answered(service: str, status: int, message: str, redact: Callable[[str], str]) -> BenchwrightError:
    """The service answered with an error status."""
    words = redact(f"{service}'s batch service says: {' '.join(message.split())[:_WORDS]} ({status})")
    if status == 429:
        return TransientError(words, kind="rate_limit")
    if status in (408, 409, 425) or status >= 500:
        return TransientError(words, kind="overloaded" if status in (503, 529) else "server")
    if status in (401, 403):
        return ModelUsageError(words, hint="look at the key and at what it may do")
    if status == 404:
        return ModelUsageError(words, hint="look at the model's name and at the address")
    return RequestError(words)


def unanswered(service: str, error: Exception, redact: Callable[[str], str]) -> TransientError:
    """No answer came, or none that can be read."""
    words = " ".join(str(error).split())[:_WORDS]
    kind = "timeout" if isinstance(error, TimeoutError) or "timed out" in words.lower() else "reset"
    return TransientError(
        redact(f"{service}'s batch service did not answer: {words or type(error).__name__}"), kind=kind
    )
