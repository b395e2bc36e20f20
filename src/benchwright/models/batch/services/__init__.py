"""Providers' batch services, each behind the same few verbs. No module here decides what is sent, or whether."""

from __future__ import annotations

from benchwright.models.batch.services.base import Seen, Service, State, open_service

__all__ = ["Seen", "Service", "State", "open_service"]
