"""This module holds the limits on time, memory and output of a worker."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from benchwright.records import Json


@dataclass(frozen=True, slots=True)
class WorkerBounds:
    """What a reader process may use. The limits are generous: they stop documents that would never end. A document that
    exceeds one is dropped and counted.

    - `seconds`: the longest time without progress (a new unit, bytes of a chunk, the end of a task).
    - `memory`: bytes of address space in addition to those of the idle process. Only Linux enforces it.
    - `task_output`: the most bytes that one input may give, or `expansion` times the size of its files if that is more.
    - `chunk_output`: the most bytes of one chunk.
    - `cpu_seconds`: the most processor time between two chunks, for readers that report progress and give nothing.
    - `open_files`: the most open files of a process.
    - `deaths`: after how many ended processes an input is given up.
    - `tasks`: after how many tasks a process is replaced, because libraries may leak memory."""

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
