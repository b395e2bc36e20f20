"""Export benchmarks in other formats: one format a module, listed in `EXPORTERS`."""

from __future__ import annotations

from collections.abc import Mapping

from benchwright.errors import UsageError
from benchwright.publish.export.base import ExportData, Exporter
from benchwright.publish.export.beir import BEIR
from benchwright.publish.export.csv_tables import CSV
from benchwright.publish.export.folder import ExportFolder
from benchwright.publish.export.goldens import DEEPEVAL, RAGAS
from benchwright.publish.export.hf import HF
from benchwright.publish.export.inspect_samples import INSPECT
from benchwright.publish.export.mmqa import MMQA
from benchwright.publish.export.mteb import MTEB, VIDORE
from benchwright.publish.export.promptfoo import PROMPTFOO
from benchwright.publish.export.qampari import QAMPARI
from benchwright.publish.export.squad import SQUAD
from benchwright.publish.export.trec import TREC
from benchwright.publish.export.webqa import WEBQA
from benchwright.registry import suggestion

EXPORTERS: Mapping[str, Exporter] = {
    one.name: one
    for one in (
        HF, MTEB, VIDORE, BEIR, TREC, CSV, SQUAD, QAMPARI, MMQA, WEBQA, INSPECT, RAGAS, DEEPEVAL, PROMPTFOO,
    )
}  # fmt: skip
"""Every format by name, data sets first."""

__all__ = ["EXPORTERS", "ExportData", "ExportFolder", "Exporter", "get_exporter"]


def get_exporter(name: str) -> Exporter:
    """The exporter of that format. UsageError, with the nearest known one, if there is none."""
    if name not in EXPORTERS:
        raise UsageError(f"unknown format {name!r}", hint=suggestion(name, EXPORTERS))
    return EXPORTERS[name]
