"""Reads and writes certificates: how far one model, asked by one prompt, can be trusted with one judged measure.

A certificate is a JSON file. It holds for exactly the model, the measure and the prompt that it names; a reworded
prompt needs a new one. How the rates are measured is the business of `judge certify`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Self

from benchwright.benchmark.schema import one_line
from benchwright.errors import UsageError
from benchwright.files.atomic import sha256_bytes, write_json
from benchwright.files.bounded import read_json
from benchwright.records import Json, JsonRecord, dump_line, fields_json

CERTIFICATE = "certificate.json"
KIND = "judge-certificate"
VERSION = 1

_LARGEST = 2**24
"""Bytes of a certificate. The details of 10,000 judged answers take 4 MB."""
_AGAIN = "certify the judge again: benchwright judge certify --help"


@dataclass(frozen=True, slots=True)
class CertifiedRate(JsonRecord):
    """A share of `n` answers with its 95 % interval. `value` and the interval are None where n is 0; the interval alone
    where there is none."""

    n: int
    value: float | None = None
    low: float | None = None
    high: float | None = None

    def __post_init__(self) -> None:
        shares = (self.value, self.low, self.high)
        if self.n < 0 or any(one is not None and not 0 <= one <= 1 for one in shares):
            raise ValueError(f"a rate has {self.n} answers and {shares}, and is to be a share of them")


@dataclass(frozen=True, slots=True)
class CertifiedBenchmark(JsonRecord):
    """The benchmark that a judge was tried on: its name, and the hash of its examples."""

    name: str
    examples_sha256: str


@dataclass(frozen=True, slots=True)
class Certificate(JsonRecord):
    """How far a judge can be trusted. `source` says what its verdicts were held against: answers that are right or
    wrong by construction (`gold`), or people's labels (`labels`); `n_right` and `n_wrong` count those answers.
    `sensitivity` is the share of the right ones that the judge calls right, `specificity` that of the wrong ones that
    it calls wrong, over those that it gave a verdict on; `unparsed` counts the others. `issued` is the day of issue,
    as YYYY-MM-DD. `details` is whatever else was found out."""

    model: str
    measure: str
    prompt_sha256: str
    source: Literal["gold", "labels"]
    benchmark: CertifiedBenchmark
    n_right: int
    n_wrong: int
    sensitivity: CertifiedRate
    specificity: CertifiedRate
    kappa: float | None = None
    unparsed: int = 0
    issued: str = ""
    served_by: tuple[str, ...] = ()
    details: Json = field(default_factory=dict)

    def to_json(self) -> Json:
        return {"kind": KIND, "version": VERSION, **fields_json(self, last=("details",))}

    @classmethod
    def read(cls, path: Path | str) -> Self:
        """The certificate in a file. UsageError if there is none, or it is damaged or of another version."""
        try:
            return cls.of_json(read_json(path, _LARGEST))
        except (OSError, ValueError) as error:
            raise UsageError(f"{path} cannot be read as a certificate: {error}", hint=_AGAIN) from error

    @classmethod
    def of_json(cls, content: Any) -> Self:
        """What `to_json` wrote. ValueError, in one line, for anything else."""
        if not isinstance(content, Mapping) or content.get("kind") != KIND:
            raise ValueError("it is no certificate of a judge")
        if content.get("version") != VERSION:
            raise ValueError(f"it is of version {content.get('version')!r}, not {VERSION}")
        fields = {name: value for name, value in content.items() if name not in ("kind", "version")}
        with one_line():
            return cls.from_json(fields)

    def write(self, path: Path | str) -> None:
        """Write the file whole or not at all. Raises StorageError."""
        write_json(path, self.to_json())

    @property
    def name(self) -> str:
        """`certified 2026-11-23, 5f3a9c21`: the day of issue, and the beginning of the hash of what it says."""
        digest = sha256_bytes(dump_line(self.to_json()).encode())[:8]
        return f"certified {self.issued}, {digest}" if self.issued else f"certified {digest}"

    def covers(self, model: str, measure: str, prompt_sha256: str) -> bool:
        """Whether it says something of verdicts of that model on that measure, asked for by that prompt."""
        return (self.model, self.measure, self.prompt_sha256) == (model, measure, prompt_sha256)
