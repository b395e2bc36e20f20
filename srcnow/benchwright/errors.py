"""Every error that Benchwright raises on purpose, as one tree.

    BenchwrightError
    ├── UsageError            the user asked for something that cannot be done: one line, exit 2
    │   ├── PlanError         a plan file is wrong
    │   ├── CorpusError       a corpus folder is missing, foreign or damaged
    │   ├── BenchmarkError    a benchmark folder is missing, foreign, drifted or damaged
    │   │   └── DamagedBenchmarkError one of its files is damaged, or not as the schema says
    │   ├── MissingExtraError an optional dependency is not installed
    │   └── ModelUsageError   a model cannot be used as asked: no key, unknown, no vision, a wrong address
    ├── ModelError            a call to a model failed
    │   ├── TransientError    in passing, after all tries: rate limit, overload, reset, time-out, unreadable body
    │   ├── RequestError      the service does not take this request, and would not take it again
    │   └── ContextError     the request is longer than the model's context
    ├── PendingError          an attempt has to wait; the same command goes on with it
    │   ├── BudgetError       the budget is spent
    │   ├── BatchPendingError its calls are in batch files
    │   └── StoppedError      the run was asked to stop
    ├── UnfillableCellError   the corpus has nothing that a cell's questions could be about
    ├── TrackerError          an experiment tracker did not take scores: they are in their folder
    ├── LockedError           another process works on the same folder
    ├── ReadError             one input file cannot be read: counted as a drop, the others go on
    └── StorageError          the disk refused (full, read-only): what was written before is whole
        └── FolderMovedError  a folder was moved or replaced while it was written: what was written moved with it

`retryable` says whether the same call may succeed later without a change by the user; `hint` says how to mend it.
"""

from __future__ import annotations


class BenchwrightError(Exception):
    """Base class of all errors that Benchwright raises on purpose. `str(error)` says what is wrong, and `error.hint`
    how to fix it."""

    retryable: bool = False
    exit_code: int = 1

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint

    def line(self) -> str:
        """The line that the command prints: what is wrong, and how to fix it."""
        return f"{self} — {self.hint}" if self.hint else str(self)


class UsageError(BenchwrightError):
    """A request that can't be carried out, for example because of a wrong name or value."""

    exit_code = 2


class PlanError(UsageError):
    """A plan file with a mistake."""


class CorpusError(UsageError):
    """A folder that can't be used as a corpus."""


class BenchmarkError(UsageError):
    """A folder that can't be used as a benchmark."""


class DamagedBenchmarkError(BenchmarkError):
    """A benchmark folder with a file that is damaged, or not as the schema says."""


class RelationsError(UsageError):
    """A file of relations that cannot be used."""


class MissingExtraError(UsageError):
    """A feature needs an optional dependency that isn't installed. The hint is the command that installs it."""

    def __init__(self, feature: str, extra: str) -> None:
        super().__init__(
            f"{feature} needs the extra {extra!r}", hint=f"install it with: pip install 'benchwright[{extra}]'"
        )


class UnfillableCellError(BenchwrightError):
    """A cell of a plan that nothing in the corpus can fill."""


class TrackerError(BenchwrightError):
    """An experiment tracker that did not take scores. They are in their folder."""

    retryable = True


class LockedError(BenchwrightError):
    """Another process is working on the folder."""

    retryable = True
    exit_code = 2


class ReadError(BenchwrightError):
    """One input cannot be read. `reason` is a short slug that drops are counted by."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class StorageError(BenchwrightError):
    """The disk refused a write, for example because it is full. Files that were already written are intact."""

    retryable = True
    exit_code = 2


class FolderMovedError(StorageError):
    """A folder that was moved or replaced while a command wrote there."""

    exit_code = 1


class ModelUsageError(UsageError):
    """A model that cannot be used as asked, until the user mends something."""


class ModelError(BenchwrightError):
    """A call to a model that failed. `kind` is a short slug that failures are counted by; `billed` whether the service
    may have charged for it (it worked on the request, and the reply was lost)."""

    kind: str = "model"

    def __init__(self, message: str, *, kind: str = "", billed: bool = False, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.kind = kind or self.kind
        self.billed = billed


class TransientError(ModelError):
    """A call that failed in passing. `retry_after` is what the service asked to wait, in seconds."""

    retryable = True
    kind = "transient"

    def __init__(
        self, message: str, *, kind: str = "", retry_after: float | None = None, billed: bool = False, hint: str = ""
    ) -> None:
        super().__init__(message, kind=kind, billed=billed, hint=hint)
        self.retry_after = retry_after


class RequestError(ModelError):
    """A request that the service does not take, and would not take a second time. `refusal` is the status and code of
    the service's answer, "" if the fault was found here."""

    kind = "request"

    def __init__(
        self, message: str, *, kind: str = "", billed: bool = False, hint: str = "", refusal: str = ""
    ) -> None:
        super().__init__(message, kind=kind, billed=billed, hint=hint)
        self.refusal = refusal


class ContextError(ModelError):
    """A request that is longer than the model's context: the caller shortens it, or gives the attempt up."""

    kind = "context"


class PendingError(BenchwrightError):
    """An attempt that cannot go on now, through no fault: the same command goes on with it."""

    retryable = True


class BudgetError(PendingError):
    """The budget is spent."""


class BatchPendingError(PendingError):
    """The call was written to a batch file, or is about to be."""


class StoppedError(PendingError):
    """The run was asked to stop before this call was sent."""

    exit_code = 130  # that of Ctrl-C
