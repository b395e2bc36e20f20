"""Keep what judges decided in a scores folder, with reasons, claims, hashes: one line an answer, judge and measure.

SCORES/judgements.jsonl, each line sealed with a checksum. It is written anew from the ledger by every evaluation that
judges; the judgements of other systems in the folder stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from benchwright.evaluate.judges.ask_judge import Judgement
from benchwright.evaluate.judges.judge_replies import JudgedReplies
from benchwright.files.append_log import AppendLog
from benchwright.files.atomic import atomic_path
from benchwright.records import Json

JUDGEMENTS = "judgements.jsonl"


def write_judgements(folder: Path, judged: JudgedReplies, systems: Iterable[str]) -> None:
    """Write the judgements of some systems, and keep those of the other `systems` that the scores still have. Raises
    StorageError."""
    known = set(systems)
    fresh = [{"system": key.system, **one.to_json()} for key, listed in judged.judgements.items() for one in listed]
    done = {entry["system"] for entry in fresh}
    kept = [entry for entry in AppendLog.read(folder / JUDGEMENTS) if entry["system"] in known - done]
    with atomic_path(folder / JUDGEMENTS) as temporary, AppendLog(temporary) as log:
        temporary.touch()  # there may be nothing to say
        log.append_many(_ordered([*kept, *fresh]))


def read_judgements(folder: Path) -> Iterator[tuple[str, Judgement]]:
    """Every judgement with its system's name; none if nothing was judged. Raises ReadError."""
    for _, entry in AppendLog.stream(folder / JUDGEMENTS):
        system = entry.pop("system")
        yield system, Judgement.from_json(entry)


def _ordered(entries: Iterable[Json]) -> list[Json]:
    return sorted(entries, key=lambda one: (one["system"], one["question"], one["judge"], one["measure"]))
