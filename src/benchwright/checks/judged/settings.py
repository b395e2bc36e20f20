"""Says which check rejects, tags or is off by default, and how often an ablated question is asked."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

Action = Literal["reject", "tag", "off"]

DEFAULTS: Mapping[str, Action] = MappingProxyType(
    {
        "modalities": "reject",
        "readable": "reject",
        "leak": "reject",
        "quotes": "reject",
        "arithmetic": "reject",
        "style": "reject",
        "correct": "reject",
        "relevant": "reject",
        "alone": "reject",
        "fluent": "reject",
        "needed": "reject",
        "closed_book": "tag",
        "hops": "reject",
        "pman": "off",
        "entails": "off",
    }
)
"""Every check of a model's question, in the order in which their verdicts are listed. `arithmetic` and `hops` are made
only for styles that name them in their file."""

VERSION = "6"
"""Goes up whenever a check may give another verdict on the same replies: a run begun before it is another run."""

SAMPLES = 6
"""How often an ablated question with options is asked, half of the times with the options in reverse order: the fewest
even number that guessing one of two options passes in under 5 % of the cases (1 in 64, all right)."""


def action_of(name: str, settings: Mapping[str, Action]) -> Action:
    """What is done with a check: as the plan says, else the default."""
    return settings.get(name, DEFAULTS[name])
