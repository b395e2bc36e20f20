"""Keeps the ledger: the record of every model call, and the layer that looks there before it asks."""

from __future__ import annotations

from benchwright.models.ledger.calls import CallCount, LedgerStats, RecordedCall
from benchwright.models.ledger.layer import LedgerModel
from benchwright.models.ledger.ledger_file import LEDGER, LEDGER_FILES, Ledger

__all__ = ["LEDGER", "LEDGER_FILES", "CallCount", "Ledger", "LedgerModel", "LedgerStats", "RecordedCall"]
