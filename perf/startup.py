"""Measure how long `benchwright --help` takes, against starting Python alone (bound: 0.25 s).

    python perf/startup.py

Each is run so many times, the median counts: the first run reads the disk.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

RUNS = 11
BOUND = 0.2


def seconds(*arguments: str) -> float:
    """The median wall time of `python ARGUMENTS`, in seconds."""
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def main() -> int:
    """Print the figures; 1 if the bound is not kept."""
    floor = seconds("-c", "pass")
    typer = seconds("-c", "import typer")
    help_text = seconds("-m", "benchwright", "--help")
    print(f"python -c pass       {floor:.3f} s")
    print(f"import typer         {typer:.3f} s")
    print(f"benchwright --help   {help_text:.3f} s (bound {BOUND} s, {RUNS} runs, median)")
    return 0 if help_text <= BOUND else 1


if __name__ == "__main__":
    sys.exit(main())
