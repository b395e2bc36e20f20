"""Store and open the vectors of a corpus: int8, memory-mapped, frozen.

    CORPUS/vectors/<encoder>/vectors.npy     int8 [sources, dimensions], rows in the order of the corpus' ids
    CORPUS/vectors/<encoder>/manifest.json   which corpus, which weights, the scale, the hash
    CORPUS/vectors/<encoder>/building/       what was encoded so far, while they are being made (`encoding`)

With a layer of descriptions over the corpus the folder is CORPUS/descriptions/<model>/vectors/<encoder>/.

All components are divided by one scale and rounded, those of queries too. A score is then a dot product of integers:
the same number on every machine, whatever its arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchwright.corpus.store import Corpus
from benchwright.errors import CorpusError
from benchwright.files.locks import folder_lock
from benchwright.records import Json, Modality
from benchwright.retrieval.encoders.base import Encoder, folder_name
from benchwright.retrieval.encoding import (
    FORMAT,
    Bytes,
    Progress,
    quantise,
    write_vectors,
)
from benchwright.retrieval.index_files import ranks_of, read_manifest

VECTORS_FOLDER = "vectors"


@dataclass(frozen=True, eq=False)
class VectorStore:
    """The frozen vectors of one corpus. `ids`, `modalities` and the rows of `vectors` are aligned."""

    folder: Path
    manifest: Json
    ids: list[str]
    modalities: list[Modality]
    vectors: Bytes

    @classmethod
    def build(
        cls,
        corpus: Corpus,
        encoder: Encoder,
        progress: Progress | None = None,
        notify: Callable[[str], None] = lambda line: None,
    ) -> VectorStore:
        """Encode every source, unless that was done for this very corpus and these weights. `progress(done, total)` is
        called after each piece that was encoded. Vectors of other weights are replaced, which `notify` reports.

        What is encoded is on disk piece by piece: after a kill or an error of the encoder the same call goes on, and
        the bytes are those of an undisturbed one. Raises what the encoder raises, StorageError when the disk refuses,
        LockedError while another process builds the same vectors."""
        folder = corpus.computed(VECTORS_FOLDER) / folder_name(encoder.name)
        standing = cls._standing(corpus, encoder)
        if standing is not None:
            return standing
        with folder_lock(folder):
            standing = cls._standing(corpus, encoder)
            if standing is not None:  # by another process, meanwhile
                return standing
            earlier = (read_manifest(folder, FORMAT) or {}).get("identity", encoder.identity)
            if earlier != encoder.identity:
                notify(f"{encoder.name}: the stored vectors are of another server or model; all are made anew")
            write_vectors(corpus, encoder, folder, progress)
        return cls.open(corpus, encoder.name)

    @classmethod
    def _standing(cls, corpus: Corpus, encoder: Encoder) -> VectorStore | None:
        """What `build` left for this very corpus and these weights; None if it is drifted, damaged or not there."""
        manifest = read_manifest(corpus.computed(VECTORS_FOLDER) / folder_name(encoder.name), FORMAT)
        if manifest is None or manifest.get("identity") != encoder.identity:
            return None
        try:
            return cls.open(corpus, encoder.name)
        except CorpusError:
            return None

    @classmethod
    def open(cls, corpus: Corpus, name: str) -> VectorStore:
        """The vectors that `build` left. CorpusError if they are missing, unfinished, damaged or of another corpus."""
        folder = corpus.computed(VECTORS_FOLDER) / folder_name(name)
        manifest = read_manifest(folder, FORMAT)
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
        """Texts that are asked, as int8 [n, dimensions], comparable with `vectors`. CorpusError if the encoder has
        other weights, or answers vectors of another length."""
        if encoder.identity != self.manifest["identity"]:
            raise CorpusError(
                f"these vectors were made by {self.manifest['identity']}, not by {encoder.identity}",
                hint="build them anew",
            )
        vectors = encoder.encode(texts, "query")
        if len(texts) and vectors.shape[1] != self.dimensions:
            raise CorpusError(
                f"{encoder.name} makes vectors of {vectors.shape[1]} numbers; the stored ones have {self.dimensions}",
                hint=f"if its model has changed, delete {self.folder} to make them anew",
            )
        return quantise(vectors, self.scale)

    @cached_property
    def rank(self) -> NDArray[np.int32]:
        """The place of each source among the sorted ids: what ties are broken by."""
        return ranks_of(self.ids)

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
