"""Measure time and memory of loading a synthetic graph of 1, 5 and 20 million triples.

    python perf/graph_load.py [--triples 1000000 5000000 20000000] [--memory 2] [--folder FOLDER]

Triples come as TSV, labels as a second file; a sixth as many entities, objects drawn so that few have many (Zipf), 500
relations. Each size is loaded in a process of its own, and once more without a change. Processor time stands beside the
seconds, since others may work on the same machine; what is imported late (1 to 2 s) counts as reading. Bound: 4 GB at
any size, at 2 GiB for DuckDB. The files of 20 million triples take 0.7 GB, the parts in between about as much.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as csv

from benchwright.workflows.graph import LoadOptions, LoadSettings, load_graph

SEED = 13
RELATIONS = 500
_PIECE = 1_000_000
_TABS = csv.WriteOptions(include_header=False, delimiter="\t", quoting_style="none")


def ids(prefix: str, numbers: np.ndarray) -> pa.Array:
    return pc.binary_join_element_wise(prefix, pa.array(numbers).cast(pa.string()), "")


def write_graph(folder: Path, triples: int) -> tuple[Path, Path]:
    """The files of triples and of labels."""
    draw = np.random.default_rng(SEED)
    entities = triples // 6
    paths = folder / "triples.tsv", folder / "labels.tsv"
    schema = pa.schema([("s", pa.string()), ("r", pa.string()), ("o", pa.string())])
    with csv.CSVWriter(paths[0], schema, write_options=_TABS) as writer:
        for start in range(0, triples, _PIECE):
            count = min(_PIECE, triples - start)
            objects = np.minimum(draw.zipf(1.3, count) - 1, draw.integers(0, entities, count))
            columns = [
                ids("Q", draw.integers(0, entities, count)),
                ids("P", np.minimum(draw.zipf(1.5, count), RELATIONS)),
                ids("Q", objects),
            ]
            writer.write_batch(pa.record_batch(columns, schema=schema))
    numbers = np.arange(entities)
    with csv.CSVWriter(paths[1], pa.schema([("id", pa.string()), ("label", pa.string())]), write_options=_TABS) as out:
        for start in range(0, entities, _PIECE):
            piece = numbers[start : start + _PIECE]
            out.write_batch(pa.record_batch([ids("Q", piece), ids("thing number ", piece)], ["id", "label"]))
    return paths


def load_here(folder: Path, memory: float) -> None:
    """Load, load again, and print what was measured as JSON."""
    options = LoadOptions(sides={"labels": [folder / "labels.tsv"]})
    settings = LoadSettings(memory=int(memory * 2**30))
    phases: dict[str, float] = {}
    begun, worked = time.monotonic(), time.process_time()

    def tell(told: object) -> None:
        if getattr(told, "doing", "") == "join":
            phases.setdefault("read", time.monotonic() - begun)
            phases.setdefault("busy", time.process_time() - worked)

    report = load_graph([folder / "triples.tsv"], folder / "corpus", "made", options, settings=settings, progress=tell)
    seconds, busy = time.monotonic() - begun, time.process_time() - worked
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    since = time.monotonic()
    again = load_graph([folder / "triples.tsv"], folder / "corpus", "made", options, settings=settings)
    told = {"seconds": seconds, "busy": busy, "read": phases["read"], "read_busy": phases["busy"], "peak": peak}
    told["again"] = time.monotonic() - since
    print(json.dumps({**told, "fresh": again.fresh, "counts": report.counts}))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--triples", type=int, nargs="+", default=[1_000_000, 5_000_000, 20_000_000])
    parser.add_argument("--memory", type=float, default=2.0, help="GiB for DuckDB")
    parser.add_argument("--folder", type=Path, help="where the files are made; by default a temporary folder")
    parser.add_argument("--here", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.here:
        load_here(asked.here, asked.memory)
        return
    for triples in asked.triples:
        with TemporaryDirectory(dir=asked.folder) as place:
            write_graph(Path(place), triples)
            command = [sys.executable, __file__, "--here", place, "--memory", str(asked.memory)]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            told = json.loads(done.stdout)
            counts = told["counts"]
            print(
                f"{triples:>12,} rows: {counts['triples']:,} triples, {counts['entities']:,} entities; "
                f"read {told['read']:.1f} s ({told['read_busy']:.1f} of a processor), "
                f"whole {told['seconds']:.1f} s ({told['busy']:.1f}), most memory {told['peak']:.2f} GiB; "
                f"again {told['again']:.2f} s",
                flush=True,
            )
            assert told["peak"] < 4
            assert not told["fresh"]


if __name__ == "__main__":
    main()
