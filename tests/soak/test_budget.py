"""The cap on dollars, over many seeds."""

from __future__ import annotations

import pytest
from billing import spend_all


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000, 1200))
def test_the_spend_stays_under_the_cap_at_64_at_once(seed: int) -> None:
    spend_all(seed)
