"""Runs that are killed over and over, against a server that outlives them and counts."""

import random
import signal
import time
from collections import Counter
from dataclasses import dataclass, field

from dialect_faults import Fault
from dialect_servers import DialectServer
from nursery import Command, Nursery
from whole_runs import World

WRONG_KEY = Fault("status", 401, error="Incorrect API key provided")


@dataclass
class Kills:
    """What became of a run that was killed: how many of the kills met it alive, and for each how many calls were under
    way, paid for and lost: those that had arrived at the server, and were not in the ledger afterwards."""

    hits: int = 0
    lost: list[int] = field(default_factory=list)


def kill_over_and_over(
    world: World,
    server: DialectServer,
    nursery: Nursery,
    argv: list[str],
    name: str,
    *,
    kills: int,
    calls: int,
    seed: int,
) -> Kills:
    """Start the command `kills` times and kill it after a random number of calls, of about `calls` in the whole run, at
    any moment of its start, or before its first. Then let it end, which has to be good."""
    rng, done = random.Random(seed), Kills()
    told = world.folder / f"{name}.txt"
    for kill in range(kills):
        arrived, stored = server.requests, _stored(world, name)
        command = nursery.start(argv, told)
        if kill % 5 == 4:
            time.sleep(rng.uniform(0.0, 0.4))  # while it starts
        else:
            _await_requests(server, arrived + rng.randint(1, max(1, 3 * calls // (2 * kills))), command)
            time.sleep(rng.uniform(0.0, 0.03))
        done.hits += not command.over
        command.signal(signal.SIGKILL)
        command.wait()
        _settle(server)
        done.lost.append((server.requests - arrived) - (_stored(world, name) - stored))
    assert nursery.start(argv, told).wait() == 0
    return done


def end_over_and_over(
    world: World,
    server: DialectServer,
    nursery: Nursery,
    argv: list[str],
    name: str,
    *,
    ends: int,
    calls: int,
    seed: int,
    limits: tuple[int, int] = (1, 4),
) -> Counter[str]:
    """Start the command `ends` times and end it by Ctrl-C, `--limit` (one of `limits`, first to last) or a key that the
    service takes no more, after a random number of calls; then let it end. Each time every reply that was sent is in
    the ledger. Counts the ways."""
    rng, ways = random.Random(seed), Counter[str]()
    told = world.folder / f"{name}.txt"
    for end in range(ends):
        way = ("interrupt", "limit", "wrong key")[end % 3]
        after = server.requests + rng.randint(1, max(1, 3 * calls // (2 * ends)))
        if way == "wrong key":
            server.faulty = lambda number, request, after=after: WRONG_KEY if number >= after else None
        command = nursery.start([*argv, *(["--limit", str(rng.randint(*limits))] if way == "limit" else [])], told)
        if way == "interrupt":
            _await_requests(server, after, command)
            command.signal(signal.SIGINT)
        ways[f"{way}: {command.wait()}"] += 1
        server.faulty = lambda number, request: None
        _settle(server)
        assert server.billed == _stored(world, name), (way, command.text)
    assert nursery.start(argv, told).wait() == 0
    return ways


def _await_requests(server: DialectServer, number: int, command: Command) -> None:
    while server.requests < number and not command.over:
        time.sleep(0.001)


def _settle(server: DialectServer) -> None:
    """Wait until the server has done with what the dead client had asked."""
    while server.in_flight:
        time.sleep(0.001)


def _stored(world: World, name: str) -> int:
    return world.stored(name) if (world.bench(name) / "ledger.sqlite").exists() else 0
