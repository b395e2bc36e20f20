"""Export a benchmark into a folder in the form that other tools read, with the licences of its sources."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path

from benchwright.benchmark.splits import part_of_split, splits_of
from benchwright.benchmark.store import Benchmark
from benchwright.errors import BenchmarkError, UsageError
from benchwright.evaluate.target import EvaluationTarget, gold_of_benchmark
from benchwright.files.atomic import MANIFEST, is_leftover, sha256_bytes, sha256_file, write_json
from benchwright.files.atomic_folder import atomic_folder
from benchwright.files.bounded import read_json
from benchwright.files.output_paths import refuse_inside_own
from benchwright.files.target_folder import ANOTHER_FOLDER, refuse_strangers
from benchwright.publish.export import ExportData, Exporter, ExportFolder, get_exporter
from benchwright.publish.export.base import IN_NO_PART
from benchwright.publish.export.readme import README, readme, write_attribution, write_left_out
from benchwright.records import SCHEMA_VERSION, Example, Json, JsonRecord, Modalities, dump_line

KIND = "export"
_TOLD = ("format", "questions", "left_out", "sources", "by_reference")


@dataclass(frozen=True, slots=True)
class ExportReport(JsonRecord):
    """The result of `export`.

    - `questions`: counts by part. `left_out`: questions that aren't in the export, counted by reason.
    - `sources`, `by_reference`: sources with and without their content, counted by licence.
    - `cannot_hold`: what the format has no place for."""

    path: Path
    format: str
    questions: Mapping[str, int]
    left_out: Mapping[str, int]
    sources: Mapping[str, int] = field(default_factory=dict)
    by_reference: Mapping[str, int] = field(default_factory=dict)
    cannot_hold: tuple[str, ...] = ()


def export(
    bench: PathLike[str] | str,
    to: Path | str,
    format: str,
    *,
    split: str = "",
    styles: Sequence[str] = (),
    modalities: Sequence[str] = (),
    corpus: PathLike[str] | str | None = None,
    include_unlicensed: bool = False,
    replace: bool = False,
    keep: bool = False,
) -> ExportReport:
    """Write a benchmark into the folder `to` in another format. The folder must be new or empty, unless `replace`
    allows to overwrite an export. It is written completely or not at all, and the same benchmark gives the same bytes.

    - `split`: a file written by `benchwright split`. `FILE` exports all parts, `FILE:test` that part only.
    - `styles`: keep only questions of these styles.
    - `modalities`: keep only questions that need at least these sources, such as `image` or `text+table`.
    - `include_unlicensed`: also copy sources whose licence is unknown or doesn't allow copies. By default, these are
      exported by reference: with title, address and licence, but without text and image.
    - `keep`: write nothing if the folder already has an export of the same questions in the same format.

    Raises UsageError for an unknown format, a split of another benchmark, a benchmark without a question that the
    format can hold, and a folder that holds something else; BenchmarkError; CorpusError; StorageError."""
    exporter, folder = get_exporter(format), Path(to)
    refuse_inside_own(folder)
    data, outside = _data(exporter, bench, corpus, split, include_unlicensed)
    data = _filtered(data, styles, modalities)
    before = read_export(folder) if keep and not replace else None
    if before is not None and before["format"] == format and before["questions_of"] == _identity(data):
        told = {name: before[name] for name in _TOLD if name in before}
        return ExportReport(path=folder, **told, cannot_hold=exporter.cannot_hold)
    _check_target(folder, replace=replace)
    with atomic_folder(folder) as staging:
        filling = ExportFolder(staging)
        filling.left_out.update(dict.fromkeys(outside, IN_NO_PART))
        exporter.write(data, filling)
        if not filling.written:
            raise UsageError(f"no question of {data.bench.path} can be written as {format}", hint=exporter.takes)
        with_content, by_reference = write_attribution(data, filling, exporter)
        write_left_out(filling)
        filling.write(README, readme(data, filling, exporter, with_content, by_reference))
        report = ExportReport(
            folder,
            format,
            dict(filling.written),
            dict(sorted(Counter(filling.left_out.values()).items())),
            dict(sorted(with_content.items())),
            dict(sorted(by_reference.items())),
            exporter.cannot_hold,
        )
        write_json(staging / MANIFEST, _manifest(staging, data, report))
    return report


def _data(
    exporter: Exporter, bench: PathLike[str] | str, corpus: PathLike[str] | str | None, split: str, unlicensed: bool
) -> tuple[ExportData, list[str]]:
    """The questions by part, and the ids of those that are in no part of the split. The corpus is opened only for
    formats that hold it."""
    opened = Benchmark.open(bench)
    if not opened.complete:
        raise BenchmarkError(f"{opened.path} is unfinished", hint="run the command that fills it again")
    whole = EvaluationTarget.open(bench, corpus) if exporter.whole_corpus and opened.examples else None
    opened = whole.bench if whole else opened
    file, only = part_of_split(split) if split else (None, "")
    listed = splits_of(file, opened) if file else None
    where = {id: part for part, ids in (listed or {}).items() for id in ids}
    parts: dict[str, list[Example]] = {only: []} if only else {part: [] for part in listed or (exporter.part,)}
    outside: list[str] = []
    for example in opened.examples:
        part = where.get(example.id) if listed else exporter.part
        if part in parts:
            parts[part].append(example)
        elif part is None and not only:
            outside.append(example.id)
    data = ExportData(
        opened,
        whole.corpus if whole else None,
        whole.gold if whole else gold_of_benchmark(opened),
        {part: tuple(examples) for part, examples in parts.items()},
        is_split=listed is not None,
        unlicensed=unlicensed,
    )
    return data, outside


def _filtered(data: ExportData, styles: Sequence[str], modalities: Sequence[str]) -> ExportData:
    """The questions of these styles that need these sources. UsageError if none is left, or for a word that is no list
    of modalities."""
    try:
        wanted = [Modalities.parse(one) for one in modalities]
    except ValueError as error:
        raise UsageError(f"--modality: {error}", hint="write text, table, image or several: text+image") from error

    def fits(example: Example) -> bool:
        has = example.modalities
        return (not styles or example.style in styles) and (
            not wanted
            or any(has.text >= one.text and has.table >= one.table and has.image >= one.image for one in wanted)
        )

    parts = {part: tuple(filter(fits, examples)) for part, examples in data.parts.items()}
    if (styles or wanted) and not any(parts.values()):
        known = sorted({f"{one.style} ({one.modalities})" for examples in data.parts.values() for one in examples})
        raise UsageError("no question has that style and these modalities", hint=f"there are: {', '.join(known)}")
    return ExportData(data.bench, data.corpus, data.gold, parts, data.is_split, data.unlicensed)


def _check_target(folder: Path, *, replace: bool) -> None:
    """UsageError unless the folder is new or empty, or a whole export of before that may be replaced."""
    before = read_export(folder)
    if before is None:
        refuse_strangers(folder, ())
        return
    strangers = sorted(
        str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file() and not is_leftover(path.name)
    )
    other = next((name for name in strangers if name != MANIFEST and name not in before["files"]), None)
    if other is not None:
        raise UsageError(f"{folder} holds something else ({other})", hint=ANOTHER_FOLDER)
    if not replace:
        raise UsageError(f"{folder} is an export already", hint="name another folder, or replace it: --replace")


def read_export(folder: Path) -> Json | None:
    """The manifest of an export; None if the folder is none."""
    try:
        manifest = read_json(folder / MANIFEST)
    except (OSError, ValueError):
        return None
    whole = isinstance(manifest, dict) and manifest.get("kind") == KIND and isinstance(manifest.get("files"), dict)
    return manifest if whole else None


def _identity(data: ExportData) -> str:
    """What tells the questions and sources of an export from those of another one."""
    parts = {part: [one.id for one in examples] for part, examples in data.parts.items()}
    told = [data.bench.manifest["files"], data.bench.pins.corpus, parts, data.is_split, data.unlicensed]
    return sha256_bytes(dump_line(told).encode("utf-8", "surrogatepass"))


def _manifest(folder: Path, data: ExportData, report: ExportReport) -> Json:
    """What the export is of, what was counted, and size and hash of each file."""
    from benchwright import __version__

    files = sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
    told = {name: value for name, value in report.to_json().items() if name != "path"}
    return {
        "schema_version": SCHEMA_VERSION,
        "kind": KIND,
        "name": data.name,
        "version": __version__,
        "questions_of": _identity(data),
        **told,
        "files": {
            name: {"sha256": sha256_file(folder / name), "bytes": (folder / name).stat().st_size} for name in files
        },
    }
