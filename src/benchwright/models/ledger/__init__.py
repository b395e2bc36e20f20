"""The ledger: the record of every model call, and the layer that asks it first. Knows no provider and no prompt."""

from __future__ import annotations

from benchwright.models.ledger.calls import CallCount, LedgerStats, RecordedCall
from benchwright.models.ledger.layer import LedgerModel
from benchwright.models.ledger.ledger_file import LEDGER, LEDGER_FILES, Ledger

__all__ = ["LEDGER", "LEDGER_FILES", "CallCount", "Ledger", "LedgerModel", "LedgerStats", "RecordedCall"]
