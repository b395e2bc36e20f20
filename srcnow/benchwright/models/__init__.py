"""Asks chat models and remote embeddings: providers, budget, pacing, the ledger of calls, and batch files."""

from __future__ import annotations

from benchwright.models.base import (
    AddressedModel,
    ChatModel,
    Message,
    Models,
    ModelSettings,
    Notify,
    PromptImage,
    Reply,
    Request,
    Text,
    Usage,
)

__all__ = [
    "AddressedModel",
    "ChatModel",
    "Message",
    "ModelSettings",
    "Models",
    "Notify",
    "PromptImage",
    "Reply",
    "Request",
    "Text",
    "Usage",
]
