"""What is shared by tests that load exports with other libraries. They run in an environment of their own: `make
test-formats`.

Whatever stands in this folder carries the marker `formats`, which the main suite leaves out. A module here imports no
other library at its top, so that it can be collected without it.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from exported import benchmark

from benchwright.workflows.export import export


def pytest_itemcollected(item: pytest.Item) -> None:
    """Called for what stands in this folder only."""
    item.add_marker(pytest.mark.formats)
    item.add_marker(pytest.mark.filterwarnings("default"))  # of libraries that are not ours


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Heeded where it is set before the libraries are imported, as the Makefile does."""
    for name, value in (
        ("HF_HUB_OFFLINE", "1"),
        ("DEEPEVAL_TELEMETRY_OPT_OUT", "YES"),
        ("HAYSTACK_TELEMETRY_ENABLED", "False"),
        ("RAGAS_DO_NOT_TRACK", "true"),
    ):
        monkeypatch.setenv(name, value)


@pytest.fixture
def exported_as(tmp_path: Path) -> Callable[..., Path]:
    """The benchmark of `exported` in a format, with the sources whose licence is unknown."""
    bench = benchmark(tmp_path / "made")

    def write(format: str, **chosen: object) -> Path:
        export(bench, tmp_path / format, format, include_unlicensed=True, **chosen)  # type: ignore[arg-type]
        return tmp_path / format

    return write
