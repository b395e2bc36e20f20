"""Commands in processes that may be killed. A nursery has imported what a command with models imports, and gives each
command a process of its own by forking, so that none has to wait for imports.

    with Nursery() as nursery:
        command = nursery.start(["generate", "plan.yaml", "--to", "bench"], folder)
        command.signal(signal.SIGKILL)
        assert command.wait() == -signal.SIGKILL
"""

import json
import os
import signal
import subprocess
import sys
import threading
import traceback
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from queue import Empty, Queue
from types import TracebackType
from typing import Any, Self


class Command:
    """A command under way. `told` is where its output goes, both streams."""

    def __init__(self, pid: int, told: Path, news: Queue[int]) -> None:
        self.pid, self.told, self._news = pid, told, news
        self._code: int | None = None

    @property
    def over(self) -> bool:
        return self._code is not None or not self._news.empty()

    def signal(self, number: int) -> None:
        """Send a signal, unless it is over."""
        if not self.over:
            os.kill(self.pid, number)

    def wait(self, seconds: float = 120.0) -> int:
        """The exit code; minus the signal's number for one that was killed."""
        if self._code is None:
            try:
                self._code = self._news.get(timeout=seconds)
            except Empty:
                raise AssertionError(f"no end within {seconds} s: {self.text}") from None
        return self._code

    @property
    def text(self) -> str:
        """What it has said."""
        return self.told.read_text("utf-8")


class Nursery:
    """Starts commands one after the other. `keys` are variables of their environment."""

    def __init__(self, keys: Mapping[str, str]) -> None:
        self._keys = dict(keys)
        self._command: Command | None = None
        self._begun: Queue[int] = Queue()
        self._ended: Queue[int] = Queue()

    def __enter__(self) -> Self:
        environment = {**os.environ, **self._keys, "PYTHONPATH": os.pathsep.join(sys.path)}
        self._process = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, text=True
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._command is not None:
            self._command.signal(signal.SIGKILL)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(60)
        self._reader.join()
        self._process.stdout.close()

    def start(self, argv: Sequence[str], told: Path, keys: Mapping[str, str] | None = None) -> Command:
        """Begin `benchwright ARGV` when the last one has ended, in the folder of the file `told`, which takes its
        output. `keys` go over the nursery's own; "" takes one away."""
        assert self._process.stdin is not None
        if self._command is not None:
            self._command.wait()
        told.write_text("", "utf-8")
        entry = {"argv": list(argv), "told": str(told), "keys": dict(keys or {})}
        self._process.stdin.write(json.dumps(entry) + "\n")
        self._process.stdin.flush()
        self._command = Command(self._begun.get(timeout=60), told, self._ended)
        return self._command

    def run(self, argv: Sequence[str], told: Path, keys: Mapping[str, str] | None = None) -> tuple[int, str]:
        """The whole of a command: its exit code, and what it said."""
        command = self.start(argv, told, keys)
        return command.wait(), command.text

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            news: dict[str, Any] = json.loads(line)
            if "code" in news:
                self._ended.put(news["code"])
            else:
                self._begun.put(news["pid"])


def _say(news: Mapping[str, Any]) -> None:
    print(json.dumps(news), flush=True)


def _become(entry: Mapping[str, Any]) -> int:
    """In the child: run the command."""
    from benchwright.cli import main

    told = os.open(entry["told"], os.O_WRONLY | os.O_APPEND)
    for stream in (1, 2):
        os.dup2(told, stream)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.chdir(Path(entry["told"]).parent)
    for name, value in entry["keys"].items():
        os.environ.pop(name, None)
        if value:
            os.environ[name] = value
    signal.signal(signal.SIGINT, signal.default_int_handler)
    return main(entry["argv"])


def _serve() -> None:
    """Fork a process for every line; say when it begins and when it has ended. What commands load late is loaded here,
    once for all of them."""
    import aiohttp  # noqa: F401
    import genai_prices.data  # noqa: F401
    import jsonschema  # noqa: F401
    import pyarrow
    import scipy.special  # noqa: F401
    import wordllama  # noqa: F401

    import benchwright.cli
    import benchwright.models.providers
    import benchwright.workflows.answers
    import benchwright.workflows.certify
    import benchwright.workflows.generate  # noqa: F401
    from benchwright.facts.relations import built_in
    from benchwright.models.batch import PollTimes, submit
    from benchwright.prompts import styles
    from benchwright.prompts.prompt import PROMPTS, prompt
    from benchwright.workflows.facts import files_of_readers
    from benchwright.workflows.prompts import show_prompt

    if seconds := float(os.environ.get("BENCHWRIGHT_TEST_POLL", 0)):  # services in tests answer at once
        submit.PollTimes = partial(PollTimes, first=seconds, longest=seconds, settle=5 * seconds)  # type: ignore
    pyarrow.array([""])  # looks for pandas
    os.fsync = lambda descriptor: None  # a killed process loses nothing that it has written: see tests/conftest.py
    files_of_readers()
    built_in()
    for name in PROMPTS:
        prompt(name)
    for name, style in styles().items():
        if not style.kinds:  # no model writes those
            show_prompt(name)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for line in sys.stdin:
        entry = json.loads(line)
        pid = os.fork()
        if pid == 0:
            code = 70  # unless the command ends in good order
            try:
                code = _become(entry)
            except BaseException:
                traceback.print_exc()
                raise
            finally:
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(code)
        _say({"pid": pid})
        _, status = os.waitpid(pid, 0)
        _say({"pid": pid, "code": os.waitstatus_to_exitcode(status)})


if __name__ == "__main__":
    _serve()
