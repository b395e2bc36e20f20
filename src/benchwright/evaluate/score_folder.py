"""The folder of scores: what some systems got on one benchmark, a row a question and measure.

    SCORES/scores.parquet   system, question, style, modalities, cluster, measure, value (null: not scored)
    SCORES/manifest.json    which benchmark, how it was measured, and by system what was counted on the way

Tables, pages and figures beside them are made of these two. Knows no statistics.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from benchwright.errors import UsageError
from benchwright.evaluate.gold import Gold
from benchwright.evaluate.measure_values import MeasureValues
from benchwright.evaluate.summary import BOUNDS, ModalityConfusion
from benchwright.files.atomic import MANIFEST, atomic_path, sha256_file, write_json
from benchwright.files.bounded import parse_json, read_regular
from benchwright.records import SCHEMA_VERSION, Json

ROWS = "scores.parquet"
KIND = "scores"

EvaluationKind = Literal["retrieval", "system"]

_SCHEMA = pa.schema(
    [
        ("system", pa.dictionary(pa.int32(), pa.string())),
        ("question", pa.dictionary(pa.int32(), pa.string())),
        ("style", pa.dictionary(pa.int32(), pa.string())),
        ("modalities", pa.dictionary(pa.int32(), pa.string())),
        ("cluster", pa.dictionary(pa.int32(), pa.string())),
        ("measure", pa.dictionary(pa.int32(), pa.string())),
        ("value", pa.float64()),
    ]
)
_ANEW = "evaluate again, with --to a new folder"


@dataclass(frozen=True, slots=True)
class ScoredQuestion:
    """What statistics and slices need to know of a question."""

    id: str
    style: str
    modalities: str
    cluster: str


@dataclass(frozen=True, eq=False)
class SystemScores:
    """One system: what it was asked for as (`spec`), its values by measure, what was counted while they were worked
    out, what it told of itself, its recall by cut-off, its modality confusion, by question what failed, and by question
    how many of its answers are neither right nor wrong."""

    name: str
    spec: str
    values: tuple[MeasureValues, ...]
    notes: Mapping[str, int] = field(default_factory=dict)
    described: Mapping[str, Any] = field(default_factory=dict)
    curve: tuple[tuple[int, float], ...] = ()
    confusions: tuple[ModalityConfusion, ...] = ()
    failed: Mapping[str, str] = field(default_factory=dict)
    undecided: Mapping[str, int] = field(default_factory=dict)

    @property
    def is_bound(self) -> bool:
        """Whether it is a ceiling or a floor and no contender, whatever it is called."""
        return self.spec in BOUNDS

    def measure(self, name: str) -> MeasureValues | None:
        """The values of that measure, None if it was not measured."""
        return next((one for one in self.values if one.measure == name), None)

    def to_json(self) -> Json:
        return {
            "name": self.name,
            "spec": self.spec,
            "measures": {one.measure: dict(sorted(one.reasons.items())) for one in self.values},
            "notes": dict(sorted(self.notes.items())),
            "described": dict(self.described),
            "curve": [list(point) for point in self.curve],
            "confusions": [one.to_json() for one in self.confusions],
            "failed": dict(sorted(self.failed.items())),
            **({"undecided": dict(sorted(self.undecided.items()))} if self.undecided else {}),
        }


@dataclass(frozen=True, eq=False)
class Scores:
    """Systems on one state of one benchmark, measured in one way (`settings`)."""

    benchmark: str
    fingerprint: str
    kind: EvaluationKind
    settings: Mapping[str, Any]
    questions: tuple[ScoredQuestion, ...]
    systems: tuple[SystemScores, ...]

    @cached_property
    def measures(self) -> tuple[str, ...]:
        """All measures of any system, in the order of the first that has them."""
        return tuple(dict.fromkeys(one.measure for system in self.systems for one in system.values))

    @property
    def bounds(self) -> tuple[str, ...]:
        """The names of the systems that are a ceiling or a floor."""
        return tuple(one.name for one in self.systems if one.is_bound)

    def system(self, name: str) -> SystemScores:
        """The system of that name. UsageError if there is none."""
        for one in self.systems:
            if one.name == name:
                return one
        known = ", ".join(one.name for one in self.systems)
        raise UsageError(f"there are no scores of {name!r}", hint=f"there are scores of: {known}")

    def joined(self, before: Scores | None) -> Scores:
        """These scores, and those of systems that were measured before in the same way and not now."""
        if before is None or not self.is_of(before):
            return self
        now = {one.name for one in self.systems}
        kept = tuple(one for one in before.systems if one.name not in now)
        return Scores(
            self.benchmark, self.fingerprint, self.kind, self.settings, self.questions, (*kept, *self.systems)
        )

    def is_of(self, other: Scores) -> bool:
        """Whether both are of the same questions, measured in the same way."""
        return (self.fingerprint, self.kind, dict(self.settings)) == (
            other.fingerprint,
            other.kind,
            dict(other.settings),
        )

    def save(self, folder: Path) -> None:
        """Write rows, then the manifest. StorageError when the disk refuses."""
        with atomic_path(folder / ROWS) as temporary:
            pq.write_table(_table(self), temporary, compression="zstd")
        write_json(
            folder / MANIFEST,
            {
                "schema_version": SCHEMA_VERSION,
                "kind": KIND,
                "benchmark": self.benchmark,
                "fingerprint": self.fingerprint,
                "what": self.kind,
                "settings": dict(self.settings),
                "questions": len(self.questions),
                "systems": [one.to_json() for one in self.systems],
                "files": {ROWS: {"sha256": sha256_file(folder / ROWS), "bytes": (folder / ROWS).stat().st_size}},
            },
        )


def scored_questions(gold: Gold) -> tuple[ScoredQuestion, ...]:
    """The questions of a gold as rows of scores have them."""
    return tuple(ScoredQuestion(one.id, one.style, str(one.modalities), one.cluster) for one in gold)


def is_scores(folder: Path) -> bool:
    """Whether the folder holds scores, sound or not."""
    try:
        found = parse_json(read_regular(folder / MANIFEST).decode("utf-8"))
    except (OSError, ValueError):
        return False
    return isinstance(found, dict) and found.get("kind") == KIND


def load_scores(folder: Path) -> Scores:
    """The scores in a folder. UsageError if there are none, or they are damaged or of another version."""
    try:
        manifest = parse_json(read_regular(folder / MANIFEST).decode("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        raise UsageError(
            f"{folder} holds no scores", hint=f"make some with: benchwright evaluate retrieval BENCH --to {folder}"
        ) from None
    except (OSError, ValueError) as error:
        raise UsageError(f"{folder / MANIFEST} cannot be read: {error}", hint=_ANEW) from error
    if not isinstance(manifest, dict) or manifest.get("kind") != KIND:
        raise UsageError(f"{folder} holds no scores", hint="its manifest.json is another kind's")
    if manifest.get("schema_version") != SCHEMA_VERSION:
        raise UsageError(f"the scores in {folder} are of another version of Benchwright", hint=_ANEW)
    path = folder / ROWS
    try:
        if sha256_file(path) != manifest["files"][ROWS]["sha256"]:
            raise UsageError(f"{path} is not as it was written", hint=_ANEW)
        return _scores(manifest, pq.read_table(path))
    except (OSError, pa.ArrowException, KeyError, TypeError, ValueError, IndexError) as error:
        raise UsageError(f"the scores in {folder} are damaged: {error}", hint=_ANEW) from error


def _table(scores: Scores) -> pa.Table:
    count = len(scores.questions)
    of_questions = {
        name: pa.array([getattr(one, name) for one in scores.questions], pa.string())
        for name in ("style", "modalities", "cluster")
    }
    ids = pa.array([one.id for one in scores.questions], pa.string())
    pieces = []
    for system in scores.systems:
        for values in system.values:
            columns = [
                pa.array([system.name] * count, pa.string()),
                ids,
                *of_questions.values(),
                pa.array([values.measure] * count, pa.string()),
                pa.array(values.values, pa.float64(), mask=~values.scored),
            ]
            pieces.append(pa.table(columns, names=_SCHEMA.names))
    whole = pa.concat_tables(pieces) if pieces else pa.table([[]] * len(_SCHEMA), names=_SCHEMA.names)
    return whole.cast(_SCHEMA).combine_chunks()


def _scores(manifest: Json, table: pa.Table) -> Scores:
    columns = {name: table.column(name).to_pylist() for name in _SCHEMA.names if name != "value"}
    value = table.column("value").combine_chunks()
    known = np.asarray(value.is_valid())
    numbers = np.asarray(value.fill_null(0.0))
    told = manifest["systems"]
    questions = tuple(
        ScoredQuestion(*(columns[name][row] for name in ("question", "style", "modalities", "cluster")))
        for row in range(manifest["questions"])
    )
    systems, start = [], 0
    for one in told:
        values = []
        for measure, reasons in one["measures"].items():
            part = slice(start, start + len(questions))
            if set(columns["system"][part]) | {one["name"]} != {one["name"]}:
                raise ValueError(f"the rows of {one['name']} are not where they should be")
            values.append(MeasureValues(measure, numbers[part].copy(), known[part].copy(), dict(reasons)))
            start += len(questions)
        systems.append(
            SystemScores(
                one["name"],
                one["spec"],
                tuple(values),
                dict(one["notes"]),
                dict(one["described"]),
                tuple((int(k), float(recall)) for k, recall in one["curve"]),
                tuple(ModalityConfusion(**row) for row in one["confusions"]),
                dict(one["failed"]),
                dict(one.get("undecided", {})),
            )
        )
    return Scores(
        manifest["benchmark"],
        manifest["fingerprint"],
        manifest["what"],
        dict(manifest["settings"]),
        questions,
        tuple(systems),
    )
