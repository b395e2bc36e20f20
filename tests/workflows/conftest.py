"""What several modules about commands share."""

from collections.abc import Iterator

import pytest
from nursery import Nursery
from whole_runs import KEYS


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    """One for all modules: it imports for a second before it can start a command."""
    with Nursery({**KEYS, "BENCHWRIGHT_TEST_POLL": "0.02"}) as nursery:
        yield nursery
