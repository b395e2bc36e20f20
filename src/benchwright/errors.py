"""Every error that Benchwright raises on purpose, as one tree.

    BenchwrightError
    ├── UsageError            the user asked for something that cannot be done: one line, exit 2
    │   ├── PlanError         a plan file is wrong
    │   ├── CorpusError       a corpus folder is missing, foreign or damaged
    │   ├── BenchmarkError    a benchmark folder is missing, foreign, drifted or damaged
    │   └── MissingExtraError an optional dependency is not installed
    ├── LockedError           another process works on the same folder
    ├── ReadError             one input file cannot be read: counted as a drop, the others go on
    └── StorageError          the disk refused (full, read-only): what was written before is whole

`retryable` says whether the same call may succeed later without a change by the user; `hint` says how to mend it.
"""

from __future__ import annotations


class BenchwrightError(Exception):
    """Base of all errors raised on purpose. `str(error)` is what went wrong, `error.hint` how to mend it."""

    retryable: bool = False
    exit_code: int = 1

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint

    def line(self) -> str:
        """The one line that a user sees: what is wrong and how to mend it."""
        return f"{self} — {self.hint}" if self.hint else str(self)


class UsageError(BenchwrightError):
    """A mistake in what was asked."""

    exit_code = 2


class PlanError(UsageError):
    """A plan file that cannot be followed."""


class CorpusError(UsageError):
    """A corpus folder that cannot be used."""


class BenchmarkError(UsageError):
    """A benchmark folder that cannot be used."""


class MissingExtraError(UsageError):
    """A feature whose optional dependency is not installed."""

    def __init__(self, feature: str, extra: str) -> None:
        super().__init__(
            f"{feature} needs the extra {extra!r}", hint=f"install it with: pip install 'benchwright[{extra}]'"
        )


class LockedError(BenchwrightError):
    """Another process holds the folder."""

    retryable = True
    exit_code = 2


class ReadError(BenchwrightError):
    """One input cannot be read. `reason` is a short slug that drops are counted by."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class StorageError(BenchwrightError):
    """The disk refused a write."""

    retryable = True
    exit_code = 2
