"""Turns requests into the bodies that services take, and their answers into replies: one module a dialect.

Each has `body(request, settings, pictures, without=())`, the JSON object to send, and `reply(data, request)`, the
completed reply read out of the JSON object that came back. No module here opens a connection: the same functions serve
calls and batch files.

`pictures` gives the encoded copy of an image; `without` names fields that this model has refused (see
`providers.py`), which are then left out or replaced.
"""

from __future__ import annotations

from collections.abc import Callable

from benchwright.models.base import PromptImage
from benchwright.models.pictures import EncodedPicture

Pictures = Callable[[PromptImage], EncodedPicture]

__all__ = ["Pictures"]
