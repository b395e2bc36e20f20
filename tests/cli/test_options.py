"""A limit of `nan` is none: it is refused as an option."""

from __future__ import annotations

import pytest

from benchwright.cli import main


@pytest.mark.parametrize("value", ["nan", "inf", "NaN"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["generate", "plan.yaml", "--to", "bench", "--max-usd"],
        ["describe", "corpus", "--model", "openai/m", "--max-usd"],
        ["evaluate", "system", "bench", "-s", "http://127.0.0.1:9/", "--timeout"],
    ],
)
def test_a_limit_that_is_no_number_is_refused(
    arguments: list[str], value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*arguments, value]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "is not a number that can be a limit" in line
    assert arguments[-1] in line
