"""A local server with OpenAI's dialect for measuring clients, run as a separate process.

with serving(median=0.2) as server:
    ...  # ask server.url
    print(server.counts())
    server.reset(failed=0.02)
"""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent.parent
START_SECONDS = 30


@dataclass(frozen=True, slots=True)
class Counts:
    """What the server saw since it was reset.

    `calls` are requests to chat and embeddings together. `answered`, `rate_limited` (429), `failed` (500), `malformed`
    (half a body), `dropped` (the connection torn) and `rejected` (requests that it could not read) are how they ended;
    `left` those whose client did not wait. `latency` is the sum of all times that it let clients wait, `span` the time
    from the first request to the last reply, `cpu` its own processor time: in seconds.
    """

    calls: int
    embeddings: int
    answered: int
    rate_limited: int
    failed: int
    malformed: int
    dropped: int
    rejected: int
    left: int
    in_flight: int
    most_in_flight: int
    different: int
    connections: int
    bytes_in: int
    bytes_out: int
    latency: float
    span: float
    cpu: float

    @property
    def faults(self) -> int:
        """How many calls were made to fail."""
        return self.rate_limited + self.failed + self.malformed + self.dropped

    def efficiency(self, concurrency: int, wall: float) -> float:
        """How much of its places in flight a client made use of: 1 if a call was under way in each, all the time."""
        return self.latency / concurrency / wall


@dataclass(frozen=True, slots=True)
class Server:
    """A running server. `url` is its base URL, with /v1."""

    url: str

    def counts(self) -> Counts:
        return Counts(**_json(f"{self.url}/counts"))

    def reset(self, **knobs: float) -> None:
        """Forget all calls, and set these knobs of `server.Knobs`; the others become what they were at the start."""
        _json(f"{self.url}/reset", knobs)


def _json(url: str, data: dict[str, float] | None = None) -> Any:
    body = None if data is None else json.dumps(data).encode()
    with urllib.request.urlopen(urllib.request.Request(url, body), timeout=30) as reply:
        return json.loads(reply.read())


@contextmanager
def serving(**knobs: float) -> Iterator[Server]:
    """A server in a process of its own while the block lasts, with these knobs of `server.Knobs`. It ends with this
    process, however that ends."""
    options = [f"--{name.replace('_', '-')}={value}" for name, value in knobs.items()]
    with subprocess.Popen(
        [sys.executable, "-m", "loopback", *options],
        cwd=FOLDER,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            url = process.stdout.readline().strip()
            if not url.startswith("http"):
                raise RuntimeError("the loopback server did not start")
            yield Server(url)
        finally:
            process.terminate()
