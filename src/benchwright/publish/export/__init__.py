"""Export benchmarks in other formats: one format a module, listed in `EXPORTERS`."""

from __future__ import annotations

from collections.abc import Mapping

from benchwright.errors import UsageError
from benchwright.publish.export.base import Exported, Exporter
from benchwright.publish.export.qampari import QAMPARI
from benchwright.registry import suggestion

EXPORTERS: Mapping[str, Exporter] = {one.name: one for one in (QAMPARI,)}

__all__ = ["EXPORTERS", "Exported", "Exporter", "get_exporter"]


def get_exporter(name: str) -> Exporter:
    """The exporter of that format. UsageError, with the nearest known one, if there is none."""
    if name not in EXPORTERS:
        raise UsageError(f"unknown format {name!r}", hint=suggestion(name, EXPORTERS))
    return EXPORTERS[name]
