"""This module holds the limits on time, memory and output of a worker."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from benchwright.records import Json


@dataclass(frozen=True, slots=True)
class WorkerBounds:
    """What one worker may use. All are generous: they are there for documents that would never end, and a document that
    meets one of them is a counted drop.

    - `seconds`: between two signs of life (a new unit, bytes of a chunk, the end of a task), by the clock.
    - `memory`: bytes of address space beyond what the idle worker takes. Enforced on Linux; macOS does not enforce it.
    - `task_output`: bytes that one input may give in all; `expansion` times the size of its files, if that is more.
    - `chunk_output`: bytes of one chunk.
    - `cpu_seconds`: processor time between two chunks: a backstop for readers that say that they live and give nothing.
    - `open_files`: in one worker.
    - `deaths`: how many workers one input may kill before it is given up.
    - `tasks`: after how many tasks a worker is replaced, so that what libraries leak does not add up."""

    seconds: float = 120.0
    memory: int = 2 << 30
    task_output: int = 8 << 30
    expansion: int = 40
    chunk_output: int = 1 << 30
    cpu_seconds: int = 4 * 3600
    open_files: int = 256
    deaths: int = 20
    tasks: int = 5_000

    def to_json(self) -> Json:
        return asdict(self)
