"""The one door to chat models: requests, replies, providers, pacing, budget, ledger, batch files. Knows no questions."""

from __future__ import annotations

from benchwright.models.base import (
    ChatModel,
    Message,
    ModelSettings,
    Notify,
    Picture,
    Reply,
    Request,
    Text,
    Usage,
)

__all__ = ["ChatModel", "Message", "ModelSettings", "Notify", "Picture", "Reply", "Request", "Text", "Usage"]
