"""Compare runs with ranx as its documentation shows, in an interpreter of its own.

python ranx_compare.py QRELS RUN...  ->  one JSON line: seconds of the first and the second time, on the clock and
                                         of the processor, and the means of the runs
"""

import json
import sys
import time

from ranx import Qrels, Run, compare  # type: ignore[import-not-found,unused-ignore]

METRICS = ["recall@10", "recall@100", "precision@10", "ndcg@10", "mrr@10", "map@100"]


def once(qrels_path: str, run_paths: list[str]) -> tuple[tuple[float, float], list[list[float]]]:
    began, worked = time.perf_counter(), time.process_time()
    qrels = Qrels.from_file(qrels_path, kind="trec")
    runs = [Run.from_file(path, kind="trec", name=path) for path in run_paths]
    report = compare(qrels, runs, METRICS, max_p=0.05, make_comparable=True)
    str(report)
    seconds = time.perf_counter() - began, time.process_time() - worked
    told = report.to_dict()
    return seconds, [[float(told[path]["scores"][metric]) for metric in METRICS] for path in run_paths]


if __name__ == "__main__":
    first, _ = once(sys.argv[1], sys.argv[2:])
    second, means = once(sys.argv[1], sys.argv[2:])
    print(json.dumps({"first": first, "second": second, "means": means}))
