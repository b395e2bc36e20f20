"""Save and load the folder of scores: a row a question and measure, and a manifest.

    SCORES/scores.parquet   system, question, style, modalities, cluster, measure, value (null: not scored), and a
                            column `facet: NAME` for whatever else questions are sliced by (null: none)
    SCORES/manifest.json    which benchmark, how it was measured, and by system what was counted on the way

Tables, pages and figures beside them are made of these two. Knows no statistics.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal, Self

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from pydantic import BaseModel, ConfigDict, Field, model_validator

from benchwright.benchmark.schema import one_line
from benchwright.errors import ReadError, UsageError
from benchwright.evaluate.diagnosis.causes import CauseFinding
from benchwright.evaluate.gold import Gold
from benchwright.evaluate.judges.certificate_file import Certificate
from benchwright.evaluate.measure_values import MeasureValues
from benchwright.evaluate.measures.catalogue import parse_measure
from benchwright.evaluate.summary import BOUNDS, ModalityConfusion
from benchwright.files.atomic import MANIFEST, atomic_path, sha256_file, write_json
from benchwright.files.bounded import read_json
from benchwright.files.command_lines import command_line
from benchwright.files.folder_kinds import what_it_is
from benchwright.files.parquet import read_own_parquet
from benchwright.records import SCHEMA_VERSION, Json

ROWS = "scores.parquet"
KIND = "scores"

EvaluationKind = Literal["retrieval", "system"]

_NAMES = ("system", "question", "style", "modalities", "cluster", "measure")
_WORD = pa.dictionary(pa.int32(), pa.string())
_SCHEMA = pa.schema([*((name, _WORD) for name in _NAMES), ("value", pa.float64())])
_FACET = "facet: "
_LARGEST = 2**28
"""Bytes of a manifest. It says of every question that a system failed on what went wrong."""
_MOST_ROWS = 50_000_000
"""Values that are read: some 3 GB."""
_AGAIN = "evaluate again, with --to a new folder"


@dataclass(frozen=True, slots=True)
class ScoredQuestion:
    """What statistics and slices need to know of a question."""

    id: str
    style: str
    modalities: str
    cluster: str
    facets: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class SystemScores:
    """One system: what it was asked for as (`spec`), its values by measure, what was counted while they were worked
    out, its description of itself, its recall by cut-off, its modality confusion, and by question what failed, how many
    of its answers are neither right nor wrong, and why its answer is wrong."""

    name: str
    spec: str
    values: tuple[MeasureValues, ...]
    notes: Mapping[str, int] = field(default_factory=dict)
    described: Mapping[str, Any] = field(default_factory=dict)
    curve: tuple[tuple[int, float], ...] = ()
    confusions: tuple[ModalityConfusion, ...] = ()
    failed: Mapping[str, str] = field(default_factory=dict)
    undecided: Mapping[str, int] = field(default_factory=dict)
    causes: Mapping[str, CauseFinding] = field(default_factory=dict)

    @property
    def is_bound(self) -> bool:
        """Whether it is a ceiling or a floor and not a contender. Its name does not matter."""
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
            **({"causes": {id: one.to_json() for id, one in sorted(self.causes.items())}} if self.causes else {}),
        }


@dataclass(frozen=True, eq=False)
class Scores:
    """The scores of several systems on the same questions, measured with the same `settings`. `certificates` are those
    of the judges, by measure."""

    benchmark: str
    fingerprint: str
    kind: EvaluationKind
    settings: Mapping[str, Any]
    questions: tuple[ScoredQuestion, ...]
    systems: tuple[SystemScores, ...]
    certificates: Mapping[str, Certificate] = field(default_factory=dict)

    @cached_property
    def measures(self) -> tuple[str, ...]:
        """All measures that any system has, in order."""
        return tuple(dict.fromkeys(one.measure for system in self.systems for one in system.values))

    @property
    def bounds(self) -> tuple[str, ...]:
        """The names of the systems that are an upper or lower bound."""
        return tuple(one.name for one in self.systems if one.is_bound)

    def system(self, name: str) -> SystemScores:
        """The scores of a system by its name. Raises UsageError for an unknown name."""
        by_name = {one.name: one for one in self.systems}
        if name not in by_name:
            raise UsageError(f"there are no scores of {name!r}", hint=f"there are scores of: {', '.join(by_name)}")
        return by_name[name]

    def joined(self, before: Scores | None) -> Scores:
        """These scores, and those of systems that were measured earlier with the same settings."""
        if before is None or not self.is_of(before):
            return self
        now = {one.name for one in self.systems}
        return replace(
            self,
            systems=(*(one for one in before.systems if one.name not in now), *self.systems),
            certificates={**before.certificates, **self.certificates},
        )

    def is_of(self, other: Scores) -> bool:
        """Whether both have the same questions and settings."""
        same_questions = (self.fingerprint, self.kind) == (other.fingerprint, other.kind)
        return same_questions and dict(self.settings) == dict(other.settings)

    def save(self, folder: Path) -> None:
        """Write the scores, then the manifest. Raises StorageError if the disk refuses a write."""
        with atomic_path(folder / ROWS) as temporary:
            pq.write_table(_table(self), temporary, compression="zstd")
        certified = sorted(self.certificates.items())
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
                **({"certificates": {name: one.to_json() for name, one in certified}} if certified else {}),
                "files": {ROWS: {"sha256": sha256_file(folder / ROWS), "bytes": (folder / ROWS).stat().st_size}},
            },
        )


def scored_questions(gold: Gold) -> tuple[ScoredQuestion, ...]:
    """The questions of a gold as rows of scores have them."""
    return tuple(ScoredQuestion(one.id, one.style, str(one.modalities), one.cluster, one.facets) for one in gold)


def is_scores(folder: Path) -> bool:
    """Whether the folder holds scores, sound or not."""
    try:
        return _read_manifest(folder).get("kind") == KIND
    except (OSError, ValueError):
        return False


def load_scores(folder: Path) -> Scores:
    """The scores in a folder. UsageError if there are none, or they are damaged or of another version."""
    path = folder / ROWS
    try:
        content = _read_manifest(folder)
    except (FileNotFoundError, NotADirectoryError):
        raise UsageError(
            f"{folder} holds no scores",
            hint=f"make some with: {command_line('evaluate', 'retrieval', 'BENCH', '--to', folder)}",
        ) from None
    except (OSError, ValueError) as error:
        raise UsageError(f"{folder / MANIFEST} cannot be read: {error}", hint=_AGAIN) from error
    if content.get("kind") != KIND:
        raise UsageError(f"{folder} holds no scores", hint=f"{what_it_is(content)}; name a folder of scores")
    if content.get("schema_version") != SCHEMA_VERSION:
        raise UsageError(f"the scores in {folder} are of another version of Benchwright", hint=_AGAIN)
    try:
        with one_line():
            manifest = _Manifest.model_validate_json(json.dumps(content))
        if sha256_file(path) != manifest.files[ROWS].sha256:
            raise UsageError(f"{path} is not as it was written", hint=_AGAIN)
        if pq.ParquetFile(path).metadata.num_rows != manifest.rows:
            raise ValueError(f"{ROWS} does not have {manifest.rows:,} rows")
        return _scores(manifest, read_own_parquet(path))
    except (OSError, ReadError, pa.ArrowException, KeyError, ValueError) as error:
        raise UsageError(f"the scores in {folder} are damaged: {error}", hint=_AGAIN) from error


def _read_manifest(folder: Path) -> Json:
    """The manifest; {} for JSON that is not an object. Raises OSError for what is not a regular file, ValueError for
    what is not JSON, too large or nested too deeply."""
    content = read_json(folder / MANIFEST, _LARGEST)
    return content if isinstance(content, dict) else {}


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class _File(_Strict):
    sha256: str
    bytes: int


class _System(_Strict):
    """One system as `SystemScores.to_json` writes it."""

    name: str
    spec: str
    measures: dict[str, dict[str, int]]
    notes: dict[str, int]
    described: dict[str, Any]
    curve: tuple[tuple[int, float], ...]
    confusions: tuple[ModalityConfusion, ...]
    failed: dict[str, str]
    undecided: dict[str, int] = {}
    causes: dict[str, CauseFinding] = {}


class _Manifest(_Strict):
    schema_version: int
    kind: str
    benchmark: str
    fingerprint: str
    what: EvaluationKind
    settings: dict[str, Any]
    questions: Annotated[int, Field(ge=0)]
    systems: list[_System]
    certificates: dict[str, dict[str, Any]] = {}
    files: dict[str, _File]

    @property
    def rows(self) -> int:
        return self.questions * sum(len(one.measures) for one in self.systems)

    @model_validator(mode="after")
    def _bounded(self) -> Self:
        if self.rows > _MOST_ROWS:
            raise ValueError(f"{self.rows:,} values are more than are read ({_MOST_ROWS:,})")
        if len({one.name for one in self.systems}) < len(self.systems):
            raise ValueError("two systems have one name")
        return self


def _table(scores: Scores) -> pa.Table:
    count = len(scores.questions)
    ids = pa.array([one.id for one in scores.questions], pa.string())
    kinds = ("style", "modalities", "cluster")
    by_question = {name: pa.array([getattr(one, name) for one in scores.questions], pa.string()) for name in kinds}
    names = dict.fromkeys(name for one in scores.questions for name in one.facets)
    facets = {
        f"{_FACET}{name}": pa.array([one.facets.get(name) for one in scores.questions], pa.string()) for name in names
    }
    schema = pa.schema([*_SCHEMA, *((name, _WORD) for name in facets)])
    pieces = [
        pa.table(
            {
                "system": [system.name] * count,
                "question": ids,
                **by_question,
                "measure": [values.measure] * count,
                "value": pa.array(values.values, pa.float64(), mask=~values.scored),
                **facets,
            }
        ).cast(schema)
        for system in scores.systems
        for values in system.values
    ]
    return pa.concat_tables([schema.empty_table(), *pieces]).unify_dictionaries().combine_chunks()


def _scores(manifest: _Manifest, table: pa.Table) -> Scores:
    facets = {
        name.removeprefix(_FACET): table.column(name).cast(pa.string())
        for name in table.column_names
        if name.startswith(_FACET)
    }
    table = table.select(_SCHEMA.names).cast(_SCHEMA)
    if any(table.column(name).null_count for name in _NAMES):
        raise ValueError(f"{ROWS} has rows without a name")
    columns = {name: table.column(name).to_pylist() for name in _NAMES}
    value = table.column("value").combine_chunks()
    scored, numbers = np.asarray(value.is_valid()), np.asarray(value.fill_null(0.0))
    count = manifest.questions if manifest.rows else 0
    named = zip(*(columns[name][:count] for name in ("question", "style", "modalities", "cluster")), strict=True)
    values_of = {name: column[:count].to_pylist() for name, column in facets.items()}
    questions = tuple(
        ScoredQuestion(
            id,
            style,
            modalities,
            cluster,
            facets={name: listed[at] for name, listed in values_of.items() if listed[at] is not None},
        )
        for at, (id, style, modalities, cluster) in enumerate(named)
    )
    systems, start = [], 0
    for one in manifest.systems:
        values = []
        for measure, reasons in one.measures.items():
            part = slice(start, start + count)
            if set(columns["system"][part]) - {one.name} or set(columns["measure"][part]) - {measure}:
                raise ValueError(f"the rows of {one.name} are not where they should be")
            highest = parse_measure(measure).family.high + 1e-9  # sums of shares may be a bit above 1
            if not ((numbers[part] >= 0) & (numbers[part] <= highest)).all():
                raise ValueError(f"a value of {measure} is out of bounds")
            values.append(MeasureValues(measure, numbers[part].copy(), scored[part].copy(), reasons))
            start += count
        systems.append(SystemScores(values=tuple(values), **{name: value for name, value in one if name != "measures"}))
    return Scores(
        manifest.benchmark,
        manifest.fingerprint,
        manifest.what,
        manifest.settings,
        questions,
        tuple(systems),
        {name: Certificate.of_json(one) for name, one in manifest.certificates.items()},
    )
