from __future__ import annotations

import shlex
from pathlib import Path

from benchwright.models.batch.open_requests import OpenRequests


def test_the_option_can_be_pasted_into_a_shell() -> None:
    folder = Path("/data/my batches")
    assert shlex.split(OpenRequests(3, "", folder).option) == ["--batch-dir", str(folder)]
    assert OpenRequests(3, "openai").option == "--batch openai"
