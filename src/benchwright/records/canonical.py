"""Write records as JSON so that the same record gives the same bytes."""

from __future__ import annotations

import json
from typing import Any

SCHEMA_VERSION = 1

Json = dict[str, Any]


def dump_line(value: Any) -> str:
    """Canonical JSON on one line: compact, unescaped Unicode, keys in insertion order, no NaN."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
