"""What is shared by tests of the built package. They install it from a package index: `make test-package`.

Whatever stands in this folder carries the marker `package`, which the main suite leaves out.
"""

from pathlib import Path

import pytest

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.package)
