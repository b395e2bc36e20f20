"""Settings of the whole suite."""

import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# Under load one example may take long: time is measured in perf/, not in tests.
settings.register_profile("suite", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("suite")

# A shell's background job (`make test &`) ignores SIGINT, and so would every process that tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

IN_WORKERS = ("corpus", "readers", "demo", "soak", "cli/test_ingest.py", "workflows/test_demo.py")
"""Where documents are read as they are for users, in confined worker processes. Starting these takes half a second, and
the corpus is the same without them (tests/corpus)."""


@pytest.fixture(scope="module", autouse=True)
def _read_documents_in_this_process(request: pytest.FixtureRequest) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        if not any(request.path.is_relative_to(request.config.rootpath / "tests" / name) for name in IN_WORKERS):
            patch.setattr("benchwright.corpus.ingest._MOST_WORKERS", 0)
        yield
