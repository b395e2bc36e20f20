"""Find the sources that hold all of some words, with an inverted index over the corpus.

The blind solver and the uniqueness check ask it thousands of times, so it is exact and columnar: for each word the
sorted
positions of the sources that hold it. Phrases are confirmed on the sources' own text by the caller (`holds`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from benchwright.corpus.store import Corpus
from benchwright.errors import CorpusError
from benchwright.files.atomic import write_json
from benchwright.retrieval.batches import batches
from benchwright.retrieval.index_files import write_columns
from benchwright.values import words_of as words_of  # the index's words are those

_SPLIT = r"[^0-9a-z\x{80}-\x{10FFFF}]+"  # of texts whose other letters `words_of` has parted
_FORMAT = 2  # since marks are letters
_BATCH = 20_000
_ANEW = "delete that folder and run the command again"

Positions = npt.NDArray[np.int32]


def holds(text: str, phrase: str) -> bool:
    """Does the text hold the phrase as whole words, whatever the case and punctuation between them?"""
    inner = " ".join(words_of(phrase))
    return bool(inner) and f" {inner} " in f" {' '.join(words_of(text))} "


@dataclass(frozen=True, eq=False)
class WordIndex:
    """Postings of a corpus. `starts[w]:starts[w+1]` delimits the positions of word `w` in `positions`."""

    words: dict[str, int]
    starts: npt.NDArray[np.int64]
    positions: Positions

    @classmethod
    def build(cls, texts: Iterable[str]) -> WordIndex:
        """Index texts; the position of a text is its place in the iteration."""
        vocabulary: dict[str, int] = {}
        keys: list[npt.NDArray[np.int64]] = []
        offset = 0
        for batch in batches((text if text.isascii() else " ".join(words_of(text)) for text in texts), _BATCH):
            # Splitting and dictionary-encoding in Arrow is about ten times as fast as a loop over words.
            split = pc.split_pattern_regex(pc.ascii_lower(pa.array(batch, pa.large_string())), _SPLIT)
            lengths = pc.list_value_length(split).to_numpy(zero_copy_only=False)
            encoded = pc.dictionary_encode(split.flatten())
            local = np.array(
                [vocabulary.setdefault(word, len(vocabulary)) for word in encoded.dictionary.to_pylist()],
                dtype=np.int64,
            )
            where = np.repeat(np.arange(offset, offset + len(batch), dtype=np.int64), lengths)
            tokens = local[encoded.indices.to_numpy(zero_copy_only=False)]
            keys.append(np.unique((tokens << 32) | where))
            offset += len(batch)
        merged = np.sort(np.concatenate(keys)) if keys else np.empty(0, np.int64)
        counts = np.bincount(merged >> 32, minlength=len(vocabulary))
        starts = np.concatenate(([0], np.cumsum(counts))).astype(np.int64)
        return cls(vocabulary, starts, (merged & 0xFFFFFFFF).astype(np.int32))

    def having(self, word: str) -> Positions:
        """Positions of the texts that hold this one word, ascending."""
        at = self.words.get(word)
        if at is None:
            return np.empty(0, np.int32)
        return self.positions[self.starts[at] : self.starts[at + 1]]

    def having_all(self, phrases: Iterable[str]) -> Positions:
        """Positions of the texts that hold every word of every phrase (not yet side by side), ascending."""
        wanted = {word for phrase in phrases for word in words_of(phrase)}
        if not wanted:
            return np.empty(0, np.int32)
        lists = sorted((self.having(word) for word in wanted), key=len)
        positions = lists[0]
        for other in lists[1:]:
            if not len(positions):
                break
            at = np.searchsorted(other, positions)
            at[at == len(other)] = 0
            positions = positions[other[at] == positions] if len(other) else other
        return positions

    def save(self, folder: Path, fingerprint: str) -> None:
        """Write the index into `folder`, marked with the fingerprint of the corpus it was built over."""
        write_columns(folder, "words", self.words, {"starts": self.starts, "positions": self.positions})
        write_json(folder / "manifest.json", {"corpus": fingerprint, "words": len(self.words)})


def open_words(folder: Path, fingerprint: str) -> WordIndex | None:
    """The saved index, or None if there is none or it was built over another state of the corpus.

    Raises CorpusError if the files are there but do not fit together.
    """
    manifest = folder / "manifest.json"
    try:
        manifest_data = json.loads(manifest.read_text(encoding="utf-8"))
        if manifest_data.get("corpus") != fingerprint:
            return None
        # "" is one empty word to split, but an index without words has none
        words = (folder / "words.txt").read_text(encoding="utf-8").split("\n") if manifest_data["words"] else []
        starts, positions = (np.load(folder / f"{name}.npy") for name in ("starts", "positions"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, AttributeError) as error:
        raise CorpusError(f"the word index in {folder} is damaged", hint=_ANEW) from error
    if len(starts) != len(words) + 1 or starts[-1] != len(positions):
        raise CorpusError(f"the word index in {folder} is damaged", hint=_ANEW)
    return WordIndex({word: at for at, word in enumerate(words)}, starts, positions)


def word_index(corpus: Corpus, folder: Path) -> WordIndex:
    """The corpus's word index, built and saved in `folder` the first time."""
    state = f"{corpus.fingerprint} {_FORMAT}"
    index = open_words(folder, state)
    if index is None:
        index = WordIndex.build(f"{source.title} \n {source.text}" for source in corpus.sources())
        index.save(folder, state)
    return index
