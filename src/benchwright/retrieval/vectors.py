"""The vectors of a corpus on disk: int8, memory-mapped, frozen. Knows encoders and sources, not how near is found.

    CORPUS/vectors/<encoder>/vectors.npy     int8 [sources, dimensions], rows in the order of the corpus' ids
    CORPUS/vectors/<encoder>/manifest.json   which corpus, which weights, the scale, the hash

With a layer of descriptions over the corpus the folder is CORPUS/descriptions/<model>/vectors/<encoder>/.

All components are divided by one scale and rounded, those of queries too. A score is then a dot product of integers:
the same number on every machine, whatever its arithmetic.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from benchwright.errors import CorpusError
from benchwright.files import atomic_path, sha256_file, write_json
from benchwright.records import Json, Modality, Source
from benchwright.retrieval.batches import batches
from benchwright.retrieval.encoders import Encoder, Floats

Bytes = NDArray[np.int8]
Progress = Callable[[int, int], None]

FORMAT = 1
LIMIT = 127
VECTORS_FOLDER = "vectors"
_BATCH = 1024
_SAMPLE = 2048
# So many of the sample's components are within the scale; the few beyond are cut off at the limit.
_WITHIN = 0.9999


class Sources(Protocol):
    """What is needed of a corpus; `corpus.store.Corpus` is one."""

    @property
    def path(self) -> Path: ...
    @property
    def fingerprint(self) -> str: ...
    @property
    def ids(self) -> list[str]: ...
    @property
    def modalities(self) -> list[Modality]: ...
    def source(self, source_id: str, /) -> Source: ...
    def sources(self) -> Iterator[Source]: ...
    def computed(self, kind: str, /) -> Path: ...


def described(source: Source) -> str:
    """What of a source is encoded: its text, after its title unless the text begins with it."""
    if not source.title or source.text.startswith(source.title):
        return source.text
    return f"{source.title}\n{source.text}"


def quantise(vectors: Floats, scale: float) -> Bytes:
    """`vectors / scale`, rounded half to even and cut off at +-127."""
    whole: Bytes = np.clip(np.rint(vectors / np.float32(scale)), -LIMIT, LIMIT).astype(np.int8)
    return whole


@dataclass(frozen=True, eq=False)
class VectorStore:
    """The frozen vectors of one corpus. `ids`, `modalities` and the rows of `vectors` are aligned."""

    folder: Path
    manifest: Json
    ids: list[str]
    modalities: list[Modality]
    vectors: Bytes

    @classmethod
    def build(cls, corpus: Sources, encoder: Encoder, progress: Progress | None = None) -> VectorStore:
        """Encode every source, unless that was done for this very corpus and these weights. `progress(done, total)` is
        called after each batch. Raises StorageError when the disk refuses."""
        folder = corpus.computed(VECTORS_FOLDER) / encoder.name
        manifest = _read_manifest(folder)
        if manifest is not None and manifest.get("identity") == encoder.identity:
            try:
                return cls.open(corpus, encoder.name)
            except CorpusError:  # drifted or damaged: what is there is of no use
                pass
        (folder / "manifest.json").unlink(missing_ok=True)  # from here on the folder is unfinished, and says so
        scale = _scale(corpus, encoder)
        total = len(corpus.ids)
        with atomic_path(folder / "vectors.npy") as temporary, open(temporary, "wb") as file:
            header = {"descr": "|i1", "fortran_order": False, "shape": (total, encoder.dimensions)}
            np.lib.format.write_array_header_1_0(file, header)
            done = 0
            for texts in batches((described(source) for source in corpus.sources()), _BATCH):
                file.write(quantise(encoder.encode(texts), scale).tobytes())
                done += len(texts)
                if progress is not None:
                    progress(done, total)
        write_json(
            folder / "manifest.json",
            {
                "format": FORMAT,
                "encoder": encoder.name,
                "identity": encoder.identity,
                "corpus": corpus.fingerprint,
                "count": total,
                "dimensions": encoder.dimensions,
                "scale": scale,
                "sha256": sha256_file(folder / "vectors.npy"),
            },
        )
        return cls.open(corpus, encoder.name)

    @classmethod
    def open(cls, corpus: Sources, name: str) -> VectorStore:
        """The vectors that `build` left. CorpusError if they are missing, unfinished, damaged or of another corpus."""
        folder = corpus.computed(VECTORS_FOLDER) / name
        manifest = _read_manifest(folder)
        if manifest is None:
            raise CorpusError(f"{corpus.path} has no vectors of {name}", hint="build them anew")
        if manifest.get("corpus") != corpus.fingerprint:
            raise CorpusError(f"the vectors in {folder} are of another state of the corpus", hint="build them anew")
        try:
            vectors = np.load(folder / "vectors.npy", mmap_mode="r" if corpus.ids else None)
        except (OSError, ValueError) as error:
            raise CorpusError(f"{folder / 'vectors.npy'} cannot be read: {error}", hint="build them anew") from error
        expected = (manifest.get("count"), manifest.get("dimensions"))
        if vectors.dtype != np.int8 or vectors.shape != expected or expected[0] != len(corpus.ids):
            raise CorpusError(f"{folder / 'vectors.npy'} is not what its manifest says", hint="build them anew")
        return cls(folder, manifest, corpus.ids, corpus.modalities, vectors)

    @property
    def dimensions(self) -> int:
        return int(self.vectors.shape[1])

    @property
    def scale(self) -> float:
        """A component of 1 in `vectors` stands for this much of a unit vector."""
        return float(self.manifest["scale"])

    def __len__(self) -> int:
        return len(self.ids)

    def query(self, encoder: Encoder, texts: Sequence[str]) -> Bytes:
        """Texts as int8 [n, dimensions], comparable with `vectors`. CorpusError if the encoder has other weights."""
        if encoder.identity != self.manifest["identity"]:
            raise CorpusError(
                f"these vectors were made by {self.manifest['identity']}, not by {encoder.identity}",
                hint="build them anew",
            )
        return quantise(encoder.encode(texts), self.scale)

    def verify(self) -> list[str]:
        """Hash the vectors anew; what is wrong, one line each."""
        if sha256_file(self.folder / "vectors.npy") != self.manifest["sha256"]:
            return [f"{self.folder / 'vectors.npy'} is not as it was written"]
        return []

    @cached_property
    def rank(self) -> NDArray[np.int32]:
        """The place of each source among the sorted ids: what ties are broken by."""
        ranks = np.empty(len(self.ids), dtype=np.int32)
        ranks[sorted(range(len(self.ids)), key=self.ids.__getitem__)] = np.arange(len(self.ids), dtype=np.int32)
        return ranks

    @cached_property
    def position(self) -> dict[str, int]:
        """The row of each id."""
        return {source_id: row for row, source_id in enumerate(self.ids)}

    def rows(self, modality: Modality | None) -> NDArray[np.int64]:
        """The rows of one modality, or all, in order."""
        if modality is None:
            return np.arange(len(self.ids), dtype=np.int64)
        return np.flatnonzero(self._kinds == list(Modality).index(modality))

    @cached_property
    def _kinds(self) -> NDArray[np.int8]:
        kinds = {kind: number for number, kind in enumerate(Modality)}
        return np.array([kinds[kind] for kind in self.modalities], dtype=np.int8)


def _scale(corpus: Sources, encoder: Encoder) -> float:
    """What 1 stands for: 127 of it hold all but one in ten thousand components of an even sample of the corpus."""
    total = len(corpus.ids)
    picked = sorted({step * total // _SAMPLE for step in range(_SAMPLE)}) if total else []
    sizes = np.abs(encoder.encode([described(corpus.source(corpus.ids[row])) for row in picked])).ravel()
    largest = float(np.quantile(sizes, _WITHIN)) if sizes.size else 0.0
    # A short decimal survives JSON as the very same number, and does not pretend to more than it is.
    return float(f"{largest / LIMIT:.6g}") or 1.0 / LIMIT


def _read_manifest(folder: Path) -> Json | None:
    """None if there is none, or if it is not one of ours that was written whole."""
    try:
        manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return manifest if isinstance(manifest, dict) and manifest.get("format") == FORMAT else None
