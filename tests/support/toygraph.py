"""Inputs of graphs without files: items in a list, read from behind any of their positions."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchwright.graphs.items import GraphValue, Item, Loss, Node, Position, RelationName, Triple
from benchwright.graphs.load.feed import Feed


def feed(items: Sequence[Item], name: str = "toy", *, bounded: bool = True) -> Feed:
    """A feed of these items. Its identity is its name alone."""

    def read(at: Position | None) -> Iterator[Item]:
        start = 0 if at is None else list(items).index(at) + 1
        yield from items[start:]

    return Feed(name, {"file": name}, read, bounded)


def made_up(statements: int, seed: int) -> list[Item]:
    """Items of every kind in a mixed order, with a position after every tenth statement."""
    draw = random.Random(seed)
    items: list[Item] = []
    for number in range(statements):
        subject, other = f"Q{draw.randrange(statements)}", f"Q{draw.randrange(statements // 4 + 1)}"
        value = GraphValue("number", str(draw.randrange(50)), str(draw.randrange(50)), draw.choice(["", other]))
        items.append(Triple(subject, f"P{draw.randrange(9)}", draw.choice([other, value])))
        if draw.random() < 0.4:
            names = tuple(f"name {draw.randrange(40)}" for _ in range(draw.randrange(3)))
            types = (f"T{draw.randrange(20)}",) if draw.random() < 0.5 else ()
            items.append(Node(subject, f"label {draw.randrange(30)}", draw.choice(["", "words"]), "", names, types))
        if draw.random() < 0.05:
            items.append(Node(f"T{draw.randrange(20)}", supertypes=(f"T{draw.randrange(20)}",)))
            items.append(RelationName(f"P{draw.randrange(9)}", f"relation {draw.randrange(3)}"))
            items.append(Loss(f"line {number}", draw.choice(["bad-line", "bad-json"])))
        if number % 10 == 9:
            items.append(Position(100 * number, number + 1))
    return items


def reloaded(corpus: Path, *, statements: int, kills: int, seed: int) -> dict[str, int]:
    """Run `reloading.py`; what it says: how many kills met a living load, and how many loads went on with another."""
    program = Path(__file__).with_name("reloading.py")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, str(program), str(corpus), str(statements), str(kills), str(seed)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    said: dict[str, int] = json.loads(done.stdout.splitlines()[-1])
    return said
