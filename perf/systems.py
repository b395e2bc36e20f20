"""Measure the overhead of asking a system against a plain loop, and the accuracy of its latencies.

    python perf/systems.py [--questions 2000] [--latency 0.05] [--at-once 32]

A server of aiohttp in a process of its own answers after `latency` seconds with five chunks of 512 characters. The bare
loop posts with aiohttp and reads JSON, and keeps nothing; ours bounds, reads strictly, and has every reply on the disk
before it counts. The floor is questions x latency / at once.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import time
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory

import aiohttp
from aiohttp import web

from benchwright.evaluate.gold import Gold, Question
from benchwright.evaluate.systems.ask_system import ask_system
from benchwright.evaluate.systems.base import AskingOptions
from benchwright.records import Modalities

REPLY = {
    "answer": "the Aare",
    "contexts": [{"document": "rivers.md", "text": "word " * 102 + "a" * at, "score": 5 - at} for at in range(5)],
    "citations": [0],
}


def serve(latency: float, told: Connection) -> None:
    """The server, until its process is ended. Tells its port first."""

    async def answer(http: web.Request) -> web.Response:
        await http.read()
        await asyncio.sleep(latency)
        return web.json_response(REPLY)

    async def run() -> None:
        app = web.Application()
        app.router.add_post("/", answer)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        told.send(runner.addresses[0][1])
        await asyncio.Event().wait()

    asyncio.run(run())


async def bare(url: str, gold: Gold, at_once: int) -> None:
    """Post and read JSON, so many at a time."""
    left = iter(gold)
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:

        async def ask_on() -> None:
            for one in left:
                async with session.post(url, json={"id": one.id, "question": one.text}) as response:
                    await response.json()

        await asyncio.gather(*(ask_on() for _ in range(at_once)))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=int, default=2_000)
    parser.add_argument("--latency", type=float, default=0.05)
    parser.add_argument("--at-once", type=int, default=32)
    asked = parser.parse_args()
    questions = tuple(
        Question(f"q{at}", f"What is {at}?", "", Modalities(text=1), (), (), "d", ()) for at in range(asked.questions)
    )
    gold = Gold("perf", "0", questions)
    here, there = get_context("spawn").Pipe()
    server = get_context("spawn").Process(target=serve, args=(asked.latency, there), daemon=True)
    server.start()
    url = f"http://127.0.0.1:{here.recv()}/"
    try:
        asyncio.run(bare(url, Gold("warm", "0", questions[:64]), asked.at_once))
        started, cpu = time.perf_counter(), time.process_time()
        asyncio.run(bare(url, gold, asked.at_once))
        plain, plain_cpu = time.perf_counter() - started, time.process_time() - cpu
        with TemporaryDirectory() as folder:
            asking = AskingOptions(Path(folder), asked.at_once)
            started, cpu = time.perf_counter(), time.process_time()
            replies = ask_system(url, gold, asking)
            ours, ours_cpu = time.perf_counter() - started, time.process_time() - cpu
            started = time.perf_counter()
            ask_system(url, gold, asking)
            again = time.perf_counter() - started
    finally:
        server.terminate()
    each = 1000 / asked.questions
    latencies = sorted(1000 * reply.seconds for reply in replies.replies)
    print(f"floor      {asked.questions * asked.latency / asked.at_once:7.2f} s")
    print(f"bare loop  {plain:7.2f} s   {plain_cpu * each:.2f} ms of CPU a question")
    print(f"ours       {ours:7.2f} s   {ours_cpu * each:.2f} ms of CPU a question")
    print(f"again      {again:7.2f} s   all from the disk")
    told = f"median {statistics.median(latencies):.1f}, 95th percentile {latencies[int(0.95 * len(latencies))]:.1f}"
    print(f"latency    {told} ms, of {1000 * asked.latency:.1f} ms that the server waits")
    return 0 if not replies.failed else 1


if __name__ == "__main__":
    sys.exit(main())
