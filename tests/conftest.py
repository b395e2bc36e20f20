"""Settings of the whole suite."""

import atexit
import fcntl
import gc
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from benchwright.retrieval.encoders.wordllama import WordLlamaEncoder

# Under load one example may take long: time is measured in perf/, not in tests. `make soak` takes more examples.
settings.register_profile("suite", deadline=None, max_examples=20, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("thorough", deadline=None, max_examples=500, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("suite")

# A run of the suite holds a million objects for good; to look through all of them every few seconds took 14 % of it.
gc.set_threshold(200_000, 50, 100)


MARKED_FOLDERS = ("soak", "neural", "formats", "package", "site")
"""Each of these folders of tests is one marker's, whole."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """What this run leaves out is not looked at: tests of the package search for every Python, for half a second."""
    folder = collection_path.name if collection_path.parent == Path(__file__).parent else ""
    return True if folder in MARKED_FOLDERS and f"not {folder}" in config.getoption("markexpr") else None


def pytest_collection_finish() -> None:
    """Modules and tests stay until the end: no collection of garbage looks through them, those that tests ask for
    among them."""
    gc.freeze()


@atexit.register
def _end() -> None:
    """Python looks for garbage when it ends, too: in all that was loaded, for seconds. A worker of pytest-xdist has
    told its results by now and does without. Elsewhere the exit code is wanted, and libraries written in C++ tell what
    is left."""
    gc.unfreeze()
    if "PYTEST_XDIST_WORKER" in os.environ:
        os._exit(0)


# A shell's background job (`make test &`) ignores SIGINT, and so would every process that tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

IN_WORKERS = ("readers/confined", "readers/test_converted.py", "soak", "cli/test_ingest.py", "workflows/test_demo.py")
"""Where documents are read as they are for users, in confined worker processes. Starting these takes half a second, and
the corpus is the same without them (tests/corpus, whose tests of workers ask for some)."""


@pytest.fixture(scope="session", autouse=True)
def _load_word_vectors_once() -> Iterator[None]:
    """Every encoder loads its weights (0.2 s), and tests make hundreds of encoders."""
    own = WordLlamaEncoder.__dict__["_model"].func
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WordLlamaEncoder, "_model", property(lambda encoder: shared()))
        shared = cache(lambda: own(WordLlamaEncoder()))
        yield


@pytest.fixture(scope="session")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, Callable[[Path], None]], Path]:
    """A folder of this name, made by the first process of a run that asks for it; the others wait. Tests only read."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base

    def folder(name: str, make: Callable[[Path], None]) -> Path:
        made, done = shared / f"once-{name}", shared / f"once-{name}.made"
        with (shared / f"once-{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not done.exists():
                shutil.rmtree(made, ignore_errors=True)
                made.mkdir()
                make(made)
                done.touch()
        return made

    return folder


@pytest.fixture
def keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key for every provider in the environment, which the servers of tests take."""
    from whole_runs import KEYS  # loads the vendors' libraries

    for name, value in KEYS.items():
        monkeypatch.setenv(name, value)


WAITS_FOR_THE_DISK = ("files", "soak")
"""Tests in which writes wait for the disk. Waiting matters when a machine loses power. A killed process loses nothing
that it has written, so the other tests, kills among them, do without (13 % of the suite's time)."""


@pytest.fixture(scope="module", autouse=True)
def _do_not_wait_for_the_disk(request: pytest.FixtureRequest) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        if not any(
            request.path.is_relative_to(request.config.rootpath / "tests" / name) for name in WAITS_FOR_THE_DISK
        ):
            patch.setattr(os, "fsync", lambda descriptor: None)
        yield


@pytest.fixture(scope="module", autouse=True)
def _read_documents_in_this_process(request: pytest.FixtureRequest) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        if not any(request.path.is_relative_to(request.config.rootpath / "tests" / name) for name in IN_WORKERS):
            patch.setattr("benchwright.corpus.ingest._MOST_WORKERS", 0)
        yield
