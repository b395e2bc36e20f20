"""Read the records of a benchmark that its card may name, and tell each of them by a hash."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from benchwright.benchmark.question_costs import read_call_costs
from benchwright.benchmark.splits import splits_of
from benchwright.benchmark.store import EXAMPLES, PLAN, SOURCES_FILE, Benchmark
from benchwright.files.atomic import MANIFEST, sha256_bytes, sha256_file
from benchwright.files.folder_names import beside
from benchwright.models.ledger import LEDGER
from benchwright.publish.card.claims import Claim, Operation, RecordQuery, find, read_value
from benchwright.records import Json, dump_line

SPLITS = "splits.json"


class CardRecords:
    """The records of one benchmark, by file. Opening reads nothing."""

    def __init__(self, bench: Benchmark) -> None:
        self.bench = bench
        self._split_file = beside(bench.path, SPLITS)

    @cached_property
    def rows(self) -> Mapping[str, Sequence[Json]]:
        """The records of each file. A ledger's are its calls, each with model, purpose, tokens and price; those of a
        split are one. BenchmarkError for a damaged file, UsageError for a damaged ledger or another one's split."""
        bench = self.bench
        return {
            MANIFEST: [bench.manifest],
            EXAMPLES: [example.to_json() for example in bench.examples],
            SOURCES_FILE: [_source(source) for source in bench.sources.values()],
            LEDGER: self._calls,
            SPLITS: self._splits,
        }

    def claim(
        self, label: str, file: str, operation: Operation, field: str = "", over: str = "", **where: Any
    ) -> Claim:
        """A claim with the value that the records have."""
        return self.read(label, RecordQuery(file, operation, field, over, where))

    def read(self, label: str, query: RecordQuery) -> Claim:
        """A claim with the value that the records have."""
        return Claim(label, read_value(query, self.rows[query.file]), query)

    def groups(self, file: str, field: str, over: str = "", **where: Any) -> list[Claim]:
        """How many items have each value of a field, the most frequent first. Items without a value are labelled so."""
        counts: Counter[str] = Counter()
        values: dict[str, Any] = {}
        for row in self.rows[file]:
            for item in (find(row, over) or ()) if over else (row,):
                if all(find(item, at) == value for at, value in where.items()):
                    value = find(item, field)
                    counts[key := dump_line(value)] += 1
                    values[key] = value
        ranked = sorted(counts, key=lambda key: (-counts[key], key))
        return [  # counted here, all at once: licences may be thousands
            Claim(
                label_of(values[key]), counts[key], RecordQuery(file, "count", "", over, {**where, field: values[key]})
            )
            for key in ranked
        ]

    def hashes(self) -> dict[str, str]:
        """The SHA-256 of each file that the card rests on. That of a ledger is of its calls: the bytes of a database
        change without its content. ReadError for a file that is gone."""
        files = {name: sha256_file(self.bench.path / name) for name in (MANIFEST, PLAN, EXAMPLES, SOURCES_FILE)}
        if self._calls:
            files[LEDGER] = _digest(self._calls)
        if self._split_file.is_file():
            files[SPLITS] = sha256_file(self._split_file)
        return files

    def digests(self) -> Iterator[Json]:
        """A line for every field of the manifest, line of the examples, and source: where it stands, and its hash.
        They tell which line was changed; nothing is parsed for them but the sources."""
        for name, value in self.bench.manifest.items():
            yield {"record": f"{MANIFEST}: {name}", "sha256": _digest(value)}
        for number, line in enumerate(self.bench.example_lines(), 1):
            yield {"record": f"{EXAMPLES}, line {number}", "sha256": sha256_bytes(line.encode("utf-8"))}
        for source in self.bench.sources.values():
            yield {"record": f"{SOURCES_FILE}: {source.id}", "sha256": _digest(source.to_json())}

    @property
    def split_file(self) -> Path:
        """Where the split is that the card tells of, if there is one."""
        return self._split_file

    @cached_property
    def _splits(self) -> list[Json]:
        if not self._split_file.is_file():
            return []
        return [{part: list(ids) for part, ids in splits_of(self._split_file, self.bench).items()}]

    @cached_property
    def _calls(self) -> list[Json]:
        return [
            {
                "key": key,
                "model": call.model,
                "purpose": call.purpose,
                "status": call.status,
                "tells_tokens": call.usage.known,
                "input": call.usage.input,
                "output": call.usage.output,
                "usd": call.usd,
                "priced": call.usd is not None,
            }
            for key, call in sorted(read_call_costs(self.bench.path).items())
        ]


def _source(source: Any) -> Json:
    return {
        "id": source.id,
        "modality": str(source.modality),
        "title": source.title,
        "document": source.document,
        "licence": source.licence,
        "url": source.url,
    }


def label_of(value: Any) -> str:
    """A value as the row of a table is called: counts of modalities as `2 text, 1 table`, nothing as `none stated`."""
    if isinstance(value, Mapping):
        return ", ".join(f"{count} {name}" for name, count in value.items() if count) or "none"
    return str(value) if value not in ("", None) else "none stated"


def _digest(value: Any) -> str:
    return sha256_bytes(dump_line(value).encode("utf-8", "surrogatepass"))
