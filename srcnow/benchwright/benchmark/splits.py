"""Read and write split files: which question ids belong to train, dev and test.

{"format": "benchwright-splits", "version": 1, "parts": {"train": [id, ...], "dev": [...], "test": [...]},
 "left_out": {id: reason, ...}, and how the split was made: "seed", "by", "sizes" ...}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from benchwright.benchmark.store import Benchmark
from benchwright.errors import UsageError
from benchwright.files.atomic import write_json
from benchwright.files.bounded import read_json
from benchwright.files.output_paths import check_output_file
from benchwright.records import Json
from benchwright.registry import suggestion

FILE = "splits.json"
PARTS = TRAIN, DEV, TEST = ("train", "dev", "test")
"""What a benchmark is split into."""

_FORMAT = "benchwright-splits"
_MOST = 1 << 30
_HINT = "name a file of benchwright split or benchwright graph split"


def split_file(to: Path | str, *, replace: bool) -> Path:
    """The file that a split goes to: `to`, or `splits.json` in the folder `to`. UsageError if it is there already and
    is not to be replaced."""
    target = Path(to) if Path(to).suffix == ".json" else Path(to) / FILE
    check_output_file(target, replace=replace)
    return target


def write_splits(
    target: Path, made: Json, parts: Mapping[str, Sequence[str]], left_out: Mapping[str, str], bench: Benchmark
) -> None:
    """Write a split; `made` says how it was made. Questions left out stand in the order of the benchmark."""
    ordered = {one.id: left_out[one.id] for one in bench.examples if one.id in left_out}
    listed = {name: list(parts.get(name, ())) for name in PARTS}
    write_json(target, {"format": _FORMAT, "version": 1, **made, "parts": listed, "left_out": ordered})


def read_splits(path: Path | str) -> dict[str, tuple[str, ...]]:
    """The ids of each part. UsageError if the file holds no split, cannot be read, or has an id in two parts."""
    file = Path(path)
    try:
        data = read_json(file, _MOST)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise UsageError(f"{file} cannot be read: {reason}", hint=_HINT) from error
    parts = data.get("parts") if isinstance(data, dict) and data.get("format") == _FORMAT else None
    sound = isinstance(parts, dict) and all(
        name in PARTS and isinstance(ids, list) and all(isinstance(id, str) for id in ids)
        for name, ids in parts.items()
    )
    if not isinstance(parts, dict) or not sound:
        raise UsageError(f"{file} is no split", hint=_HINT)
    if sum(map(len, parts.values())) > len({id for ids in parts.values() for id in ids}):
        raise UsageError(f"{file} names a question twice", hint="split the benchmark again: benchwright split")
    return {name: tuple(parts.get(name, ())) for name in PARTS}


def splits_of(path: Path | str, bench: Benchmark) -> dict[str, tuple[str, ...]]:
    """The ids of each part of a split of this benchmark. UsageError if it is another one's, or no split."""
    parts = read_splits(path)
    named = {id for ids in parts.values() for id in ids}
    unknown = named - {example.id for example in bench.examples}
    if unknown:
        raise UsageError(
            f"{path} is the split of another benchmark: {len(unknown):,} of its {len(named):,} ids are not in "
            f"{bench.path}",
            hint="split this one: benchwright split",
        )
    return parts


def part_of_split(text: str) -> tuple[Path, str]:
    """`FILE:PART` as file and part, `FILE` as file and "". UsageError for a part that there is not."""
    file, mark, part = text.rpartition(":")
    if part in PARTS and file:
        return Path(file), part
    if mark and file.endswith(".json"):
        raise UsageError(f"a split has no part {part!r}", hint=suggestion(part, PARTS))
    return Path(text), ""
