"""Children end with their parent: killed outright, or stopped by Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

SUPPORT = Path(__file__).parents[2] / "support"
SOURCE = Path(__file__).parents[3] / "src"

# Without `if __name__ == "__main__"`, as users write scripts.
SCRIPT = """
import signal
import sys
from pathlib import Path
from rough_readers import ROUGH
from benchwright.readers.discover import Input
from benchwright.readers.read_task import IngestOptions, ReadTask
from benchwright.readers.confined.pool import WorkerPool

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
folder = Path(sys.argv[1])
names = ["1.rough", "2.rough"]
tasks = [ReadTask(Input(name, folder / name, folder, ROUGH), IngestOptions(), "") for name in names]
with WorkerPool(1, readers="rough_readers:READERS") as workers:
    for task, part in workers.run(tasks):
        print(*workers.pids, flush=True)
"""


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_no_child_outlives_its_parent(tmp_path: Path, number: signal.Signals) -> None:
    (tmp_path / "1.rough").write_text("text a\n")
    (tmp_path / "2.rough").write_text("sleep\n")
    search = os.pathsep.join(map(str, (SOURCE, SUPPORT)))
    with subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": search},
        text=True,
    ) as parent:
        assert parent.stdout is not None
        pids = [int(word) for word in parent.stdout.readline().split()]
        assert pids
        assert all(map(is_alive, pids))
        parent.send_signal(number)
        _, said = parent.communicate(timeout=30)
    until = time.monotonic() + 5
    while any(map(is_alive, pids)) and time.monotonic() < until:
        time.sleep(0.01)
    assert not any(map(is_alive, pids))
    assert said.strip().rpartition("\n")[2] == ("KeyboardInterrupt" if number == signal.SIGINT else "")
