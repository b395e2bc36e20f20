"""Name a benchmark by a canary: a GUID in everything that is published of it, so that training data can be searched.

A model that can continue the GUID has seen the benchmark. It follows from the hash of the questions: the same questions
have the same one, and no other questions have it.
"""

from __future__ import annotations

from uuid import UUID

from benchwright.benchmark.store import Benchmark
from benchwright.files.atomic import sha256_bytes

_SALT = "benchwright-canary/1:"  # so that the GUID cannot be met as part of another hash of the same file


def canary(bench: Benchmark) -> str:
    """The GUID of a benchmark: lower case, with hyphens. DamagedBenchmarkError if the manifest lists no examples."""
    return canary_of(bench.examples_digest)


def canary_of(examples_digest: str) -> str:
    """The GUID that belongs to the SHA-256 of an examples.jsonl."""
    digest = bytes.fromhex(sha256_bytes((_SALT + examples_digest).encode("ascii")))
    return str(UUID(bytes=digest[:16], version=4))


def canary_line(bench: Benchmark) -> str:
    """The sentence that published files carry."""
    return f"Test data: please keep it out of training data. Canary GUID {canary(bench)}"
