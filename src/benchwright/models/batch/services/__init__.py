"""Providers' batch services, each behind the same few verbs. No module here decides what is sent, or whether."""

from __future__ import annotations

from benchwright.models.batch.services.base import BatchState, ListedBatch, ProviderBatches, open_service

__all__ = ["BatchState", "ListedBatch", "ProviderBatches", "open_service"]
