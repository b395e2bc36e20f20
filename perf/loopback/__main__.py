"""Serve until standard input ends: `python -m loopback [--port 8901] [--median 0.2] ...`, from the folder perf/."""

from __future__ import annotations

import argparse
import asyncio
import dataclasses

from loopback.server import Knobs, serve


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="a free one unless told")
    for field in dataclasses.fields(Knobs):
        parser.add_argument(f"--{field.name.replace('_', '-')}", type=float, default=field.default)
    asked = vars(parser.parse_args())
    asyncio.run(serve(asked.pop("port"), Knobs(**asked)))


main()
