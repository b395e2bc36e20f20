"""Put English verbs into the third person singular of the present: "carry" becomes "carries"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

IRREGULAR: Mapping[str, str] = MappingProxyType({"were": "was", "are": "is", "have": "has", "do": "does"})
"""The plural forms of the auxiliary verbs, with their singulars."""


def third_person(verb: str) -> str:
    """What the verb becomes behind "it": play, plays; carry, carries; go, goes; are, is."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if re.search(r"[^aeiou]y$", verb):
        return verb[:-1] + "ies"
    return verb + ("es" if re.search(r"(?:s|sh|ch|x|z|[^aeiou]o)$", verb) else "s")
