"""Encode the sources of a corpus into a folder of vectors; a build that was stopped goes on.

All components are divided by one scale and rounded. The scale comes from an even sample of the corpus, which is encoded
first; what is in the sample is not encoded again. Each batch that was encoded is an entry of a journal in the folder
`building`, which goes when the vectors are written. `vectors` reads them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from benchwright.corpus.store import Corpus
from benchwright.errors import StorageError
from benchwright.files.atomic import atomic_path, sha256_file, write_json
from benchwright.files.journal import Journal
from benchwright.records import Json, Source
from benchwright.retrieval.batches import batches
from benchwright.retrieval.encoders.base import Counting, Encoder, Floats, Independent, Pieced, checked_rows
from benchwright.retrieval.index_files import titled

Bytes = NDArray[np.int8]
Progress = Callable[[int, int], None]

FORMAT = 1
LIMIT = 127
_PIECE = 1024
_SAMPLE = 2048
# So many of the sample's components are within the scale; the few beyond are cut off at the limit.
_WITHIN = 0.9999


@runtime_checkable
class EncodesSources(Protocol):
    """An encoder that looks at more of a source than its words."""

    def encode_sources(self, sources: Sequence[Source]) -> Floats: ...


def described(source: Source) -> str:
    """What of a source is encoded: its text, after its title unless the text begins with it."""
    return titled(source.title, source.text)


def quantise(vectors: Floats, scale: float) -> Bytes:
    """`vectors / scale`, rounded half to even and cut off at +-127."""
    whole: Bytes = np.clip(np.rint(vectors / np.float32(scale)), -LIMIT, LIMIT).astype(np.int8)
    return whole


def write_vectors(corpus: Corpus, encoder: Encoder, folder: Path, progress: Progress | None = None) -> None:
    """Encode every source into `folder`, of which the caller has the lock, going on where an earlier call was stopped.

    Until the manifest is written, last of all, the folder holds no vectors, or those of another state."""
    building = _Building(corpus, encoder, folder, progress)
    with building.journal:
        sample = building.sample()
        scale = _scale(sample)
        building.rows(sample, scale)
        (folder / "manifest.json").unlink(missing_ok=True)  # from here on the folder is unfinished, and says so
        dimensions = sample.shape[1] if len(sample) else encoder.dimensions
        with atomic_path(folder / "vectors.npy") as temporary, open(temporary, "wb") as file:
            header = {"descr": "|i1", "fortran_order": False, "shape": (building.total, dimensions)}
            np.lib.format.write_array_header_1_0(file, header)
            for data in building.blobs("rows"):
                file.write(data)
        write_json(
            folder / "manifest.json",
            {
                "format": FORMAT,
                "encoder": encoder.name,
                "identity": encoder.identity,
                "corpus": corpus.fingerprint,
                "count": building.total,
                "dimensions": dimensions,
                "scale": scale,
                "sha256": sha256_file(folder / "vectors.npy"),
                "counts": {name: number for name, number in sorted(building.counts().items()) if number},
            },
        )
        building.journal.remove()


class _Building:
    """One build: which sources are of the sample, what is encoded already, and who is told."""

    def __init__(self, corpus: Corpus, encoder: Encoder, folder: Path, progress: Progress | None) -> None:
        self._corpus, self._encoder, self._progress = corpus, encoder, progress
        self._piece = encoder.piece if isinstance(encoder, Pieced) else _PIECE
        self.total = len(corpus.ids)
        self._looking = isinstance(encoder, EncodesSources)
        self._done = 0
        alone = isinstance(encoder, Independent) and encoder.independent
        about: Json = {
            "format": FORMAT,
            "encoder": encoder.name,
            "identity": encoder.identity,
            "corpus": corpus.fingerprint,
            "piece": None if alone else self._piece,
            "entries": "with rows",
        }
        self.journal = Journal(folder / "building", about)
        self._batches = self._whole_batches()
        steps = range(_SAMPLE) if self.total else ()
        self._picked = sorted({step * self.total // _SAMPLE for step in steps})

    def _whole_batches(self) -> list[Json]:
        """The entries of what is encoded already, up to the first whose bytes are damaged."""
        batches: list[Json] = []
        for place, entry in self.journal.entries():
            try:
                self.journal.blob(entry)
            except StorageError:
                self.journal.cut(place)
                break
            batches.append(entry)
        return batches

    def _keep(self, kind: str, rows: NDArray[Any], counts: Mapping[str, int]) -> None:
        self.journal.add({"kind": kind, "rows": len(rows), "counts": dict(counts)}, [rows.tobytes()])
        self._batches += [entry for _, entry in self.journal.commit()]

    def blobs(self, kind: str) -> Iterator[bytes]:
        """The bytes of all batches of a kind, in order."""
        return (self.journal.blob(entry) for entry in self._batches if entry["kind"] == kind)

    def _kept(self, kind: str) -> int:
        """How many rows all batches of a kind hold."""
        return sum(entry["rows"] for entry in self._batches if entry["kind"] == kind)

    def counts(self) -> Counter[str]:
        """What the encoder counted over all batches."""
        return sum((Counter(entry["counts"]) for entry in self._batches), Counter())

    def sample(self) -> Floats:
        """The vectors of an even sample, float32 [sources, dimensions]."""
        kept = self._kept("sample")
        stored = np.frombuffer(b"".join(self.blobs("sample")), dtype=np.float32)
        parts_done = [stored.reshape(kept, -1)] if kept else []
        self._tell(kept)
        for start in range(kept, len(self._picked), self._piece):
            part = self._picked[start : start + self._piece]
            sources = [self._corpus.source(self._corpus.ids[row]) for row in part]
            rows, counts = self._encode(sources if self._looking else [described(source) for source in sources])
            self._keep("sample", rows, counts)
            parts_done.append(rows)
            self._tell(len(part))
        return np.concatenate(parts_done) if parts_done else np.zeros((0, 0), dtype=np.float32)

    def rows(self, sample: Floats, scale: float) -> None:
        """Encode and keep what is not of the sample, piece by piece in the order of the corpus."""
        place = {row: number for number, row in enumerate(self._picked)}
        start = self._kept("rows")
        self._tell(start - sum(row < start for row in self._picked))
        every: Iterator[Source | str] = (
            self._corpus.sources()
            if self._looking
            else (titled(title, text) for title, text in self._corpus.passages())
        )
        for inputs in batches(islice(every, start, None), self._piece):
            places = [place.get(row, -1) for row in range(start, start + len(inputs))]
            fresh = [number for number, at in enumerate(places) if at < 0]
            rows = sample[places]
            counts: Mapping[str, int] = {}
            if fresh:
                rows[fresh], counts = self._encode([inputs[number] for number in fresh])
            self._keep("rows", quantise(rows, scale), counts)
            self._tell(len(fresh))
            start += len(inputs)

    def _encode(self, inputs: Sequence[Source | str]) -> tuple[Floats, dict[str, int]]:
        """The vectors of sources, or of their words if the encoder wants no more; and what it counted meanwhile."""
        encoder = self._encoder
        before = dict(encoder.counts) if isinstance(encoder, Counting) else {}
        if isinstance(encoder, EncodesSources):
            vectors = encoder.encode_sources([one for one in inputs if isinstance(one, Source)])
        else:
            vectors = encoder.encode([one for one in inputs if isinstance(one, str)], "passage")
        after = dict(encoder.counts) if isinstance(encoder, Counting) else {}
        rows = np.ascontiguousarray(checked_rows(vectors, len(inputs), encoder.name), dtype=np.float32)
        return rows, {name: number - before.get(name, 0) for name, number in after.items()}

    def _tell(self, more: int) -> None:
        self._done += more
        if more and self._progress is not None:
            self._progress(self._done, self.total)


def _scale(sample: Floats) -> float:
    """What 1 stands for: 127 of it hold all but one in ten thousand components of the sample."""
    sizes = np.abs(sample).ravel()
    largest = float(np.quantile(sizes, _WITHIN)) if sizes.size else 0.0
    # A short decimal survives JSON as the very same number, and does not pretend to more than it is.
    return float(f"{largest / LIMIT:.6g}") or 1.0 / LIMIT
