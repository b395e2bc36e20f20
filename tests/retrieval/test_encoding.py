"""Vectors that survive a kill: nothing is encoded twice, and the bytes are those of an undisturbed build."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from benchwright.corpus.store import Corpus, write_corpus
from benchwright.errors import BenchwrightError, LockedError, TransientError
from benchwright.files.locks import folder_lock
from benchwright.records import Modality, Place, Source
from benchwright.retrieval.encoders.base import Floats, unit_rows
from benchwright.retrieval.vectors import VectorStore

COUNT = 3000


@dataclass
class Failing:
    """Counts letters, fails after so many calls, and finds every text with a z too long."""

    calls: int = 10**9
    piece: int = 100
    name: str = "failing"
    identity: str = "failing 1"
    dimensions: int = 4
    asked: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)

    def encode(self, texts: Sequence[str], role: str = "passage") -> Floats:
        if self.calls <= 0:
            raise TransientError("the service is gone", kind="server")
        self.calls -= 1
        self.asked.extend(texts)
        self.counts["cut"] = self.counts.get("cut", 0) + sum("z" in text for text in texts)
        rows = [[1 + text.count(letter) for letter in "abcz"] for text in texts]
        return unit_rows(np.array(rows, dtype=np.float32).reshape(-1, 4))


def corpus_in(folder: Path, count: int = COUNT) -> Corpus:
    texts = [f"{'a' * (number % 7)}{'b' * (number % 5)}c{number}{'z' * (number % 50 == 0)}" for number in range(count)]
    return write_corpus(
        folder, [Source(f"s{n:05}", Modality.TEXT, "", text, Place("d")) for n, text in enumerate(texts)]
    )


def built(folder: Path) -> bytes:
    return (folder / "vectors" / "failing" / "vectors.npy").read_bytes()


def test_nothing_is_asked_twice_and_the_bytes_are_the_same(tmp_path: Path) -> None:
    whole = Failing()
    store = VectorStore.build(corpus_in(tmp_path / "whole"), whole)
    # 2,048 of the 3,000 are the sample, and are encoded as that only.
    assert len(whole.asked) == len(set(whole.asked)) == COUNT
    assert store.manifest["counts"] == {"cut": 60}
    corpus = corpus_in(tmp_path / "torn")
    asked: list[str] = []
    stops = 0
    while True:
        encoder = Failing(calls=4)
        told: list[tuple[int, int]] = []
        try:
            store = VectorStore.build(corpus, encoder, lambda done, total, told=told: told.append((done, total)))
        except TransientError:
            stops += 1
            asked += encoder.asked
            assert told[-1] == (len(asked), COUNT)
            continue
        asked += encoder.asked
        break
    assert stops == 12  # 21 pieces of the sample and 30 of the rest, 4 at a time
    assert sorted(asked) == sorted(whole.asked)
    assert built(tmp_path / "torn") == built(tmp_path / "whole")
    assert store.manifest["counts"] == {"cut": 60}
    assert not (store.folder / "building").exists()


def test_a_torn_or_changed_piece_is_encoded_again(tmp_path: Path) -> None:
    VectorStore.build(corpus_in(tmp_path / "whole"), Failing())
    corpus = corpus_in(tmp_path / "torn")
    with pytest.raises(TransientError):
        VectorStore.build(corpus, Failing(calls=30))
    building = tmp_path / "torn" / "vectors" / "failing" / "building"
    data = bytearray((building / "journal.data").read_bytes())
    data[-3] ^= 1  # in the last batch: the sample's 21 and 9 of the rest are there
    (building / "journal.data").write_bytes(bytes(data) + b"more")
    with (building / "journal.jsonl").open("ab") as journal:
        journal.write(b'{"kin')
    encoder = Failing()
    VectorStore.build(corpus, encoder)
    assert built(tmp_path / "torn") == built(tmp_path / "whole")
    again = Failing(calls=0)
    VectorStore.build(corpus, again)
    assert again.asked == []
    left = len(encoder.asked)
    assert 0 < left < COUNT - 2048


@pytest.mark.parametrize("change", ["identity", "piece"])
def test_pieces_of_another_build_are_not_used(tmp_path: Path, change: str) -> None:
    corpus = corpus_in(tmp_path)
    with pytest.raises(TransientError):
        VectorStore.build(corpus, Failing(calls=30))
    other = Failing(identity="failing 2") if change == "identity" else Failing(piece=64)
    VectorStore.build(corpus, other)
    assert len(other.asked) == COUNT


@dataclass
class Alone(Failing):
    """Its vectors do not depend on what else is encoded with them."""

    independent: bool = True


@pytest.mark.parametrize("calls", [3, 30])
@pytest.mark.parametrize("piece", [64, 250])
def test_where_pieces_do_not_matter_a_build_goes_on_with_others(tmp_path: Path, calls: int, piece: int) -> None:
    """In the sample and behind it."""
    VectorStore.build(corpus_in(tmp_path / "whole"), Failing())
    corpus, first, second = corpus_in(tmp_path / "torn"), Alone(calls=calls), Alone(piece=piece)
    with pytest.raises(TransientError):
        VectorStore.build(corpus, first)
    store = VectorStore.build(corpus, second)
    asked = first.asked + second.asked
    assert len(asked) == len(set(asked)) == COUNT
    assert store.manifest["counts"] == {"cut": 60}
    assert built(tmp_path / "torn") == built(tmp_path / "whole")


def test_numbers_that_are_none_are_refused(tmp_path: Path) -> None:
    class Broken(Failing):
        def encode(self, texts: Sequence[str], role: str = "passage") -> Floats:
            rows = super().encode(texts, role)
            rows[0, 0] = np.nan
            return rows

    with pytest.raises(BenchwrightError, match=r"NaN or infinite\) for 1 of 5 texts"):
        VectorStore.build(corpus_in(tmp_path, 5), Broken())


def test_one_builds_at_a_time(tmp_path: Path) -> None:
    corpus = corpus_in(tmp_path, 5)
    with folder_lock(tmp_path / "vectors" / "failing"), pytest.raises(LockedError, match=f"process {os.getpid()}"):
        VectorStore.build(corpus, Failing())


SLOW = """
import sys, time
sys.path.insert(0, sys.argv[2])
from pathlib import Path
from test_encoding import Failing
from benchwright.corpus.store import Corpus
from benchwright.retrieval.vectors import VectorStore

class Slow(Failing):
    def encode(self, texts, role="passage"):
        rows = super().encode(texts, role)
        print(len(texts), flush=True)
        time.sleep(0.02)
        return rows

VectorStore.build(Corpus.open(sys.argv[1]), Slow())
"""


def test_a_killed_build_goes_on(tmp_path: Path) -> None:
    VectorStore.build(corpus_in(tmp_path / "whole"), Failing())
    corpus = corpus_in(tmp_path / "killed")
    script = tmp_path / "slow.py"
    script.write_text(textwrap.dedent(SLOW))
    command = [sys.executable, str(script), str(tmp_path / "killed"), str(Path(__file__).parent)]
    started = [0]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        while len(started) <= 25:  # in the midst of the pieces behind the sample
            started.append(int(process.stdout.readline()))
        time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        started += [int(line) for line in process.stdout]
    encoder = Failing()
    VectorStore.build(corpus, encoder)
    in_flight = started[-1]
    assert COUNT - sum(started) <= len(encoder.asked) <= COUNT - sum(started) + in_flight
    assert built(tmp_path / "killed") == built(tmp_path / "whole")
