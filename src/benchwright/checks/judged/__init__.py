"""Checks of questions that a model wrote."""

from __future__ import annotations

from benchwright.checks.judged.draft import Draft, Half, HopDraft, Quote

__all__ = ["Draft", "Half", "HopDraft", "Quote"]
