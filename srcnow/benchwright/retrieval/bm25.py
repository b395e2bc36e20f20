"""Build, store and search a BM25 index over a corpus.

    CORPUS/bm25/<settings>/terms.txt      one term a line, in order
    CORPUS/bm25/<settings>/starts.npy     int64 [terms + 1]: where the postings of each term begin
    CORPUS/bm25/<settings>/rows.npy       int32: the rows of the sources that hold it, ascending
    CORPUS/bm25/<settings>/scores.npy     float32: what it adds to the score of that source
    CORPUS/bm25/<settings>/manifest.json  which corpus, which settings, sizes and hashes; written last

The score is Lucene's (Kamphuis et al., 2020, "accurate" variant): the sum over the words of the query of
ln(1 + (N - n + 0.5) / (n + 0.5)) * f / (f + k1 * (1 - b + b * length / mean length)). All modalities are in one index,
so that a word weighs the same whatever is searched. This is what bm25s computes eagerly, without its loops over
documents: its own index of 187,000 documents takes several times as long to build.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchwright.corpus.store import Corpus
from benchwright.errors import CorpusError, ReadError, UsageError
from benchwright.files.atomic import sha256_file, write_json
from benchwright.records import Modality
from benchwright.retrieval.analysis import Analyser, Language, language_of
from benchwright.retrieval.index_files import ranks_of, read_manifest, titled, write_columns

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Progress = Callable[[int, int], None]

FORMAT = 1
FOLDER = "bm25"
_ARRAYS = {"starts": "<i8", "rows": "<i4", "scores": "<f4"}
_BATCH = 20_000
_HEADER = 128  # bytes before the data of a one-dimensional .npy file
_ANEW = "delete that folder and run the command again"


@dataclass(frozen=True, slots=True)
class BM25Settings:
    """`k1` is how soon more of the same word stops counting, `b` how much long sources are held back; 0.9 and 0.4 are
    Anserini's. `language` None: English rules if the corpus is English, plain lower-cased words if it is not."""

    k1: float = 0.9
    b: float = 0.4
    language: Language | None = None

    def __post_init__(self) -> None:
        if not (0 <= self.k1 < float("inf")):
            raise UsageError(f"BM25's k1 is {self.k1}", hint="choose a number from 0 on; 0.9 is usual")
        if not (0 <= self.b <= 1):
            raise UsageError(f"BM25's b is {self.b}", hint="choose a number between 0 and 1; 0.4 is usual")


@dataclass(frozen=True, eq=False)
class RankedRows:
    """For each query its best rows, best first: `rows` int32 and `scores` float64, both [queries, k]. Where fewer than
    k sources hold a word of the query, rows are -1 and scores 0."""

    rows: Ints
    scores: Doubles


@dataclass(frozen=True, eq=False)
class BM25:
    """The index of one corpus. The postings of term t are `starts[t]:starts[t + 1]` of `rows` and `scores`."""

    ids: list[str]
    modalities: list[Modality]
    settings: BM25Settings
    language: Language
    terms: dict[str, int]
    starts: Longs
    rows: Ints
    scores: Floats

    @classmethod
    def build(cls, corpus: Corpus, settings: BM25Settings | None = None, progress: Progress | None = None) -> BM25:
        """The corpus' index, opened if it is there for this very corpus, else made and stored. Made anew as well if it
        is damaged. `progress(done, total)` is called after each batch. StorageError when the disk refuses."""
        wanted = settings or BM25Settings()
        try:
            return cls.open(corpus, wanted)
        except CorpusError:
            pass
        folder = _folder(corpus, wanted)
        (folder / "manifest.json").unlink(missing_ok=True)  # from here on the folder is unfinished, and says so
        index = cls.over(texts_of(corpus), corpus.ids, corpus.modalities, wanted, progress)
        index._save(folder, corpus.fingerprint)
        return cls.open(corpus, wanted)

    @classmethod
    def over(
        cls,
        texts: Sequence[str],
        ids: list[str],
        modalities: list[Modality],
        settings: BM25Settings | None = None,
        progress: Progress | None = None,
    ) -> BM25:
        """An index of texts in hand, which is not stored."""
        wanted = settings or BM25Settings()
        analyser = Analyser(wanted.language or language_of(texts, len(texts)))
        counted: list[_Counted] = []
        for first in range(0, len(texts), _BATCH):
            batch = texts[first : first + _BATCH]
            counted.append(_counted(analyser, batch, first))
            if progress is not None:
                progress(first + len(batch), len(texts))
        starts, rows, scores = _postings(counted, len(analyser.terms), len(texts), wanted)
        return cls(ids, modalities, wanted, analyser.language, analyser.terms, starts, rows, scores)

    @classmethod
    def open(cls, corpus: Corpus, settings: BM25Settings | None = None) -> BM25:
        """The index that `build` left. CorpusError if it is missing, unfinished, damaged or of another corpus."""
        wanted = settings or BM25Settings()
        folder = _folder(corpus, wanted)
        manifest = read_manifest(folder, FORMAT)
        if manifest is None or manifest.get("corpus") != corpus.fingerprint:
            raise CorpusError(f"{corpus.path} has no BM25 index of its present state", hint="build it anew")
        try:
            for name, digest in manifest["files"].items():
                if sha256_file(folder / name) != digest:
                    raise CorpusError(f"{folder / name} is not as it was written", hint=_ANEW)
            # "" is one empty word to split, but an index without terms has none
            listed = (folder / "terms.txt").read_text("utf-8").split("\n") if manifest["terms"] else []
            starts, rows, scores = (_mapped(folder / f"{name}.npy", kind) for name, kind in _ARRAYS.items())
            language: Language = manifest["language"]
        except (OSError, ValueError, KeyError, TypeError, AttributeError, ReadError) as error:
            raise CorpusError(f"the BM25 index in {folder} is damaged", hint=_ANEW) from error
        terms = {term: number for number, term in enumerate(listed)}
        return cls(corpus.ids, corpus.modalities, wanted, language, terms, starts, rows, scores)

    def __len__(self) -> int:
        return len(self.ids)

    def search(
        self,
        queries: Sequence[str],
        k: int,
        modality: Modality | Collection[Modality] | None = None,
        progress: Progress | None = None,
    ) -> RankedRows:
        """The k best sources of one modality (of some, or of all) for each query, ties by id. A query of which the
        corpus knows no word finds nothing. A word that a query repeats counts as often."""
        if k < 0:
            raise ValueError(f"k is {k}")
        rows = np.full((len(queries), k), -1, dtype=np.int32)
        reached = np.zeros((len(queries), k), dtype=np.float64)
        allowed = None if modality is None else self._allowed(modality)
        analyser = Analyser(self.language)
        for number, query in enumerate(queries):
            terms = [self.terms[word] for word in analyser.words(query) if word in self.terms]
            if terms and k:
                best, scores = self._best(terms, k, allowed)
                rows[number, : len(best)], reached[number, : len(best)] = best, scores
            if progress is not None and (number % 64 == 63 or number + 1 == len(queries)):
                progress(number + 1, len(queries))
        return RankedRows(rows, reached)

    def _best(self, terms: list[int], k: int, allowed: NDArray[np.bool_] | None) -> tuple[NDArray[Any], Doubles]:
        """The rows of the k best, best first, and their scores."""
        parts = [slice(int(self.starts[term]), int(self.starts[term + 1])) for term in terms]
        rows = np.concatenate([self.rows[part] for part in parts])
        # Summed in double precision and in the order of the words: the same number for the same words.
        adds = np.concatenate([self.scores[part] for part in parts]).astype(np.float64)
        scores = np.bincount(rows, adds, minlength=len(self.ids)).astype(np.float64, copy=False)
        if allowed is not None:
            scores *= allowed
        # The k-th best of any sources is a floor under the k-th best of all. Those of the rarest word that has enough
        # of them are few and good, so that hardly any other source is left to be sorted.
        enough = [part for part in parts if part.stop - part.start >= k]
        floor = 0.0
        if enough:
            sample = scores[self.rows[min(enough, key=lambda part: part.stop - part.start)]]
            floor = float(np.partition(sample, -k)[-k])
        at = np.flatnonzero(scores >= floor) if floor > 0 else np.flatnonzero(scores)
        values: Doubles = scores[at]
        if len(at) > k:
            is_best = values >= np.partition(values, -k)[-k]
            at, values = at[is_best], values[is_best]
        order = np.lexsort((self._rank[at], -values))[:k]
        return at[order], values[order]

    @cached_property
    def _rank(self) -> Ints:
        """The place of each source among the sorted ids: what ties are broken by."""
        return ranks_of(self.ids)

    def _allowed(self, modality: Modality | Collection[Modality]) -> NDArray[np.bool_]:
        kinds = {modality} if isinstance(modality, Modality) else set(modality)
        return np.array([kind in kinds for kind in self.modalities], dtype=np.bool_)

    def _save(self, folder: Path, fingerprint: str) -> None:
        names = write_columns(folder, "terms", self.terms, {name: getattr(self, name) for name in _ARRAYS})
        write_json(
            folder / "manifest.json",
            {
                "format": FORMAT,
                "corpus": fingerprint,
                "k1": self.settings.k1,
                "b": self.settings.b,
                "language": self.language,
                "terms": len(self.terms),
                "files": {name: sha256_file(folder / name) for name in names},
            },
        )


def texts_of(corpus: Corpus) -> list[str]:
    """What is searched of each source: its text, after its title unless the text begins with it."""
    texts = corpus.columns.strings("text")
    return [titled(title, text) for title, text in zip(corpus.titles, texts, strict=True)]


@dataclass(frozen=True, eq=False)
class _Counted:
    """Of some texts: every (term, row) once, terms ascending, with how often it stands there; and the texts' lengths
    in terms."""

    terms: Longs
    rows: Longs
    counts: Longs
    lengths: Longs


def _counted(analyser: Analyser, texts: Sequence[str], first: int) -> _Counted:
    where, terms = analyser.column(texts)
    keys, counts = np.unique((terms << 32) | where, return_counts=True)
    lengths = np.bincount(where, minlength=len(texts))
    return _Counted(keys >> 32, (keys & 0xFFFFFFFF) + first, counts, lengths)


def _postings(
    counted: Sequence[_Counted], terms: int, total: int, settings: BM25Settings
) -> tuple[Longs, Ints, Floats]:
    """Starts, rows and scores. Batches come in the order of rows, so that each term's postings are put in their place
    one batch after the other, and nothing is sorted again."""
    holders = np.zeros(terms, dtype=np.int64)
    for batch in counted:
        holders += np.bincount(batch.terms, minlength=terms)
    starts = np.concatenate(([0], np.cumsum(holders))).astype(np.int64)
    rows, scores = np.empty(starts[-1], dtype=np.int32), np.empty(starts[-1], dtype=np.float32)
    words = sum(int(batch.lengths.sum()) for batch in counted)
    mean = words / total if words else 1.0
    weights = np.log(1.0 + (total - holders + 0.5) / (holders + 0.5))
    free = starts[:-1].copy()
    first = 0
    for batch in counted:
        here = np.bincount(batch.terms, minlength=terms)
        before = np.cumsum(here) - here
        places = (free - before)[batch.terms] + np.arange(len(batch.terms), dtype=np.int64)
        free += here
        damping = settings.k1 * (1.0 - settings.b + settings.b * batch.lengths / mean)
        rows[places] = batch.rows
        scores[places] = weights[batch.terms] * batch.counts / (batch.counts + damping[batch.rows - first])
        first += len(batch.lengths)
    return starts, rows, scores


def _folder(corpus: Corpus, settings: BM25Settings) -> Path:
    return corpus.computed(FOLDER) / f"{settings.language or 'auto'}-k1={settings.k1:g}-b={settings.b:g}"


def _mapped(path: Path, kind: str) -> NDArray[Any]:
    """The array without reading it. An empty one cannot be mapped, and needs not be. ValueError for another kind."""
    array: NDArray[Any] = np.load(path, mmap_mode="r" if path.stat().st_size > _HEADER else None)
    if array.dtype != kind or array.ndim != 1:
        raise ValueError(f"{path} holds {array.dtype}")
    return array
