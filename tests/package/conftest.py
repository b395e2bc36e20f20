"""What is shared by tests of the built package. They install it from a package index: `make test-package`.

Whatever stands in this folder carries the marker `package`, which the main suite leaves out.
"""

import pytest


def pytest_itemcollected(item: pytest.Item) -> None:
    """Called for what stands in this folder only."""
    item.add_marker(pytest.mark.package)
