"""Calls that go out in files and come back in files, or through a provider's batch service.

In batch mode a `QueueingModel` stands where a provider would, with only the ledger around it. What the ledger does not
hold is queued, its attempt waits, and the pass ends by writing the queue.

By hand (`--batch-dir`):

    with BatchFolder(folder, ledger, settings) as batch:           # settings: {"openai/gpt-x": ModelSettings(), ...}
        report = await batch.take_in()                             # new replies -> ledger
        model = LedgerModel(QueueingModel(batch.queue), ledger)
        ...                                                        # one pass of the run: attempts ask, and wait
        paths = batch.put_out()                                    # queued requests -> files

The run is done when there are no new paths and `report.waiting` is 0.

Through a provider's service (`--batch openai|anthropic|google`):

    async with BatchService("openai", keys, bench, ledger, settings) as batch:
        while True:
            report = await batch.exchange(stop, notify)            # queue -> service, its replies -> ledger
            model = LedgerModel(QueueingModel(batch.queue), ledger)
            ...                                                    # one pass
            if not batch.queue:                                    # nothing more was asked
                break
"""

from __future__ import annotations

from benchwright.models.batch.folder import BatchFolder
from benchwright.models.batch.open_requests import (
    OpenRequests,
    forget_lost_folders,
    open_requests,
    remember_folder,
)
from benchwright.models.batch.queue import BatchQueue, QueueingModel
from benchwright.models.batch.request_files import FileLimits
from benchwright.models.batch.result_files import BatchReport
from benchwright.models.batch.submit import BatchService, PollTimes

__all__ = [
    "BatchFolder",
    "BatchQueue",
    "BatchReport",
    "BatchService",
    "FileLimits",
    "OpenRequests",
    "PollTimes",
    "QueueingModel",
    "forget_lost_folders",
    "open_requests",
    "remember_folder",
]
