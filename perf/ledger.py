"""Measure CPU and disk time of the ledger per call, one at a time and many at once (bound: 0.3 ms CPU).

    python perf/ledger.py [--calls 3000] [--folder .]

A call is a miss and a put; then every reply is got again. Requests have 4 to 12 kB and share their beginning, as those
of one prompt do. The floor is a bare `fsync` of a page a call in the same folder, and `asyncio` switching as often.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchwright.models import Message, Reply, Request, Usage
from benchwright.models.ledger import LEDGER, Ledger

Call = tuple[Request, Reply]


def made_calls(count: int) -> list[Call]:
    """Requests and replies out of made-up words, about as compressible as prose (to 45 %)."""
    rng = random.Random(1)
    letters = "etaoinshrdlucmfwypvbgk"
    words = ["".join(rng.choices(letters, k=rng.randrange(2, 10))) for _ in range(4000)]
    weights = [1 / (rank + 5) for rank in range(len(words))]

    def prose(length: int) -> str:
        return " ".join(rng.choices(words, weights, k=length // 6))

    start = prose(3500)
    calls: list[Call] = []
    for number in range(count):
        body = prose(rng.choice([500, 2500, 4500, 8500]))
        messages = (Message.of("system", start), Message.of("user", body))
        usage = Usage(len(body) // 4, 120)
        calls.append(
            (Request("openai/m", messages, "write", nonce=str(number)), Reply(prose(500), usage=usage, usd=0.001))
        )
    return calls


def fsync_ms(folder: Path) -> float:
    """The median wait for the disk after writing one page."""
    waits: list[float] = []
    with open(folder / "page", "wb", buffering=0) as file:
        for _ in range(200):
            file.write(b"x" * 4096)
            start = time.perf_counter()
            os.fsync(file.fileno())
            waits.append(time.perf_counter() - start)
    return 1000 * median(waits)


async def lanes(calls: list[Call], width: int, work: Callable[[Call], Awaitable[object]]) -> None:
    """Do the work for all calls, so many at a time."""
    rest = iter(calls)

    async def lane() -> None:
        for call in rest:
            await work(call)

    await asyncio.gather(*(lane() for _ in range(width)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=3000)
    parser.add_argument("--folder", type=Path, default=Path())
    args = parser.parse_args()
    with TemporaryDirectory(dir=args.folder) as folder:
        measure(Path(folder), args.calls)


def measure(folder: Path, count: int) -> None:
    print(f"fsync of a page: {fsync_ms(folder):.1f} ms (median)")
    for width in (1, 64, 256):
        calls = made_calls(count)
        for request, _ in calls:
            _ = request.key  # the key is the request's own, and is needed without a ledger too
        cpu = time.process_time()
        asyncio.run(lanes(calls, width, lambda _: asyncio.sleep(0)))
        floor = time.process_time() - cpu
        path = folder / str(width) / LEDGER
        with Ledger.open(path) as ledger:

            async def miss_and_put(call: Call, ledger: Ledger = ledger) -> None:
                if ledger.get(call[0].key) is None:
                    await ledger.put(*call)

            cpu, start = time.process_time(), time.perf_counter()
            asyncio.run(lanes(calls, width, miss_and_put))
            put, wall = time.process_time() - cpu - floor, time.perf_counter() - start
            cpu = time.process_time()
            lost = sum(ledger.get(request.key) != reply for request, reply in calls)
            got = time.process_time() - cpu
        start = time.perf_counter()
        with Ledger.open(path) as ledger:
            opened = time.perf_counter() - start
        size = path.stat().st_size / count
        print(
            f"{width:4} at once: miss and put {1e6 * put / count:4.0f} us CPU, get {1e6 * got / count:3.0f} us CPU, "
            f"{count / wall:6,.0f} puts/s, {size:,.0f} bytes a call, opened in {1000 * opened:.0f} ms, {lost} lost"
        )


if __name__ == "__main__":
    main()
