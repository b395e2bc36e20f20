"""What is shared by tests of the extra `neural`. They run in an environment of their own: `make test-neural`.

Whatever stands in this folder carries the marker `neural`, which the main suite leaves out as it does `soak`. A module
here imports nothing of the extra at its top, so that it can be collected without it.
"""

import pytest


def pytest_itemcollected(item: pytest.Item) -> None:
    """Called for what stands in this folder only."""
    item.add_marker(pytest.mark.neural)
    item.add_marker(pytest.mark.filterwarnings("default"))  # of libraries that are not ours


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Heeded where it is set before the libraries are imported, as the Makefile does."""
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
