"""The one door to chat models: providers, budget, pacing, ledger, batch files. Knows no questions and no prompts."""

from __future__ import annotations

from benchwright.models.base import (
    ChatModel,
    Message,
    Models,
    ModelSettings,
    Notify,
    Picture,
    Reply,
    Request,
    Text,
    Usage,
)

__all__ = ["ChatModel", "Message", "ModelSettings", "Models", "Notify", "Picture", "Reply", "Request", "Text", "Usage"]
