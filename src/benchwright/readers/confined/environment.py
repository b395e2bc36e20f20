"""Work out what a child process sees of its parent's environment."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path

_KEPT = frozenset(
    {"PATH", "HOME", "LANG", "LANGUAGE", "TZ", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "PYTHONHOME"}
    | {"PYTHONPYCACHEPREFIX"}
)
"""What a child sees of its parent's environment, besides LC_*: names that libraries need, and none that holds a key."""

_SETTINGS = {
    # One thread a worker: there are as many workers as processors, and threads take address space.
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "NUMEXPR_NUM_THREADS": "1",
    "ARROW_NUM_THREADS": "1",
    "MALLOC_ARENA_MAX": "1",
    # Arrow's own allocator reserves a gigabyte of address space at once, which would count as used.
    "ARROW_DEFAULT_MEMORY_POOL": "system",
    "HF_HUB_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
    # A library that walks through a set gives the same order on every run.
    "PYTHONHASHSEED": "0",
    "PYTHONUTF8": "1",
    "PYTHONWARNINGS": "ignore",
    "PYTHONDONTWRITEBYTECODE": "1",
}


def environment(readers: str) -> dict[str, str]:
    """A child's whole environment. It finds this package, the readers' module and what is installed; not the folder of
    the user's script, and not the current one."""
    remaining = {name: value for name, value in os.environ.items() if name in _KEPT or name.startswith("LC_")}
    return remaining | _SETTINGS | {"PYTHONPATH": os.pathsep.join(_paths(readers))}


def _paths(readers: str) -> list[str]:
    results = [str(Path(__file__).resolve().parents[3])]
    spec = find_spec(readers.partition(":")[0])
    if spec is not None and spec.origin is not None:
        above = spec.name.count(".") + (1 if spec.submodule_search_locations is None else 2)
        results.append(str(Path(spec.origin).resolve().parents[above - 1]))
    results += [path for path in sys.path if Path(path).name in ("site-packages", "dist-packages")]
    return list(dict.fromkeys(results))
