"""Import a published benchmark into a benchmark folder with its corpus inside.

    BENCH/corpus/      the layout's documents, ingested, ids kept
    BENCH/drops.jsonl  what of the questions and judgements was left out, and why
    and plan.yaml, examples.jsonl, sources.parquet, images/, manifest.json as any benchmark has (benchmark.store)

The manifest says that the folder is unfinished until all of it is written: the same command again mends what a killed
one left, and does nothing where everything is there.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from benchwright.benchmark.cell_report import CellReport
from benchwright.benchmark.fingerprints import InputFingerprints
from benchwright.benchmark.importers import MAKER, Imported, get_importer
from benchwright.benchmark.importers.even_sample import even_sample, sample_shares, style_counts
from benchwright.benchmark.schema import parse_cells
from benchwright.benchmark.store import (
    CORPUS,
    DROPS,
    Benchmark,
    begin_import,
    finish,
    imported_whole,
    read_manifest,
)
from benchwright.corpus.ingest import IngestProgress, ingest_paths
from benchwright.corpus.store import Corpus, write_corpus
from benchwright.errors import UsageError
from benchwright.files.atomic import sha256_file, write_atomic
from benchwright.files.locks import folder_lock
from benchwright.files.output_paths import refuse_inside_own
from benchwright.plan import imported_plan
from benchwright.readers.input_records import HASHED
from benchwright.records import Example, Json, dump_line, fields_json

VERSION = "3"
"""Of what an importer makes of the same files: a change makes folders of before another import."""


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What came of an import. `dropped` counts by reason what is lost, `left_out` what the layout itself leaves out
    (queries of other splits, blind questions), `corpus_drops` what of the documents could not be used. `short` counts
    the questions that a sample lacks: of each style of the benchmark that it is drawn like, or in all (""). `fresh` is
    False where everything was there already."""

    path: Path
    format: str
    questions: int
    sources: Mapping[str, int]
    dropped: Mapping[str, int] = field(default_factory=dict)
    left_out: Mapping[str, int] = field(default_factory=dict)
    corpus_drops: Mapping[str, int] = field(default_factory=dict)
    short: Mapping[str, int] = field(default_factory=dict)
    fresh: bool = True

    @property
    def whole(self) -> bool:
        """Whether everything came over that the layout means to."""
        return not self.dropped and not self.corpus_drops

    def to_json(self) -> Json:
        fields = fields_json(self)
        return {"benchmark": fields.pop("path"), **fields}


def import_benchmark(
    folder: Path | str,
    to: Path | str,
    format: str,
    *,
    split: str = "",
    limit: int | None = None,
    sample: int | None = None,
    like: Path | str | None = None,
    seed: int = 13,
    progress: Callable[[IngestProgress], None] = lambda _: None,
) -> ImportReport:
    """Make the benchmark folder `to` out of a published layout; of its questions the first `limit`, or `sample` drawn
    evenly over styles and modalities, with the styles of the benchmark `like` if one is given.

    Raises UsageError for a folder that is not of that format, and for a line of its files that is not as the layout
    says; BenchmarkError if `to` holds something else; CorpusError, LockedError, StorageError.
    """
    refuse_inside_own(Path(to))
    importer = get_importer(format)
    origin, bench = Path(folder), Path(to)
    if limit is not None and limit < 1:
        raise UsageError(f"a limit of {limit} leaves no question", hint="leave --limit out, or make it 1 at least")
    if sample is not None and sample < 1:
        raise UsageError(f"a sample of {sample} leaves no question", hint="leave --sample out, or make it 1 at least")
    if like is not None and sample is None:
        raise UsageError("--like says how a sample is drawn", hint="say how large it is with --sample")
    styles = style_counts(Benchmark.open(like).examples) if like is not None else None
    if not origin.is_dir():
        raise UsageError(f"{origin} is no folder", hint="name the folder that the published files lie in")
    files = importer.files(origin, split)
    documents = importer.reader.layout(origin) if importer.reader.layout is not None else ()
    said: Json = {
        "format": format,
        "version": VERSION,
        "split": split,
        "limit": limit,
        **({"sample": sample, "seed": seed, "styles": styles} if sample is not None else {}),
        "files": {name: _identity(origin / name) for name in sorted({*files, *documents})},
    }
    with folder_lock(bench):
        before = imported_whole(bench, said)
        if before is not None:
            return _report(bench, importer.implied, before, fresh=False)
        begin_import(bench, said)
        corpus_drops: dict[str, int] = {}
        if importer.bare(origin, files):
            corpus = write_corpus(bench / CORPUS, (), ())
        else:
            ingested = ingest_paths([origin], bench / CORPUS, readers=(importer.reader,), progress=progress)
            corpus, corpus_drops = Corpus.open(bench / CORPUS), dict(ingested.drops)
        made = importer.read(origin, files, corpus)
        examples = list(islice(made.examples, limit))
        if not examples:
            raise UsageError(f"no question of {origin} can be used", hint=_why(made) or "its files hold none")
        if sample is not None:
            examples = even_sample(examples, sample, seed, styles)
        if not examples:
            raise UsageError(f"no question of {origin} has a style of {like}", hint="leave --like out")
        write_atomic(bench / DROPS, "".join(dump_line(drop.to_json()) + "\n" for drop in made.drops))
        counted = Counter(drop.reason for drop in made.drops)
        finish(
            bench,
            bench.resolve().name,
            imported_plan(bench.resolve().name, CORPUS),
            InputFingerprints(corpus.fingerprint, "", {}, {MAKER: VERSION}, {}),
            _cells(examples),
            examples,
            corpus,
            wanted=len(examples),
            complete=True,
            imported={
                **said,
                "sources": dict(corpus.manifest["sources"]),
                "drops": dict(sorted(counted.items())),
                "corpus_drops": corpus_drops,
                **({} if made.evidence == "all" else {"evidence": made.evidence}),
            },
        )
        manifest = read_manifest(bench)
        assert manifest is not None
        return _report(bench, importer.implied, manifest, fresh=True)


def _identity(path: Path) -> str:
    """What tells a file from what it was: its hash, or size and time of one that would take minutes to hash."""
    if path.is_file() and (facts := path.stat()).st_size > HASHED:
        return f"{facts.st_size} bytes of {facts.st_mtime_ns}"
    return sha256_file(path)


def _cells(examples: list[Example]) -> tuple[CellReport, ...]:
    """One for each combination of modalities, the most frequent first."""
    counts = Counter(example.origin.cell for example in examples)
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(CellReport(key, count, count, count, count) for key, count in ordered)


def _why(made: Imported) -> str:
    counted = Counter(drop.reason for drop in made.drops)
    return ", ".join(f"{count:,} {reason}" for reason, count in counted.most_common(3))


def _short(manifest: Json) -> dict[str, int]:
    """How many questions the sample lacks, by style if it was drawn like another benchmark."""
    told = manifest["imported"]
    if "sample" not in told:
        return {}
    wanted = sample_shares(told["styles"], told["sample"]) if told["styles"] else {"": told["sample"]}
    got = Counter({"": manifest["examples"]})
    for cell in parse_cells(manifest):
        got[str(json.loads(cell.key)["style"])] += cell.committed
    return {style: count - got[style] for style, count in wanted.items() if count > got[style]}


def _report(bench: Path, implied: frozenset[str], manifest: Json, *, fresh: bool) -> ImportReport:
    told = manifest["imported"]
    drops: Mapping[str, int] = told["drops"]
    return ImportReport(
        path=bench,
        format=told["format"],
        questions=manifest["examples"],
        sources=told["sources"],
        dropped={reason: count for reason, count in drops.items() if reason not in implied},
        left_out={reason: count for reason, count in drops.items() if reason in implied},
        corpus_drops=told["corpus_drops"],
        short=_short(manifest),
        fresh=fresh,
    )
