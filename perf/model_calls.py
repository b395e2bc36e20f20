"""Measure model calls through the router against a bare aiohttp loop.

    python perf/model_calls.py                     1,000 calls at a median of 0.2 s, 64 at once
    python perf/model_calls.py --whole             5,000 calls at 1 s and 0.2 s, 64 and 256 at once; memory (6 min)
    python perf/model_calls.py --calls 5000 --median 1 --at-once 64 --rounds 3

Both ask a server of ours on this machine (`loopback`) the same, in the same order, and meet the same lognormal times.
Each run has a process of its own; connecting and importing are done before the clock starts (a first call), and told
apart. Rounds take turns; the median of their ratios counts. Bounds: wall time at most 1.05 x the bare loop's (at 0.2 s
and 256 at once it is only told: there the bare loop itself, with the server, fills this machine), 2 ms of CPU a call,
and 8 MB more memory after 20,000 calls than after 5,000.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import statistics
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import aiohttp

from benchwright.models import Message, ModelSettings, Request
from benchwright.models.dialects import openai
from benchwright.models.ledger import Ledger
from benchwright.prompts.prompt import prompt
from benchwright.run.dispatch import DirectDispatch
from benchwright.run.model_session import ModelSession, SpendingCaps
from loopback import Server, serving

MODEL = "openai-compatible/stub"
WALL_BOUND = 1.05
CPU_BOUND = 0.002
MEMORY_BOUND = 8.0
TOLD_ONLY = (0.2, 256)
RULES = "Answer from the sources, and from nothing else. " * 60
WORDS = ["the", "water", "of", "a", "river", "rises", "in", "spring", "when", "snow", "melts", "on", "hills"]
BOOK = " ".join(WORDS[place * place * place % 97 % len(WORDS)] for place in range(3000))


@dataclass(frozen=True, slots=True)
class Run:
    """One run: seconds until the first reply (imports, connection), then of the rest in wall and CPU time; resident
    memory in MB after a quarter of the calls and after all, 0.0 where the system does not tell."""

    opening: float
    wall: float
    cpu: float
    early: float
    late: float


def request(number: int) -> Request:
    """One of many different requests of a usual size: 3 kB of rules and 5 kB of sources."""
    start = number % 5000
    return Request(
        model=MODEL,
        messages=(Message.of("system", RULES), Message.of("user", f"{number} {BOOK[start : start + 5000]}")),
        purpose="answer",
        schema=prompt("answer").schema,
    )


def memory() -> float:
    """Resident memory of this process in MB, as Linux tells it; 0.0 elsewhere."""
    told = Path("/proc/self/statm")
    return int(told.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6 if told.exists() else 0.0


class Clock:
    """Takes a run's figures. The first call of all is the opening."""

    def __init__(self, calls: int) -> None:
        self._quarter = calls // 4
        self._begun = time.perf_counter()
        self._early = 0.0

    def opened(self) -> None:
        now = time.perf_counter()
        self._opening = now - self._begun
        self._begun, self._cpu = now, time.process_time()

    def numbers(self, calls: int) -> Iterator[int]:
        """The numbers of the calls, for all workers to take from."""
        for number in range(1, calls + 1):
            if number == self._quarter:
                self._early = memory()
            yield number

    def run(self) -> Run:
        wall = time.perf_counter() - self._begun
        return Run(self._opening, wall, time.process_time() - self._cpu, self._early, memory())


async def bare(url: str, calls: int, at_once: int) -> Run:
    """The floor: nothing but the connection pool and JSON."""
    clock = Clock(calls)
    settings = ModelSettings(base_url=url)
    headers = {"content-type": "application/json"}
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:

        async def ask(number: int) -> None:
            body = openai.body(request(number), settings, lambda picture: (_ for _ in ()).throw(ValueError("none")))
            data = json.dumps(body).encode()
            async with session.post(f"{url}/chat/completions", data=data, headers=headers) as reply:
                json.loads(await reply.read())

        await ask(0)
        clock.opened()
        numbers = clock.numbers(calls)

        async def work() -> None:
            for number in numbers:
                await ask(number)

        await asyncio.gather(*(work() for _ in range(at_once)))
        return clock.run()


def whole(url: str, calls: int, at_once: int) -> Run:
    """The door as a run of `generate` opens it, with a fresh ledger on the disk."""
    clock = Clock(calls)
    calling = ModelSession(
        {MODEL: ModelSettings(base_url=url)},
        caps=SpendingCaps(tokens=10**12),
        concurrency=at_once,
        seed=1,
        notify=print,
        innermost=DirectDispatch(Path()).innermost,
    )
    model = calling.model(MODEL)

    async def ask_all() -> Run:
        await model.ask(request(0))
        clock.opened()
        numbers = clock.numbers(calls)

        async def work() -> None:
            for number in numbers:
                reply = await model.ask(request(number))
                if reply.status != "ok":
                    raise RuntimeError(f"call {number} is {reply.status}: {reply.problem}")

        # as a run does: twice as many attempts under way as calls, so that no place waits while a reply is written
        await asyncio.gather(*(work() for _ in range(2 * at_once)))
        return clock.run()

    with (
        TemporaryDirectory() as folder,
        Ledger.open(Path(folder) / "ledger.sqlite") as ledger,
        calling.open(ledger) as loop,
    ):
        return loop.call(ask_all())


def run_bare(url: str, calls: int, at_once: int) -> Run:
    return asyncio.run(bare(url, calls, at_once))


def measured(server: Server, what: Callable[[str, int, int], Run], calls: int, median: float, at_once: int) -> Run:
    """Run it in a process of its own, and print a line. RuntimeError if the server saw another number of calls."""
    server.reset(median=median)
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as process:
        run = process.submit(what, server.url, calls, at_once).result()
    seen = server.counts()
    if seen.answered != calls + 1 or seen.calls != calls + 1:
        raise RuntimeError(f"{calls + 1} calls were made, {seen.calls} came, {seen.answered} were answered")
    name = "bare aiohttp" if what is run_bare else "benchwright"
    print(
        f"  {name:<14}{run.wall:>8.2f} s{1e3 * run.cpu / calls:>8.2f} ms of CPU a call"
        f"{seen.efficiency(at_once, run.wall):>8.3f} efficient{run.opening:>8.2f} s to open"
        f"   (server: {1e3 * seen.cpu / seen.calls:.2f} ms a call)",
        flush=True,
    )
    return run


def compare(server: Server, calls: int, median: float, at_once: int, rounds: int) -> bool:
    """Print a block of rounds; whether the bounds are kept."""
    print(f"{calls:,} calls, median {median:g} s, {at_once} at once (load {os.getloadavg()[0]:.1f})")
    ratios, cpus = [], []
    for _ in range(rounds):
        floor = measured(server, run_bare, calls, median, at_once)
        door = measured(server, whole, calls, median, at_once)
        ratios.append(door.wall / floor.wall)
        cpus.append(door.cpu / calls)
    ratio, cpu = statistics.median(ratios), statistics.median(cpus)
    fast = ratio <= WALL_BOUND or (median, at_once) == TOLD_ONLY
    light = cpu <= CPU_BOUND
    wall_bound = "told only" if (median, at_once) == TOLD_ONLY else f"bound {WALL_BOUND}: {'met' if fast else 'MISSED'}"
    print(
        f"  wall {ratio:.3f} x the bare loop ({wall_bound}); "
        f"{1e3 * cpu:.2f} ms of CPU a call (bound {1e3 * CPU_BOUND:g}: {'met' if light else 'MISSED'})"
    )
    return fast and light


def flat(server: Server, calls: int) -> bool:
    """Whether the memory after all calls is that after a quarter of them."""
    print(f"{calls:,} calls, median 0.05 s, 64 at once: memory")
    run = measured(server, whole, calls, 0.05, 64)
    grown = run.late - run.early
    kept = grown <= MEMORY_BOUND
    print(
        f"  {run.early:.1f} MB after {calls // 4:,}, {run.late:.1f} MB after {calls:,} calls: {grown:+.1f} MB "
        f"(bound {MEMORY_BOUND:g}: {'met' if kept else 'MISSED'})"
    )
    return kept


def main() -> int:
    """Print the figures; 1 if a bound is not kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--calls", type=int, default=1000)
    parser.add_argument("--median", type=float, default=0.2)
    parser.add_argument("--at-once", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=0, help="2 unless told, 1 with --whole")
    parser.add_argument("--memory", type=int, default=0, help="look at memory over so many calls")
    asked = parser.parse_args()
    with serving() as server:
        if asked.whole:
            rounds = asked.rounds or 1
            cases = [(1.0, 64), (1.0, 256), (0.2, 64), TOLD_ONLY]
            kept = [compare(server, 5000, median, at_once, rounds) for median, at_once in cases]
            kept.append(flat(server, asked.memory or 20_000))
        elif asked.memory:
            kept = [flat(server, asked.memory)]
        else:
            kept = [compare(server, asked.calls, asked.median, asked.at_once, asked.rounds or 2)]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    raise SystemExit(main())
