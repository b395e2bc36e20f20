"""What several modules about commands share."""

from collections.abc import Iterator

import pytest
from nursery import Nursery
from whole_runs import KEYS

from benchwright.models import pace


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    """One for all modules: it imports for a second before it can start a command."""
    with Nursery({**KEYS, "BENCHWRIGHT_TEST_POLL": "0.02"}) as nursery:
        yield nursery


@pytest.fixture(autouse=True)
def _ask_again_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A call that failed waits half a second and more for users. How long is tested in tests/models."""
    monkeypatch.setattr(pace, "BASE", 0.02)
