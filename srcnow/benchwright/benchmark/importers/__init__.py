"""Turn published benchmarks into examples over a corpus, one layout a file. Knows no folders of ours.

A layout's documents are ingested by its reader (`corpus.read`), ids kept; an importer reads its questions and says of
each which sources suffice. What cannot be used is a drop with its reason. A file that is not what the layout says is
the user's mistake: one line that names the file and the line.
"""

from __future__ import annotations

from collections.abc import Mapping

from benchwright.benchmark.importers.base import MAKER, STYLE, Imported, Importer, cell_key
from benchwright.benchmark.importers.beir import BEIR
from benchwright.benchmark.importers.hotpotqa import HOTPOTQA
from benchwright.benchmark.importers.mmqa import MMQA
from benchwright.benchmark.importers.nq_open import NQ_OPEN
from benchwright.benchmark.importers.ottqa import OTTQA
from benchwright.benchmark.importers.qampari import QAMPARI
from benchwright.benchmark.importers.squad import SQUAD
from benchwright.benchmark.importers.webqa import WEBQA
from benchwright.errors import UsageError
from benchwright.registry import suggestion

IMPORTERS: Mapping[str, Importer] = {
    one.name: one for one in (BEIR, HOTPOTQA, MMQA, NQ_OPEN, OTTQA, QAMPARI, SQUAD, WEBQA)
}

__all__ = ["IMPORTERS", "MAKER", "STYLE", "Imported", "Importer", "cell_key", "get_importer"]


def get_importer(name: str) -> Importer:
    """The importer of that format. UsageError, with the nearest known one, if there is none."""
    if name not in IMPORTERS:
        raise UsageError(f"unknown format {name!r}", hint=suggestion(name, IMPORTERS))
    return IMPORTERS[name]
