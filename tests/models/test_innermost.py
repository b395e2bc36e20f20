"""The door: a recording answers, or lets an attempt wait."""

from __future__ import annotations

import asyncio

import pytest

from benchwright.errors import PendingError
from benchwright.models import Message, Request
from benchwright.models.innermost import ReplayOnlyModel
from benchwright.models.names import parse_name


def test_what_a_recording_lacks_is_waited_for() -> None:
    asked = Request("openai/m", (Message.of("user", "What?"),), "write")
    with pytest.raises(PendingError, match="holds no reply of openai/m to this write request"):
        asyncio.run(ReplayOnlyModel(parse_name("openai/m")).ask(asked))
