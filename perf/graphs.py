"""Measure how fast graph formats are parsed: a synthetic Wikidata dump as JSON and N-Triples, and TSV triples.

    python perf/graphs.py [--entities 20000]

Entities are made from templates in the shape of real ones: names in twelve languages, thirty statements with ranks,
qualifiers and references, half of them external identifiers. Beside each dump stands its floor: `json.loads` over the
same lines, or splitting the same lines in words. Each reading runs in a process of its own, so that the most memory it
held is its own; the dump five times as long shows whether that grows.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import resource
import time
from collections.abc import Callable, Iterator
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyarrow as pa
import pyarrow.csv

from benchwright.graphs.items import ItemColumns, Triple
from benchwright.graphs.read import reader_of
from benchwright.graphs.read.base import GraphReadOptions

SEED = 13
LANGUAGES = ("en", "de", "fr", "es", "it", "nl", "pl", "pt", "ru", "ja", "zh", "ar")
ENTITY = "http://www.wikidata.org/entity/"
TIMES = 5


def claim(draw: random.Random, property: str, kind: str, datatype: str, said: Any) -> dict[str, Any]:
    """One statement with a qualifier and a reference, as most have."""
    snak: dict[str, Any] = {"snaktype": "value", "property": property, "hash": f"{draw.getrandbits(160):040x}"}
    snak |= {"datavalue": {"value": said, "type": kind}, "datatype": datatype}
    source: dict[str, Any] = {"snaktype": "value", "property": "P248", "datatype": "wikibase-item"}
    source |= {"datavalue": {"value": {"entity-type": "item", "numeric-id": 36578, "id": "Q36578"}, "type": "x"}}
    return {
        "mainsnak": snak,
        "type": "statement",
        "qualifiers": {"P585": [source]},
        "qualifiers-order": ["P585"],
        "id": f"Q1${draw.getrandbits(128):032x}",
        "rank": draw.choices(("normal", "preferred", "deprecated"), (90, 7, 3))[0],
        "references": [{"hash": f"{draw.getrandbits(160):040x}", "snaks": {"P248": [source]}, "snaks-order": ["P248"]}],
    }


def entity(draw: random.Random, number: int) -> dict[str, Any]:
    words = f"Thing {number} of {draw.randrange(10**6)}"
    claims: dict[str, list[Any]] = {}
    for place in range(30):
        property = f"P{31 if not place else draw.randrange(1, 60) if place < 12 else draw.randrange(200, 4000)}"
        target = draw.randrange(1, 10**7)
        if place < 10:
            one = claim(
                draw, property, "wikibase-entityid", "wikibase-item", {"entity-type": "item", "id": f"Q{target}"}
            )
        elif place == 10:
            told = {"time": "+1952-03-11T00:00:00Z", "precision": 11, "calendarmodel": f"{ENTITY}Q1985727"}
            one = claim(draw, property, "time", "time", told)
        elif place == 11:
            one = claim(draw, property, "quantity", "quantity", {"amount": f"+{target}", "unit": f"{ENTITY}Q11573"})
        else:
            one = claim(draw, property, "string", "external-id", f"n{target}")
        claims.setdefault(property, []).append(one)
    return {
        "type": "item",
        "id": f"Q{number}",
        "labels": {at: {"language": at, "value": f"{words} {at}"} for at in LANGUAGES},
        "descriptions": {at: {"language": at, "value": f"a thing that is told of in {at}"} for at in LANGUAGES},
        "aliases": {at: [{"language": at, "value": f"{words} {at} {n}"} for n in range(2)] for at in LANGUAGES[:6]},
        "claims": claims,
        "sitelinks": {f"{at}wiki": {"site": f"{at}wiki", "title": words, "badges": []} for at in LANGUAGES[:6]},
    }


def json_lines(count: int) -> Iterator[str]:
    draw = random.Random(SEED)
    yield "[\n"
    for number in range(1, count + 1):
        yield json.dumps(entity(draw, number), ensure_ascii=False, separators=(",", ":")) + ",\n"
    yield "]\n"


def nt_lines(count: int) -> Iterator[str]:
    draw = random.Random(SEED)
    for number in range(1, count + 1):
        told = entity(draw, number)
        subject = f"<{ENTITY}Q{number}>"
        for name, term in (("2000/01/rdf-schema#label", "labels"), ("2004/02/skos/core#prefLabel", "labels")):
            for at, word in told[term].items():
                yield f'{subject} <http://www.w3.org/{name}> "{word["value"]}"@{at} .\n'
        for property, listed in told["claims"].items():
            for one in listed:
                said = one["mainsnak"]["datavalue"]["value"]
                thing = f"<{ENTITY}{said['id']}>" if isinstance(said, dict) and "id" in said else '"said"'
                yield f"{subject} <http://www.wikidata.org/prop/direct/{property}> {thing} .\n"


def tsv_lines(count: int) -> Iterator[str]:
    draw = random.Random(SEED)
    for number in range(1, count + 1):
        for _ in range(30):
            yield f"Q{number}\tP{draw.randrange(1, 300)}\tQ{draw.randrange(1, 10**7)}\n"


def read(path: Path) -> int:
    """How many statements the reader gives, as columns where it can."""
    reader = reader_of(path)
    items = (reader.columns or reader.read)(path, GraphReadOptions(), None)
    return sum(
        len(item) if isinstance(item, ItemColumns) and item.kind == "statements" else isinstance(item, Triple)
        for item in items
    )


def parse(path: Path) -> int:
    """The floor of a JSON dump."""
    with _opened(path) as file:
        return sum(bool(json.loads(line.strip().rstrip(b","))) for line in file if len(line) > 2)


def split(path: Path) -> int:
    """The floor of lines with words."""
    with _opened(path) as file:
        return sum(len(line.decode().split(None, 2)) for line in file)


def _opened(path: Path) -> Any:
    return gzip.open(path) if path.suffix == ".gz" else path.open("rb")


def measured(work: Callable[[Path], int], path: Path) -> tuple[int, float, int]:
    """What the work gives, its seconds, and the most memory of its process, in MB."""
    with get_context("spawn").Pool(1) as pool:
        return pool.apply(_timed, (work, path))


def _timed(work: Callable[[Path], int], path: Path) -> tuple[int, float, int]:
    pa.array(["the first one imports what else there is"])
    since = time.process_time()  # others may work on the same machine
    given = work(path)
    return given, time.process_time() - since, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--entities", type=int, default=20_000)
    count = parser.parse_args().entities
    forms: list[tuple[str, Callable[[int], Iterator[str]], Callable[[Path], int]]] = [
        ("dump.json.gz", json_lines, parse),
        ("dump.json", json_lines, parse),
        ("dump.nt", nt_lines, split),
        ("dump.tsv", tsv_lines, split),
    ]
    with TemporaryDirectory() as folder:
        for name, lines, floor in forms:
            for entities in (count // TIMES, count):
                path = Path(folder, name)
                number = size = 0
                with gzip.open(path, "wt", 1) if path.suffix == ".gz" else path.open("w", encoding="utf-8") as file:
                    for line in lines(entities):
                        file.write(line)
                        number, size = number + 1, size + len(line)
                for what, work in (("read", read), (floor.__name__, floor)):
                    given, seconds, memory = measured(work, path)
                    print(
                        f"{name} of {entities:,} entities, {number:,} lines, {size >> 20:,} MB: {what} "
                        f"{number / seconds:,.0f} lines/s, {size / seconds / (1 << 20):,.1f} MB/s, "
                        f"at most {memory} MB; gives {given:,}"
                    )
                path.unlink()


if __name__ == "__main__":
    main()
