"""Measure ingest, facts and generate over a site of many pages: seconds and the most memory, killed and continued.

    python perf/site.py [--pages 2000 8000] [-n 100] [--kill 3] [--keep DIR]
    python perf/site.py --pages 10000 --kill 3

The pages are those of a reference manual: a menu, an opening that says what the command is, options with defaults,
settings in a table, tasks under headings, abbreviations. Each command runs in a process of its own. At the largest
size each of them is killed (SIGKILL) `--kill` times on its way and run again; what comes out has to be what an
undisturbed run gives. Bounds: from one size to the next, the memory of ingest and facts grows by at most 30 kB for a
page (the ids of ten sources, their rows and facts), that of generate by 60 kB, and the seconds for a page stay within
half as much again. Seconds are those of processors, since others may be busy too.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchwright import Corpus, read_facts

SEED = 5
VERBS = ("copies", "moves", "checks", "packs", "lists", "sorts", "joins", "sends", "counts", "signs")
THINGS = ("files", "folders", "users", "keys", "packets", "tables", "records", "mirrors", "queues", "reports")
SYLLABLES = ("ba", "cor", "den", "fal", "gri", "hol", "jar", "kel", "lor", "mon", "nas", "per", "rud", "sil", "tor")
OPTIONS = ("force", "quiet", "level", "depth", "owner", "mirror", "retry", "format", "output", "limit", "cache")
MOST_KB = {"ingest": 30, "facts": 30, "generate": 60}


def name_of(number: int) -> str:
    """A name that no other number has."""
    name = ""
    number += len(SYLLABLES) ** 2
    while number:
        number, digit = divmod(number, len(SYLLABLES))
        name += SYLLABLES[digit]
    return name


def page(number: int, draw: random.Random) -> str:
    name, verb, thing = name_of(number), draw.choice(VERBS), draw.choice(THINGS)
    options = draw.sample(OPTIONS, 4)
    entries = "".join(
        f"<dt><code>--{option}</code></dt><dd><p>Sets how {name} {draw.choice(VERBS)} {draw.choice(THINGS)} when the "
        f"{draw.choice(THINGS)} are {draw.choice(('locked', 'large', 'missing', 'remote'))}. "
        f"The default is {draw.randint(1, 900)}.</p></dd>"
        for option in options
    )
    rows = "".join(
        f"<tr><td>{name}.{option}</td><td>{draw.randint(1, 5000)}</td><td>{draw.choice(('yes', 'no'))}</td></tr>"
        for option in options
    )
    letters = f"{name[0]}{verb[0]}{thing[0]}".upper()
    return (
        f"<html><head><title>{name} - Harbour Manual</title></head><body><nav><ul>"
        f"<li><a href='p{number - 1}.html'>Prev</a></li><li><a href='p{number + 1}.html'>Next</a></li></ul></nav>"
        f"<h1>{name}</h1><p>{name.capitalize()} is a command that {verb} {thing} between two harbours, and it keeps a "
        f"log of all that it did. It belongs to the {name.capitalize()} {verb.capitalize()} {thing.capitalize()} "
        f"({letters}) tools, which were written in {draw.randint(1970, 2020)} for people who had to wait.</p>"
        f"<h2>Options</h2><dl>{entries}</dl><h2>Settings of {name}</h2><table><tr><th>Setting</th><th>Default</th>"
        f"<th>Required</th></tr>{rows}</table><h2>How to stop {name}</h2><p>Send it the signal number "
        f"{draw.randint(2, 30)} and wait until it has written its log of {thing}. It needs {draw.randint(2, 90)} "
        f"seconds for that, and tells nobody.</p></body></html>"
    )


def write_site(folder: Path, pages: int) -> None:
    draw = random.Random(SEED)
    for number in range(pages):
        place = folder / f"part{number // 500}"
        place.mkdir(parents=True, exist_ok=True)
        (place / f"p{number}.html").write_text(page(number, draw), encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Run:
    """What a command took: seconds, seconds of a processor, and the most memory of all its processes together, in
    MB."""

    code: int
    seconds: float
    busy: float
    memory: float


def memory_under(first: int) -> float:
    """What a process and those that it started hold, in MB; pages that they share count once for each."""
    parents, held = {}, {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(status.parent.name)] = int(fields[1])
        held[int(status.parent.name)] = int(fields[21]) * os.sysconf("SC_PAGE_SIZE")
    family = {first}
    while more := {process for process, parent in parents.items() if parent in family} - family:
        family |= more
    return sum(held.get(process, 0) for process in family) / (1 << 20)


def run(arguments: list[str], until: float = float("inf")) -> Run:
    """Run a command, and kill it after so many seconds."""
    start, most = time.perf_counter(), 0.0
    command = [sys.executable, "-m", "benchwright", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while True:
        ended, status, used = os.wait4(process.pid, os.WNOHANG)
        if ended:
            break
        most = max(most, memory_under(process.pid))
        if time.perf_counter() - start > until:
            os.kill(process.pid, signal.SIGKILL)
        time.sleep(0.1)
    process.returncode = os.waitstatus_to_exitcode(status)
    return Run(process.returncode, time.perf_counter() - start, used.ru_utime + used.ru_stime, most)


def commands(place: Path, n: int, to: str) -> dict[str, list[str]]:
    corpus = str(place / f"corpus{to}")
    return {
        "ingest": ["ingest", str(place / "docs"), "--to", corpus],
        "facts": ["facts", corpus],
        "generate": ["generate", corpus, "-n", str(n), "--to", str(place / f"bench{to}")],
    }


def outcome(place: Path, to: str) -> dict[str, object]:
    """What has to be the same: the corpus's content, its facts, and the questions in order."""
    corpus = Corpus.open(place / f"corpus{to}")
    questions = (place / f"bench{to}/examples.jsonl").read_text().splitlines()
    return {"corpus": corpus.fingerprint, "facts": list(read_facts(corpus)), "questions": questions}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, nargs="+", default=[2_000, 8_000])
    parser.add_argument("-n", type=int, default=100)
    parser.add_argument("--kill", type=int, default=0)
    parser.add_argument("--keep", type=Path, help="keep what is written here")
    options = parser.parse_args()
    good = True
    before: dict[str, Run] = {}
    size = 0
    with TemporaryDirectory() as temporary:
        for pages in options.pages:
            place = (options.keep or Path(temporary)) / str(pages)
            write_site(place / "docs", pages)
            runs: dict[str, Run] = {}
            for name, command in commands(place, options.n, "").items():
                made = runs[name] = run(command)
                print(
                    f"{pages:>7,} pages {name:<9}{made.seconds:>7.1f} s, of processors {made.busy:>7.1f} s, "
                    f"{1000 * made.busy / pages:>6.1f} s per 1,000, {made.memory:>6.0f} MB, exit code {made.code}",
                    flush=True,
                )
                if before:
                    last = before[name]
                    more = 1024 * (made.memory - last.memory) / (pages - size)
                    slower = made.busy / pages / (last.busy / size)
                    held = more <= MOST_KB[name] and slower <= 1.5
                    print(
                        f"{'':16}{more:.0f} kB more a page, {slower:.2f} times as long: {'met' if held else 'MISSED'}"
                    )
                    good &= held
            before, size = runs, pages
        for name, command in commands(place, options.n, "-killed").items() if options.kill else ():
            for part in range(1, options.kill + 1):
                killed = run(command, runs[name].seconds * part / (options.kill + 1))
                print(f"{name} after {killed.seconds:.1f} s: {'killed' if killed.code < 0 else 'ended by itself'}")
            last = run(command)
            print(f"{name} continued: {last.seconds:.1f} s, {last.memory:.0f} MB, exit code {last.code}", flush=True)
        if options.kill:
            one, other = outcome(place, ""), outcome(place, "-killed")
            same = {name: one[name] == other[name] for name in one}
            print(", ".join(f"{name}: {'the same' if equal else 'DIFFERENT'}" for name, equal in same.items()))
            good &= all(same.values())
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
