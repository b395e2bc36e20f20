"""Calls that go out in files and come back in files, or through a provider's batch service. Knows no questions.

In batch mode a `Queued` stands where a provider would, with nothing but the ledger around it: what the ledger does not
know is queued, its attempt waits, and the pass ends by writing the queue.

By hand (`--batch-dir`):

    with BatchFolder(folder, ledger, settings) as batch:           # settings: {"openai/gpt-x": ModelSettings(), ...}
        report = await batch.take_in()                             # replies that came in -> ledger
        model = Ledgered(Queued(batch.queue), ledger)
        ...                                                        # one pass of the run: attempts ask, and wait
        paths = batch.put_out()                                    # requests that wait -> files

`report.lines()` says what was found, `report.waiting` how many requests wait; with no new paths and nothing waiting the
run is done.

Through a provider's service (`--batch openai|anthropic|google`):

    async with BatchService("openai", keys, bench, ledger, settings) as batch:
        while True:
            report = await batch.exchange(stop, notify)            # what is queued -> service, its replies -> ledger
            model = Ledgered(Queued(batch.queue), ledger)
            ...                                                    # one pass
            if not batch.queue:                                    # nothing more was asked
                break
"""

from __future__ import annotations

from benchwright.models.batch.files import FileLimits
from benchwright.models.batch.folder import BatchFolder
from benchwright.models.batch.queue import BatchQueue, Queued
from benchwright.models.batch.results import BatchReport
from benchwright.models.batch.submit import BatchService, Waits

__all__ = ["BatchFolder", "BatchQueue", "BatchReport", "BatchService", "FileLimits", "Queued", "Waits"]
