"""The ledger: the record of every model call, and the layer that asks it first. Knows no provider and no prompt."""

from __future__ import annotations

from benchwright.models.ledger.layer import Ledgered
from benchwright.models.ledger.rows import Call, CallCount, LedgerStats
from benchwright.models.ledger.store import LEDGER, LEDGER_FILES, Ledger

__all__ = ["LEDGER", "LEDGER_FILES", "Call", "CallCount", "Ledger", "LedgerStats", "Ledgered"]
