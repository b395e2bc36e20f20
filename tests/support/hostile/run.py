"""One ingest of a folder in a process of its own, which tells what came of it and what was opened outside.

python -m hostile.run DOCS CORPUS MODE        MODE: "2" workers, "0" for none, "watched" for one that tells
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

_SYSTEM = ("/proc/self/", "/dev/null", "/sys/", "/usr/share")
_ASKED = ("socket.connect", "socket.getaddrinfo", "os.system", "urllib", "ftplib", "smtplib")


def ingested(
    place: Path, mode: str, *, seconds: float = 60.0, memory: int = 1 << 30, patience: float = 300
) -> dict[str, Any]:
    """Ingest `place/docs` into `place/<mode>`, in a process whose home, temporary and current folders lie in `place`
    too. `report`, `outside` (what the parent opened there) and `memory` (the most of parent and largest child, KB)."""
    for name in ("home", "tmp", "current"):
        (place / name).mkdir(exist_ok=True)
    above = str(Path(__file__).resolve().parents[1])
    made = subprocess.run(
        [sys.executable, "-m", "hostile.run", str(place / "docs"), str(place / mode), mode, str(seconds), str(memory)],
        capture_output=True,
        text=True,
        timeout=patience,
        cwd=place / "current",
        env=os.environ
        | {"TMPDIR": str(place / "tmp"), "HOME": str(place / "home"), "XDG_CACHE_HOME": str(place / "home/cache")}
        | {"PYTHONPATH": os.pathsep.join([above, *filter(None, sys.path)])},
        check=False,
    )
    assert made.returncode == 0, made.stderr[-3000:]
    assert "Traceback" not in made.stderr
    said: dict[str, Any] = json.loads(made.stdout)
    return said


def main() -> None:
    docs, corpus, mode, seconds, memory = sys.argv[1:]
    warnings.simplefilter("error")
    import benchwright.corpus.ingest as ingest
    from benchwright.readers.confined.bounds import WorkerBounds

    if mode == "watched":
        # Children may read the whole disk: what they leave alone, they leave alone of their own accord.
        everywhere = ingest.WorkerPool
        ingest.WorkerPool = lambda count, bounds, **_: everywhere(count, bounds, readers="hostile.watched:READERS")  # type: ignore[assignment, misc]
    if mode == "0":
        _load()
    outside: list[list[str]] = []
    own = (docs, corpus, os.environ["TMPDIR"], sys.prefix, sys.base_prefix, *filter(None, sys.path))
    allowed = (*(os.path.realpath(path) + "/" for path in own), *_SYSTEM)

    def hook(event: str, given: tuple[Any, ...]) -> None:
        if event.startswith(_ASKED):
            outside.append([event, repr(given)[:200]])
        elif event == "open" and isinstance(given[0], str | bytes):
            path = os.path.realpath(os.fsdecode(given[0]))
            if not (path + "/").startswith(allowed):
                outside.append([event, path])

    sys.addaudithook(hook)
    bounds = WorkerBounds(seconds=float(seconds), memory=int(memory))
    workers = {"watched": 1}.get(mode) or int(mode)
    report = ingest.ingest_paths([docs], corpus, workers=workers, bounds=bounds)
    opened = [*outside]  # what follows is not the ingest's
    most = [_most_memory(), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss]
    print(json.dumps({"report": report.to_json(), "outside": opened, "memory": most}))


def _most_memory() -> int:
    """Kilobytes. getrusage would count those of the process that started this one, too."""
    status = Path("/proc/self/status").read_text("ascii", "replace")
    return int(status.partition("VmHWM:")[2].split()[0])


def _load() -> None:
    """What readers load when they first need it, from wherever it is installed."""

    import pypdfium2  # noqa: F401
    from PIL import Image

    Image.init()


if __name__ == "__main__":
    main()
